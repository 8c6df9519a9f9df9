# a custom Function
import torch


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        print("backward", x, grad, ctx.needs_input_grad)
        return 2 * x * grad


x = torch.tensor([1.0, 3.0], requires_grad=True)
y = Square.apply(x)
print(y, y.grad_fn)
y.sum().backward()
print(x.grad)
