# What vmap maps of functions that look at numbers, draw or take gradients
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


# Gradients in mapped functions, maps in gradients, Jacobians and their nodes
torch.manual_seed(0)


def loss(w, v, u):
    return ((w * v).sum() - u) ** 2


u = torch.tensor([1.0, -1.0])
t(lambda: vmap(grad(loss), (None, 0, 0))(w, x, u))
t(lambda: vmap(grad(loss), (None, 0, 0))(w.detach(), x, u))
t(lambda: vmap(grad_and_value(loss), (None, 0, 0))(w.detach(), x, u))
t(lambda: vmap(grad(loss, argnums=(0, 1)), (None, 0, 0))(w.detach(), x, u))
t(lambda: vmap(jacrev(lambda v: v.sin() * v.sum()))(x))
t(lambda: vmap(jacfwd(lambda v: v.sin() * v.sum()))(x))
t(lambda: jacrev(lambda v: v.sin())(r))
t(lambda: jacfwd(lambda v: v.sin())(r))
t(lambda: jacrev(lambda v: (v.sin(), {"a": v.sum(1)}))(x))
t(lambda: jacfwd(lambda v: (v.sin(), {"a": v.sum(1)}))(x))
t(lambda: jacrev(lambda a, b: a @ b, argnums=(0, 1))(x, torch.ones(3)))
t(lambda: jacfwd(lambda a, b: a @ b, argnums=(0, 1))(x, torch.ones(3)))
t(lambda: hessian(lambda v: torch.logsumexp(v, 0))(w.detach()))
t(lambda: hessian(lambda v: v.max())(w.detach()))
t(lambda: hessian(lambda v: F.cross_entropy(v[None], torch.tensor([1])))(w.detach()))
t(lambda: jacfwd(lambda v: v.sort()[0])(w.detach()))
t(lambda: jacfwd(torch.linalg.inv)(M.detach()).shape)
t(lambda: jacrev(torch.linalg.det)(M.detach()))
t(lambda: jacrev(lambda v: v.sum(), chunk_size=1)(w.detach()))
t(lambda: vmap(vjp, in_dims=(None, 0))(torch.sin, x))


def h(v):
    o, f = vjp(torch.sin, v)
    return f(torch.ones(3))[0]


t(lambda: vmap(h)(x))
t(lambda: vmap(lambda v, d: jvp(torch.sin, (v,), (d,)))(x, torch.ones(2, 3)))
t(lambda: jvp(vmap(torch.sin), (x,), (torch.ones(2, 3),)))
t(lambda: vjp(vmap(lambda v: v.sum()), x)[1](torch.ones(2)))
t(lambda: grad(lambda v: vmap(lambda q: (q**2).sum())(v).sum())(x))
t(lambda: vmap(grad(lambda v: vmap(lambda q: q**2)(v).sum()))(x))
t(lambda: vmap(vmap(grad(lambda q: q**3)))(x))
t(lambda: vmap(grad(grad(lambda q: q**3)))(w.detach()))
t(lambda: vmap(lambda v: torch.autograd.functional.jacobian(torch.sin, v))(x))
t(lambda: torch.autograd.functional.jacobian(lambda v: v.sin().sum(1), r, vectorize=True))
t(lambda: torch.autograd.functional.hessian(lambda v: (v**3).sum(), w.detach(), vectorize=True))
t(lambda: torch.autograd.grad(r.sin(), r, torch.ones(4, 2, 3), is_grads_batched=True))
t(
    lambda: torch.autograd.grad(
        r.sin(), r, torch.ones(4, 2, 3), is_grads_batched=True, create_graph=True
    )
)
