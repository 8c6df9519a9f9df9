"""What folds: calls of modules and functions, lines, and what belongs to each."""

import networkx as nx
from hypothesis import given

from server.graph.dataflow import read
from server.graph.graph import graph_of
from server.graph.passes import spans
from tests.sampling import examples
from tests.web.drawings import graphs, tape_events
from tests.web.tapes import TapeWriter


def groups(tape):
    """(label, label of the group around it, its own boxes by name or title)."""
    (span,) = spans(tape.events)
    graph = graph_of(read(tape.events, [0]), span, 1000)
    found = graph.graph["groups"]
    names = dict(graph.nodes(data="name")), dict(graph.nodes(data="title"))
    return [
        (
            group.label,
            None if group.parent is None else found[group.parent].label,
            {names[0][box] or names[1][box] for box in group.members},
        )
        for group in found
    ]


def test_a_module_holds_its_parameters_and_the_modules_in_it():
    tape = TapeWriter()
    x = h = tape.leaf("x")
    for layer in ("net.0", "net.1"):
        w = tape.leaf(f"{layer}.weight", requires_grad=True)
        h = tape.op("relu", tape.op("mul", h, w, scope=("net", layer)), scope=("net", layer))
    tape.op("mul", h, x, name="loss")
    own = {"AccumulateGrad", "MulBackward0", "ReluBackward0"}
    assert groups(tape) == [
        ("net", None, set()),
        ("net.0", "net", {"net.0.weight", *own}),
        ("net.1", "net", {"net.1.weight", *own}),
    ]


def test_a_weight_that_two_layers_share_is_in_the_module_around_them():
    tape = TapeWriter()
    h, w = tape.leaf("x"), tape.leaf("net.0.weight", requires_grad=True)
    for layer in ("net.0", "net.1"):
        h = tape.op("relu", tape.op("mul", h, w, scope=("net", layer)), scope=("net", layer))
    assert groups(tape)[0] == ("net", None, {"net.0.weight", "AccumulateGrad"})


def test_what_a_function_is_given_stays_outside():
    tape = TapeWriter()
    w = tape.leaf("w", requires_grad=True)
    tape.op("relu", tape.op("mul", w, w, scope=("f()",)), scope=("f()",))
    assert groups(tape) == [("f()", None, {"MulBackward0", "ReluBackward0"})]


def test_a_function_that_makes_leaves_only_is_no_group():
    tape = TapeWriter()
    x = tape.leaf("x")
    tape.enable_grad(False)
    made = [tape.op("mul", x, x, name=name, scope=("init()",)) for name in ("a", "b")]
    tape.enable_grad(True)
    for leaf in made:
        tape.requires_grad_(leaf)
    tape.op("mul", *made, scope=("f()",))
    tape.op("relu", made[0], scope=("f()",))
    assert groups(tape) == [("f()", None, {"MulBackward0", "ReluBackward0"})]


def test_a_leaf_that_a_function_computes_is_in_it_with_its_accumulate_grad():
    tape = TapeWriter()
    t = tape.op("clone", tape.leaf("x"), name="t", scope=("f()",))
    tape.requires_grad_(t)
    tape.op("relu", t, scope=("f()",))
    assert groups(tape) == [("f()", None, {"t", "AccumulateGrad", "ReluBackward0"})]


def test_one_op_of_a_function_is_no_group():
    tape = TapeWriter()
    tape.op("relu", tape.leaf("w", requires_grad=True), scope=("f()",))
    assert groups(tape) == []


def test_a_module_is_a_group_however_few_ops_it_has():
    tape = TapeWriter()
    w = tape.leaf("net.0.weight", requires_grad=True)
    tape.op("relu", w, scope=("net", "net.0"))
    assert groups(tape) == [
        ("net", None, set()),
        ("net.0", "net", {"net.0.weight", "AccumulateGrad", "ReluBackward0"}),
    ]


def test_a_function_that_only_calls_another_is_not_told_apart_from_it():
    tape = TapeWriter()
    w = tape.leaf("w", requires_grad=True)
    tape.op("relu", tape.op("mul", w, w, scope=("f()", "g()")), scope=("f()", "g()"))
    assert [label for label, *_ in groups(tape)] == ["g()"]


def blocks(tape, h, labels, ops=("mul", "relu")):
    """A chain of blocks of the same ops."""
    for label in labels:
        for op in ops:
            h = tape.op(op, h, scope=(label,), calls=(label,))
    return h


def test_equal_modules_in_a_row_repeat():
    tape = TapeWriter()
    h = blocks(tape, tape.leaf("x", requires_grad=True), ["h.0", "h.1", "h.2"])
    tape.op("mul", h, h, name="loss")
    around = "h.0 … h.2"
    assert [(label, parent) for label, parent, _ in groups(tape)] == [
        (around, None), ("h.0", around), ("h.1", around), ("h.2", around),
    ]  # fmt: skip


