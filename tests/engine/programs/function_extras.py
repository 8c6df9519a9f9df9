# mark_non_differentiable, once_differentiable, materialized grads
import torch
from torch.autograd.function import once_differentiable


class Split(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        positive = x > 0
        ctx.mark_non_differentiable(positive)
        ctx.save_for_backward(positive)
        return x * 2, positive

    @staticmethod
    @once_differentiable
    def backward(ctx, g, _):
        return g * 2


x = torch.tensor([-1.0, 1.0], requires_grad=True)
y, mask = Split.apply(x)
print(y, mask, mask.requires_grad)
(g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
print(g)
try:
    g.sum().backward()
except RuntimeError as error:
    print(error)
