"""Tangents of writes by arrays of places and by masks: as torch writes them, under vmap as well."""

import torch
import torch.autograd.forward_ad as fwAD
from torch.func import hessian, jacfwd, jacrev, jvp, vmap

torch.manual_seed(0)
x, along = torch.randn(4, 5), torch.randn(4, 5)
i, j = torch.tensor([0, 2, 2]), torch.tensor([1, 4, 0])


def write(key, value):
    def function(x):
        y = x * -1
        y[key(x)] = value(x)
        return y

    return function


functions = {
    "rows, one twice": lambda x: x.index_put((i,), x[:3] ** 2),
    "places, added": lambda x: x.index_put((i, j), x[0, :3] * -2, accumulate=True),
    "added to zeros": lambda x: torch.zeros(4, 5).index_put((i, j), x[1, 0] ** 2, accumulate=True),
    "columns": write(lambda x: (slice(None), j), lambda x: x[:, :3].sin()),
    "spread": write(lambda x: i, lambda x: x[0] * 2),
    "a number": write(lambda x: i, lambda x: 0.0),
    "constants": write(lambda x: (i, j), lambda x: torch.ones(3)),
    "one row": write(lambda x: torch.tensor(1), lambda x: x[0] * 2),
    "nothing": write(lambda x: [], lambda x: x[:0]),
    "changed": write(lambda x: (slice(1, None), j), lambda x: x[1:, j] + x[1:, :3] ** 2),
    "mask of rows": write(lambda x: torch.tensor([True, False, True, False]), lambda x: x[1]),
    "mask": write(lambda x: x > 0, lambda x: x[x > 0] * 3),
    "index_put of a mask": lambda x: x.index_put((x > 0,), x[x > 0] * 3),
}
for name, function in functions.items():
    print(name, jvp(function, (x,), (along,))[1], sep="\n")
    with fwAD.dual_level():
        print(fwAD.unpack_dual(function(fwAD.make_dual(x, along))).tangent.sum())
    jacobian = jacfwd(function)(x)
    print(jacobian.sum(), (jacobian - jacrev(function)(x)).abs().sum() > 0)
    print(hessian(lambda x: (function(x) ** 2).sum())(x).sum())
    if "mask" not in name:
        print(vmap(jacfwd(function))(torch.stack([x, x * 2])).sum((1, 2)))


def pointed(key):
    return lambda x: x.index_put((key,), x[0, :3, None] * 2)


print(vmap(lambda key: jvp(pointed(key), (x,), (along,))[1])(torch.stack([i, i + 1])))
rows = vmap(lambda key, x: jacfwd(pointed(key))(x).sum(0))
print(rows(torch.stack([i, i + 1]), torch.stack([x, -x])).sum((0, 1)))
print(torch.autograd.gradcheck(functions["columns"], x.double().requires_grad_(),
                               check_forward_ad=True, check_batched_forward_grad=True))

zeros, signs = torch.tensor([-2.5, 0.5, 3.0]), torch.tensor([0.0, 1.0, -0.0])
for key in (torch.tensor([0, 2]), zeros < 1):
    for accumulate in (False, True):
        def signed(x):
            return (x * -1).index_put((key,), x[:2] * -1, accumulate=accumulate)

        print(jvp(signed, (zeros,), (signs,))[1], jacfwd(signed)(zeros), sep="\n")
