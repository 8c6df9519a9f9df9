# arguments of a custom Function given by name are taken by place, and have gradients so
import torch


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor=2.0, shift=None, *, odd=1):
        ctx.factor = factor
        return x * factor if shift is None else x * factor + shift

    @staticmethod
    def backward(ctx, grad):
        print("needs", ctx.needs_input_grad)
        return (grad * ctx.factor, None, grad)[:len(ctx.needs_input_grad)]


class Told(torch.autograd.Function):
    @staticmethod
    def forward(x, factor=2.0, *, odd=1):
        return x * factor

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.factor = inputs[1]

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None


x, shift = torch.ones(2, requires_grad=True), torch.zeros(2, requires_grad=True)
calls = [((x,), {"factor": 3.0}), ((), {"x": x}), ((x,), {"shift": shift, "factor": 4.0}),
         ((x,), {"shift": shift}), ((x, 1.0), {"factor": 3.0}), ((x,), {"odd": 3}),
         ((), {"factor": 2.0}), ((x,), {"scale": 3}), ((x,), {"ctx": 3})]
for args, keywords in calls:
    x.grad = shift.grad = None
    try:
        y = Scaled.apply(*args, **keywords)
        y.sum().backward()
        print(y, len(y.grad_fn.next_functions), x.grad, shift.grad)
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
try:
    Told.apply(x, factor=3.0)
except TypeError as error:
    print(error)
