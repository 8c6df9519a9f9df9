# Subscripts and indices of slices, mapped and shared
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


t(lambda: vmap(lambda v, k: v[k])(r, i[:, 0]))
t(lambda: vmap(lambda v, k: v[k])(r, i))
t(lambda: vmap(lambda v: v[torch.tensor([0, 2])])(r))
t(lambda: vmap(lambda v: v[[0, 2]])(r))
t(lambda: vmap(lambda v, k: v.gather(0, k))(r, i))
t(lambda: vmap(lambda v, k: v.index_select(0, k))(r, i))
t(lambda: vmap(lambda v, k: torch.take(v, k))(r, i))
t(lambda: vmap(lambda v, k: w[k])(r, i))
t(lambda: vmap(lambda k: F.one_hot(k, 3))(i))
t(lambda: vmap(lambda k: F.embedding(k, M))(i))
t(lambda: vmap(lambda k, m: F.embedding(k, m))(i, B))
t(lambda: vmap(lambda v, k: v.scatter(0, k, 9.0))(r, i))
t(lambda: vmap(lambda v, k: v.scatter_add(0, k, torch.ones(2)))(r, i))
t(lambda: vmap(lambda v: v.masked_fill(v > 0.5, 0))(r))
t(lambda: vmap(lambda v: v[v > 0.5])(r))
t(lambda: vmap(lambda v: v.nonzero())(r))
t(lambda: vmap(lambda v: torch.where(v > 0.5))(r))
t(lambda: vmap(lambda v: v[torch.tensor([True, False, True])])(r))
t(lambda: vmap(lambda v, k: v.index_add(0, k, torch.ones(2)))(r, i))
t(lambda: vmap(lambda v: v.index_fill(0, torch.tensor([1]), 5.0))(r))
t(lambda: vmap(lambda m, k: m[k, k])(B, i))
t(lambda: vmap(lambda m, k: m[:, k])(B, i))
t(lambda: vmap(lambda m: m[torch.tensor([0, 1]), torch.tensor([1, 2])])(B))
t(lambda: vmap(lambda m: m[:, torch.tensor([1, 2])])(B))
t(lambda: vmap(lambda v, k: torch.take_along_dim(v, k, 0))(r, i))
t(lambda: vmap(lambda v, k: v[k.item()])(r, i[:, 0]))
t(lambda: vmap(lambda v: v[5])(r))
t(lambda: vmap(lambda v: v[v.argmax()])(r))
t(lambda: vmap(lambda v: v[: v.sum().long()])(r))
