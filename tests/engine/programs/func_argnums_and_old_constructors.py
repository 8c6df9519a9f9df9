# places that name no arguments, and old constructors that are given what they do not take
import torch
from torch.func import grad, hessian, jacfwd, jacrev


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


x = torch.ones(2)
for argnums in ("x", 1.5, [0], {0}, (0,), (), (1,), 1, (0, 0), ("a",), (0, -1)):
    for transform in (grad, jacrev, jacfwd, hessian):
        attempt(lambda: transform(lambda x: x.sum(), argnums=argnums)(x))
attempt(lambda: jacfwd(lambda x, y: x * y, argnums=None)(x, x))
n = torch.tensor(2)
attempt(lambda: torch.Tensor(n, 3, n).shape)
attempt(lambda: torch.LongTensor(n, n).shape)
attempt(lambda: torch.Tensor(2, True).shape)
for arguments in (
    (None,), ({1, 2},), ({1: 2},), (object(),), ([1], 2), (2.0, 3), ("a", 3), (2, "a"), (2, 3.0),
    (True, 2), ((2,), (3,)), ([1, 2], [3, 4], [5, 6]), (1.5, 2.5), (torch.ones(2), torch.ones(2)),
):  # fmt: skip
    attempt(lambda: torch.Tensor(*arguments))
