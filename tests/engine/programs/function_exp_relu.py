# Functions that save outputs and constants
import torch
from torch.autograd import Function


class Exp(Function):
    @staticmethod
    def forward(ctx, i):
        result = i.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad_output):
        (result,) = ctx.saved_tensors
        return grad_output * result


class Scale(Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.k = k
        return x * k

    @staticmethod
    def backward(ctx, g):
        return g * ctx.k, None


class MyReLU(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0)

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        g = g.clone()
        g[x < 0] = 0
        return g


x = torch.tensor([-1.0, 0.5], requires_grad=True)
print(Exp.apply(x), Scale.apply(x, 3), MyReLU.apply(x))
(Exp.apply(x) + Scale.apply(x, 3) + MyReLU.apply(x)).sum().backward()
print(x.grad)
