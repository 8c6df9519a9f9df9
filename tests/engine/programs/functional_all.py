# torch.autograd.functional: vjp, jvp, hvp, vhp, jacobian, hessian, strict
import torch
from torch.autograd import functional as F

x = torch.tensor([1.0, 2.0])
y = torch.tensor([3.0, -1.0])


def f(a, b):
    return (a**2 * b).sum()


print(F.vjp(f, (x, y), torch.tensor(2.0)))
print(F.jvp(lambda a: a**3, x, torch.ones(2)))
print(F.hvp(lambda a: (a**3).sum(), x, torch.ones(2)))
print(F.vhp(f, (x, y), (torch.ones(2), torch.zeros(2))))
print(F.jacobian(lambda a, b: a * b, (x, y)))
print(F.hessian(f, (x, y)))
print(F.jacobian(lambda a: torch.ones(2), x))
for bad in (lambda: F.jacobian(lambda a: torch.ones(2), x, strict=True),
            lambda: F.hessian(lambda a: a, x),
            lambda: F.vjp(lambda a: a, x),
            lambda: F.vjp(lambda a: a, x, torch.ones(3))):
    try:
        print(bad())
    except RuntimeError as error:
        print(error)
print(F.jacobian(lambda a: a.sin(), x, vectorize=True), F.jacobian(torch.exp, x, create_graph=True))
# what strict mode refuses, of each function at its own step, and ways that do not go together
x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])
functional = torch.autograd.functional
for f in (
    lambda a, b: (a**2).sum() + b.sum(), lambda a, b: (a**3).sum(), lambda a, b: (a * b).sum(),
):
    for create in (False, True):
        for ask in (
            lambda: functional.jacobian(f, (x, y), strict=True, create_graph=create),
            lambda: functional.hessian(f, (x, y), strict=True, create_graph=create),
            lambda: functional.vjp(f, (x, y), strict=True, create_graph=create),
            lambda: functional.jvp(f, (x, y), (x, y), strict=True, create_graph=create),
            lambda: functional.hvp(f, (x, y), (x, y), strict=True, create_graph=create),
            lambda: functional.vhp(f, (x, y), (x, y), strict=True, create_graph=create),
            lambda: functional.jacobian(f, (x, y), strict=True, vectorize=True),
            lambda: functional.jacobian(
                f, (x, y), True, vectorize=True, strategy="forward-mode"),
        ):
            try:
                print(ask())
            except (RuntimeError, NotImplementedError) as error:
                print(error)
