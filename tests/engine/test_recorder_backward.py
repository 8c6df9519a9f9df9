"""The tape of a backward that fails, and of nodes that no op has told."""

import pytest

from autograd.frontend import import_hook
from autograd.recording.recorder import record
from tests.engine.test_recorder import of_kind, taped

import_hook.install()
import torch  # noqa: E402  which is our engine here


def failing_in_a_call(recorder):
    x = torch.tensor(1.0, requires_grad=True)
    gone, z = x.exp(), x * 2
    gone.backward()
    z.register_hook(lambda grad: pytest.raises(RuntimeError, gone.backward) and None)
    z.backward()
    pytest.raises(RuntimeError, gone.backward)


def test_a_call_that_fails_has_an_end_where_the_program_goes_on():
    marks = of_kind(taped(failing_in_a_call), "backward")
    assert [row["call"] for row in marks] == [1, 1, 2, 3, 3, 2, 4, 4]
    assert [row["call"] for row in marks if row.get("failed")] == [3, 4]


@pytest.mark.parametrize("kept", [True, False])
def test_a_call_whose_exception_ends_the_run_has_no_end(kept):
    with record() as recorder:
        z = torch.tensor(1.0, requires_grad=True).exp()
        z.backward()
        with pytest.raises(RuntimeError) as raised:
            z.backward()
        recorder.failed(raised.value if kept else ValueError("of what came after"))
        tape = recorder.drain()
    assert [row["call"] for row in of_kind(tape, "backward")] == [1, 1, 2] + [2] * (not kept)


def test_a_node_that_no_op_told_is_named_where_a_gradient_comes_to_it():
    hidden = torch.ones(2, requires_grad=True).exp().sin()
    with record() as recorder:
        (hidden * 2).sum().backward()
        tape = recorder.drain()
    assert [row.get("name") for row in of_kind(tape, "run")] == [
        None, None, "SinBackward0", "ExpBackward0", None]
    assert [row.get("name") for row in of_kind(tape, "flow")] == [
        None, "SinBackward0", "ExpBackward0", None]
