# What a function under vmap may ask of its slices, and what torch refuses
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


def c1(v):
    if v.sum() > 1:
        return v
    return -v


def c2(v):
    while v.norm() > 1:
        v = v / 2
    return v


def c3(v):
    return v * v.item()


def c4(v):
    return [k for k in v][0]


def c5(v):
    for k in v:
        print(k)
    return v


def c6(v):
    return v.tolist()


def c7(v):
    return float(v[0])


def c8(v):
    return v.numpy()


def c9(v):
    return torch.tensor(v[0])


def c10(v):
    return v.shape[0]


def c11(v):
    return None


def c12(v):
    return v, 3


def c13(v):
    return {"a": v, "b": [v.sum(), v * 2]}


def c14(v):
    return torch.ones(2)


def c15(v):
    return int(v.sum()), v


def c16(v):
    return v.sum().backward()


def c17(v):
    return v.requires_grad_()


def c18(v):
    return torch.autograd.grad(v.sum(), v)[0]


def c19(v):
    assert v.sum() > 0
    return v


def c20(v):
    return v if bool((v > 0).all()) else -v


def c21(v):
    return max(v)


def c22(v):
    return sorted(v)


def c23(v):
    return sum(v)


def c24(v):
    return v.data + v.detach()


def c25(v):
    return len(v) * v


def c26(v):
    return torch.allclose(v, v)


def c27(v):
    return v in [v]


def c28(v):
    return hash(v) and v


def c29(v):
    return v == v


def c30(v):
    return not v


for f in (
    c1,
    c2,
    c3,
    c4,
    c5,
    c6,
    c7,
    c8,
    c9,
    c10,
    c11,
    c12,
    c13,
    c14,
    c15,
    c16,
    c17,
    c18,
    c19,
    c20,
    c21,
    c22,
    c23,
    c24,
    c25,
    c26,
    c27,
    c28,
    c29,
    c30,
):
    t(lambda: vmap(f)(x))
    t(lambda: vmap(f)(y))
