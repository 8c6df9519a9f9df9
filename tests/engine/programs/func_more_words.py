# Gradients of functions: what comes in, what goes out, what leaks, and torch's words for mistakes
import torch, torch.nn as nn, copy
from torch.func import *


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


torch.manual_seed(0)
x = torch.arange(6.0).reshape(2, 3)
models = [nn.Linear(3, 2) for _ in range(3)]
params, buffers = stack_module_state(models)
print({k: v.shape for k, v in params.items()}, buffers)
base = copy.deepcopy(models[0]).to("meta") if False else models[0]


def fm(p, b, x):
    print(p["weight"])
    print(x)
    return functional_call(base, (p, b), (x,))


out = vmap(fm, in_dims=(0, 0, None))(params, buffers, x)
print(out.shape)
print(out.detach())
w = torch.ones(3, requires_grad=True)
_ = vmap(lambda v: (print(v), print(v * 2), v.sum())[-1])(w)
grad(lambda v: (print(v), print(v * 2), v.sum())[-1])(w)
t(lambda: grad(lambda v: v)(torch.ones(2)))
t(lambda: grad(lambda v: 3.0)(torch.ones(2)))
t(lambda: grad(lambda v: v.sum())(3.0))
t(lambda: grad(lambda v: v.sum(), argnums=1)(x))
t(lambda: grad(lambda v: v.sum())(torch.ones(2, dtype=torch.long)))
t(lambda: grad(lambda v: (v.sum(), v), has_aux=True)(torch.ones(2)))
t(lambda: grad(lambda v: v.sum(), has_aux=True)(torch.ones(2)))
t(lambda: grad_and_value(lambda v: (v.sum(), {"a": v * 2}), has_aux=True)(torch.ones(2)))
t(lambda: grad(lambda a, b: (a * b).sum(), argnums=(0, 1))(torch.ones(2), x[:, :2]))
t(lambda: grad(lambda d: (d["a"] * d["b"]).sum())({"a": torch.ones(2), "b": torch.ones(2)}))
t(lambda: vjp(lambda v: v * 2, torch.ones(2))[1](torch.ones(3)))
t(lambda: vjp(lambda v: (v * 2, v * 3), torch.ones(2))[1](torch.ones(2)))
t(lambda: vjp(lambda v: (v * 2, v * 3), torch.ones(2))[1]((torch.ones(2), torch.ones(2))))
t(lambda: vjp(lambda v: (v * 2).sum(), torch.ones(2))[1]())
t(lambda: jvp(lambda v: v * 2, (torch.ones(2),), (torch.ones(3),)))
t(lambda: jvp(lambda v: v * 2, torch.ones(2), torch.ones(2)))
t(lambda: jvp(lambda v: v * 2, (torch.ones(2),), torch.ones(2)))
t(lambda: jvp(lambda v: v * 2, (torch.ones(2),), (torch.ones(2), torch.ones(2))))
t(lambda: jvp(lambda v: (v * 2, v.sum()), (torch.ones(2),), (torch.ones(2),), has_aux=True))
t(lambda: jacrev(lambda v: (v * 2, v.sum()))(torch.ones(2)))
t(lambda: jacfwd(lambda v: (v * 2, v.sum()))(torch.ones(2)))
t(lambda: jacfwd(lambda v: {"q": v * 2})(torch.ones(2)))
t(lambda: jacrev(lambda a, b: a * b, argnums=(0, 1))(torch.ones(2), torch.ones(2)))
t(lambda: jacrev(lambda a: 3)(torch.ones(2)))
t(lambda: jacfwd(lambda a: 3)(torch.ones(2)))
t(lambda: jacrev(lambda a: a * 2, chunk_size=1)(torch.ones(2)))
t(lambda: jacrev(lambda a: a * 2, chunk_size=0)(torch.ones(2)))
t(lambda: hessian(lambda a: (a**3).sum())(x).shape)
t(lambda: hessian(lambda a, b: (a * a * b).sum(), argnums=(0, 1))(torch.ones(2), torch.ones(2)))
t(lambda: jacfwd(jacrev(lambda a: (a**3).sum()))(torch.ones(2)))
t(lambda: jacrev(jacfwd(lambda a: (a**3).sum()))(torch.ones(2)))
t(lambda: vmap(jacrev(lambda a: a**2))(x))
t(lambda: vmap(hessian(lambda a: (a**3).sum()))(x))
side = []


def leak(v):
    side.append(v)
    return v.sum()


grad(leak)(torch.ones(2))
print(side[0])


def sec(v):
    y = v * 2
    y.backward(torch.ones_like(y))
    return y


t(lambda: grad(sec)(torch.ones(2)))
t(lambda: grad(lambda v: torch.autograd.grad((v * v).sum(), v)[0].sum())(torch.ones(2)))
t(
    lambda: grad(lambda v: torch.autograd.grad((v * v).sum(), v, create_graph=True)[0].sum())(
        torch.ones(2)
    )
)


def inpl(v):
    y = v.clone()
    y[0] = 5.0
    y.mul_(2)
    print(y)
    return y.sum()


t(lambda: grad(inpl)(torch.ones(2)))
t(lambda: vmap(inpl)(x))


def mut(v):
    v.add_(1)
    return v.sum()


t(lambda: vmap(mut)(x.clone()))
z = torch.ones(2)
t(lambda: grad(mut)(z))
print(z)
outer = torch.ones(2)


def mut2(v):
    outer.add_(v)
    return v.sum()


t(lambda: grad(mut2)(torch.ones(2)))
t(lambda: grad(lambda v: (v.requires_grad_(), v.sum())[1])(torch.ones(2)))
t(lambda: vmap(lambda v: (v.requires_grad_(), v.sum())[1])(x))
with torch.no_grad():
    t(lambda: grad(lambda v: (v * v).sum())(torch.ones(2)))


def ng(v):
    with torch.no_grad():
        c = v * 2
    print(c, c.requires_grad)
    return (v * c).sum()


t(lambda: grad(ng)(torch.ones(2)))


@torch.no_grad()
def q(v):
    return (v * v).sum()


t(lambda: grad(q)(torch.ones(2)))
whole = torch.tensor([0.5, -2.0], requires_grad=True)
with torch.no_grad():
    seen = whole[None]
print(vjp(lambda v: v * 2, seen)[0], grad(lambda v: (v * 2).sum())(seen))
try:
    torch.func.jacfwd(lambda t: t * 2)(torch.tensor([1, 2]))
except ValueError as error:
    print(error)
# 16-bit numbers through two transforms, and products, in which they look at no entry
for dtype in (torch.float16, torch.bfloat16):
    x = torch.tensor([0.03125, 1.0, 2.0], dtype=dtype)
    print(hessian(lambda x: 4096.0 * x.prod())(x), hessian(lambda x: 3.0 * (x * x).sum())(x))
for entries in ([0.0, 2.0, 3.0], [0.0, 0.0, 3.0], [0.03, 1.0, 1.0]):
    x = torch.tensor(entries)
    print(grad(torch.prod)(x), torch.func.jacrev(torch.func.jacrev(torch.prod))(x))
    print(torch.func.jacrev(torch.func.jacrev(lambda x: x.view(1, 3).prod(1).sum() * 4000.0))(x))
