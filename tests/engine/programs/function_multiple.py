# several inputs and outputs, None for what needs no gradient
import torch


class Both(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a * b

    @staticmethod
    def backward(ctx, gs, gp):
        a, b = ctx.saved_tensors
        print(gs, gp, ctx.needs_input_grad)
        return gs + gp * b, gs + gp * a


a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(5.0)
s, p = Both.apply(a, b)
print(s, p)
p.backward()
print(a.grad)
