# how many operations products and convolutions take, forward and backward, by modules
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.flop_counter import FlopCounterMode
from torch.utils.module_tracker import ModuleTracker


def count(name, run):
    with FlopCounterMode(display=False) as counter:
        run()
    found = counter.get_flop_counts().get("Global", {})
    print(name, counter.get_total_flops(), sorted((str(op), n) for op, n in found.items()))


torch.manual_seed(0)
mlp = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
x, image = torch.randn(5, 8), torch.randn(2, 3, 9, 9)
net = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 4, 3, 2, groups=2),
                    nn.Flatten(), nn.Linear(64, 10))
q = torch.randn(2, 2, 5, 8, requires_grad=True)
w = torch.randn(3, 3, requires_grad=True)
rows = torch.randn(2, 5, 8)
for name, run in {
    "forward": lambda: mlp(x), "both": lambda: mlp(x).sum().backward(),
    "without": lambda: torch.no_grad()(mlp)(x), "more": lambda: mlp(rows).sum().backward(),
    "vector": lambda: nn.Linear(8, 3)(x[0]).sum().backward(),
    "convolutions": lambda: net(image), "back": lambda: net(image).sum().backward(),
    "image": lambda: net(image.clone().requires_grad_()).sum().backward(),
    "transposed": lambda: nn.ConvTranspose2d(3, 5, 3, 2)(
        image.clone().requires_grad_()).sum().backward(),
    "signal": lambda: nn.Conv1d(3, 5, 3)(torch.randn(3, 10)).sum().backward(),
    "batches": lambda: (q @ q.mT).sum().backward(), "einsum": lambda: torch.einsum("ij,jk", w, w),
    "uncounted": lambda: (x[0] @ x[0], x @ x[0], torch.outer(x[0], x[0]), x * x),
    "baddbmm": lambda: torch.baddbmm(rows, rows @ rows.mT, rows).sum(),
    "attention": lambda: F.scaled_dot_product_attention(q, q, q).sum().backward(),
    "heads": lambda: nn.MultiheadAttention(8, 2)(rows, rows, rows)[0].sum().backward(),
    "rnn": lambda: nn.RNN(8, 6)(rows)[0].sum().backward(),
    "lstm": lambda: nn.LSTM(8, 6)(rows)[0].sum().backward(),
    "gru": lambda: nn.GRU(8, 6)(rows)[0].sum().backward(),
    "twice": lambda: torch.autograd.grad(
        (torch.autograd.grad(((w @ w) ** 2).sum(), w, create_graph=True)[0] ** 2).sum(), w),
    "mapped": lambda: torch.vmap(torch.mm)(torch.randn(4, 2, 3), torch.randn(4, 3, 2)),
    "half": lambda: nn.Linear(8, 4).bfloat16()(x.bfloat16()).sum().backward(),
    "out": lambda: torch.mm(x, x.T, out=torch.empty(5, 5)),
}.items():
    count(name, run)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 8)
        self.rest = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))

    def forward(self, x):
        return self.rest(self.first(x).relu())


whole = Net()
counter = FlopCounterMode(display=False)
with counter:
    whole(x).sum().backward()
    x @ x.T
for name, found in sorted(counter.get_flop_counts().items()):
    print(name, dict(sorted(found.items(), key=str)))
with counter:
    whole(x[:1])
print(counter.get_total_flops(), counter.flop_counts["Net.rest"][torch.ops.aten.addmm])
with FlopCounterMode(display=False) as outer:
    with FlopCounterMode(display=False) as inner:
        whole(x)
    whole(x)
print(outer.get_total_flops(), inner.get_total_flops())


def own(a, b, out_shape=None):
    print(a, b, out_shape)
    return 7


with FlopCounterMode(display=False, custom_mapping={torch.ops.aten.mm: own}) as counter:
    x @ x.T
print(counter.get_total_flops())
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    with FlopCounterMode(whole, display=False):
        whole(x)
print([str(each.message) for each in said])


class Told(nn.Module):
    def forward(self, x):
        print(sorted(tracker.parents), tracker.is_bw)
        x.register_hook(lambda g: print("back", sorted(tracker.parents), tracker.is_bw))
        return x * 2


with ModuleTracker() as tracker:
    nn.Sequential(nn.Linear(8, 2), Told(), nn.Linear(2, 1))(x).sum().backward()
    print(tracker.parents)