def test_two_modules_and_modules_with_other_ops_inside_do_not_repeat():
    tape = TapeWriter()
    h = blocks(tape, tape.leaf("x", requires_grad=True), ["h.0", "h.1"])
    blocks(tape, h, ["h.2", "h.3"], ("relu", "mul"))
    assert [label for label, *_ in groups(tape)] == ["h.0", "h.1", "h.2", "h.3"]


def test_a_turn_of_a_repeat_may_be_several_modules_and_the_ops_between_them():
    tape = TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    w = tape.leaf("cell.weight", requires_grad=True)
    for step in range(3):
        h = tape.op("mul", h, w, scope=("cell",), calls=(2 * step + 1,))
        h = tape.op("relu", h, scope=("out",), calls=(2 * step + 2,))
        h = tape.op("add", h, h)
    (span,) = spans(tape.events)
    around = graph_of(read(tape.events, [0]), span, 1000).graph["groups"][0]
    assert (around.kind, around.label, around.times) == ("repeat", "cell, out", 3)
    (_, _, own), *_ = groups(tape)
    assert own == {"AddBackward0", "cell.weight", "AccumulateGrad"}


def test_each_call_is_a_group_of_its_own_whatever_is_bound_between():
    tape = TapeWriter()
    h = tape.leaf("w", requires_grad=True)
    for call in (1, 2):  # f(f(w))
        h = tape.op("mul", h, h, scope=("f()",), calls=(call,))
        h = tape.op("relu", h, scope=("f()",), calls=(call,))
    assert [label for label, *_ in groups(tape)] == ["f()", "f()"]


def test_a_call_goes_on_when_one_inside_it_is_over():
    tape = TapeWriter()
    h = tape.leaf("w", requires_grad=True)
    for calls in ((1,), (1, 2), (1, 2), (1, 3), (1, 3), (1,)):  # f calls itself, twice
        h = tape.op("mul", h, h, scope=("f()",) * len(calls), calls=calls)
    assert [(label, parent) for label, parent, _ in groups(tape)] == [
        ("f()", None), ("f()", "f()"), ("f()", "f()"),
    ]  # fmt: skip


def test_a_line_outside_of_all_functions_that_makes_several_ops_folds():
    tape = TapeWriter()
    h = tape.op("mul", tape.leaf("w", requires_grad=True), tape.leaf("x"))
    tape.op("relu", h, name="y")
    for event in tape.events:
        if event["kind"] == "op":
            event["line"] = 3
    assert groups(tape) == [("3", None, {"MulBackward0", "y"})]


def test_what_was_detached_inside_a_call_is_inside():
    tape = TapeWriter()
    w = tape.leaf("w", requires_grad=True)
    h = tape.op("mul", w, w, scope=("f()",))
    tape.op("mul", h, tape.detach(h, "frozen"), scope=("f()",))
    assert groups(tape)[0][2] == {"MulBackward0", "frozen"}


@examples(300)
@given(tape_events())
def test_nothing_leads_out_of_a_group_and_back_into_it(events):
    for graph in graphs(events):
        found = graph.graph["groups"]
        for number in range(len(found)):
            inside = set()
            for group in range(len(found)):
                around = group
                while around is not None and around != number:
                    around = found[around].parent
                if around == number:
                    inside |= found[group].members
            home = {box: "group" if box in inside else box for box in graph}
            folded = nx.DiGraph((home[u], home[v]) for u, v in graph.edges() if home[u] != home[v])
            assert nx.is_directed_acyclic_graph(folded)


CALLED = """import torch
def f(x):
    x = x * 2
    return x + 1
w = torch.ones(2, requires_grad=True)
net = torch.nn.Linear(2, 2)
y = net(net(f(f(w)))).sum()
y.backward()
"""


def test_a_function_and_a_module_called_twice_in_one_expression_fold_into_two_each(client):
    run = client.post("/api/v1/run", json={"code": CALLED, "seed": 0}).get_json()
    folded = [(group["label"], group["ops"]) for group in run["layouts"][0]["groups"]]
    calls = [each for each in folded if each[0] in ("f()", "net")]
    assert calls == [("f()", 2), ("f()", 2), ("net", 4), ("net", 4)]


KEPT = """import torch
net = torch.nn.Linear(2, 2)
y = net(torch.ones(2))
print(list(vars(net))[-3:])
"""


def test_a_module_that_was_named_and_called_keeps_the_attributes_it_had(client):
    run = client.post("/api/v1/run", json={"code": KEPT, "seed": 0}).get_json()
    printed = "".join(e["text"] for e in run["events"] if e["kind"] == "print")
    assert printed == "['_modules', 'in_features', 'out_features']\n"
