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


# hooks of the node see all outputs, and all gradients that backward returns
class Pair(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        big = x > y
        ctx.mark_non_differentiable(big)
        return x * y, big, x + y

    @staticmethod
    def backward(ctx, g, none, h):
        x, y = ctx.saved_tensors
        return g * y + h, g * x + h


left = torch.tensor([1.0, 2.0], requires_grad=True)
product, big, total = Pair.apply(left, torch.tensor([3.0, 1.0]))
product.grad_fn.register_prehook(lambda grads: print("before", grads))
product.grad_fn.register_hook(lambda sent, got: print("after", sent, got))
product.sum().backward()
# of what a node has not made itself it forgets which output it was
squared = total * total
with torch.no_grad():
    total.zero_()
try:
    squared.sum().backward()
except RuntimeError as error:
    print(error)
