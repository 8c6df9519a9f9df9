# The meta device: shapes without numbers, modules built without memory, and what torch refuses
import io

import torch, torch.nn as nn, copy, torch.nn.functional as F


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


x = torch.empty(2, 3, device="meta")
print(x, x.device, x.shape, x.dtype, x.is_meta, x.device.type, x.numel(), x.element_size())
print(
    torch.zeros(3, device="meta", dtype=torch.int64),
    torch.ones(2, device=torch.device("meta")),
    torch.rand(2, 2, device="meta"),
    torch.arange(5, device="meta"),
    torch.tensor([1.0, 2.0], device="meta"),
    torch.full((2,), 3.0, device="meta"),
)
y = x + 1
print(y)
print(x @ x.t())
print(
    x.sum(),
    x.mean(0),
    x.reshape(6),
    x[0],
    x[:, 1:],
    torch.cat([x, x]),
    x.max(1).values.shape,
    x.argmax(),
    x > 0,
    x.float(),
    x.double(),
)
t(lambda: x.item())
t(lambda: x.sum().item())
t(lambda: x.tolist())
t(lambda: x.numpy())
t(lambda: bool(x.sum()))
t(lambda: float(x.sum()))
t(lambda: x.cpu())
t(lambda: x.to("cpu"))
t(lambda: x.nonzero())
t(lambda: x[x > 0])
t(lambda: f"{x.sum()}")
t(lambda: list(x)[0])
t(lambda: torch.equal(x, x))
t(lambda: torch.allclose(x, x))
t(lambda: x + torch.ones(3))
t(lambda: x @ torch.ones(3, 2))
t(lambda: x + torch.tensor(1.0))
t(lambda: torch.unique(x))
t(lambda: x.clone())
t(lambda: x.fill_(3))
t(lambda: x.uniform_())
t(lambda: x.copy_(torch.ones(2, 3)))
t(lambda: torch.ones(2, 3).copy_(x))
t(lambda: x.data_ptr())
t(lambda: torch.ones(2).to("meta"))
t(lambda: torch.ones_like(x))
t(lambda: torch.ones_like(x, device="cpu"))
t(lambda: torch.empty_like(torch.ones(2), device="meta"))
t(lambda: x.new_zeros(2))
t(lambda: x.add_(1))
t(lambda: x.view(7))
l = nn.Linear(3, 4, device="meta")
print(l, l.weight, l.bias.device)
print(l(x))
t(lambda: l(torch.ones(1, 3)))
t(lambda: l.to("cpu"))
torch.manual_seed(0)
l2 = l.to_empty(device="cpu")
print(l2.weight.device, l2 is l, type(l2.weight), l2.weight.shape, l2.weight.requires_grad)
l2.reset_parameters()
print(l2.weight)
with torch.device("meta"):
    n = nn.Sequential(nn.Linear(10, 20), nn.ReLU(), nn.Linear(20, 5))
    a = torch.ones(3)
    print(a)
print(
    n[0].weight.device,
    sum(p.numel() for p in n.parameters()),
    n(torch.empty(2, 10, device="meta")).shape,
)
t(
    lambda: n.load_state_dict(
        nn.Sequential(nn.Linear(10, 20), nn.ReLU(), nn.Linear(20, 5)).state_dict()
    )
)
print(n[0].weight.device)
t(
    lambda: n.load_state_dict(
        nn.Sequential(nn.Linear(10, 20), nn.ReLU(), nn.Linear(20, 5)).state_dict(), assign=True
    )
)
print(n[0].weight.device)
torch.manual_seed(0)
nn.Linear(3, 3, device="meta")
print(torch.rand(2))
m = copy.deepcopy(nn.Linear(2, 2)).to("meta")
print(m.weight)
from torch.func import *

ms = [nn.Linear(2, 1) for _ in range(3)]
p, b = stack_module_state(ms)
base = copy.deepcopy(ms[0]).to("meta")
print(
    vmap(lambda p, b, x: functional_call(base, (p, b), (x,)), in_dims=(0, 0, None))(
        p, b, torch.ones(4, 2)
    ).shape
)
xr = torch.ones(2, 3, device="meta", requires_grad=True)
s = (xr * 2).sum()
print(xr, s)
s.backward()
print(xr.grad)
print(torch.get_default_device())
torch.set_default_device("meta")
print(torch.ones(2))
torch.set_default_device(None)
c = nn.Conv2d(3, 8, 3, padding=1, device="meta")
print(c(torch.empty(1, 3, 32, 32, device="meta")).shape)
print(F.max_pool2d(torch.empty(1, 8, 32, 32, device="meta"), 2).shape)
t(lambda: nn.BatchNorm1d(3, device="meta")(torch.empty(4, 3, device="meta")))
t(lambda: nn.Embedding(10, 3, device="meta")(torch.zeros(2, device="meta", dtype=torch.long)))
t(lambda: nn.LSTM(3, 4, device="meta")(torch.empty(5, 2, 3, device="meta"))[0].shape)
t(
    lambda: (
        nn.TransformerEncoderLayer(8, 2, device="meta")(torch.empty(5, 2, 8, device="meta")).shape
    )
)
t(
    lambda: F.cross_entropy(
        torch.empty(4, 3, device="meta"), torch.empty(4, dtype=torch.long, device="meta")
    )
)
o = torch.optim.SGD(m.parameters(), lr=0.1)
t(lambda: o.step())
big = torch.empty(100000, 100000, device="meta")
print(big.shape, big.numel(), big)
print(nn.Linear(100000, 100000, device="meta").weight.shape)
file = io.BytesIO()
torch.save({"net": nn.Linear(2, 1).state_dict(), "list": [torch.ones(2), 3]}, file)
for place in ("meta", torch.device("meta"), torch.device("cuda")):
    file.seek(0)
    t(lambda: print(torch.load(file, map_location=place)))
