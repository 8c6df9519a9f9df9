"""Programs that run before all lessons, so that all caches are filled."""

from autograd.frontend import import_hook
from autograd.recording.json_numbers import leave_arrays
from autograd.recording.recorder import Recorder, record

from . import console_paste, inserted_calls, instrument, protocol
from .seeds import seed_all

import_hook.install()

# Ops of most lessons, once: the engine writes its plans, Python fills its caches.
LESSON = """
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

# Arithmetic of lessons, once with each kind of arguments: the engine writes the plan of an op at
# its first use with them.
ARITHMETIC = """
import operator
import torch
import torch.nn.functional as F
from torch.autograd import Variable

x = Variable(torch.Tensor([1, 2, 3]), requires_grad=True)
w = torch.ones(3, requires_grad=True)
data = torch.FloatTensor([0.1, 1, 10])
for function in (operator.add, operator.sub, operator.mul, operator.truediv):
    for one, other in ((x, w), (x, data), (data, x), (x, 2), (2, x)):
        function(one, other).backward(data)
for made in (
    -x, x.exp(), x.log(), x.sin(), x.tanh(), x.sigmoid(), x.relu(), x ** 2, x.sum(), x.mean(),
    x.clone(), x.view(1, 3), x[1:], x @ w, w[0] * x,
):
    made.backward(torch.ones_like(made))
x.grad.data.zero_()
x.grad = None
y = x.detach().requires_grad_()
logits = torch.zeros(2, 3, requires_grad=True)
F.cross_entropy(logits, torch.tensor([0, 1])).backward()
several, many = torch.linspace(0, 1, 20) * 2, torch.linspace(0, 1, 300) * 2
text = f"{x} {x.shape} {x.dtype} {y.is_leaf} {logits.grad} {x.tolist()} {w[0].item()}"
"""


def run() -> None:
    """Run both programs."""
    run_once(ARITHMETIC)
    run_once(LESSON)


def run_once(text: str) -> list[dict]:
    """Run a program; return its events, up to an exception if it raises one."""
    recorder = Recorder(filename=instrument.FILENAME)
    seed_all(0)
    lesson = instrument.compiled(console_paste.code_of(text))
    told = inserted_calls.functions(recorder.inserted_calls)
    told |= {instrument.VALUE: lambda value, line: None}
    try:
        with record(recorder):
            exec(lesson, {"__name__": "__main__", **told})
    except Exception as error:
        recorder.failed(error)
    with leave_arrays():
        events = recorder.drain()
    protocol.text_of([events, recorder.ops()])
    return events
