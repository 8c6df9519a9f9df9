"""Deferred events show what was true at their moment."""

import json

from autograd.engine.function.function import Function
from autograd.frontend import import_hook
from autograd.recording.recorder import Recorder, record
from autograd.runtime import observer
from autograd.runtime.grad_mode import no_grad
from autograd.transforms.gradients import grad
from autograd.transforms.vmap import vmap

import_hook.install()
import torch  # noqa: E402  which is our engine here


def taped(program) -> list[dict]:
    """The events of `program`, a function of the recorder, handed out when it is over."""
    with record() as recorder:
        program(recorder)
    return recorder.drain()


def written_over(recorder):
    x = torch.arange(400.0)
    views = [x.expand(2, 400), x.unfold(0, 300, 50)]
    w = torch.full((400,), 2.0, requires_grad=True)
    y = x * w
    y.sum().backward()
    with no_grad():
        w -= w.grad
        x[:2] = -1
    (views[0] + 1).sum()
    shared = x.numpy()
    (x + 1).sum()
    shared[:] = 7
    seed = torch.ones(400)
    (grad,) = torch.autograd.grad(x * w, w, seed)
    seed.zero_()
    grad.mul_(3)
    (small,) = torch.autograd.grad((w[:2] * x[:2]).sum(), w)
    small.mul_(5)
    w.data.zero_()


def test_what_is_worked_out_late_is_what_was_true_at_the_time():
    late = taped(written_over)
    prompt, recorder = [], Recorder()
    for name in [name for name in vars(observer.Observer) if not name.startswith("_")]:
        def telling(*told, tell=getattr(recorder, name)):
            answer = tell(*told)
            prompt.extend(recorder.drain())
            return answer

        setattr(recorder, name, telling)
    with record(recorder):
        written_over(recorder)
    assert late == prompt
    assert json.dumps(late).count('"picture"') >= 8


def test_two_tensors_that_share_memory_without_an_op_are_both_told_of_a_write():
    def program(recorder):
        y = torch.ones(2, requires_grad=True) * 2
        recorder.name("y", y, 1)
        y.data.add_(1)

    tape = taped(program)
    writes = [event for event in tape if event["kind"] == "write"]
    made = next(event for event in tape if event["kind"] == "op")["outputs"][0]["tensor"]
    assert [write["value"]["data"] for write in writes] == [[3.0, 3.0]] * 2
    assert made in [write["tensor"] for write in writes]


def reads_what_was_saved(recorder):
    x = torch.tensor([0.5], requires_grad=True)
    y = torch.tanh(x)
    recorder.name("y", y, 1)
    recorder.name("s", y.grad_fn._saved_result, 2)
    (y.grad_fn._saved_result * 2).sum().backward()


def test_a_saved_result_that_is_read_off_its_node_is_the_result_once_more():
    tape = taped(reads_what_was_saved)
    assert [event["tensor"] for event in tape if event["kind"] == "leaf"] == ["t0"]
    assert [event["tensor"] for event in tape if event["kind"] == "name"] == ["t1", "t1"]


def test_a_function_on_slices_leaves_events_that_are_plain_json():
    class Cube(Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x):
            return x**3, 3 * x**2

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(inputs[0], output[1])

        @staticmethod
        def backward(ctx, grad, grad_slope):
            x, slope = ctx.saved_tensors
            return grad * slope + grad_slope * 6 * x

    def curved(recorder):
        assert vmap(grad(grad(lambda x: Cube.apply(x)[0])))(torch.tensor([1.0, 2.0]))[1] == 12

    tape = taped(curved)
    assert json.loads(json.dumps(tape, allow_nan=False)) == tape
