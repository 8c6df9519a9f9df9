# A write into an output that retains its gradient takes along what retains it, or torch asserts.
import torch


class Both(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x, x + 1

    @staticmethod
    def backward(ctx, g, h):
        (x,) = ctx.saved_tensors
        return 2 * g * x + h


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, g):
        return g * 2


writes = (
    lambda y: y.mul_(2), lambda y: y.copy_(torch.ones(2, 1)), lambda y: y.zero_(), lambda y: y.t_(),
    lambda y: Doubled.apply(y), lambda y: y.add_(torch.ones(2, 1, requires_grad=True)),
)
for write in writes:
    for nr in (0, 1):
        x = torch.tensor([[-1.0], [3.0]], requires_grad=True)
        y = Both.apply(x)[nr]
        y.retain_grad()
        for _ in range(2):
            try:
                print(write(y))
            except RuntimeError as error:
                print("INTERNAL ASSERT" in str(error))
        print(nr, y.retains_grad, y._version, y.grad_fn.name())
        (y * 3).sum().backward()
        print(y.grad, x.grad)

spread, middle = torch.var_mean(torch.tensor([1.0, 4.0], requires_grad=True), 0)
for each in (spread, middle):
    each.retain_grad()
    try:
        print(each.mul_(2))
    except RuntimeError as error:
        print(str(error)[:34])
