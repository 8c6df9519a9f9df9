"""The two directions of a drawing, each with the distances it keeps.

Everything between here and the run document is counted along the tape (`u`) and across it (`v`);
boxes stand upright either way. Lengths are CSS pixels at zoom 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from server.graph.box_size import Size

TAB_ROOM = 48  # the strip of saved tensors outside the left edge of a box
PORT_MARGIN, TAB_MARGIN = 12, 4
# Between two ports at most, and what is left of the edge beyond the outer ones.
PORTS_APART, PORTS_MARGIN = {"right": 40, "down": 60}, 8


@dataclass(frozen=True, slots=True)
class Bearing:
    """A way to run, and how far apart things lie on it.

    `gap` is between layers, room for a gradient on its way; `tab_gap` where tabs leave some above
    them, `quiet_gap` where no gradient comes. It grows by the share `steepness` of the climb of its
    steepest edge, up to `widest_gap`. `apart` is between neighbours of a layer, by how many of the
    two are lines only; `port_pitch` between arrivals at a box, `bulge` between parallel edges.
    """

    name: str
    gap: int
    tab_gap: int
    quiet_gap: int
    steepness: float
    widest_gap: int
    apart: tuple[int, int, int]
    port_pitch: int
    bulge: int
    seed_room: int  # behind everything, where the gradient of a root comes from
    row_length: int  # of boxes that nothing is joined to
    port_room: int  # for the names of ports outside the edge that they are in

    def turned(self, a: float, b: float) -> tuple[float, float]:
        """(x, y) of (u, v), and the other way round."""
        return (a, b) if self.name == "right" else (b, a)


RIGHT = Bearing(
    "right", gap=76, tab_gap=36, quiet_gap=40, steepness=0.14, widest_gap=120, apart=(24, 16, 12),
    port_pitch=14, bulge=44, seed_room=64, row_length=960, port_room=52,
)  # fmt: skip
# Lozenges lie flat, so they need less height than width.
DOWN = Bearing(
    "down", gap=48, tab_gap=48, quiet_gap=36, steepness=0.1, widest_gap=96, apart=(24, 20, 16),
    port_pitch=24, bulge=76, seed_room=48, row_length=640, port_room=20,
)  # fmt: skip
BEARINGS = (RIGHT, DOWN)


@dataclass(frozen=True, slots=True)
class Reach:
    """How far something reaches from its middle: along the tape and across it."""

    before: float
    after: float
    low: float
    high: float


def reach(size: Size, bearing: Bearing) -> Reach:
    """The reach of a box with its tabs and the names of its ports."""
    tabs = TAB_ROOM if size.tabs else 0
    ports = bearing.port_room if size.ports else 0
    if bearing is RIGHT:
        return Reach(size.w / 2 + tabs, size.w / 2 + ports, size.h / 2, size.h / 2)
    return Reach(size.h / 2, size.h / 2 + ports, size.w / 2 + tabs, size.w / 2)


def ports_at(wide: float, count: int, bearing: Bearing) -> list[float]:
    """The places of ports from the middle of an edge that is `2 * wide` long."""
    pitch = min(PORTS_APART[bearing.name], 2 * (wide - PORTS_MARGIN) / count)
    return [(i - (count - 1) / 2) * pitch for i in range(count)]


def entrance(size: Size, bearing: Bearing) -> tuple[float, float]:
    """Where on its near edge, from its middle, a box lets edges in: not at corners, not at tabs."""
    if bearing is DOWN:
        return PORT_MARGIN - size.w / 2, size.w / 2 - PORT_MARGIN
    bottom = max(PORT_MARGIN, size.tabs + TAB_MARGIN)
    return PORT_MARGIN - size.h / 2, size.h / 2 - bottom
