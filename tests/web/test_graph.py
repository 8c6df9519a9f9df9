"""What stands in a pass's graph, and what joins it."""

from server.document.op_words import op_word
from server.graph.dataflow import drawn, read
from server.graph.graph import graph_of
from server.graph.passes import spans
from server.layout.layout import signature
from tests.web import tapes
from tests.web.tapes import TapeWriter


def graphs(events, most=1000):
    found = spans(events)
    tape = read(events, [span.first for span in found])
    return [graph_of(tape, span, most) for span in found]


def named(graph):
    """Kind and name (or title) of each box, in order."""
    return [(d["kind"], d["name"] or d["title"]) for _, d in graph.nodes(data=True)]


def joined(graph, kind):
    """Names (or titles) of the ends of each edge of one kind."""
    names = {node: d["name"] or d["title"] for node, d in graph.nodes(data=True)}
    return [(names[u], names[v]) for u, v, k in graph.edges(data="kind") if k == kind]


def test_a_leaf_reaches_the_ops_that_use_it_through_its_accumulate_grad():
    (graph,) = graphs(tapes.diamond())
    assert named(graph) == [
        ("leaf", "x"),
        ("accumulate", "AccumulateGrad"),
        ("op", "a"),
        ("op", "b"),
        ("op", "y"),
    ]
    assert joined(graph, "leaf") == [("x", "AccumulateGrad")]
    assert joined(graph, "tape") == [
        ("AccumulateGrad", "a"),
        ("AccumulateGrad", "b"),
        ("a", "y"),
        ("b", "y"),
    ]


def test_a_product_of_a_tensor_with_itself_has_two_edges():
    (graph,) = graphs(tapes.square())
    edges = [d for *_, d in graph.edges(data=True) if d["kind"] == "tape"]
    assert [(d["slot"], d["edge"]) for d in edges] == [("self", 0), ("other", 1)]


def test_an_input_without_grad_is_a_box_even_when_it_has_no_name():
    first, *_ = graphs(tapes.accumulation())
    assert ("input", "input") in named(first)
    assert joined(first, "value") == [("input", "y")]


def test_a_complex_number_is_drawn_in_two_cells():
    shapes = {"complex64": [(), (3,), (2, 4)], "float32": [(2,)]}
    told = [drawn({"shape": list(shape), "dtype": dtype})
            for dtype, several in shapes.items() for shape in several]
    assert told == [(), (6,), (2, 8), (2,)]


def test_passes_that_run_the_same_graph_again_share_its_shape():
    assert len(set(map(signature, graphs(tapes.accumulation())))) == 1


def test_steps_of_a_training_loop_share_one_shape():
    shapes = list(map(signature, graphs(tapes.training(steps=4))))
    assert len(shapes) == 4
    assert len(set(shapes)) == 1


def test_a_loop_that_makes_its_weights_between_ops_shares_one_shape():
    tape = TapeWriter()
    v = tape.leaf("v", requires_grad=True)
    h = tape.op("exp", v)
    w = tape.leaf("w", requires_grad=True)
    tape.backward(tape.op("mul", h, w))
    tape.backward(tape.op("mul", tape.op("exp", v), w))
    assert len(set(map(signature, graphs(tape.events)))) == 1


def test_a_backward_within_a_backward_shows_what_it_runs_in_the_same_picture():
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    aside = tape.op("exp", x, name="aside")
    tape.backward(tape.op("mul", x, x, name="y"))
    outer = tape.begin(tape.op("log", x, name="z"))
    tape.backward(aside)
    tape.say("backward", phase="end", call=outer, failed=False, results=[], line=None)
    _, second = graphs(tape.events)
    assert {name for _, name in named(second)} >= {"z", "aside"}


def test_an_update_under_no_grad_has_no_boxes():
    first, *_ = graphs(tapes.training())
    assert [kind for kind, _ in named(first)].count("value") == 0
    assert [kind for kind, _ in named(first)].count("input") == 2


def test_detach_and_no_grad_are_cuts():
    (graph,) = graphs(tapes.detached())
    assert joined(graph, "cut") == [("x", "quiet"), ("y", "d"), ("y", "quiet")]
    assert joined(graph, "value") == [("d", "z")]


def test_an_unnamed_result_behind_a_cut_is_shown():
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    tape.op("exp", x)
    tape.enable_grad(False)
    tape.op("log", tape.op("sin", x))
    (graph,) = graphs(tape.events)
    assert ("value", "log") in named(graph)
    assert joined(graph, "cut") == [("x", "sin")]


def test_a_comparison_passes_a_value_and_cuts_nothing():
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    tape.op("exp", x)
    made = dict(tape.events[-1], op="gt", node=None)
    made["outputs"] = [dict(made["outputs"][0], tensor="t9", requires_grad=False)]
    tape.events.append(made)
    tape.name("t9", "mask")
    (graph,) = graphs(tape.events)
    assert joined(graph, "value") == [("x", "mask")]


def test_where_nothing_is_tracked_every_result_is_shown():
    (graph,) = graphs(tapes.untracked())
    assert named(graph) == [("input", "a"), ("value", "b"), ("value", "add"), ("value", "sub")]


