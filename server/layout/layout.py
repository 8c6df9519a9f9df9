"""Place the boxes of a MultiDiGraph, then route its edges; the result is deterministic.

Layers and their order are the same for both bearings; only the room that things take differs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import networkx as nx

from server.document.run import Form
from server.graph.box_size import Size
from server.layout.coordinates import Straights, Weights, heights, straights
from server.layout.crossing_reduction import spine
from server.layout.direction import BEARINGS, RIGHT, Bearing, Reach, entrance
from server.layout.dummy_vertices import Mesh, layered
from server.layout.edge_routing import Column, Ground, Point, Stand, routes
from server.layout.placement_units import Joint, outline

MARGIN = 32
PARTS_APART = 48
ROW_GAP = 24

# What a straight line is worth: the spine of the tape most.
SPINE, TAPE, PLAIN = 5, 2, 1
# Where in their column units stand that are not in its middle.
FIRST, LAST = frozenset({"entry"}), frozenset({"leaf", "input", "accumulate", "exit"})


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is to be placed: boxes by number, and the joints between them."""

    kinds: tuple[str, ...]
    sizes: tuple[Size, ...]
    orders: tuple[int, ...]
    joints: tuple[Joint, ...]


# What was placed, with its forms to the right and down.
Known = dict[Sheet, tuple[Form, Form]]


@dataclass(frozen=True, slots=True)
class Part:
    """A connected part of a sheet, cut into layers; `boxes` and `edges` are its own numbers."""

    boxes: list[int]
    edges: list[int]
    sizes: list[Size]
    joints: list[Joint]
    mesh: Mesh
    weights: Weights
    straight: Straights


def signature(graph: nx.MultiDiGraph) -> tuple:
    """Equal for graphs that one layout serves: the same boxes, edges and groups in one order."""
    index = {node: i for i, node in enumerate(graph)}
    boxes = tuple(
        (data["kind"], data["title"], data["size"], data["order"])
        for _, data in graph.nodes(data=True)
    )
    edges = tuple(
        (index[u], index[v], data["kind"], data["slot"], data["edge"], data["port"])
        for u, v, data in graph.edges(data=True)
    )
    groups = tuple(
        (group.kind, group.label, group.parent, tuple(sorted(index[box] for box in group.members)))
        for group in graph.graph["groups"]
    )
    return boxes, edges, groups


def place(graph: nx.MultiDiGraph, known: Known | None = None) -> tuple[Form, Form]:
    """The form of a graph without cycles to the right and down, in the graph's own order.

    Each node must come after those that lead to it. Nodes have a `kind`, a `size` and an `order`,
    edges a `kind`. What is in `known` is not placed again, and what is placed is put there.
    """
    index = {node: i for i, node in enumerate(graph)}
    sheet = Sheet(
        tuple([kind for _, kind in graph.nodes(data="kind")]),
        tuple([size for _, size in graph.nodes(data="size")]),
        tuple([order for _, order in graph.nodes(data="order")]),
        tuple([
            (index[u], index[v], data["kind"], data.get("port"))
            for u, v, data in graph.edges(data=True)
        ]),
    )
    known = {} if known is None else known
    if sheet not in known:
        parts = nx.weakly_connected_components(graph)
        known[sheet] = forms(sheet, sorted(sorted(index[node] for node in part) for part in parts))
    return known[sheet]


def forms(sheet: Sheet, components: list[list[int]]) -> tuple[Form, Form]:
    """The forms of a sheet to the right and down; `components` are what hangs together on it."""
    alone = [boxes[0] for boxes in components if len(boxes) == 1]
    parts = parts_of(sheet, [boxes for boxes in components if len(boxes) > 1])
    right, down = (form(sheet, parts, alone, bearing) for bearing in BEARINGS)
    return right, down


