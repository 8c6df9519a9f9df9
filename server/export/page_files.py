"""Find the files of the page: its templates, the bundles that were built of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
# In a wheel the page lies in the package, in a checkout beside it.
HOME = PACKAGE if (PACKAGE / "templates").is_dir() else PACKAGE.parent
TEMPLATES = HOME / "templates"
BUILD = HOME / "static" / "build"


@cache
def read(path: Path) -> str:
    """The text of a file, read once."""
    return path.read_text("utf-8")


def template(name: str) -> str:
    """The source of a template of files, read once."""
    return read(TEMPLATES / name)
