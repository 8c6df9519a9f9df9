# gradients of unused outputs are zeros, or None when not materialised
import torch


class Pair(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2, x * 3

    @staticmethod
    def backward(ctx, a, b):
        print(a, b)
        return a * 2 + b * 3


class Raw(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2, x * 3

    @staticmethod
    def backward(ctx, a, b):
        print(a, b)
        return a * 2


x = torch.ones(2, requires_grad=True)
Pair.apply(x)[0].sum().backward()
Raw.apply(x)[0].sum().backward()
print(x.grad)
