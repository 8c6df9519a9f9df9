# forward mode
import torch
import torch.autograd.forward_ad as fwAD

with fwAD.dual_level():
    x = fwAD.make_dual(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 0.0]))
    y = x**2 + x.sin()
    primal, tangent = fwAD.unpack_dual(y)
    print(primal, tangent)


class Shared(torch.autograd.Function):
    @staticmethod
    def forward(ctx, what, *inputs):
        ctx.what = what
        return what[0](*inputs)

    @staticmethod
    def jvp(ctx, _, *tangents):
        print("tangents", tangents)
        return ctx.what[1](*tangents)


# what torch says of the tangents of a custom function: how many, and which are views of which
fixed = torch.ones(2)
for what in (
    (lambda u, v: u, lambda s, t: s),
    (lambda u, v: u, lambda s, t: s.view_as(s)),
    (lambda u, v: u.view(-1), lambda s, t: t.view(-1)),
    (lambda u, v: (1, u * v), lambda s, t: (None, s + t)),
    (lambda u, v: (1, u * v), lambda s, t: s + t),
    (lambda u, v: v, lambda s, t: s),
):
    with fwAD.dual_level():
        x = fwAD.make_dual(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 0.0]))
        try:
            print(Shared.apply(what, x, fixed))
        except RuntimeError as error:
            print(error)

# behind a tensor that is an input lies another: neither is counted twice
leaf = torch.tensor([1.0, 2.0], requires_grad=True)
with fwAD.dual_level():
    dual = fwAD.make_dual(leaf, torch.tensor([1.0, 0.5]))
    double = dual * 2
    print(fwAD.unpack_dual(dual * dual), fwAD.unpack_dual(double * dual).tangent.detach())
    primal = fwAD.unpack_dual(dual).primal
    print(primal, primal.grad_fn.name(), fwAD.unpack_dual(dual * primal).tangent.detach())

with fwAD.dual_level():
    start = fwAD.make_dual(torch.arange(9.0).view(3, 3), torch.ones(3, 3))
    source = fwAD.make_dual(torch.rand(3, 3).round(), torch.arange(9.0).view(3, 3) + 2)
    few = torch.zeros(1, 3, dtype=torch.long)  # a smaller index than its source
    for made in (start.scatter(0, few, source), start.scatter_add(0, few, source),
                 start.scatter_reduce(0, few, source, "sum"),
                 start.clone().scatter_(1, few, source)):
        print(fwAD.unpack_dual(made).tangent)
