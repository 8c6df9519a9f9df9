"""How particular tapes look: straight spines, inputs near their use, derivatives in their order."""

import networkx as nx
import pytest

from server.graph.box_size import measure
from server.graph.dataflow import read
from server.graph.graph import graph_of
from server.graph.passes import spans
from server.layout.direction import BEARINGS
from server.layout.layout import place
from tests.web import tapes
from tests.web.drawings import draw, graphs, inside, samples, turned
from tests.web.tapes import TapeWriter


@pytest.mark.parametrize("bearing", BEARINGS, ids=lambda bearing: bearing.name)
def test_a_chain_is_one_straight_line(bearing):
    tape = TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    for _ in range(12):
        h = tape.op("exp", h, saved=1)
    drawn = draw(graphs(tape.events)[0], bearing)
    middles = turned(drawn, [(box.x, box.y) for box in drawn.boxes if box.kind != "leaf"])
    assert len({across for _, across in middles}) == 1
    ways = [turned(drawn, edge.points) for edge in drawn.edges if edge.kind != "leaf"]
    assert len({across for way in ways for _, across in way}) == 1


def test_the_spine_of_a_training_step_is_straight():
    ops = [box for box in draw(graphs(tapes.training())[0]).boxes if box.kind == "op"]
    assert len(ops) == 5
    assert len({box.y for box in ops}) == 1


def named(drawn, name):
    """The box of a variable."""
    names = [name for _, name in drawn.graph.nodes(data="name")]
    return drawn.boxes[names.index(name)]


def test_a_diamond_is_symmetrical():
    drawn = draw(graphs(tapes.diamond())[0])
    a, b, y = (named(drawn, name).y for name in "aby")
    assert y == pytest.approx((a + b) / 2, abs=1)


def test_a_weight_used_in_every_step_lies_before_the_first():
    tape = TapeWriter()
    w, h = tape.leaf("w", requires_grad=True), tape.leaf("h0")
    for _ in range(20):
        h = tape.op("tanh", tape.op("mul", w, h, saved=2), saved=1)
    drawn = draw(graphs(tape.events)[0])
    assert named(drawn, "w").x < min(box.x for box in drawn.boxes if box.kind == "op")


def test_an_input_stands_right_before_what_uses_it():
    tape = TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    for _ in range(6):
        h = tape.op("exp", h)
    tape.op("sub", h, tape.leaf("target"), name="e")
    drawn = draw(graphs(tape.events)[0])
    target, use = named(drawn, "target"), named(drawn, "e")
    assert 0 < (use.x - use.w / 2) - (target.x + target.w / 2) < 130


def test_a_branch_begun_early_for_a_late_use_lies_near_its_use():
    tape = TapeWriter()
    v, h = tape.leaf("v", requires_grad=True), tape.leaf("x", requires_grad=True)
    side = tape.op("mul", tape.op("exp", v), tape.op("log", v))
    side = tape.op("sub", side, tape.leaf("b", requires_grad=True), name="side")
    for _ in range(12):
        h = tape.op("exp", h)
    tape.op("mul", h, side, name="y")
    drawn = draw(graphs(tape.events)[0])
    side, use = named(drawn, "side"), named(drawn, "y")
    assert use.x - side.x < 400


def second_derivative():
    """y = x * x * x; g = dy/dx on the tape; g + y, and its backward."""
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    y = tape.op("mul", tape.op("mul", x, x, name="square"), x, name="y")
    call = tape.begin(y)
    g = tape.op("mul", x, x, name="g", during=tape.maker[y])
    g = tape.op("add", g, x, name="slope", during=tape.maker[y])
    tape.say("backward", phase="end", call=call, failed=False, results=[], line=None)
    tape.backward(tape.op("add", g, y, name="loss"))
    return tape.events


