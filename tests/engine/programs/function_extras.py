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



class Boxed(torch.autograd.Function):
    boxed_grads_call = True

    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x * w, x + w

    @staticmethod
    def backward(ctx, grads):
        x, w = ctx.saved_tensors
        print(type(grads), len(grads))
        second = grads.pop()
        first = grads.pop()
        return first * w + second, first * x + second


class Once(torch.autograd.Function):
    clear_saved_tensors_on_access = True

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.exp()

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        try:
            ctx.saved_tensors
        except RuntimeError as error:
            print(error)
        return g * x.exp()


x, w = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0, 4.0], requires_grad=True)
product, total = Boxed.apply(x, w)
(product.sum() - total.sum()).backward()
print(x.grad, w.grad, Boxed.boxed_grads_call)
Once.apply(x).sum().backward()
print(x.grad)


class Renamed(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x: torch.TensorType) -> torch.TensorType:
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_variables
        return 2 * x * g


x.grad = None
Renamed.apply(x).sum().backward()
print(x.grad, torch.TensorType, torch.TensorType.get(), torch.IntType.get().kind())
try:
    torch.TensorType()
except TypeError as error:
    print(error)
