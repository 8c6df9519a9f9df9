# Maps in maps and gradients in them, ensembles, and what few people map
import torch, torch.nn as nn, torch.nn.functional as F
from torch.func import *

torch.manual_seed(0)
x = torch.arange(12.0).reshape(2, 2, 3) / 4
w = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
i = torch.tensor([[0, 2], [1, 1]])


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e)[:300])


t(lambda: vmap(vmap(lambda v: (v * w).sum()))(x))
t(lambda: vmap(vmap(torch.dot, (0, None)), (None, 0))(x[0], x[1]))
t(lambda: vmap(lambda m: vmap(lambda v: v @ m.t())(m))(x))
t(lambda: vmap(vmap(grad(lambda v: (v**2).sum())))(x))
t(lambda: vmap(jacrev(lambda m: vmap(lambda v: v.sin().sum())(m)))(x))
t(lambda: vmap(lambda m: jacfwd(lambda v: v.prod())(m[0]))(x))
t(lambda: vmap(lambda m, k: vmap(lambda v: v[k])(m))(x, i))
t(lambda: vmap(lambda m, k: vmap(lambda v, q: v[q])(m, k))(x, i))
t(lambda: vmap(lambda m, k: vmap(lambda v, q: m[:, q] * v.sum())(m, k))(x, i))


def nb(m):
    def inner(v):
        u = v.clone()
        u[0] = 9
        return u

    return vmap(inner)(m)


t(lambda: vmap(nb)(x))


def show(m):
    print(m)

    def inner(v):
        print(v, m.sum(), v + m.sum())
        return v

    return vmap(inner)(m)


t(lambda: vmap(show)(x))


def g(v):
    print(v)
    y = v.sin()
    print(y, y.sum())
    return y.sum()


t(lambda: vmap(grad(g))(x[0]))
t(lambda: grad(lambda v: vmap(g)(v).sum())(x[0]))
t(lambda: jacfwd(g)(x[0, 0]))
t(lambda: jacrev(lambda v: v * 2)(x[0, 0]))
t(lambda: hessian(lambda v: (print(v), v.pow(3).sum())[1])(x[0, 0]))
t(lambda: jvp(g, (x[0, 0],), (torch.ones(3),)))


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 4)
        self.b = nn.Linear(4, 1)

    def forward(self, x):
        return self.b(torch.tanh(self.a(x)))


models = [MLP() for _ in range(3)]
params, buffers = stack_module_state(models)
base = MLP()


def call(p, b, v):
    return functional_call(base, (p, b), (v,))


t(lambda: vmap(call, (0, 0, None))(params, buffers, x[0]))
t(lambda: vmap(vmap(call, (None, None, 0)), (0, 0, None))(params, buffers, x[0]))


def loss(p, b, v):
    return call(p, b, v).pow(2).mean()


gr = vmap(grad(loss), (0, 0, None))(params, buffers, x[0])
for k, v in gr.items():
    print(k, v.shape, v)
gr = vmap(vmap(grad(loss), (None, None, 0)), (0, 0, None))(
    {k: v.detach() for k, v in params.items()}, buffers, x[0]
)
for k, v in gr.items():
    print(k, v.shape)
t(
    lambda: (
        vmap(
            lambda a: vmap(lambda b: torch.randn(2), randomness="different")(a),
            randomness="different",
        )(x).shape
    )
)
t(lambda: vmap(lambda v: torch.randn(3) + v, randomness="same")(x[0]))
t(lambda: vmap(lambda a, b: torch.cdist(a, b))(x, x))
t(lambda: vmap(torch.linalg.svdvals)(x))
t(lambda: vmap(lambda v: torch.bincount(v))(i))
t(lambda: vmap(lambda v: torch.searchsorted(torch.tensor([0.5, 1.0]), v))(x[0]))
t(lambda: vmap(lambda v: torch.fft.fft(v))(x[0]))
t(lambda: vmap(lambda v: F.conv1d(v[None], torch.ones(1, 2, 2)))(x).shape)
t(lambda: vmap(lambda v: torch.complex(v, v))(x[0]))
t(lambda: vmap(lambda v: v.to(torch.int64) // 2)(x[0]))
t(lambda: vmap(lambda v: torch.nn.utils.clip_grad_norm_([v], 1.0))(x[0]))
t(lambda: torch.vmap(lambda v: v.mean(-1, keepdim=True) + v)(x))
t(lambda: vmap(lambda v: torch.nn.functional.gumbel_softmax(v), randomness="different")(x[0]))
t(lambda: vmap(lambda v: torch.multinomial(v + 1, 2), randomness="different")(x[0]).shape)
t(lambda: vmap(lambda v: torch.distributions.Normal(v, 1.0).log_prob(v).sum())(x[0]))
t(lambda: vmap(lambda v: torch.distributions.Normal(v, 1.0).sample(), randomness="different")(x[0]))
