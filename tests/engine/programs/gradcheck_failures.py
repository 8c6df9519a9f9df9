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

# outputs whose form depends on values, and checks that do not go together
a = torch.ones(2, dtype=torch.double, requires_grad=True)
for func, options in (
        (lambda x: torch.cat([x, x]) if torch.all(x >= 1) else x, {}),
        (lambda x: x.float() if torch.all(x >= 1) else x, {}),
        (torch.sin, {"check_backward_ad": False}),
        (torch.sin, {"check_backward_ad": False, "check_forward_ad": True,
                     "check_batched_grad": True}),
        (torch.sin, {"check_batched_forward_grad": True})):
    try:
        print(torch.autograd.gradcheck(func, (a,), **options))
    except AssertionError as error:
        print(error)

# a backward that draws
class Drawn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2 + torch.rand(2) * 1e-9


try:
    torch.autograd.gradcheck(Drawn.apply, a)
except RuntimeError as error:
    print(str(error))
