"""The lessons: files that run unchanged under real torch, each with its story beside it.

`NN_name.py` is the code, `NN_name.toml` what the gallery says of it: group, title, story and the
moments worth stopping at, in English and Chinese. The files' names are the order.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def index() -> list[dict[str, Any]]:
    """The lessons in order, for `GET /api/examples`."""
    return list(lessons())


@cache
def lessons() -> tuple[dict[str, Any], ...]:
    """The lessons, read once."""
    return tuple(
        lesson(path) for path in sorted(HERE.glob("*.py")) if not path.name.startswith("_")
    )


def lesson(path: Path) -> dict[str, Any]:
    """One lesson; its id is the file's name without its number."""
    told = tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))
    number, _, name = path.stem.partition("_")
    return {
        "id": name if number.isdigit() else path.stem,
        "group": told["group"],
        "title": told["title"],
        "story": told["story"],
        "code": path.read_text("utf-8"),
        "moments": [moment(entry) for entry in told["moments"]],
        "opens": told["opens"],
    }


def moment(entry: dict[str, Any]) -> dict[str, Any]:
    """A marked moment: an event found by kind, line, count and variable, and a sentence of it."""
    return {
        "kind": entry["kind"],
        "line": entry["line"],
        "nth": entry.get("nth", 1),
        "of": entry.get("of"),
        "words": {"en": entry["en"], "zh": entry["zh"]},
    }


def meant(code: str, title: str | None) -> list[dict[str, Any]]:
    """The lessons that have this code or this title; the page decides which a run is of."""
    return [lesson for lesson in lessons()
            if lesson["code"] == code or title in lesson["title"].values()]


def named(lesson_id: str) -> dict[str, Any] | None:
    """The lesson of that id, or None."""
    return next((lesson for lesson in lessons() if lesson["id"] == lesson_id), None)