@pytest.mark.parametrize("bearing", BEARINGS, ids=lambda bearing: bearing.name)
def test_what_a_backward_made_lies_behind_all_that_was_before_it(bearing):
    drawn = draw(graphs(second_derivative())[-1], bearing)
    along = {
        name: bearing.turned(box.x, box.y)[0]
        for box, (_, name) in zip(drawn.boxes, drawn.graph.nodes(data="name"), strict=True)
    }
    assert max(along["square"], along["y"]) < along["g"] < along["slope"] < along["loss"]


def test_very_many_long_edges_take_lanes_beside_everything():
    tape = TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    steps = []
    for _ in range(150):
        h = tape.op("exp", h)
        steps.append(h)
    (graph,) = graphs(tape.events)
    for step in steps[:-1]:
        graph.add_edge(tape.maker[step], tape.maker[h], kind="tape", slot="tensors", edge=None)
    for bearing in BEARINGS:
        drawn = draw(graph, bearing)
        corners = [(box.x + box.w / 2, box.y + box.h / 2) for box in drawn.boxes]
        farthest = max(across for _, across in turned(drawn, corners))
        ways = [turned(drawn, edge.points) for edge in drawn.edges]
        assert max(across for way in ways for _, across in way) > farthest
        for edge in drawn.edges:
            points = list(samples(edge.points, 6))
            assert not any(inside(box, x, y) for x, y in points for box in drawn.boxes)


def test_an_op_of_three_hundred_inputs_is_placed():
    tape = TapeWriter()
    leaves = [tape.leaf(f"x{i}", requires_grad=True) for i in range(300)]
    tape.op("stack", *leaves, name="y", slot="tensors")
    for bearing in BEARINGS:
        drawn = draw(graphs(tape.events)[0], bearing)
        arriving = [turned(drawn, edge.points)[-1] for edge in drawn.edges if edge.kind == "tape"]
        assert len(arriving) == 300
        across = [v for _, v in arriving]
        assert across == sorted(across)
        # Not one wall of three hundred.
        assert max(drawn.width, drawn.height) < 4 * min(drawn.width, drawn.height)


def test_two_thousand_steps_are_placed():
    tape = TapeWriter()
    x = h = tape.leaf("x", requires_grad=True)
    for _ in range(2000):
        h = tape.op("mul", h, x)
    found = spans(tape.events)
    drawn = draw(graph_of(read(tape.events, [0]), found[0], 4000))
    assert (len(drawn.boxes), len(drawn.edges)) == (2002, 4001)


@pytest.mark.parametrize("bearing", BEARINGS, ids=lambda bearing: bearing.name)
def test_boxes_that_nothing_joins_stand_in_rows(bearing):
    tape = TapeWriter()
    for i in range(12):
        tape.leaf(f"x{i}")
    drawn = draw(graphs(tape.events)[0], bearing)
    assert bearing.turned(drawn.width, drawn.height)[0] < 1100
    assert 1 < len({turned(drawn, [(box.x, box.y)])[0][1] for box in drawn.boxes}) < 12


def test_an_empty_graph_has_an_empty_layout():
    for form in place(nx.MultiDiGraph()):
        assert (form.at, form.points) == ((), ())
        assert form.width > 0 and form.height > 0


def test_a_box_grows_with_its_table_and_its_name():
    small = measure("op", "MulBackward0", "y", (), 0)
    table = measure("op", "MulBackward0", "y", (3, 4), 0)
    wide = measure("op", "MulBackward0", "损失函数的值损失函数的值", (), 0)
    assert table.w == 4 * 52 + 16 and table.h > small.h
    assert wide.w > small.w
    assert measure("op", "MulBackward0", "n" * 500, (), 0).w < 400
    assert measure("op", "MulBackward0", "y", (7, 7), 0) == measure(
        "op", "MulBackward0", "y", (70, 70), 0
    )


def test_a_box_with_many_tabs_is_tall_enough_for_them():
    size = measure("op", "AddmmBackward0", "y", (), 6)
    assert size.h / 2 >= size.tabs
