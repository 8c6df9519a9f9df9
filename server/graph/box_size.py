"""How much room a box takes: docs/architecture.md, "The anatomy of a box", in numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from unicodedata import east_asian_width

HEAD, FOOT = 24, 18
SCALAR_BODY, SCALAR_SLOT = 32, 20
CELL_WIDTH, CELL_HEIGHT, MOST_CELLS = 52, 20, 6
BODY_MARGIN, SLOT_MARGIN = 8, 4
MAP_WIDTH, MAP_BODY, MAP_SLOT = 128, 88, 48
LEDGER_LINE = 16
KNOB = 24  # what opens it, in its head
INSIDES = 20  # the row of a folded group in which its ops are dots
LEAST_WIDTH = {"leaf": 168, "op": 132, "input": 108, "value": 108, "group": 168}
PILL = (84, 36)
NAME_CHARACTER, TITLE_CHARACTER, FOOT_CHARACTER = 9, 7.5, 7.25
PADDING, BETWEEN = 16, 8
# Characters, beyond which the page cuts what it writes; and of tabs it shows only the first.
LONGEST_NAME, LONGEST_TITLE, LONGEST_FOOT = 24, 64, 80
TAB_PITCH, TAB_FOOT, ARRIVALS, MOST_TABS = 18, 4, 16, 64
GRID = 4


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height of a box, and the height of the strip of tabs outside its left edge."""

    w: int
    h: int
    tabs: int = 0


def measure(kind: str, title: str, name: str, shape: tuple[int, ...], tabs: int) -> Size:
    """The size of a box.

    `title` is torch's node name or the kind, `name` the user's variable (may be empty), `shape`
    that of the value, `tabs` how many tensors the node saved.
    """
    if kind == "accumulate":
        return Size(*PILL)
    table = table_of(shape)
    receives = kind in ("leaf", "op")
    width = max(LEAST_WIDTH[kind], head_width(name, title), foot_width(shape), body_width(table))
    height = HEAD + body_height(table) + FOOT
    if receives:
        height += slot_height(table, ledger=kind == "leaf")
    strip = TAB_PITCH * min(tabs, MOST_TABS) + TAB_FOOT if tabs else 0
    # Edges arrive above the strip of tabs, the main one in the middle and one below it.
    height = max(height, 2 * (strip + ARRIVALS) if strip else 0)
    return Size(math.ceil(width / GRID) * GRID, math.ceil(height / GRID) * GRID, strip)


def measure_folded(label: str, title: str, shape: tuple[int, ...]) -> Size:
    """The size of the box that stands for a folded group: an op's, with a row for its insides."""
    size = measure("op", title, label, shape, 0)
    return Size(max(size.w + KNOB, LEAST_WIDTH["group"]), size.h + INSIDES)


def table_of(shape: tuple[int, ...]) -> tuple[int, int] | None:
    """`(rows, columns)` of a value shown as a table: (1, 1) for a scalar, None for a heat map."""
    count = math.prod(shape)
    if count <= 1:
        return 1, 1
    columns = shape[-1]
    rows = count // columns
    return (rows, columns) if max(rows, columns) <= MOST_CELLS else None


def head_width(name: str, title: str) -> float:
    between = BETWEEN if name else 0
    width = text_width(name, NAME_CHARACTER, LONGEST_NAME)
    return width + between + text_width(title, TITLE_CHARACTER, LONGEST_TITLE) + PADDING


def foot_width(shape: tuple[int, ...]) -> int:
    characters = min(len(f"{list(shape)} float32"), LONGEST_FOOT)
    return math.ceil(characters * FOOT_CHARACTER) + PADDING


def body_width(table: tuple[int, int] | None) -> int:
    if table is None:
        return MAP_WIDTH + PADDING
    return 0 if table == (1, 1) else table[1] * CELL_WIDTH + PADDING


def body_height(table: tuple[int, int] | None) -> int:
    if table is None:
        return MAP_BODY
    return SCALAR_BODY if table == (1, 1) else BODY_MARGIN + table[0] * CELL_HEIGHT


def slot_height(table: tuple[int, int] | None, *, ledger: bool) -> int:
    if table == (1, 1):
        return SCALAR_SLOT
    height = MAP_SLOT if table is None else SLOT_MARGIN + table[0] * CELL_HEIGHT
    return height + LEDGER_LINE if ledger else height


def text_width(text: str, character: float, longest: int) -> float:
    """Width of a line of at most `longest` places; a wide (CJK) character takes two."""
    text = text[:longest]
    if text.isascii():
        return character * len(text)
    places = sum(2 if east_asian_width(c) in "WF" else 1 for c in text)
    return character * min(places, longest)
