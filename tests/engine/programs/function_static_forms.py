# a custom Function: forward with ctx, what the node is called, what it prints
import torch


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * 3 * x**2


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = Cube.apply(x)
print(y, y.grad_fn.name(), type(y.grad_fn).__name__, y.grad_fn.next_functions[0][0].name())
y.sum().backward()
print(x.grad)
try:
    Cube()
except Exception as error:
    print(type(error).__name__)
try:
    Cube.apply(x).sum().backward(retain_graph=True)
    z = Cube.apply(x)
    z.sum().backward()
    z.sum().backward()
except RuntimeError as error:
    print(error)
with torch.no_grad():
    print(Cube.apply(x))
print(Cube.apply(x.detach()).requires_grad)
