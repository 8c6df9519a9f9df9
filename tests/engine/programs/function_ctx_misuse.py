# saving and asking at the wrong time
import torch


class Bad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x, None)
        ctx.extra = "kept"
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        print(ctx.extra, ctx.saved_tensors[1], ctx.needs_input_grad, grad.is_contiguous())
        return grad


class NoBackward(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2


class SavesNumbers(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(3)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad


x = torch.ones(2, requires_grad=True)
Bad.apply(x).sum().backward()
for f in (NoBackward, SavesNumbers):
    try:
        f.apply(x).sum().backward()
    except Exception as error:
        print(type(error).__name__, error)
y = Bad.apply(x)
print(y.grad_fn, y.grad_fn.saved_tensors)
