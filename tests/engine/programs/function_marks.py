# mark_dirty, mark_non_differentiable, set_materialize_grads, once_differentiable
import torch
from torch.autograd import Function
from torch.autograd.function import once_differentiable


class Double(Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


class SortWithIndex(Function):
    @staticmethod
    def forward(ctx, x):
        values, index = x.sort()
        ctx.mark_non_differentiable(index)
        ctx.save_for_backward(index)
        ctx.set_materialize_grads(False)
        return values, index

    @staticmethod
    @once_differentiable
    def backward(ctx, grad_values, grad_index):
        print(grad_index)
        (index,) = ctx.saved_tensors
        return torch.zeros_like(grad_values).scatter(0, index, grad_values)


w = torch.tensor([3.0, 1.0, 2.0], requires_grad=True)
a = w * 1
b = Double.apply(a)
print(b is a, a.grad_fn.name(), a._version)
values, index = SortWithIndex.apply(b)
print(values, index, index.requires_grad)
(values * torch.tensor([1.0, 10.0, 100.0])).sum().backward()
print(w.grad)
try:
    Double.apply(w)
except RuntimeError as error:
    print(error)
(g,) = torch.autograd.grad(SortWithIndex.apply(w)[0].sum(), w, create_graph=True)
try:
    g.sum().backward()
except RuntimeError as error:
    print(error)

x = torch.tensor([3.0, 1.0], requires_grad=True)
(twice,) = torch.autograd.grad((SortWithIndex.apply(x)[0] * x).sum(), x, create_graph=True)
print([node.name() for node, _ in twice.grad_fn.next_functions])
try:
    twice.sum().backward()
except RuntimeError as error:
    print(error)


class DirtyOutput(Function):
    @staticmethod
    def forward(ctx, x, as_view):
        y = (x * 2).view(-1) if as_view else x * 2
        ctx.mark_dirty(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        return grad * 2, None


for as_view in (False, True):
    try:
        print(DirtyOutput.apply(x, as_view))
    except RuntimeError as error:
        print(error)


class Foreign(Function):
    @staticmethod
    def forward(ctx, x, box, marked):
        if marked:
            ctx.mark_non_differentiable(*box)
        return box[0]

    @staticmethod
    def backward(ctx, grad):
        return grad * 2, None, None


# a tensor from elsewhere gets this history, or loses its own; a view of one keeps it
for given in (x.detach().requires_grad_(), x.detach(), 3):
    for marked in (False, True):
        for box in (given * torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True),
                    (torch.ones(2, requires_grad=True) * 2)[:1], torch.ones(2)):
            made = Foreign.apply(given, (box,), marked)
            name = None if made.grad_fn is None else made.grad_fn.name()
            print(made is box, made.requires_grad, made.is_leaf, name, made._version)


class Marked(Function):
    @staticmethod
    def forward(ctx, x, mark, values):
        y = x * 2
        getattr(ctx, mark)(*values, *([y] if len(values) < 2 else []))
        return y

    @staticmethod
    def backward(ctx, grad):
        return grad * 2, None, None


# what is no tensor cannot be marked, whether or not anything is recorded
for given in (x.detach().requires_grad_(), x.detach()):
    for mark in ("mark_non_differentiable", "mark_dirty"):
        for values in ((3,), (None,), ("y", [given])):
            try:
                print(Marked.apply(given, mark, values))
            except RuntimeError as error:
                print(error)
