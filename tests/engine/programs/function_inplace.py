# mark_dirty
import torch


class AddOne(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.add_(1)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, g):
        return g * 10


x = torch.zeros(2, requires_grad=True)
y = x * 1
z = AddOne.apply(y)
print(z is y, z)
z.sum().backward()
print(x.grad)


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, g):
        return g * 2


def attempt(x):
    try:
        made = Doubled.apply(x)
        print(made, made.grad_fn, made._version, made._is_view())
    except RuntimeError as error:
        print(error)


a = torch.ones(3, requires_grad=True)
b = a * 1
for x in (a[:1], a.view(-1)[1:][:1], b[:1], b, b.unbind(0)[0], a.detach(), a):
    attempt(x)
print(a, b)
b.sum().backward()
print(a.grad)
with torch.no_grad():
    attempt(a[:1])
    attempt(a)
    v = b[1:]
attempt(v)
