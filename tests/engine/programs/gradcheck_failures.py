# gradcheck on a wrong derivative
import torch
from torch.autograd import gradcheck, gradgradcheck


class WrongSquare(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        return grad * 3 * ctx.saved_tensors[0]


x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
print(gradcheck(lambda t: t * t, (x,)), gradgradcheck(lambda t: t**3, (x,)))
print(gradcheck(WrongSquare.apply, (x,), raise_exception=False))
try:
    gradcheck(WrongSquare.apply, (x,))
except RuntimeError as error:
    print(str(error).splitlines()[0])
try:
    gradcheck(lambda t: t * t, (torch.ones(2),))
except ValueError as error:
    print(error)
lower = torch.tensor([[2.0, 0.5], [0.5, 1.0]], dtype=torch.double, requires_grad=True)
try:
    gradcheck(torch.linalg.cholesky, (lower,))
except RuntimeError as error:
    print(error)
with torch.no_grad():
    for check in (gradcheck, gradgradcheck):
        for size in (0, 2):
            try:
                check(torch.square, torch.ones(size, dtype=torch.double, requires_grad=True))
            except (RuntimeError, TypeError) as error:
                print(type(error).__name__, str(error).splitlines()[0])
