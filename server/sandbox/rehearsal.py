"""A lesson that is run before all others, so that what first use makes is made already."""

from autograd.recorder import Recorder, record

from . import program, rewrite, transcript, wire

# What most lessons do, once: the engine writes its plans, Python its caches.
_LESSON = """
import torch
from torch import nn

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
w = torch.ones(2, 2, requires_grad=True)
y = ((x @ w) * x + 2 * x ** 2 - x / w).sum()
y.backward()
(x.mean() * 3 + torch.sigmoid(x).sum()).backward()
for i in range(2):
    z = torch.relu(x - 1).exp().mean()
    z.backward(retain_graph=True)
    with torch.no_grad():
        x -= 0.1 * x.grad
    x.grad.zero_()
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loss = nn.MSELoss()(net(x.detach()), torch.zeros(2, 1))
optimizer.zero_grad()
loss.backward()
optimizer.step()
text = f"{x} {x.grad} {y} {y.grad_fn} {loss.item():.4f} {w.shape} {net}"
"""


# Python runs a function this often before it writes it anew for what it has met.
_TIMES = 8


def run() -> None:
    """Run the lesson so often that nothing about it is new."""
    for _ in range(_TIMES):
        _run_once()


def _run_once() -> None:
    """Run it and let go of it. A lesson that fails has made ready what it came to."""
    recorder = Recorder(filename=rewrite.FILENAME)
    program.seed_all(0)
    lesson = rewrite.compiled(transcript.code_of(_LESSON))
    told = {rewrite.NAME: lambda name, value, line: recorder.name(name, value, line)}
    try:
        with record(recorder):
            exec(lesson, {"__name__": "__main__", **told})
    except Exception as error:
        recorder.failed(error)
    wire.text_of([recorder.drain(), recorder.ops()])
