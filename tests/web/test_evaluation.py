"""A model that runs without gradients is a pass of its own, whose boxes are quiet."""

import pytest

from server.graph.dataflow import read
from server.graph.graph import graph_of
from server.graph.passes import spans
from tests.web.tapes import TapeWriter


class Training:
    """A model of one module with a weight, on a tape."""

    def __init__(self):
        self.tape = TapeWriter()
        self.weight = self.tape.leaf("net.weight", requires_grad=True)
        self.batch = self.tape.leaf("batch")
        self.calls = 0

    def forward(self, batch, name=""):
        """A call of the module, of two ops."""
        self.calls += 1
        scope, calls = ("net",), (self.calls,)
        hidden = self.tape.op("mul", self.weight, batch, scope=scope, calls=calls)
        return self.tape.op("relu", hidden, name=name, scope=scope, calls=calls)

    def step(self):
        """Forward, backward and the update."""
        self.tape.backward(self.tape.op("sum", self.forward(self.batch), name="loss"))
        self.tape.zero_grad(self.weight)

    def evaluate(self, batches=1):
        """Forward and a metric on batches, without gradients."""
        self.tape.enable_grad(False)
        for _ in range(batches):
            batch = self.tape.op("sub", self.tape.leaf("held"))
            self.tape.op("mean", self.forward(batch, name="out"))
        self.tape.enable_grad(True)

    def passes(self):
        return spans(self.tape.events)

    def graphs(self):
        found = self.passes()
        tape = read(self.tape.events, [span.first for span in found])
        return [graph_of(tape, span, 1000) for span in found]


def kinds(graph):
    return [kind for _, kind in graph.nodes(data="kind")]


def test_an_evaluation_after_a_step_is_a_pass_without_a_call():
    run = Training()
    for _ in range(2):
        run.step()
        run.evaluate()
    assert [span.call for span in run.passes()] == [1, None, 2, None]


def test_an_evaluation_shows_all_its_results_and_a_training_pass_none_of_them():
    run, alone = Training(), Training()
    run.step()
    run.evaluate()
    alone.step()
    training, evaluation = run.graphs()
    assert kinds(training) == kinds(alone.graphs()[0])
    assert kinds(evaluation).count("value") == 4
    assert "op" not in kinds(evaluation)
    assert {kind for *_, kind in evaluation.edges(data="kind")} == {"value"}


def test_the_parameters_of_an_evaluated_module_are_in_its_group():
    run = Training()
    run.step()
    run.evaluate()
    evaluation = run.graphs()[1]
    (group,) = [group for group in evaluation.graph["groups"] if group.label == "net"]
    assert run.weight in group.members


def test_an_evaluation_before_the_first_step_is_a_pass_of_its_own():
    run = Training()
    run.evaluate()
    run.step()
    assert [span.call for span in run.passes()] == [None, 1]


def test_each_call_of_a_module_without_gradients_is_a_pass_with_what_it_is_given():
    run = Training()
    run.step()
    run.evaluate(batches=3)
    found = run.passes()
    assert [span.call for span in found] == [1, None, None, None]
    for span in found[2:]:
        assert run.tape.events[span.first]["kind"] == "leaf"


def test_evaluations_of_one_shape_have_one_graph():
    run = Training()
    run.step()
    run.evaluate(batches=3)
    _, *evaluations = run.graphs()
    assert len({tuple(kinds(graph)) for graph in evaluations}) == 1


@pytest.mark.parametrize("in_place", [True, False])
def test_an_update_by_hand_is_no_evaluation(in_place):
    run = Training()
    run.step()
    grad = run.tape.leaf("grad")
    run.tape.events[-2]["grad_of"] = run.weight
    run.tape.enable_grad(False)
    for _ in range(3):
        scaled = run.tape.op("mul", grad)
        run.tape.op("sub", run.weight, scaled, into=run.weight if in_place else None)
    run.tape.enable_grad(True)
    assert [span.call for span in run.passes()] == [1]


def test_a_model_of_plain_ops_is_evaluated_as_one_of_modules():
    run = Training()
    run.step()
    run.tape.enable_grad(False)
    hidden = run.tape.op("mul", run.weight, run.batch)
    run.tape.op("mean", run.tape.op("relu", hidden))
    run.tape.enable_grad(True)
    assert [span.call for span in run.passes()] == [1, None]


def test_what_is_computed_without_gradients_between_recorded_ops_stays_with_them():
    run = Training()
    out = run.forward(run.batch)
    run.evaluate()
    run.tape.backward(run.tape.op("sum", out))
    assert [span.call for span in run.passes()] == [1]
