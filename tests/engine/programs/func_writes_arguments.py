"""Functions under `torch.func.jvp` that write into what they were given, which is no leaf there."""
import torch
from torch.func import grad, jacfwd, jvp, vmap

x, y = torch.arange(3.0), torch.tensor([4.0, 5.0, 6.0])
directions = torch.ones(3), torch.tensor([0.1, 0.2, 0.3])
print(jvp(lambda x, y: x.copy_(y), (x, y), directions), x, x._version)


def doubled(x):
    x.mul_(3)
    return x * x


def in_parts(x):
    x[0] = 7
    x.add_(1)
    return x.sum(), x


def by_view(x):
    view = x[::2]
    view.mul_(2)
    return view, x, x.sin()


for function in (doubled, in_parts, by_view):
    x = torch.arange(3.0)
    print(function.__name__, jvp(function, (x,), (torch.full((3,), 2.0),)), x)
x = torch.arange(4.0)
print(jacfwd(lambda x: x.sin_())(x), x)
print(vmap(lambda a, b: jvp(lambda x: x.sin_(), (a,), (b,)))(torch.ones(2, 3), torch.ones(2, 3)))
print(vmap(lambda a, b: jvp(lambda x, y: x.copy_(y * 2), (a, a.sin()), (b, b * 1)))(
    torch.ones(2, 3), torch.ones(2, 3)))
for function in (lambda x: x.mul_(2).sum(), lambda x: x[1:].mul_(2).sum()):
    for outer in (grad(function), grad(grad(function)),
                  lambda x: jvp(grad(function), (x,), (torch.ones(4),)),
                  lambda x: jvp(function, (x,), (torch.ones(4),))):
        for x in (torch.ones(4), torch.ones(4, requires_grad=True)):
            try:
                print(outer(x))
            except RuntimeError as error:
                print(error)
