# Nodes that no op tells, a second output alone, complex gradients, names around a lambda.
import torch
import torch.autograd.forward_ad as fwd


class Both(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * x, x + 1

    @staticmethod
    def backward(ctx, g, h):
        return g + h


def shown(ask):
    print(ask())


def back(y):
    shown(lambda: y.sum().backward())


x = torch.tensor([1.0, 2.0], requires_grad=True)
with fwd.dual_level():
    dual = fwd.make_dual(x * 1, x * 2)
    moved = fwd.unpack_dual(dual.sin()).tangent
    (grad,) = torch.autograd.grad(moved.sum(), x)
second = Both.apply(x)[1]
y = x * 3
back(second * 2)
z = torch.tensor([1 + 2j, complex("nan+infj")], requires_grad=True)
w = z * z
(w + w * x).abs().sum().backward()
print(z.grad, z ** torch.tensor(2 + 1j), grad, x.grad)