def test_requires_grad_makes_a_leaf_of_a_result():
    tape = TapeWriter()
    a = tape.op("sub", tape.leaf("raw"), name="a")
    tape.requires_grad_(a)
    tape.op("mul", a, a, name="b")
    (graph,) = graphs(tape.events)
    assert ("leaf", "a") in named(graph)
    assert joined(graph, "leaf") == [("a", "AccumulateGrad")]


def test_an_op_written_in_place_takes_the_place_of_what_it_wrote():
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    y = tape.op("exp", x, name="y")
    tape.op("mul", y, into=y)
    tape.op("log", y, name="z")
    (graph,) = graphs(tape.events)
    assert joined(graph, "tape") == [("AccumulateGrad", "y"), ("y", "y"), ("y", "z")]


def test_a_view_is_tied_to_its_base_only_where_no_edge_joins_them():
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    other = tape.leaf("other")
    tape.op("exp", x, name="plain", view_of=x)
    tape.op("exp", x, name="tied", view_of=other)
    (graph,) = graphs(tape.events)
    assert joined(graph, "view") == [("other", "tied")]


def test_a_view_of_a_view_is_tied_by_the_edge_of_its_input_alone():
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    row = tape.op("select", x, name="row", view_of=x)
    tape.op("view", row, name="last", view_of=row)
    assert joined(graphs(tape.events)[0], "view") == []


def test_a_box_of_a_view_has_room_for_the_name_of_its_base():
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True, shape=(2, 3))
    view = tape.maker[tape.op("view", x, view_of=x)]
    other = tape.maker[tape.op("mul", x)]
    sizes = dict(graphs(tape.events)[0].nodes(data="size"))
    assert sizes[view].w - sizes[other].w >= len("view of x")


def test_a_pass_shows_one_step_of_the_history_of_what_it_does_not_run():
    tape = TapeWriter()
    x, total = tape.leaf("x", requires_grad=True), None
    for _ in range(3):
        loss = tape.op("exp", x, name="loss")
        total = tape.op("add", loss, *([total] if total else []), name="total")
        tape.backward(loss)
    *_, last = graphs(tape.events)
    assert [name for _, name in named(last)].count("total") == 2


def test_of_too_many_boxes_the_latest_stay():
    tape = TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    for _ in range(50):
        h = tape.op("exp", h)
    tape.backward(h)
    (graph,) = graphs(tape.events, most=10)
    assert len(graph) == 10
    assert graph.graph["left_out"] == 42
    assert tape.maker[h] in graph


def test_a_chain_of_two_thousand_steps_is_a_graph():
    tape = TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    for _ in range(2000):
        h = tape.op("exp", h)
    tape.backward(h)
    (graph,) = graphs(tape.events, most=4000)
    assert len(graph) == 2002


def test_a_tape_that_names_itself_among_its_sources_has_no_circle():
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    y = tape.op("exp", x)
    tape.events[-1]["node"]["edges"][0]["to"] = tape.maker[y]
    (graph,) = graphs(tape.events)
    assert joined(graph, "tape") == []


def test_an_op_has_torchs_word_whatever_it_takes():
    words = {"pow_scalar": "pow", "sum_dim": "sum", "squeeze_dims": "squeeze", "mul": "mul",
             "fmod_number": "fmod", "log_softmax": "log_softmax", "to_dtype": "to",
             "linalg_det": "det", "linalg_cross_dim": "cross"}
    assert {op: op_word(op) for op in words} == words


def ports(graph):
    """The port that each edge from an op of several outputs leaves from, by where it leads."""
    titles, names = graph.nodes(data="title"), graph.nodes(data="name")
    return {
        names[v]: port for u, v, port in graph.edges(data="port") if titles[u] == "SplitBackward0"
    }


def parts_of(names):
    """A tape with an op of several outputs, named so."""
    tape = TapeWriter()
    return tape, tape.split(tape.leaf("x", requires_grad=True), names)


def test_each_used_output_of_an_op_is_a_port():
    tape, (first, second, _) = parts_of(["", "", ""])
    tape.op("exp", second, name="b")
    tape.op("exp", first, name="a")
    tape.op("sin", second, name="c")
    (graph,) = graphs(tape.events)
    assert ports(graph) == {"b": 1, "a": 0, "c": 1}
    (split,) = [size for _, size in graph.nodes(data="size") if size.ports]
    assert split.ports == 2


def test_an_only_output_in_use_has_a_port_where_another_has_a_name():
    tape, (values, _) = parts_of(["values", "indices"])
    tape.op("exp", values, name="a")
    assert ports(graphs(tape.events)[0]) == {"a": 0}


def test_an_output_that_nobody_sees_makes_no_port():
    tape, (result, _) = parts_of(["result", ""])
    tape.op("exp", result, name="a")
    assert ports(graphs(tape.events)[0]) == {"a": None}


def test_of_very_many_outputs_all_edges_leave_from_the_middle():
    tape, parts = parts_of([""] * 40)
    for number, part in enumerate(parts):
        tape.op("exp", part, name=f"x{number}")
    assert set(ports(graphs(tape.events)[0]).values()) == {None}
