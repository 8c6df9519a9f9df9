# What prints inside of transforms: other arguments, nested maps, and what ordinary ops make
import torch, torch.nn as nn, torch.nn.functional as F
from torch.func import *


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e)[:400])


x = torch.tensor([1.0, 2.0, 3.0])


# tape tutorial
@torch.no_grad()
def a(v):
    print(v)
    return v


grad(lambda v: (print("in", v), (v**2).sum())[1])(x)


def nested(v):
    print(v)
    return vmap(lambda r: (print(r), r * v.sum())[1])(v).sum()


print(grad(nested)(x))
print(jacrev(lambda v: (print(v), {"a": v * 2, "b": v.sum()})[1])(x))


def f(x, y):
    print(x, y)
    return (x * y).sum()


print(grad(f, argnums=1)(x, x))
print(vmap(grad(f, argnums=(0, 1)), in_dims=(0, None))(torch.ones(2, 3), x))
print(vmap(lambda v: v.sum(), out_dims=0)(torch.ones(2, 3, dtype=torch.int64)))
print(vmap(lambda v: (print(v), v.bool())[1])(torch.eye(2, dtype=torch.int64)))
print(vmap(lambda v: (print(v.requires_grad), v)[1])(x))
print(vmap(lambda v: print([v, {"k": v}]) or v)(x))
print(
    vmap(lambda v: print("shape", tuple(v.shape), v.dtype, v.stride(), v.numel()) or v)(
        torch.ones(2, 3, 4)
    ).shape
)
print(
    vmap(lambda v: print(v.unsqueeze(0), v[None], v.T if v.dim() > 1 else v) or v)(
        torch.arange(4.0).view(2, 2)
    )
)
print(
    vmap(
        lambda v: (
            print(
                torch.stack([v, v]),
                torch.cat([v, v]),
                v.max(),
                v.argmax(),
                v.softmax(0),
                v.relu(),
                v @ v,
            )
            or v
        )
    )(torch.arange(4.0).view(2, 2))
)
print(
    vmap(lambda v: print(F.linear(v, torch.ones(3, 2)), F.mse_loss(v, torch.zeros(2))) or v)(
        torch.arange(4.0).view(2, 2)
    )
)
