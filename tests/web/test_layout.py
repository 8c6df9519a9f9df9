"""Where boxes and edges lie: nothing overlaps, whatever the tape."""

import subprocess
import sys
from itertools import combinations
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.boxes import measure
from server.graph import graph_of
from server.layout import place
from server.passes import spans
from server.tape import read
from tests.web import tapes
from tests.web.tapes import TapeWriter

SHAPES = [(), (3,), (2, 2), (30, 30)]


@st.composite
def tape_events(draw):
    """A random program: leaves, ops of one to four inputs, detaches, no_grad, backwards."""
    tape = TapeWriter()
    tensors = [
        tape.leaf(name, requires_grad, shape)
        for name, requires_grad, shape in draw(
            st.lists(
                st.tuples(
                    st.sampled_from(["", "x", "weight", "一个很长的名字"]),
                    st.booleans(),
                    st.sampled_from(SHAPES),
                ),
                min_size=1,
                max_size=5,
            )
        )
    ]
    for _ in range(draw(st.integers(0, 18))):
        what = draw(st.sampled_from(["op", "op", "op", "op", "detach", "grad_mode", "backward"]))
        if what == "op":
            inputs = draw(st.lists(st.sampled_from(tensors), min_size=1, max_size=4))
            tensors.append(
                tape.op(
                    draw(st.sampled_from(["mul", "add", "relu"])),
                    *inputs,
                    name=draw(st.sampled_from(["", "h"])),
                    shape=draw(st.sampled_from(SHAPES)),
                    saved=draw(st.integers(0, 3)),
                )
            )
        elif what == "detach":
            tensors.append(tape.detach(draw(st.sampled_from(tensors)), "d"))
        elif what == "grad_mode":
            tape.enable_grad(not tape.grad_mode)
        elif tensors[-1] in tape.maker:
            tape.backward(tensors[-1])
    return tape.events


def layouts(events):
    found = spans(events)
    tape = read(events, [span.first for span in found])
    return [(graph, *place(graph)) for graph in (graph_of(tape, s, 1000) for s in found)]


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


@settings(deadline=None, max_examples=150)
@given(tape_events())
def test_no_two_boxes_overlap_and_all_lie_on_the_sheet(events):
    for _, width, height, boxes, _ in layouts(events):
        for box in boxes:
            assert 0 <= box.x - box.w / 2 and box.x + box.w / 2 <= width
            assert 0 <= box.y - box.h / 2 and box.y + box.h / 2 <= height
        for a, b in combinations(boxes, 2):
            apart = abs(a.x - b.x) >= (a.w + b.w) / 2 or abs(a.y - b.y) >= (a.h + b.h) / 2
            assert apart, (a, b)


@settings(deadline=None, max_examples=150)
@given(tape_events())
def test_no_edge_passes_through_a_box(events):
    for _, _, _, boxes, edges in layouts(events):
        for edge in edges:
            for x, y in samples(edge.points):
                assert not any(inside(box, x, y) for box in boxes), (edge, x, y)


@settings(deadline=None, max_examples=100)
@given(tape_events())
def test_edges_leave_the_middle_of_the_right_side_and_enter_the_left_side_square(events):
    for graph, _, _, boxes, edges in layouts(events):
        sizes = [size for _, size in graph.nodes(data="size")]
        for edge in edges:
            source, target = boxes[edge.source], boxes[edge.target]
            (x0, y0), (x1, y1), *_, (x2, y2), (x3, y3) = edge.points
            assert (x0, y0) == pytest.approx((source.x + source.w / 2, source.y))
            assert x3 == pytest.approx(target.x - target.w / 2)
            assert y0 == y1 and x0 < x1
            assert y2 == y3 and x2 < x3
            above_tabs = target.y + target.h / 2 - sizes[edge.target].tabs
            assert target.y - target.h / 2 < y3 < above_tabs


@settings(deadline=None, max_examples=100)
@given(tape_events())
def test_parallel_edges_are_apart(events):
    for _, _, _, _, edges in layouts(events):
        for a, b in combinations(edges, 2):
            if (a.source, a.target) == (b.source, b.target):
                (xa, ya), (xb, yb) = (
                    zip(*samples(a.points), strict=True),
                    zip(*samples(b.points), strict=False),
                )
                along = np.linspace(xa[0], xa[-1], 200)
                assert np.abs(np.interp(along, xa, ya) - np.interp(along, xb, yb)).max() >= 12


