"""Print tables on a terminal; what strangers wrote can steer none, nor break a line."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime

from server.document.untrusted_text import escape_controls

MOST_CELL = 40


def moment(seconds: float) -> str:
    """A time as people and programs read it, by UTC."""
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%MZ")


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; what strangers wrote is cut, on one line, and can steer no terminal."""
    lines = [heads, *([shown(cell) for cell in row] for row in rows)]
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell + " " * (most - width(cell)) for cell, most in zip(line, widths, strict=True))
        print("  ".join(cells).rstrip())


def shown(cell: str) -> str:
    """A cell of a table."""
    text = escape_controls(" ".join(cell.split()))
    return text if len(text) <= MOST_CELL else f"{text[: MOST_CELL - 1]}…"


def width(text: str) -> int:
    """How many columns of a terminal a text takes: Chinese letters take two, accents none."""
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )
