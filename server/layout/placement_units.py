"""What the layout places as one: a box, or a leaf with its AccumulateGrad docked below it."""

from __future__ import annotations

from dataclasses import dataclass

from server.graph.box_size import Size
from server.layout.direction import RIGHT, Bearing, Reach, reach

DOCK = 18  # between a leaf and its AccumulateGrad
LABEL = 18  # below an AccumulateGrad, for its name
ASIDE = 16  # how far a docked AccumulateGrad keeps clear of another line from its leaf

# What the edges of a drawing join, in the order of its boxes: (source, target, kind, port); the
# port is the output that an edge leaves from, None where the source shows one output.
Joint = tuple[int, int, str, int | None]


@dataclass(frozen=True, slots=True)
class Unit:
    """Boxes that keep together, the leaf first; `kind` and `order` are those of the last.

    `aside` says that other edges leave the leaf, so that its AccumulateGrad must make way.
    """

    boxes: tuple[int, ...]
    kind: str
    order: int = 0
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a box stands in its unit, from the unit's middle: along the tape and across it."""

    u: float
    v: float


def units_of(kinds: list[str], orders: list[int], joints: list[Joint]) -> list[Unit]:
    """The units of a drawing, in the order of their first boxes."""
    leaf_of = {v: u for u, v, kind, _ in joints if kind == "leaf"}
    docked = {u: v for v, u in leaf_of.items() if kinds[v] == "accumulate"}
    busy = {u for u, _, kind, _ in joints if kind != "leaf"}
    units = []
    for box, kind in enumerate(kinds):
        if box in docked:
            units.append(Unit((box, docked[box]), "accumulate", orders[box], box in busy))
        elif docked.get(leaf_of.get(box, -1)) != box:
            units.append(Unit((box,), kind, orders[box]))
    return units


def outline(unit: Unit, sizes: list[Size], bearing: Bearing) -> tuple[Reach, tuple[Spot, ...]]:
    """How far a unit reaches from its middle, and where in it its boxes stand."""
    if len(unit.boxes) == 1:
        return reach(sizes[unit.boxes[0]], bearing), (Spot(0.0, 0.0),)
    leaf, pill = (sizes[box] for box in unit.boxes)
    deep = leaf.h + DOCK + pill.h
    if bearing is RIGHT:
        wide = max(leaf.w, pill.w) / 2
        above = pill.h / 2 + DOCK + leaf.h
        return (
            Reach(wide, wide, above, pill.h / 2 + LABEL),
            (Spot(0.0, leaf.h / 2 - above), Spot(0.0, 0.0)),
        )
    shift = pill.w / 2 + ASIDE if unit.aside else 0.0
    return (
        Reach(deep / 2, deep / 2, leaf.w / 2 + shift, max(pill.w, leaf.w - 2 * shift) / 2),
        (Spot((leaf.h - deep) / 2, -shift), Spot((deep - pill.h) / 2, 0.0)),
    )
