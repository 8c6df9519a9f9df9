# Writes in functions under vmap: into slices, into views of them, and what is refused
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


def f1(v):
    u = v.clone()
    u[0] = 5.0
    return u


def f2(v):
    u = v.clone()
    u += v
    u.mul_(2)
    return u


def f3(v):
    u = torch.zeros(3)
    u += v
    return u


def f4(v):
    u = torch.zeros_like(v)
    u[1] = v[0]
    return u


def f5(v):
    v.add_(1)
    return v


def f6(v):
    u = v * 2
    u[:2].zero_()
    return u


def f7(v):
    u = v.clone()
    u[v > 0.5] = 0
    return u


def f8(v):
    u = v.clone()
    u[torch.tensor([0, 2])] = v[:2]
    return u


def f9(v):
    u = v.new_zeros(3)
    u.copy_(v)
    return u


def f10(v):
    u = v.clone()
    u.masked_fill_(u > 0.5, -1)
    return u


def f11(v):
    u = v.clone()
    u.clamp_(0, 0.5)
    u.sin_()
    return u


def f12(v):
    u = torch.empty(3)
    u.copy_(v)
    return u


def f13(v):
    u = torch.zeros(3)
    u[0] = v[0]
    return u


def f14(v):
    u = v.clone()
    u.fill_(3)
    return u


def f15(v):
    out = []
    for k in range(3):
        out.append(v[k] * k)
    return torch.stack(out)


def f16(v):
    u = v.clone()
    w2 = u.view(3, 1)
    w2.mul_(v.view(3, 1))
    return u


for f in (f1, f2, f3, f4, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16):
    t(lambda: vmap(f)(x))
    t(lambda: vmap(f)(y))
    t(lambda: vmap(grad(lambda v: f(v * 1).sum()))(x))
z = torch.ones(2, 3)
t(lambda: vmap(f5)(z))
print(z, z._version)
t(lambda: vmap(f5, in_dims=1)(z))
print(z)
