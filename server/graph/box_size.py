"""How much room a box takes: docs/architecture.md, "The anatomy of a box", in numbers."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from unicodedata import east_asian_width

LEAST_WIDTH = {"leaf": 168, "op": 132, "input": 108, "value": 108, "group": 168}
PILL = (84, 36)
PADDING, BETWEEN = 16, 8
# Characters, beyond which the page cuts what it writes.
LONGEST_NAME, LONGEST_TITLE, LONGEST_FOOT, LONGEST_BASE = 24, 64, 80, 12
ARRIVALS = 16
# Of more outputs all edges leave from the middle. Ports need so much of the edge that they leave
# from: across a tape to the right, and down, where the names of a few have room beside each other.
MOST_PORTS, PORT_HIGH, PORT_WIDE, NAMED_PORTS, PORT_WIDE_NAMED = 24, 18, 20, 4, 52
GRID = 4


@dataclass(frozen=True, slots=True)
class Anatomy:
    """The numbers that the page draws with, too, in CSS pixels."""

    head: int
    scalar_body: int
    scalar_slot: int
    foot: int
    # Of a table, which has so many rows and columns at most; what is larger is a heat map.
    cell_width: int
    cell_height: int
    most_cells: int
    body_margin: int
    slot_margin: int
    map_width: int
    map_body: int
    map_slot: int
    # Below the gradient of a leaf that holds no scalar.
    ledger_line: int
    # Of a folded group: what opens it, in its head, and the rows of its ops and its parameters.
    knob_room: int
    insides: int
    chips: int
    # The strip of tabs, of which the page shows so many at most.
    tab_pitch: int
    tab_foot: int
    most_tabs: int
    # The widest character of each line, but for wide ones.
    name_character: float
    title_character: float
    foot_character: float


BOX = Anatomy(**json.loads(Path(__file__).with_name("anatomy.json").read_text("utf-8")))


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height of a box, the height of the strip of tabs outside its left edge, and how
    many ports its edges leave from: none where all leave from the middle."""

    w: int
    h: int
    tabs: int = 0
    ports: int = 0


def measure(
    kind: str, title: str, name: str, shape: tuple[int, ...], tabs: int, base: str | None = None,
    ports: int = 0,
) -> Size:  # fmt: skip
    """The size of a box.

    `title` is torch's node name or the kind, `name` the user's variable (may be empty), `shape`
    that of the value, `tabs` how many tensors the node saved, `base` the name of what a view is a
    view of (may be empty), `ports` from how many outputs edges leave apart.
    """
    if kind == "accumulate":
        return Size(*PILL)
    table = table_of(shape)
    receives = kind in ("leaf", "op")
    foot = foot_width(shape, base)
    width = max(LEAST_WIDTH[kind], head_width(name, title), foot, body_width(table))
    height = BOX.head + body_height(table) + BOX.foot
    if receives:
        height += slot_height(table, ledger=kind == "leaf")
    strip = BOX.tab_pitch * min(tabs, BOX.most_tabs) + BOX.tab_foot if tabs else 0
    # Edges arrive above the strip of tabs, the main one in the middle and one below it.
    height = max(height, 2 * (strip + ARRIVALS) if strip else 0)
    height = max(height, PORT_HIGH * (ports + 1) if ports else 0)
    width = max(width, ports * (PORT_WIDE_NAMED if ports <= NAMED_PORTS else PORT_WIDE))
    return Size(math.ceil(width / GRID) * GRID, math.ceil(height / GRID) * GRID, strip, ports)


def largest(sizes: list[Size]) -> Size:
    """The size that has room for each of some values of one box."""
    first = sizes[0]
    wide, high = max(size.w for size in sizes), max(size.h for size in sizes)
    return Size(wide, high, first.tabs, first.ports)


def measure_folded(label: str, title: str, shape: tuple[int, ...], has_parameters: bool) -> Size:
    """The size of the box that stands for a folded group: an op's, with rows for its insides."""
    size = measure("op", title, label, shape, 0)
    rows = BOX.insides + (BOX.chips if has_parameters else 0)
    return Size(max(size.w + BOX.knob_room, LEAST_WIDTH["group"]), size.h + rows)


def table_of(shape: tuple[int, ...]) -> tuple[int, int] | None:
    """`(rows, columns)` of a value shown as a table: (1, 1) for a scalar, None for a heat map."""
    count = math.prod(shape)
    if count <= 1:
        return 1, 1
    columns = shape[-1]
    rows = count // columns
    return (rows, columns) if max(rows, columns) <= BOX.most_cells else None


def head_width(name: str, title: str) -> float:
    between = BETWEEN if name else 0
    width = text_width(name, BOX.name_character, LONGEST_NAME)
    return width + between + text_width(title, BOX.title_character, LONGEST_TITLE) + PADDING


def foot_width(shape: tuple[int, ...], base: str | None = None) -> int:
    characters = min(len(f"{list(shape)} float32"), LONGEST_FOOT)
    width = math.ceil(characters * BOX.foot_character) + PADDING
    if base is None:
        return width
    words = f"view of {base}" if base else "view"
    return width + BETWEEN + math.ceil(text_width(words, BOX.foot_character, 8 + LONGEST_BASE))


def body_width(table: tuple[int, int] | None) -> int:
    if table is None:
        return BOX.map_width + PADDING
    return 0 if table == (1, 1) else table[1] * BOX.cell_width + PADDING


def body_height(table: tuple[int, int] | None) -> int:
    if table is None:
        return BOX.map_body
    return BOX.scalar_body if table == (1, 1) else BOX.body_margin + table[0] * BOX.cell_height


def slot_height(table: tuple[int, int] | None, *, ledger: bool) -> int:
    if table == (1, 1):
        return BOX.scalar_slot
    height = BOX.map_slot if table is None else BOX.slot_margin + table[0] * BOX.cell_height
    return height + BOX.ledger_line if ledger else height


def text_width(text: str, character: float, longest: int) -> float:
    """Width of a line of at most `longest` places; a wide (CJK) character takes two."""
    text = text[:longest]
    if text.isascii():
        return character * len(text)
    places = sum(2 if east_asian_width(c) in "WF" else 1 for c in text)
    return character * min(places, longest)
