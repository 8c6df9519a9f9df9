# A tangent of -0 stays one: what is joined, chosen or written in place is no sum
import torch
import torch.autograd.forward_ad as fwAD
from torch.func import hessian, jacfwd, jvp

x, along = torch.tensor([-2.5, 0.5, 3.0]), torch.tensor([0.0, 1.0, -0.0])


def written(x):
    y = torch.zeros(2, 3) * 1
    y[0] = x * -1
    y[1, 1:] = x[:2] * -2
    return y


def changed(x):
    y = x * -1
    y[1:].mul_(-2)
    y[0] = x[2] * -3
    return y


joined = {
    "stack": lambda x: torch.stack([x[0] ** 2, x[0] * x[1], x[2] * -1]),
    "stack along": lambda x: torch.stack([x * -1, x], 1),
    "cat": lambda x: torch.cat([x * -1, x, -x[:0]]),
    "cat of nothing": lambda x: torch.cat([x * -1, torch.empty(0)]),
    "hstack": lambda x: torch.hstack([x[:1], x * -1]),
    "where": lambda x: torch.where(x > 0, x * -1, x * -2),
    "where or 0": lambda x: torch.where(x > 0, 0, x * -1),
    "where, spread": lambda x: torch.where(x > 0, x[:1] * -1, x),
    "written": written,
    "changed": changed,
}
for name, function in joined.items():
    print(name, jvp(function, (x,), (along,))[1], jacfwd(function)(x), sep="\n")
    with fwAD.dual_level():
        print(fwAD.unpack_dual(function(fwAD.make_dual(x, along))).tangent)
print(torch.func.vmap(jacfwd(joined["where"]))(torch.stack([x, -x])))
print(hessian(lambda x: torch.where(x > 0, x**2, -(x**2)).sum())(x))
print(hessian(lambda x: (written(x) ** 2).sum())(x))
