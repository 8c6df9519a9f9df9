# saved tensors after backward are gone
import torch


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, g):
        ctx.saved_tensors
        return g * 2


x = torch.ones(1, requires_grad=True)
y = Double.apply(x)
y.backward()
try:
    y.backward()
except RuntimeError as error:
    print(error)
