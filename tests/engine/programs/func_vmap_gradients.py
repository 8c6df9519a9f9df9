# Gradients in mapped functions, maps in gradients, Jacobians and their nodes
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
