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
