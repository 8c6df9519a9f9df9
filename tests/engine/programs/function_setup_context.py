# forward without ctx, setup_context, and non-tensor arguments
import torch


class Power(torch.autograd.Function):
    @staticmethod
    def forward(x, n, name="p"):
        return x**n

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, n, name = inputs
        ctx.save_for_backward(x)
        ctx.n = n
        print("setup", n, name, output.requires_grad)

    @staticmethod
    def backward(ctx, grad):
        print("needs", ctx.needs_input_grad)
        (x,) = ctx.saved_tensors
        return grad * ctx.n * x ** (ctx.n - 1), None, None


x = torch.tensor([2.0, 3.0], requires_grad=True)
Power.apply(x, 3, "cube").sum().backward()
print(x.grad)
(g,) = torch.autograd.grad(Power.apply(x, 2, "square").sum(), x, create_graph=True)
print(g, torch.autograd.grad(g.sum(), x))
