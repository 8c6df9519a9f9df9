# Products and linear algebra of slices, and the nodes they leave
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


for f, a, b in (
    (torch.matmul, y, w),
    (torch.matmul, y, M),
    (torch.matmul, B, M),
    (torch.matmul, B, w),
    (torch.dot, y, w),
    (torch.outer, y, w),
    (torch.mm, B, M),
    (torch.mv, B, w),
    (F.linear, y, M),
    (lambda p, q: F.linear(p, q, torch.ones(3)), y, M),
    (lambda p, q: q @ p, B, M),
    (lambda p, q: torch.einsum("ij,j->i", p, q), B, w),
    (lambda p, q: torch.einsum("i,i", p, q), y, w),
    (torch.kron, y, w),
    (lambda p, q: torch.addmm(q, p, p), B, M),
    (torch.inner, y, w),
    (lambda p, q: torch.tensordot(p, q, 1), B, w),
):
    t(lambda: vmap(f, (0, None))(a, b))
t(lambda: vmap(torch.dot)(y, r))
t(lambda: vmap(torch.mm)(B, B))
t(lambda: vmap(torch.mv)(B, y))
t(lambda: vmap(torch.matmul)(B, B))
t(lambda: vmap(F.linear)(y, B))
t(lambda: vmap(F.linear)(y, B, y))
t(lambda: vmap(torch.outer)(y, r))
t(lambda: vmap(lambda a, b: (a * b).sum())(y, r))
t(lambda: vmap(torch.bmm)(B[:, None], B[:, None]))
t(lambda: vmap(torch.linalg.inv)(B))
t(lambda: vmap(torch.det)(B))
t(lambda: vmap(torch.linalg.solve)(B, y))
t(lambda: vmap(torch.linalg.cholesky)(B))
t(lambda: vmap(torch.linalg.norm)(B))
t(lambda: vmap(torch.linalg.eigvalsh)(B))
