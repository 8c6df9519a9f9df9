# a linear layer, a rounded gradient and a clipped one as custom Functions
import torch
from torch.autograd import Function, gradcheck


class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias=None):
        ctx.save_for_backward(x, weight, bias)
        out = x @ weight.t()
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        x, weight, bias = ctx.saved_tensors
        print(ctx.needs_input_grad, bias is None, grad.shape)
        for_x = grad @ weight if ctx.needs_input_grad[0] else None
        for_weight = grad.t() @ x if ctx.needs_input_grad[1] else None
        return for_x, for_weight, None if bias is None else grad.sum(0)


class ClipGradient(Function):
    @staticmethod
    def forward(ctx, x, limit):
        ctx.limit = limit
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return grad.clamp(-ctx.limit, ctx.limit), None


x = torch.tensor([[1.0, 2.0]])
w = torch.tensor([[1.0, -1.0], [0.5, 0.0], [3.0, 1.0]], requires_grad=True)
b = torch.zeros(3, requires_grad=True)
y = Linear.apply(x, w, b)
print(y, y.grad_fn.name(), y.grad_fn.next_functions[0])
y.sum().backward()
print(w.grad, b.grad)
Linear.apply(x.requires_grad_(), w).sum().backward()
print(x.grad)
clipped = ClipGradient.apply(b, 0.5)
(clipped * torch.tensor([0.1, 2.0, -7.0])).sum().backward()
print(b.grad, clipped)
print(gradcheck(lambda t: ClipGradient.apply(t, 9.0), torch.ones(2).double().requires_grad_()))
