# Functions under vmap run once, on all slices: dimensions, products, subscripts
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


calls = []


def f(v):
    calls.append(v.shape)
    print("once")
    return v * 2


vmap(f)(x)
print(len(calls), calls)
calls.clear()
vmap(f, chunk_size=1)(x)
print(len(calls))
calls.clear()
jacfwd(f)(w.detach())
print(len(calls))
calls.clear()
jacrev(f)(w.detach())
print(len(calls))
calls.clear()
hessian(lambda v: f(v).pow(2).sum())(w.detach())
print(len(calls))
calls.clear()
vmap(vmap(f))(x)
print(len(calls))
bn = nn.BatchNorm1d(3)
t(lambda: vmap(bn)(torch.randn(2, 4, 3)))
bn2 = nn.BatchNorm1d(3, track_running_stats=False)
t(lambda: vmap(bn2)(torch.randn(2, 4, 3)))
bn.eval()
t(lambda: vmap(bn)(torch.randn(2, 4, 3)))
t(lambda: vmap(nn.LayerNorm(3))(torch.randn(2, 4, 3)))
t(lambda: vmap(nn.GroupNorm(1, 4))(torch.randn(2, 2, 4, 3)).shape)
t(lambda: vmap(nn.Conv1d(2, 3, 2))(torch.randn(2, 4, 2, 5)).shape)
t(lambda: vmap(nn.Conv2d(2, 3, 2))(torch.randn(2, 1, 2, 5, 5)))
t(lambda: vmap(nn.Conv2d(2, 3, 2))(torch.randn(2, 2, 5, 5)).grad_fn)
t(lambda: vmap(nn.MaxPool2d(2))(torch.randn(2, 1, 2, 4, 4)))
t(lambda: vmap(nn.AvgPool2d(2))(torch.randn(2, 1, 2, 4, 4)))
t(lambda: vmap(nn.Linear(3, 2))(x))
t(lambda: vmap(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)))(x))
t(lambda: vmap(nn.Embedding(5, 2))(i))
t(lambda: vmap(nn.LSTM(3, 2))(torch.randn(2, 4, 3))[0].shape)
t(
    lambda: (
        vmap(nn.MultiheadAttention(4, 2), in_dims=(0, 0, 0))(
            torch.randn(2, 3, 4), torch.randn(2, 3, 4), torch.randn(2, 3, 4)
        )[0].shape
    )
)
t(lambda: vmap(nn.Dropout(0.5))(torch.ones(2, 3)))
t(lambda: vmap(nn.Dropout(0.5), randomness="different")(torch.ones(2, 8)))
t(lambda: vmap(nn.Dropout(0.5), randomness="same")(torch.ones(2, 8)))
t(lambda: vmap(F.cross_entropy)(torch.randn(2, 4, 3), torch.tensor([[0, 1, 2, 0], [1, 1, 1, 2]])))
t(lambda: vmap(F.mse_loss)(y, r))
t(lambda: vmap(F.l1_loss)(y, r))
t(lambda: vmap(F.binary_cross_entropy_with_logits)(y, torch.ones(2, 3)))
t(lambda: vmap(F.binary_cross_entropy)(y.sigmoid(), torch.ones(2, 3)))
t(lambda: vmap(F.normalize, (0, None, None))(y, 2.0, 0))
t(lambda: vmap(F.softmax, (0, None))(y, 0))
t(lambda: vmap(lambda v: F.pad(v, (1, 1)))(y))
t(lambda: vmap(lambda v: F.interpolate(v[None, None], scale_factor=2))(y).shape)
t(
    lambda: (
        vmap(F.scaled_dot_product_attention)(
            torch.ones(2, 1, 3, 4), torch.ones(2, 1, 3, 4), torch.ones(2, 1, 3, 4)
        ).shape
    )
)


# Where the mapped dimension lies in what ops make of it
torch.manual_seed(0)


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


# Products and linear algebra of slices, and the nodes they leave
torch.manual_seed(0)


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


# Subscripts and indices of slices, mapped and shared
torch.manual_seed(0)


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

# A function that looks at numbers, taken out of its module before anything was mapped
from torch.nn.functional import one_hot

t(lambda: vmap(lambda v: one_hot(v, 3))(i))

# Matrices whose factors look at numbers, one after the other
M = torch.tensor([[[4.0, 1.0], [2.0, 3.0]], [[2.0, 0.0], [1.0, 1.0]]])
t(lambda: vmap(torch.linalg.matrix_rank)(M))
t(lambda: vmap(torch.linalg.lstsq)(M, M[:, :, :1]).solution.shape)
t(lambda: vmap(torch.linalg.lu_factor)(M))
t(lambda: vmap(lambda m: torch.linalg.lu_solve(*torch.linalg.lu_factor(m), m))(M))
t(lambda: vmap(torch.linalg.ldl_factor)(M + M.mT).LD)
