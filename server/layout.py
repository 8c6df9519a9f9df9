"""MultiDiGraph -> boxes and routes: layers from left to right, deterministic, without overlap."""

from __future__ import annotations

from collections import Counter

import networkx as nx

from server.alignment import heights
from server.boxes import Size
from server.layers import Mesh, layered, spine
from server.routes import (
    BULGE,
    LANE_MARGIN,
    LANE_PITCH,
    Column,
    Ground,
    Placed,
    arrivals,
    bends,
    curve,
    lane_stations,
    stations,
)
from server.run import Box, Edge

MARGIN = 32
SEED_ROOM = 64  # right of everything, where the gradient of a root comes from
# Between columns: room for a gradient on its way. Tabs leave some above them; between a leaf
# and its AccumulateGrad none travels.
GAP, TAB_GAP, LEAF_GAP, WIDEST_GAP = 64, 40, 32, 180
STEEPNESS = 0.3  # a gap grows by this share of the height that an edge climbs in it
TAB_ROOM = 48
PARTS_APART = 64
ROW_WIDTH, ROW_GAP = 960, 28

# What a straight line is worth: the spine of the tape most, then a leaf and its AccumulateGrad.
SPINE, LEAF, TAPE, PLAIN = 5, 4, 2, 1


def signature(graph: nx.MultiDiGraph) -> tuple:
    """Equal for graphs that one layout serves: same boxes, sizes and edges in the same order."""
    index = {node: i for i, node in enumerate(graph)}
    boxes = tuple((data["kind"], data["title"], data["size"]) for _, data in graph.nodes(data=True))
    edges = tuple(
        (index[u], index[v], data["kind"], data["slot"], data["edge"])
        for u, v, data in graph.edges(data=True)
    )
    return boxes, edges


def place(
    graph: nx.MultiDiGraph,
) -> tuple[float, float, tuple[Box, ...], tuple[Edge, ...]]:
    """Width, height, boxes and edges of a graph without cycles, in its own order."""
    numbered = nx.convert_node_labels_to_integers(graph)
    boxes: dict[int, Box] = {}
    edges: dict[tuple, Edge] = {}
    alone = []
    bottom = float(MARGIN)
    for part in sorted(map(sorted, nx.weakly_connected_components(numbered))):
        if len(part) == 1:
            alone.append(part[0])
            continue
        drawn_boxes, drawn_edges = place_part(numbered, part, bottom)
        boxes |= drawn_boxes
        edges |= drawn_edges
        points = [y for edge in drawn_edges.values() for _, y in edge.points]
        bottom = max([box.y + box.h / 2 for box in drawn_boxes.values()] + points) + PARTS_APART
    boxes |= in_rows(numbered, alone, bottom)
    width = max((box.x + box.w / 2 for box in boxes.values()), default=0) + SEED_ROOM + MARGIN
    lowest = [box.y + box.h / 2 for box in boxes.values()]
    lowest += [y for edge in edges.values() for _, y in edge.points]
    height = max(lowest, default=0) + MARGIN
    in_order = tuple(edges[key] for key in numbered.edges(keys=True))
    return width, height, tuple(boxes[i] for i in numbered), in_order


def place_part(graph: nx.MultiDiGraph, part: list[int], top: float) -> tuple[dict, dict]:
    """Boxes and edges, by their keys in `graph`, of one connected part that begins at y = `top`."""
    sub = nx.MultiDiGraph()
    sub.add_nodes_from((node, graph.nodes[node]) for node in part)
    sub.add_edges_from(graph.out_edges(part, keys=True, data=True))
    mesh = layered(sub)
    ground = placed(sub, mesh, top)
    boxes = {
        node: Box(sub.nodes[node]["kind"], at.x, at.y, 2 * at.half_width, 2 * at.half_height)
        for node, at in zip(part, ground.places[: mesh.boxes], strict=True)
    }
    return boxes, routed(sub, ground)


def placed(graph: nx.MultiDiGraph, mesh: Mesh, top: float) -> Ground:
    """Where each vertex lies, and how much room each layer takes, from y = `top` down."""
    sizes = [size for _, size in graph.nodes(data="size")]
    weights = worths(graph, mesh)
    y = heights(mesh, [size.h for size in sizes], weights)
    halves = [size.h / 2 for size in sizes] + [0.0] * (len(y) - len(sizes))
    shift = top - min(middle - half for middle, half in zip(y, halves, strict=True))
    y = [round(value + shift) for value in y]
    columns = columns_of(mesh, sizes, y, weights)
    places = [
        Placed(columns[layer].middle, y[vertex], size.w / 2, size.h / 2, size.tabs)
        for vertex, (layer, size) in enumerate(zip(mesh.layer_of[: mesh.boxes], sizes, strict=True))
    ]
    places += [
        Placed(columns[mesh.layer_of[vertex]].middle, y[vertex])
        for vertex in range(mesh.boxes, len(y))
    ]
    return Ground(mesh, places, columns)


