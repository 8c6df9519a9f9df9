"""What a random program of the wider reach begins with, after what stands in `engine/preamble`."""

import torch

from tests.engine.preamble import shown


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        print("double", ctx.needs_input_grad, tuple(x.shape))
        return g * 2


class Clipped(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x.clamp(-1, 1)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, g):
        return torch.where(ctx.saved_tensors[0].abs() < 1, g, torch.zeros_like(g))


class Written(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(3)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, g):
        return g * 3


class Pair(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        whole = x > 0
        ctx.mark_non_differentiable(whole)
        ctx.set_materialize_grads(False)
        return x * 1.5, whole

    @staticmethod
    def backward(ctx, g, other):
        print("pair", g is None, other is None)
        return None if g is None else g * 1.5


class Exponential(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        result = x.exp()
        ctx.save_for_backward(x, result)
        return result

    @staticmethod
    def backward(ctx, g):
        x, result = ctx.saved_tensors
        return g * result * x


class Times(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, times):
        ctx.times = times
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return g * ctx.times, None


class Mixed(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        print("mixed", ctx.needs_input_grad)
        return g * y, g * x


class Same(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, g):
        return -g


class Seen(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view(-1)

    @staticmethod
    def backward(ctx, g):
        return g


class Short(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, g):
        return g


def saved(node):
    # torch shows a dimension or an index below 0 without its sign, as 2**64 - 1; we count it.
    names = [name for name in dir(node) if name.startswith("_saved_")
             and not name.startswith(("_saved_dim", "_saved_index", "_saved_diagonal"))]
    return [(name, shown(getattr(node, name))) for name in names]
