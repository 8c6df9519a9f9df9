# A function under vmap runs once: its side effects, its layers and its losses
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
