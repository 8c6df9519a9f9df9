"""Route edges as cubic Beziers that leave boxes at right angles without touching others.

All points are (u, v): along the tape and across it.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from server.layout.direction import Bearing, ports_at
from server.layout.dummy_vertices import Chain, Mesh
from server.layout.placement_units import Joint

Point = tuple[float, float]
# Where a line changes its place between dummies: how many dummies come before it, point, point.
Bend = tuple[int, Point, Point]

LANE_PITCH, LANE_MARGIN = 14, 32
# A level stretch at an end of an edge that is shorter than this is a part of its first bend.
LEAST_LEVEL = 8
# Bends that all edges of a drawing may have together, for each edge and at least: edges that share
# a line repeat its bends, and beyond this they go round beside everything instead.
BENDS_PER_EDGE, FREE_BENDS = 20, 20_000


@dataclass(frozen=True, slots=True)
class Column:
    """The room of a layer along the tape, tabs included."""

    left: float
    middle: float
    right: float


@dataclass(frozen=True, slots=True)
class Stand:
    """A box in its place: its middle, half its length along the tape and across it.

    Edges may enter between `entrance`, two places across.
    """

    u: float
    v: float
    long: float
    wide: float
    entrance: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Ground:
    """What routes are laid on: a mesh, the place of each vertex across, its columns, its boxes."""

    mesh: Mesh
    joints: list[Joint]
    across: list[float]
    columns: list[Column]
    stands: dict[int, Stand]
    bearing: Bearing

    def column(self, vertex: int) -> Column:
        """The column that a vertex lies in."""
        return self.columns[self.mesh.layer_of[vertex]]


def routes(ground: Ground) -> dict[int, tuple[Point, ...]]:
    """The points of each edge between units, by the index of its joint."""
    bent = bent_lines(ground)
    around = going_round(ground, bent)
    lanes = lanes_below(ground, around)
    leaving = departures(ground, around)
    arriving = arrivals(ground, around, leaving)
    alike = Counter(ends_of(ground, i) for i in ground.mesh.chains)
    nr: Counter[tuple[int, int, int | None]] = Counter()
    found = {}
    for i, chain in ground.mesh.chains.items():
        ends = ends_of(ground, i)
        nr[ends] += 1
        passage = leaving[i], arriving[i]
        if i in around:
            found[i] = curve(lane_stations(ground, i, passage, lanes[chain.target]))
            continue
        bulge = None
        if alike[ends] > 1:
            bulge = (nr[ends] - 1 - (alike[ends] - 1) / 2) * ground.bearing.bulge
        bends_of_line = bent[chain.line[0]] if chain.line else []
        found[i] = curve(stations(ground, i, bends_of_line, passage, bulge))
    return found


def ends_of(ground: Ground, edge: int) -> tuple[int, int, int | None]:
    """The boxes that an edge joins, and the port that it leaves from: alike for parallel edges."""
    source, target, _, port = ground.joints[edge]
    return source, target, port


def departures(ground: Ground, around: set[int]) -> dict[int, float]:
    """For each edge where across it leaves its box: from the middle, or from its port.

    Ports are in the order of where their edges go; those of edges in `around` come last.
    """
    leaving: dict[int, float] = {}
    goals: dict[int, dict[int, list[float]]] = {}
    for i, chain in ground.mesh.chains.items():
        source, _, _, port = ground.joints[i]
        leaving[i] = ground.stands[source].v
        if port is not None:
            following = chain.line[0] if chain.passed else chain.target
            goal = math.inf if i in around else ground.across[following]
            goals.setdefault(source, {}).setdefault(port, []).append(goal)
    places: dict[tuple[int, int | None], float] = {}
    for source, ports in goals.items():
        box = ground.stands[source]
        order = sorted(ports, key=lambda port: (sum(ports[port]) / len(ports[port]), port))
        for port, v in zip(order, ports_at(box.wide, len(order), ground.bearing), strict=True):
            places[source, port] = float(round(box.v + v))
    for i in leaving:
        source, _, _, port = ground.joints[i]
        leaving[i] = places.get((source, port), leaving[i])
    return leaving


def bent_lines(ground: Ground) -> dict[int, list[Bend]]:
    """The bends of each line with dummies, by its first dummy."""
    lines = {chain.line[0]: chain for chain in ground.mesh.chains.values() if chain.line}
    return {first: bends(ground, chain) for first, chain in lines.items()}


def going_round(ground: Ground, bent: dict[int, list[Bend]]) -> set[int]:
    """The edges that take a lane: those without dummies, and those with too many bends."""
    chains = ground.mesh.chains
    left = FREE_BENDS + BENDS_PER_EDGE * len(chains)
    found = set()
    for i, chain in chains.items():
        if chain.passed:
            left -= bisect_left(bent[chain.line[0]], (chain.passed,))
        if chain.passed is None or (chain.passed and left < 0):
            found.add(i)
    return found


def arrivals(ground: Ground, around: set[int], leaving: dict[int, float]) -> dict[int, float]:
    """For each edge where across it enters its box: in the order of where they come from.

    Edges in `around` take a lane; `leaving` is where each leaves its source.
    """
    into: dict[int, list[int]] = {}
    origin: dict[int, float] = {}
    for i, chain in ground.mesh.chains.items():
        _, target, *_ = ground.joints[i]
        into.setdefault(target, []).append(i)
        if i in around:
            origin[i] = math.inf  # what takes a lane comes from below everything
        else:
            origin[i] = ground.across[chain.last] if chain.passed else leaving[i]
    result = {}
    for target, edges in into.items():
        edges.sort(key=origin.__getitem__)
        found = ports(ground.stands[target], [origin[i] for i in edges], ground.bearing.port_pitch)
        result |= zip(edges, found, strict=True)
    return result


def ports(box: Stand, origins: list[float], pitch: float) -> list[float]:
    """Places on the near edge of a box for edges from `origins`, which ascend.

    An edge that can go straight does; those from one place (parallel edges) spread around it; the
    rest arrive next to these, or around the middle.
    """
    top, bottom = box.entrance
    count = len(origins)
    pitch = min(pitch, max(0.0, bottom - top) / max(1, count - 1))
    if count == 1 and abs(origins[0] - box.v) > pitch:
        return [box.v]
    level = [v for v in origins if top <= v <= bottom]
    if not level:
        wanted = [box.v + (i - (count - 1) / 2) * pitch for i in range(count)]
        return spread(wanted, top, bottom, pitch)
    over = sum(v < top for v in origins)
    wanted = [min(level[0], box.v) - (over - i) * pitch for i in range(over)]
    for i, v in enumerate(level):
        first, after = bisect_left(level, v), bisect_right(level, v)
        wanted.append(v + (i - (first + after - 1) / 2) * pitch)
    under = count - len(wanted)
    wanted += [max(level[-1], box.v) + (i + 1) * pitch for i in range(under)]
    return spread(wanted, top, bottom, pitch)


def spread(wanted: list[float], top: float, bottom: float, pitch: float) -> list[float]:
    """Ascending places between `top` and `bottom`, `pitch` apart, near the wanted ones."""
    found: list[float] = []
    for v in wanted:
        found.append(max(min(v, bottom), found[-1] + pitch if found else top))
    limit = bottom
    for i in reversed(range(len(found))):
        found[i] = min(found[i], limit)
        limit = found[i] - pitch
    return found


def bends(ground: Ground, chain: Chain) -> list[Bend]:
    """Where a line changes its place between dummies, along the tape."""
    found = []
    for i, (before, vertex) in enumerate(pairwise(chain.line), 1):
        v, following = ground.across[before], ground.across[vertex]
        if v != following:
            start, end = ground.column(before).right, ground.column(vertex).left
            found.append((i, (start, v), (end, following)))
    return found


def stations(
    ground: Ground, edge: int, bent: list[Bend], passage: tuple[float, float], bulge: float | None
) -> list[Point]:
    """The points that an edge passes level, from the far side of one box to the near of another.

    `bent` are the bends of its line, `passage` is where it leaves and where it arrives; `bulge` is
    how far it swings out in its first gap, to stay apart from parallel edges, or None.
    """
    chain, (source, target, *_) = ground.mesh.chains[edge], ground.joints[edge]
    here, there = ground.stands[source], ground.stands[target]
    leave, arrival = passage
    points = [(here.u + here.long, leave), (ground.column(chain.source).right, leave)]
    following = chain.line[0] if chain.passed else chain.target
    height = ground.across[following] if chain.passed else arrival
    gate = (ground.column(following).left, height)
    if bulge is not None:
        middle = (points[-1][0] + gate[0]) / 2
        points.append((middle, (leave + height) / 2 + bulge))
    points.append(gate)
    if chain.passed:
        for _, start, end in bent[: bisect_left(bent, (chain.passed,))]:
            points += [start, end]
        points.append((ground.column(chain.last).right, ground.across[chain.last]))
        points.append((ground.column(chain.target).left, arrival))
    points.append((there.u - there.long, arrival))
    return points


def lane_stations(
    ground: Ground, edge: int, passage: tuple[float, float], lane: float
) -> list[Point]:
    """The points of an edge that goes round beside the drawing, in a lane."""
    chain, (source, target, *_) = ground.mesh.chains[edge], ground.joints[edge]
    here, there = ground.stands[source], ground.stands[target]
    leave, arrival = passage
    first, last = (ground.mesh.layer_of[end] for end in (chain.source, chain.target))
    columns = ground.columns
    return [
        (here.u + here.long, leave),
        (columns[first].right, leave),
        (columns[first + 1].left, lane),
        (columns[last - 1].right, lane),
        (columns[last].left, arrival),
        (there.u - there.long, arrival),
    ]


def lanes_below(ground: Ground, around: set[int]) -> dict[int, float]:
    """For each unit that edges in `around` lead to, the place of their common lane."""
    bottom = max(stand.v + stand.wide for stand in ground.stands.values()) + LANE_MARGIN
    targets = dict.fromkeys(chain.target for i, chain in ground.mesh.chains.items() if i in around)
    return {target: bottom + i * LANE_PITCH for i, target in enumerate(targets)}


def curve(points: list[Point]) -> tuple[Point, ...]:
    """A chain of cubic Beziers through the points, level in each; level stretches merge."""
    beziers = [points[0]]
    for (u0, v0), (u1, v1) in pairwise(corners(points)):
        # Flat pieces get even speed, the others a smooth S.
        reach = (u1 - u0) / (3 if v0 == v1 else 2)
        beziers += [(u0 + reach, v0), (u1 - reach, v1), (u1, v1)]
    return tuple(beziers)


def corners(points: list[Point]) -> list[Point]:
    """Those of the points between which something changes; no stretch at an end is too short."""
    found: list[Point] = []
    for point, following in pairwise(points):
        is_level = found and found[-1][1] == point[1]
        if is_level and (point[1] == following[1] or point[0] - found[-1][0] < LEAST_LEVEL):
            continue
        found.append(point)
    end = points[-1]
    if len(found) > 1 and found[-1][1] == end[1] and end[0] - found[-1][0] < LEAST_LEVEL:
        found.pop()
    return [*found, end]
