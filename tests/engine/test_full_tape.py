"""A full tape: where it ends, what comes after it, and that it is how the whole one begins."""

from autograd.frontend import import_hook
from autograd.recording.recorder import Recorder, record

import_hook.install()

LESSON = """
import torch
x = torch.ones(20, requires_grad=True)
w = torch.ones(2, requires_grad=True)
w.register_hook(lambda grad: grad * 2)
for step in range(2):
    loss = (x * 2).relu().sum() * (w + w[0]).exp().sum()
    loss.backward(retain_graph=True)
    x.grad.zero_()
    with torch.no_grad():
        w -= 0.1 * w.grad
    loss.detach()
g, = torch.autograd.grad((w * w).sum(), w, create_graph=True)
g.sum().backward()
"""


def told(source, limit=None):
    """The events of a program whose tape holds `limit` of them."""
    with record(Recorder(event_limit=limit)) as recorder:
        try:
            exec(compile(source, "<snippet>", "exec"), {"say": recorder.printed})
        except TypeError as error:
            recorder.failed(error)
    return recorder.drain()


def kinds(tape):
    return [event["kind"] for event in tape]


def test_after_a_full_tape_come_only_prints_and_the_exception():
    tape = told(
        "import torch\nx = torch.ones(20, requires_grad=True)\n"
        "for i in range(10):\n"
        "    x = (x * 1).relu()\n"
        "    say('on', 'print')\n"
        "x.sum().backward()\n"
        "x.grad_fn.name() + 1\n",
        limit=6,
    )
    assert kinds(tape[:6]) == ["leaf", "op", "op", "print", "op", "op"]
    assert kinds(tape[6:]) == ["full", *["print"] * 9, "fail"]
    assert tape[6]["line"] == 5


def test_a_full_tape_is_the_beginning_of_the_whole_one():
    whole = told(LESSON)
    for limit in range(len(whole) - 1):
        *tape, last = told(LESSON, limit)
        assert last["kind"] == "full"
        assert len(tape) in (limit, limit + 1)  # an op stays with the tensor that it introduces
        assert tape == whole[: len(tape)]
