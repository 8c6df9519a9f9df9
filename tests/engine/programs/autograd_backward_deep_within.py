# a Function whose backward calls backward on what it kept, hundreds of times within each other
import torch


class Countdown(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        with torch.enable_grad():
            ctx.x = x.detach().requires_grad_() - 1
        return ctx.x.detach()

    @staticmethod
    def backward(ctx, grad):
        if ctx.x >= 0:
            with torch.enable_grad():
                Countdown.apply(ctx.x).sum().backward()
        return grad


for start in (3.0, 250.0):
    v = torch.tensor(start, requires_grad=True)
    Countdown.apply(v).sum().backward()
    print(v.grad)


def falls(n):
    return n and falls(n - 1)


try:
    falls(100_000)
except RecursionError as error:
    print(type(error).__name__)
