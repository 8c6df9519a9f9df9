"""Where numbers leave autograd is on the tape, and only there."""

import pytest

from autograd.frontend import import_hook
from autograd.runtime.grad_mode import no_grad
from tests.engine.test_recorder import of_kind, taped

import_hook.install()
import torch  # noqa: E402  which is our engine here


@pytest.mark.parametrize(("take", "by", "makes"), [
    (lambda y: y.sum().item(), "item", False), (lambda y: float(y.sum()), "float", False),
    (lambda y: int(y.sum()), "int", False), (lambda y: bool(y.sum()), "bool", False),
    (lambda y: y.tolist(), "tolist", False), (lambda y: y.numpy(force=True), "numpy", False),
    (lambda y: torch.tensor(y), "tensor", True),
    (lambda y: torch.as_tensor([y[0], y[1]]), "tensor", True), (lambda y: y.data, "data", True),
    (lambda y: y.argmax(), "argmax", True),
    (lambda y: torch.multinomial(y, 1), "multinomial", True),
    (lambda y: y.nonzero(), "nonzero", True),
    (lambda y: torch.bucketize(y, torch.arange(3.0)), "bucketize", True),
    (lambda y: torch.tensor([y[0]] * 2), "tensor", True),
    (lambda y: torch.FloatTensor([y[0]]), "FloatTensor", True),
    (lambda y: torch.Tensor([y[0]]), "Tensor", True),
    (lambda y: y.new_tensor(y), "new_tensor", True),
])  # fmt: skip
@pytest.mark.filterwarnings("ignore:To copy construct", "ignore:Converting a tensor")
def test_the_tape_tells_where_numbers_leave_autograd(take, by, makes):
    def program(requires_grad):
        y = torch.tensor([1.0, 2.0], requires_grad=requires_grad) * 2
        return taped(lambda recorder: take(y))

    told = of_kind(program(True), "mode")
    assert {event["what"] for event in told} == {"convert"}
    assert len({event["tensor"] for event in told}) == len(told)
    assert told[-1]["by"] == by and (told[-1]["to"] is not None) == makes
    assert of_kind(program(False), "mode") == []


def test_what_prints_or_indexes_is_no_conversion_of_the_programs_own():
    def program(recorder):
        y = torch.tensor(2.0, requires_grad=True) * 2
        f"{y:.2f} {y}"
        torch.ones(3)[torch.tensor(1)]

    assert of_kind(taped(program), "mode") == []


def test_whole_numbers_have_no_history_though_grad_mode_is_on():
    def program(recorder):
        (torch.tensor([1.5], requires_grad=True) * 2).long()
        with no_grad():
            torch.tensor([1.5], requires_grad=True).int()

    [_, first, second] = of_kind(taped(program), "op")
    assert (first["node"], first["grad_mode"]) == (None, True)
    assert (second["node"], second["grad_mode"]) == (None, False)


def test_a_parameter_made_of_a_result_is_cut_off_from_it():
    def program(recorder):
        y = torch.tensor([1.0, 2.0], requires_grad=True) * 2
        torch.nn.Parameter(y)
        torch.nn.Parameter(torch.ones(2))

    events = of_kind(taped(program), "mode")
    assert [event["what"] for event in events] == ["detach", "requires_grad_"]
    assert events[0]["of"] == "t1" and events[1]["tensor"] == events[0]["tensor"]
