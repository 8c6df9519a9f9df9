"""The lessons: files that run unchanged under real torch, in the order of their names."""

from __future__ import annotations

from functools import cache
from pathlib import Path

HERE = Path(__file__).parent


def index() -> list[dict[str, str]]:
    """`id`, `title` and `code` of each lesson; the title is the file's first line, a comment."""
    return [dict(lesson) for lesson in lessons()]


@cache
def lessons() -> tuple[dict[str, str], ...]:
    """The lessons, read once."""
    return tuple(
        lesson(path) for path in sorted(HERE.glob("*.py")) if not path.name.startswith("_")
    )


def lesson(path: Path) -> dict[str, str]:
    """One lesson; its id is the file's name without its number."""
    code = path.read_text("utf-8")
    title = code.partition("\n")[0].lstrip("# ").strip()
    number, _, name = path.stem.partition("_")
    return {"id": name if number.isdigit() else path.stem, "title": title, "code": code}
