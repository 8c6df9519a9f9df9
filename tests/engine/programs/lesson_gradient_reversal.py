# a gradient reversal layer
import torch


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, alpha):
        ctx.alpha = alpha
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.neg() * ctx.alpha, None


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = Reverse.apply(x, 0.5)
print(y)
(y * 3).sum().backward()
print(x.grad)