def parts_of(sheet: Sheet, components: list[list[int]]) -> list[Part]:
    """The connected parts of a sheet, cut into layers."""
    part_of = {box: n for n, boxes in enumerate(components) for box in boxes}
    edges: list[list[int]] = [[] for _ in components]
    for i, (u, *_) in enumerate(sheet.joints):
        edges[part_of[u]].append(i)
    parts = []
    for boxes, own in zip(components, edges, strict=True):
        local = {box: i for i, box in enumerate(boxes)}
        ends = (sheet.joints[i] for i in own)
        joints = [(local[u], local[v], kind, port) for u, v, kind, port in ends]
        mesh = layered(
            [sheet.kinds[box] for box in boxes], [sheet.orders[box] for box in boxes], joints
        )
        weights = worths(mesh, joints)
        sizes = [sheet.sizes[box] for box in boxes]
        parts.append(Part(boxes, own, sizes, joints, mesh, weights, straights(mesh, weights)))
    return parts


def worths(mesh: Mesh, joints: list[Joint]) -> Weights:
    """What a straight line is worth, for each unit step between two units."""
    result: Weights = {}
    for i, chain in mesh.chains.items():
        a, b = chain.source, chain.target
        if joints[i][2] == "tape":
            main = mesh.history[a] and spine(mesh.left[b], mesh.history) in (a, None)
            worth = SPINE if main else TAPE
        else:
            worth = PLAIN
        result[a, b] = max(worth, result.get((a, b), 0))
    return result


def form(sheet: Sheet, parts: list[Part], alone: list[int], bearing: Bearing) -> Form:
    """All parts side by side across the tape, what nothing is joined to in rows after them."""
    at: dict[int, Point] = {}
    ways: dict[int, tuple[Point, ...]] = {}
    side = float(MARGIN)
    ends: list[Point] = [(0.0, 0.0)]
    for part in parts:
        stands, drawn, side = placed(part, bearing, side)
        for i, stand in stands.items():
            at[part.boxes[i]] = stand.u, stand.v
            ends.append((stand.u + stand.long, stand.v + stand.wide))
        ways |= {part.edges[i]: way for i, way in drawn.items()}
        side += PARTS_APART
    for box, (u, v) in in_rows(sheet.sizes, alone, side, bearing).items():
        at[box] = u, v
        long, wide = bearing.turned(sheet.sizes[box].w / 2, sheet.sizes[box].h / 2)
        ends.append((u + long, v + wide))
    u = max(end for end, _ in ends) + bearing.seed_room + MARGIN
    v = max([end for _, end in ends] + [v for way in ways.values() for _, v in way]) + MARGIN
    width, height = bearing.turned(u, v)
    return Form(
        round(width),
        round(height),
        on_sheet((at[box] for box in range(len(sheet.kinds))), bearing),
        tuple([on_sheet(ways.pop(i), bearing) for i in range(len(sheet.joints))]),
    )


def on_sheet(points: Iterable[Point], bearing: Bearing) -> tuple[Point, ...]:
    """Points of the sheet, in whole pixels."""
    if bearing is RIGHT:
        return tuple([(round(u), round(v)) for u, v in points])
    return tuple([(round(v), round(u)) for u, v in points])


def placed(
    part: Part, bearing: Bearing, side: float
) -> tuple[dict[int, Stand], dict[int, tuple[Point, ...]], float]:
    """Where the boxes of a part stand, the ways of its edges, and where it ends across the tape.

    It begins at `side`.
    """
    drawn = [outline(unit, part.sizes, bearing) for unit in part.mesh.units]
    outlines = [reach for reach, _ in drawn]
    across = heights(part.mesh, part.straight, outlines, bearing)
    lows = [reach.low for reach in outlines] + [0.0] * (len(across) - len(outlines))
    shift = side - min(v - low for v, low in zip(across, lows, strict=True))
    across = [float(round(v + shift)) for v in across]
    columns = columns_of(part, outlines, across, bearing)
    stands: dict[int, Stand] = {}
    for number, (unit, (reach, spots)) in enumerate(zip(part.mesh.units, drawn, strict=True)):
        u = standing(unit.kind, reach, columns[part.mesh.layer_of[number]])
        for box, spot in zip(unit.boxes, spots, strict=True):
            stands[box] = stand(part.sizes[box], u + spot.u, across[number] + spot.v, bearing)
    ways = routes(Ground(part.mesh, part.joints, across, columns, stands, bearing))
    ways |= docks(part, stands, bearing)
    highs = [reach.high for reach in outlines] + [0.0] * (len(across) - len(outlines))
    ends = [v + high for v, high in zip(across, highs, strict=True)]
    return stands, ways, max(ends + [v for way in ways.values() for _, v in way])


