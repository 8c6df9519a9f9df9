"""Routes of edges: cubic Beziers that leave and enter square to the boxes and touch no other."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import pairwise

from server.layers import Chain, Mesh

Point = tuple[float, float]

PORT_PITCH, PORT_MARGIN, TAB_MARGIN = 14, 12, 4
BULGE = 44  # between the middles of parallel edges
LANE_PITCH, LANE_MARGIN = 14, 32


@dataclass(frozen=True, slots=True)
class Column:
    """The room of a layer: boxes lie on `middle`, they and their tabs from `left` to `right`."""

    left: float
    middle: float
    right: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A vertex in its place: middle, half its width and height, height of its strip of tabs."""

    x: float
    y: float
    half_width: float = 0.0
    half_height: float = 0.0
    tabs: float = 0.0


@dataclass(frozen=True, slots=True)
class Ground:
    """What routes are laid on: a mesh, the places of its vertices, its columns."""

    mesh: Mesh
    places: list[Placed]
    columns: list[Column]

    def column(self, vertex: int) -> Column:
        """The column that a vertex lies in."""
        return self.columns[self.mesh.layer_of[vertex]]


def arrivals(ground: Ground) -> list[float]:
    """For each edge the y at which it enters its box: in the order of where they come from."""
    places, chains = ground.places, ground.mesh.chains
    into: dict[int, list[int]] = {}
    for number, chain in enumerate(chains):
        into.setdefault(chain.target, []).append(number)
    result = [0.0] * len(chains)
    # What takes a lane comes from below everything.
    origin = [math.inf if c.passed is None else places[c.last].y for c in chains]
    for target, numbers in into.items():
        numbers.sort(key=origin.__getitem__)
        for n, y in zip(numbers, ports(places[target], [origin[n] for n in numbers]), strict=True):
            result[n] = y
    return result


def ports(box: Placed, origins: list[float]) -> list[float]:
    """Places on the left edge of a box, above its tabs, for edges from `origins`, which ascend.

    An edge that can go straight does; those from one place (parallel edges) spread around it; the
    rest arrive next to these, or around the middle.
    """
    top = box.y - box.half_height + PORT_MARGIN
    bottom = box.y + box.half_height - max(PORT_MARGIN, box.tabs + TAB_MARGIN)
    count = len(origins)
    pitch = min(float(PORT_PITCH), (bottom - top) / max(1, count - 1))
    if count == 1 and abs(origins[0] - box.y) > pitch:
        return [box.y]
    level = [y for y in origins if top <= y <= bottom]
    if not level:
        return spread(
            [box.y + (i - (count - 1) / 2) * pitch for i in range(count)], top, bottom, pitch
        )
    over = sum(y < top for y in origins)
    wanted = [min(level[0], box.y) - (over - i) * pitch for i in range(over)]
    for i, y in enumerate(level):
        first, after = bisect_left(level, y), bisect_right(level, y)
        wanted.append(y + (i - (first + after - 1) / 2) * pitch)
    under = count - len(wanted)
    wanted += [max(level[-1], box.y) + (i + 1) * pitch for i in range(under)]
    return spread(wanted, top, bottom, pitch)


def spread(wanted: list[float], top: float, bottom: float, pitch: float) -> list[float]:
    """Ascending places between `top` and `bottom`, `pitch` apart, near the wanted ones."""
    found: list[float] = []
    for y in wanted:
        found.append(max(min(y, bottom), found[-1] + pitch if found else top))
    limit = bottom
    for i in reversed(range(len(found))):
        found[i] = min(found[i], limit)
        limit = found[i] - pitch
    return found


def bends(ground: Ground, chain: Chain) -> list[tuple[int, Point, Point]]:
    """Where the line of a chain changes its height: `(dummies before it, point, next point)`."""
    found = []
    before = chain.source
    for i, vertex in enumerate(chain.line):
        y, next_y = ground.places[before].y, ground.places[vertex].y
        if y != next_y:
            start, end = ground.column(before).right, ground.column(vertex).left
            found.append((i, (start, y), (end, next_y)))
        before = vertex
    return found


def stations(
    ground: Ground, chain: Chain, bent: list[tuple], arrival: float, bulge: float | None
) -> list[Point]:
    """The points that an edge passes level, from the right edge of one box to the left of another.

    `bent` are the bends of its line; `bulge` is how far it swings out in its first gap, to stay
    apart from parallel edges, or None if it has none.
    """
    here, there = ground.places[chain.source], ground.places[chain.target]
    points = [(here.x + here.half_width, here.y)]
    if bulge is not None:
        y = ground.places[chain.line[0]].y if chain.passed else arrival
        points += swing(ground, chain.source, y, bulge)
    for i, start, end in bent:
        if i < chain.passed and (i or bulge is None):
            points += [start, end]
    if chain.passed or bulge is None:
        points.append((ground.column(chain.last).right, ground.places[chain.last].y))
        points.append((ground.column(chain.target).left, arrival))
    points.append((there.x - there.half_width, arrival))
    return points


def swing(ground: Ground, source: int, y: float, bulge: float) -> list[Point]:
    """The points of a swing in the gap behind `source`, which ends at height `y`."""
    here, layer = ground.places[source], ground.mesh.layer_of[source]
    start, end = ground.columns[layer].right, ground.columns[layer + 1].left
    return [(start, here.y), ((start + end) / 2, (here.y + y) / 2 + bulge), (end, y)]


def lane_stations(ground: Ground, chain: Chain, arrival: float, lane: float) -> list[Point]:
    """The points of an edge that goes round below the drawing, at height `lane`."""
    here, there = ground.places[chain.source], ground.places[chain.target]
    first, last = (ground.mesh.layer_of[end] for end in (chain.source, chain.target))
    columns = ground.columns
    return [
        (here.x + here.half_width, here.y),
        (columns[first].right, here.y),
        (columns[first + 1].left, lane),
        (columns[last - 1].right, lane),
        (columns[last].left, arrival),
        (there.x - there.half_width, arrival),
    ]


def curve(points: list[Point]) -> tuple[Point, ...]:
    """A chain of cubic Beziers through the points, level in each; stretches of one height merge."""
    corners = [points[0]]
    for i, point in enumerate(points[1:], 1):
        following = points[i + 1] if i + 1 < len(points) else None
        if following is not None and corners[-1][1] == point[1] == following[1]:
            continue
        if point != corners[-1]:
            corners.append(point)
    beziers = [corners[0]]
    for (x0, y0), (x1, y1) in pairwise(corners):
        # Flat pieces get even speed, the others a smooth S.
        reach = (x1 - x0) / (3 if y0 == y1 else 2)
        beziers += [(x0 + reach, y0), (x1 - reach, y1), (x1, y1)]
    return tuple((round(x, 1), round(y, 1)) for x, y in beziers)