def worths(graph: nx.MultiDiGraph, mesh: Mesh) -> dict[tuple[int, int], int]:
    """What a straight line is worth, for each unit step between two boxes."""
    index = {node: i for i, node in enumerate(graph)}
    result: dict[tuple[int, int], int] = {}
    for u, v, kind in graph.edges(data="kind"):
        a, b = index[u], index[v]
        if kind == "tape":
            main = mesh.history[a] and spine(mesh.left[b], mesh.history) in (a, None)
            worth = SPINE if main else TAPE
        else:
            worth = LEAF if kind == "leaf" else PLAIN
        result[a, b] = max(worth, result.get((a, b), 0))
    return result


def columns_of(mesh: Mesh, sizes: list[Size], y: list[float], weights: dict) -> list[Column]:
    """The columns from left to right."""
    columns: list[Column] = []
    left, right = float(MARGIN), 0.0
    ends = Counter((chain.source, chain.target) for chain in mesh.chains)
    swings = {mesh.layer_of[source] for (source, _), count in ends.items() if count > 1}
    for number, layer in enumerate(mesh.layers):
        inside = [sizes[vertex] for vertex in layer if vertex < mesh.boxes]
        width = max((size.w for size in inside), default=0)
        room = TAB_ROOM if any(size.tabs for size in inside) else 0
        if number:
            steps = [(a, b) for b in layer for a in mesh.left[b]]
            least = TAB_GAP if room and number - 1 not in swings else GAP
            left = right + gap(steps, y, weights, least)
        right = left + room + width
        columns.append(Column(left, left + room + width / 2, right))
    return columns


def gap(steps: list[tuple[int, int]], y: list[float], weights: dict, least: int) -> int:
    """The width of the gap that some unit steps go through; the more they climb, the wider."""
    climb = max((abs(y[a] - y[b]) for a, b in steps), default=0)
    if all(weights.get(step) == LEAF for step in steps):
        least = LEAF_GAP
    return min(WIDEST_GAP, round(least + STEEPNESS * climb))


def routed(graph: nx.MultiDiGraph, ground: Ground) -> dict[tuple, Edge]:
    """The edges of a connected part, by their keys in the graph."""
    lanes = lanes_below(ground)
    bent: dict[int | None, list] = {}  # bends of a line, by its first dummy
    edges = {}
    listed = zip(
        graph.edges(keys=True, data=True), ground.mesh.chains, arrivals(ground), strict=True
    )
    for (u, v, key, data), chain, arrival in listed:
        if chain.passed is None:
            points = lane_stations(ground, chain, arrival, lanes[chain.target])
        else:
            line = chain.line[0] if chain.line else None
            if line not in bent:
                bent[line] = bends(ground, chain)
            alike = graph.number_of_edges(u, v)
            bulge = (key - (alike - 1) / 2) * BULGE if alike > 1 else None
            points = stations(ground, chain, bent[line], arrival, bulge)
        edges[u, v, key] = Edge(u, v, data["kind"], data["slot"], data["edge"], curve(points))
    return edges


def lanes_below(ground: Ground) -> dict[int, float]:
    """For each box that edges without dummies lead to, the height of their common lane."""
    bottom = max(place.y + place.half_height for place in ground.places) + LANE_MARGIN
    targets = dict.fromkeys(c.target for c in ground.mesh.chains if c.passed is None)
    return {target: bottom + i * LANE_PITCH for i, target in enumerate(targets)}


def in_rows(graph: nx.MultiDiGraph, nodes: list[int], top: float) -> dict[int, Box]:
    """Boxes that nothing is joined to, in rows."""
    boxes: dict[int, Box] = {}
    left, deepest = float(MARGIN), 0
    for node in nodes:
        size = graph.nodes[node]["size"]
        if left > MARGIN and left + size.w > ROW_WIDTH:
            left, top, deepest = float(MARGIN), top + deepest + ROW_GAP, 0
        kind = graph.nodes[node]["kind"]
        boxes[node] = Box(kind, left + size.w / 2, top + size.h / 2, size.w, size.h)
        left += size.w + ROW_GAP
        deepest = max(deepest, size.h)
    return boxes
