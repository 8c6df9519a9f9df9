# Where the mapped dimension lies in what ops make of it
import torch, torch.nn as nn, torch.nn.functional as F
from torch.func import *

torch.manual_seed(0)
x = torch.arange(6.0).reshape(2, 3) / 4
r = x.clone().requires_grad_()
y = torch.tensor([[1.0, -2.0, 0.5], [0.25, 3.0, -1.0]], requires_grad=True)
w = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
M = torch.tensor([[1.0, 2.0, 0.5], [0.0, 1.0, -1.0], [2.0, 0.5, 3.0]], requires_grad=True)
B = torch.stack([torch.eye(3) * 2, torch.ones(3, 3) + torch.eye(3)]).requires_grad_()
i = torch.tensor([[0, 2], [1, 1]])


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e)[:300])


for f in (
    torch.add,
    torch.mul,
    torch.sub,
    torch.div,
    torch.maximum,
    torch.atan2,
    torch.pow,
    lambda a, b: a > b,
    lambda a, b: torch.where(a > b, a, b),
    torch.fmod,
):
    t(lambda: vmap(f)(r, y))
    t(lambda: vmap(f, (0, None))(r, w))
    t(lambda: vmap(f, (None, 0))(w, y))
    t(lambda: vmap(f, (1, 0))(M[:2].t().contiguous().t(), torch.ones(3, 2)))


def show(v, u):
    print(v * u)
    print(v + 1)
    print(v.sum(0))
    print(v.unsqueeze(0))
    print(v.t() if v.dim() == 2 else v)
    print(torch.stack([v, u]))
    print(v @ u if v.dim() == 1 else v @ u)
    print(v.mean())
    print(v[0])
    print(v.view(-1))
    print(v.exp())
    print(v.softmax(0))
    print(v > 0)
    print(v.reshape(-1, 1))
    print(v.flip(0))
    print(v.cumsum(0))
    print(v.sort(0))
    print(torch.cat([v, u]))
    print(v.max())
    print(v.argmax())
    print(v.zero_() if False else v.clone())
    print(torch.zeros_like(v))
    print(v.new_zeros(2))
    print(v.expand(2, *v.shape))
    print(v.repeat(2))
    print(v.norm())
    print(v.var())
    return v


t(lambda: vmap(show)(x, x))
t(lambda: vmap(show, in_dims=1)(x, x))
t(lambda: vmap(show, in_dims=(1, 0))(x, torch.ones(3, 2)))
t(lambda: vmap(show, in_dims=(0, None))(x, torch.ones(3)))
t(lambda: vmap(show, in_dims=(1, None))(x, torch.ones(2)))