@settings(deadline=None, max_examples=50)
@given(tape_events())
def test_boxes_and_edges_keep_the_order_of_the_graph(events):
    for graph, _, _, boxes, edges in layouts(events):
        kinds = [kind for _, kind in graph.nodes(data="kind")]
        assert [box.kind for box in boxes] == kinds
        index = {node: i for i, node in enumerate(graph)}
        ends = [(index[u], index[v], kind) for u, v, kind in graph.edges(data="kind")]
        assert [(edge.source, edge.target, edge.kind) for edge in edges] == ends


def test_a_layout_is_the_same_in_every_process():
    program = (
        "from tests.web import test_layout as t, tapes\n"
        "print([t.layouts(story())[0][1:] for story in tapes.STORIES.values()])"
    )
    root = Path(__file__).parents[2]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=root,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_a_chain_is_one_straight_line():
    tape = TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    for _ in range(12):
        h = tape.op("exp", h, saved=1)
    _, _, _, boxes, edges = layouts(tape.events)[0]
    assert len({box.y for box in boxes}) == 1
    assert len({y for edge in edges for _, y in edge.points}) == 1


def test_the_spine_of_a_training_step_is_straight():
    graph, _, _, boxes, _ = layouts(tapes.training())[0]
    ops = [box.y for box in boxes if box.kind == "op"]
    assert len(ops) == 5
    assert len(set(ops)) == 1


def test_a_diamond_is_symmetrical():
    graph, _, _, boxes, _ = layouts(tapes.diamond())[0]
    y = dict(
        zip((d["name"] for _, d in graph.nodes(data=True)), (box.y for box in boxes), strict=True)
    )
    assert y["x"] == y["y"] == pytest.approx((y["a"] + y["b"]) / 2, abs=1)


def test_a_weight_used_in_every_step_lies_before_the_first():
    tape = TapeWriter()
    w, h = tape.leaf("w", requires_grad=True), tape.leaf("h0")
    for _ in range(20):
        h = tape.op("tanh", tape.op("mul", w, h, saved=2), saved=1)
    graph, _, _, boxes, _ = layouts(tape.events)[0]
    x = {d["name"]: box.x for (_, d), box in zip(graph.nodes(data=True), boxes, strict=True)}
    assert x["w"] < min(box.x for box in boxes if box.kind == "op")


def test_very_many_long_edges_take_lanes_below_everything():
    tape = TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    steps = []
    for _ in range(150):
        h = tape.op("exp", h)
        steps.append(h)
    (graph,) = (graph for graph, *_ in layouts(tape.events))
    for step in steps[:-1]:
        graph.add_edge(
            tape.maker[step],
            tape.maker[h],
            kind="tape",
            slot="tensors",
            edge=None,
        )
    _, _, boxes, edges = place(graph)
    lowest = max(box.y + box.h / 2 for box in boxes)
    assert max(y for edge in edges for _, y in edge.points) > lowest
    for edge in edges:
        assert not any(inside(box, x, y) for x, y in samples(edge.points, 6) for box in boxes)


def test_two_thousand_steps_are_placed():
    tape = TapeWriter()
    x = h = tape.leaf("x", requires_grad=True)
    for _ in range(2000):
        h = tape.op("mul", h, x)
    found = spans(tape.events)
    graph = graph_of(read(tape.events, [0]), found[0], 4000)
    _, _, boxes, edges = place(graph)
    assert (len(boxes), len(edges)) == (2002, 4001)


def test_boxes_that_nothing_joins_stand_in_rows():
    tape = TapeWriter()
    for i in range(12):
        tape.leaf(f"x{i}")
    _, width, _, boxes, _ = layouts(tape.events)[0]
    assert width < 1100
    assert 1 < len({box.y for box in boxes}) < 12


def test_an_empty_graph_has_an_empty_layout():
    width, height, boxes, edges = place(nx.MultiDiGraph())
    assert (boxes, edges) == ((), ())
    assert width > 0 and height > 0


def test_a_box_grows_with_its_table_and_its_name():
    small = measure("op", "MulBackward0", "y", (), 0)
    table = measure("op", "MulBackward0", "y", (3, 4), 0)
    wide = measure("op", "MulBackward0", "损失函数的值损失函数的值", (), 0)
    assert table.w == 4 * 52 + 16 and table.h > small.h
    assert wide.w > small.w
    assert measure("op", "MulBackward0", "n" * 500, (), 0).w < 400
    assert measure("op", "MulBackward0", "y", (7, 7), 0) == measure(
        "op", "MulBackward0", "y", (700, 700), 0
    )


def test_a_box_with_many_tabs_is_tall_enough_for_them():
    size = measure("op", "AddmmBackward0", "y", (), 6)
    assert size.h / 2 >= size.tabs
