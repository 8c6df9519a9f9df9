# a Function whose backward forgets to multiply by what came in
import torch


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, came):
        (x,) = ctx.saved_tensors
        return 3 * x ** 2


x = torch.tensor([1.0, 2.0], requires_grad=True)
(Cube.apply(x) * 10).sum().backward()
print(x.grad)
