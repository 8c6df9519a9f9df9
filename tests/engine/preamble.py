"""What every random program of `fuzz` begins with: its functions, and how it shows a variable."""

import torch


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 3 * x ** 2 * g


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, g):
        return g * 2


class Both(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        ctx.needs = ctx.needs_input_grad
        return x * y, x + y

    @staticmethod
    def backward(ctx, g, h):
        print("both", ctx.needs, g, h)
        x, y = ctx.saved_tensors
        return (g * y + h).sum_to_size(x.shape), (g * x + h).sum_to_size(y.shape)


class Marked(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        above = x > 0
        ctx.save_for_backward(above)
        ctx.mark_non_differentiable(above)
        ctx.set_materialize_grads(False)
        return x.abs(), above

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, g, none):
        print("marked", none)
        return None if g is None else torch.where(ctx.saved_tensors[0], g, -g)


class Same(torch.autograd.Function):
    @staticmethod
    def forward(x, n):
        return x.view_as(x)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.n = inputs[1]

    @staticmethod
    def backward(ctx, g):
        return -ctx.n * g, None

def moved(roundings, data, *, dtype=None, requires_grad=False):
    """A tensor whose numbers lie so many roundings off; whole numbers stay."""
    t = torch.tensor(data, dtype=dtype)
    if t.is_floating_point() or t.is_complex():
        t = t * (1 + roundings * torch.finfo(t.dtype).eps)
    return t.requires_grad_(requires_grad)


def opened(t):
    if t.is_floating_point():
        print("opened", t)
    return t.clone()


def doubled(t):
    return t * 2 if t.is_floating_point() else t


def apart(y, x):
    if not isinstance(y, torch.Tensor) or not isinstance(x, torch.Tensor):
        return y
    lies = [(t.shape, t.stride(), t.storage_offset()) for t in (x, y)]
    gaps = [1 + sum((n - 1) * s for n, s in zip(*form[:2])) != t.numel()
            for form, t in zip(lies, (x, y))]
    memory = {t.untyped_storage().data_ptr() for t in (x, y)}
    one = len(memory) == 1 and x.numel() and y.numel()
    return y.clone() if one and lies[0] != lies[1] and any(gaps) else y


def reaches(t):
    return any(n > 1 and step for n, step in zip(t.shape, t.stride()))


def shown(t):
    if not isinstance(t, torch.Tensor):
        return repr(t)
    return f"{t} {t.dtype} {tuple(t.shape)} {t.requires_grad} {t.is_leaf}"


def state(name, t):
    print(name, shown(t))
    if isinstance(t, torch.Tensor):
        steps = [step for n, step in zip(t.shape, t.stride()) if n > 1 and t.numel()]
        view = t.requires_grad and t._is_view()
        print("  memory", t._version, view, t.output_nr, t.retains_grad, steps)
    if isinstance(t, torch.Tensor) and t.is_leaf:
        print("  grad", None if t.grad is None else shown(t.grad))
    node, depth = getattr(t, "grad_fn", None), 0
    while node is not None and depth < 6:
        print("  ", node.name(), [k and k.name() for k, _ in node.next_functions])
        node, depth = next((k for k, _ in node.next_functions if k is not None), None), depth + 1


def said(error):
    return type(error).__name__ + ": " + str(error)
