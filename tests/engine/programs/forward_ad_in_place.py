# Dual tensors written in place, seen through views, and in custom functions
import torch
import torch.autograd.forward_ad as fwAD


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class FA(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.exp()

    @staticmethod
    def backward(ctx, g):
        return g


class BadJ(FA):
    @staticmethod
    def jvp(ctx, t):
        return t, t


class BadJ2(FA):
    @staticmethod
    def jvp(ctx, t):
        return t.sum()


class Gen(torch.autograd.Function):
    @staticmethod
    def forward(x):
        print("fwd", x)
        return x**2

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_forward(inputs[0])

    @staticmethod
    def jvp(ctx, tx):
        (x,) = ctx.saved_tensors
        print("jvp", x, tx)
        return 2 * x * tx


with fwAD.dual_level():
    d = fwAD.make_dual(torch.ones(2), torch.ones(2))
    print(d)
    t(lambda: FA.apply(d))
    t(lambda: BadJ.apply(d))
    t(lambda: BadJ2.apply(d))
    t(lambda: Gen.apply(d))
    print(fwAD.unpack_dual(d))
    print(fwAD.make_dual(torch.tensor(1.0), torch.tensor(2.0)) * 3)
    q = fwAD.make_dual(torch.ones(2, requires_grad=True), torch.ones(2))
    print(q)
    t(lambda: fwAD.make_dual(torch.ones(2), torch.ones(3)))
    t(lambda: fwAD.make_dual(torch.ones(2, dtype=torch.long), torch.ones(2)))
    t(lambda: d.add_(1))
    print(d)
    e = d.clone()
    e.mul_(2)
    print(e)
    e[0] = 7.0
    print(e)
    print(e[1])
    print(e.view(2, 1))
    print(e.detach())
    e.view(2, 1).mul_(3)
    print(e)
    e += d
    print(e)
    e[1] = d[0] * d[1]
    print(e)
    e.exp_()
    print(e)
    z = torch.zeros(2)
    z.copy_(d)
    print(z)
    z = torch.zeros(2)
    z[0] = d[1]
    print(z)
    z.zero_()
    print(z)
    m = fwAD.make_dual(torch.arange(6.0).reshape(2, 3), torch.ones(2, 3))
    print(m.t(), m.sum(), m.max(1).values, m @ m.t())
    print(
        torch.relu(m - 2),
        torch.softmax(m, 1),
        torch.cat([m, m])[1:3],
        m.mean(0),
        m.prod(),
        m.cumsum(1),
        m.sort(1).values,
    )
    x0, x1 = m.unbind(0)
    print(x0, x1 * x0)
print(d)
with fwAD.dual_level():
    print(d)
    print(d * 2)
t(lambda: fwAD.unpack_dual(d))
t(lambda: fwAD.make_dual(torch.ones(2), torch.ones(2)))
import torch.nn as nn

torch.manual_seed(0)
l = nn.Linear(2, 3)
with fwAD.dual_level():
    for n, p in list(l.named_parameters()):
        delattr(l, n)
        setattr(l, n, fwAD.make_dual(p.detach(), torch.ones_like(p)))
    o = l(torch.ones(1, 2))
    print(o)
    print(fwAD.unpack_dual(o).tangent)
