"""Random tapes, and graphs drawn in both bearings, for the tests of the layout."""

from dataclasses import dataclass
from types import SimpleNamespace

import networkx as nx
from hypothesis import strategies as st

from server.graph.dataflow import read
from server.graph.graph import graph_of
from server.graph.passes import spans
from server.layout.direction import BEARINGS, RIGHT, Bearing
from server.layout.layout import place
from tests.web.tapes import TapeWriter

SHAPES = [(), (3,), (2, 2), (30, 30)]
SCOPES = [(), ("f()",), ("f()", "g()"), ("net",), ("net", "net.0"), ("net", "net.1"), ("h()",)]


LEAVES = st.tuples(
    st.sampled_from(["", "x", "weight", "一个很长的名字"]), st.booleans(), st.sampled_from(SHAPES)
)


@st.composite
def tape_events(draw):
    """A random program: leaves, ops of one to four inputs, detaches, no_grad, backwards."""
    tape = TapeWriter()
    tensors = [
        tape.leaf(name, requires_grad, shape)
        for name, requires_grad, shape in draw(st.lists(LEAVES, min_size=1, max_size=5))
    ]
    scope: tuple[str, ...] = ()
    for _ in range(draw(st.integers(0, 18))):
        scope = draw(st.sampled_from([scope, scope, *SCOPES]))
        kinds = [*["op"] * 4, "detach", "leaf", "grad_mode", "backward", "split"]
        what = draw(st.sampled_from(kinds))
        if what == "op":
            inputs = draw(st.lists(st.sampled_from(tensors), min_size=1, max_size=4))
            tensors.append(
                tape.op(
                    draw(st.sampled_from(["mul", "add", "relu"])),
                    *inputs,
                    name=draw(st.sampled_from(["", "h"])),
                    shape=draw(st.sampled_from(SHAPES)),
                    saved=draw(st.integers(0, 3)),
                    scope=scope, calls=draw(st.tuples(*[st.integers(0, 2)] * len(scope))),
                )
            )
        elif what == "split":
            names = draw(st.lists(st.sampled_from(["", "part", "rest"]), min_size=2, max_size=5))
            tensors += tape.split(draw(st.sampled_from(tensors)), names)
        elif what == "detach":
            tensors.append(tape.detach(draw(st.sampled_from(tensors)), "d"))
        elif what == "leaf":
            tensor = draw(st.sampled_from(tensors))
            if tensor not in tape.maker:
                tape.requires_grad_(tensor)
        elif what == "grad_mode":
            tape.enable_grad(not tape.grad_mode)
        elif tensors[-1] in tape.maker:
            tape.backward(tensors[-1])
    return tape.events


@dataclass(frozen=True)
class Drawn:
    """A graph in one of its two forms, with the boxes and edges as the page draws them."""

    graph: nx.MultiDiGraph
    bearing: Bearing
    width: float
    height: float
    boxes: list[SimpleNamespace]
    edges: list[SimpleNamespace]


def draw(graph, bearing=RIGHT):
    form = place(graph)[BEARINGS.index(bearing)]
    index = {node: i for i, node in enumerate(graph)}
    boxes = [
        SimpleNamespace(x=x, y=y, w=data["size"].w, h=data["size"].h, kind=data["kind"])
        for (x, y), (_, data) in zip(form.at, graph.nodes(data=True), strict=True)
    ]
    edges = [
        SimpleNamespace(
            source=index[u], target=index[v], kind=data["kind"], points=points,
            port=data.get("port"),
        )
        for points, (u, v, data) in zip(form.points, graph.edges(data=True), strict=True)
    ]
    return Drawn(graph, bearing, form.width, form.height, boxes, edges)


def graphs(events):
    found = spans(events)
    tape = read(events, [span.first for span in found])
    return [graph_of(tape, span, 1000) for span in found]


def drawings(events):
    """Every pass, in both its forms."""
    return [draw(graph, bearing) for graph in graphs(events) for bearing in BEARINGS]


def samples(points, each=12):
    """Points along a chain of Beziers."""
    for i in range(0, len(points) - 1, 3):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points[i : i + 4]
        for k in range(each + 1):
            t = k / each
            u = 1 - t
            a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
            yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def inside(box, x, y):
    """Whether a point is in a box, by more than half a pixel."""
    return abs(x - box.x) < box.w / 2 - 0.5 and abs(y - box.y) < box.h / 2 - 0.5


def sizes_of(drawn):
    return [size for _, size in drawn.graph.nodes(data="size")]


def turned(drawn, points):
    """Points of a drawing as if its tape ran to the right."""
    return [drawn.bearing.turned(*point) for point in points]
