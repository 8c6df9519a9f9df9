# a Function differentiated twice
import torch


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * 3 * x**2


x = torch.tensor(2.0, requires_grad=True)
(g,) = torch.autograd.grad(Cube.apply(x), x, create_graph=True)
print(g)
print(torch.autograd.grad(g, x))
print(
    torch.autograd.gradcheck(
        Cube.apply, torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    )
)
