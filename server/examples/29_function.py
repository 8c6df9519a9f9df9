# A Function of your own
import torch


class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x > 0)


x = torch.tensor([-1.0, 0.5, 2.0], requires_grad=True)
y = Clamp.apply(x)
print(y)

y.sum().backward()
print(x.grad)
