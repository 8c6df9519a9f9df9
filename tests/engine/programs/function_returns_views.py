# what a custom function returns may be a view: of its input, or the input itself; writes into it
import torch
from torch.autograd import Function


class Same(Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * 3


class Flat(Function):
    @staticmethod
    def forward(ctx, x):
        return x.view(-1)

    @staticmethod
    def backward(ctx, grad):
        return grad.view(2, 2) * 2


class Rows(Function):
    @staticmethod
    def forward(ctx, x):
        return x[0], x[1]

    @staticmethod
    def backward(ctx, first, second):
        return torch.stack([first, second])


def tried(action):
    try:
        print(action())
    except RuntimeError as error:
        print(error)


x = torch.ones(2, 2, requires_grad=True)
h = x * 1
for made in (Same.apply(h), Flat.apply(h), *Rows.apply(h)):
    print(made._is_view(), made._base is h, made.grad_fn.name())
    tried(lambda: made.add_(1))
    made.sum().backward(retain_graph=True)
    print(x.grad)

flat = Flat.apply(h)
h += 1
tried(lambda: flat)
flat = Flat.apply(h)
with torch.no_grad():
    flat.fill_(5)
tried(lambda: flat.sum())

hooked = torch.nn.Sequential(torch.nn.ReLU(inplace=True))
hooked[0].register_full_backward_hook(lambda *ends: None)
tried(lambda: hooked(torch.ones(2, requires_grad=True) * 1))


class Looked(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return grad


for without in (torch.no_grad, torch.inference_mode):
    made = torch.ones(2, requires_grad=True) * 1
    with without():
        seen = Looked.apply(made)
        seen.mul_(2)
    try:
        print(seen.grad_fn)
    except RuntimeError as error:
        print(error)