def stand(size: Size, u: float, v: float, bearing: Bearing) -> Stand:
    """A box in its place."""
    long, wide = bearing.turned(size.w / 2, size.h / 2)
    low, high = entrance(size, bearing)
    return Stand(u, v, long, wide, (v + low, v + high))


def standing(kind: str, reach: Reach, column: Column) -> float:
    """Where along the tape the middle of a unit stands: inputs as near to their use as they can."""
    if kind in FIRST:
        return column.left + reach.before
    return column.right - reach.after if kind in LAST else column.middle


def columns_of(
    part: Part, outlines: list[Reach], across: list[float], bearing: Bearing
) -> list[Column]:
    """The columns along the tape."""
    mesh = part.mesh
    swings = swinging(part)
    columns: list[Column] = []
    right = float(MARGIN)
    for number, layer in enumerate(mesh.layers):
        units = [v for v in layer if v < len(mesh.units)]
        central = [outlines[v] for v in units if mesh.units[v].kind not in FIRST | LAST]
        before = max((reach.before for reach in central), default=0)
        inner = before + max((reach.after for reach in central), default=0)
        width = max([inner] + [outlines[v].before + outlines[v].after for v in units])
        left = right
        if number:
            least = bearing.gap
            if number not in swings and any(part.sizes[b].tabs for b in boxes_of(mesh, units)):
                least = bearing.tab_gap
            left += gap([(a, b) for b in layer for a in mesh.left[b]], across, part, least, bearing)
        right = left + width
        columns.append(Column(left, left + (width - inner) / 2 + before, right))
    return columns


def boxes_of(mesh: Mesh, units: list[int]) -> list[int]:
    return [box for v in units for box in mesh.units[v].boxes]


def swinging(part: Part) -> set[int]:
    """The layers before which parallel edges swing out."""
    seen: set[tuple[int, int, int | None]] = set()
    layers = set()
    for i, chain in part.mesh.chains.items():
        source, target, _, port = part.joints[i]
        ends = source, target, port
        if ends in seen:
            layers.add(part.mesh.layer_of[chain.source] + 1)
        seen.add(ends)
    return layers


def gap(
    steps: list[tuple[int, int]], across: list[float], part: Part, least: int, bearing: Bearing
) -> int:
    """The width of the gap that some unit steps go through; the more they climb, the wider."""
    if all(part.weights.get(step) == PLAIN for step in steps):
        least = min(least, bearing.quiet_gap)
    climb = max((abs(across[a] - across[b]) for a, b in steps), default=0)
    return min(bearing.widest_gap, round(least + bearing.steepness * climb))


def docks(part: Part, stands: dict[int, Stand], bearing: Bearing) -> dict[int, tuple[Point, ...]]:
    """The short ways from leaves straight down to their AccumulateGrads."""
    found = {}
    for i, (u, v, *_) in enumerate(part.joints):
        if i in part.mesh.chains:
            continue
        x, y = bearing.turned(stands[u].u, stands[u].v)
        below, under = bearing.turned(stands[v].u, stands[v].v)
        top, bottom = y + part.sizes[u].h / 2, under - part.sizes[v].h / 2
        third = (bottom - top) / 3
        points = [(below, top), (below, top + third), (below, bottom - third), (below, bottom)]
        found[i] = tuple(bearing.turned(*point) for point in points)
    return found


def in_rows(
    sizes: tuple[Size, ...], boxes: list[int], side: float, bearing: Bearing
) -> dict[int, Point]:
    """Boxes that nothing is joined to, in rows along the tape."""
    found: dict[int, Point] = {}
    u, deepest = float(MARGIN), 0.0
    for box in boxes:
        long, wide = bearing.turned(sizes[box].w, sizes[box].h)
        if u > MARGIN and u + long > bearing.row_length:
            u, side, deepest = float(MARGIN), side + deepest + ROW_GAP, 0.0
        found[box] = u + long / 2, side + wide / 2
        u += long + ROW_GAP
        deepest = max(deepest, wide)
    return found
