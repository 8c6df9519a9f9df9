# What tensors look like inside of transforms: each level wraps them once
import torch
from torch.func import *

x = torch.arange(6.0).reshape(2, 3)


def f(v):
    print(v)
    print(v.shape, v.ndim, v.size())
    y = v * 2
    print(y)
    print(v.sum())
    print(torch.ones(2))
    print(repr(y), str(y))
    print(v.requires_grad, y.requires_grad, y.grad_fn, v.is_leaf, type(v), y.dtype, y.device)
    print([v])
    print(y + torch.ones(3))
    print(torch.ones(3).add(y))
    print(v[0])
    print(v > 1)
    return y


print(vmap(f)(x))
print(vmap(lambda v: (print(v), print(v.sin()), v.sum())[-1], in_dims=1)(x))
print("grad")


def g(v):
    print(v)
    y = v * v
    print(y)
    s = y.sum()
    print(s)
    print(s.item())
    print(torch.ones(2))
    print(v.detach())
    print(v > 1)
    print(v.requires_grad, y.requires_grad, y.grad_fn, v.is_leaf)
    print(v[0])
    print(torch.tensor([1.0, 2]))
    print(v.long())
    print(torch.arange(3))
    print(v.tolist())
    try:
        print(v.numpy())
    except Exception as e:
        print(type(e), e)
    return s


print(grad(g)(torch.ones(2)))
print("vmapgrad")
print(vmap(grad(lambda v: (print(v), (v * v).sum(), print(v.sum()))[1]))(x))
print("gradgrad")
print(grad(grad(lambda v: (print(v), (v * v).sum(), print(v * 2))[1]))(torch.tensor(2.0)))
print("gradvmap")
w = torch.ones(3)
print(grad(lambda w: vmap(lambda v: (print(v), print(w), print(w @ v), w @ v)[-1])(x).sum())(w))
print("jvp")
print(
    jvp(
        lambda v: (print(v), print(v * 2), print(torch.ones(2)), v * 2)[-1],
        (torch.ones(2),),
        (torch.ones(2),),
    )
)
print("vjp")
o, vf = vjp(lambda v: (print(v), print(v * 2), v * 2)[-1], torch.ones(2))
print(o, vf(torch.ones(2)))
print("jacrev")
print(jacrev(lambda v: (print(v), print(v * 2), v * 2)[-1])(torch.ones(2)))
print("jacfwd")
print(jacfwd(lambda v: (print(v), print(v * 2), v * 2)[-1])(torch.ones(2)))
print("hess")
print(hessian(lambda v: (print(v), print(v * 2), (v * v * v).sum())[-1])(torch.ones(2)))
print("vmap2")
print(vmap(vmap(lambda v: (print(v), print(v * 2), v * 2)[-1]))(x))
print("vmap2")
print(vmap(lambda a: vmap(lambda b: (print(a), print(b), print(a * b), a * b)[-1])(x))(x).shape)
kept = []
print("kept", vmap(lambda v: (kept.append(v), v * 2)[-1])(x))
print(kept[0], kept[0].shape)
for use in (lambda: kept[0] + 1, lambda: kept[0].exp(), lambda: kept[0].sum(), lambda: kept[0][0]):
    try:
        use()
    except RuntimeError as error:
        print(error)
said = []
linearize(lambda v: (said.append(f"{v} {v * 2}"), v.sin())[-1], torch.arange(3.0))
print(said[0])
