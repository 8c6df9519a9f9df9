# tangents of what is constant between jumps are zeros; a tangent has the dtype of its tensor
import torch
from torch.autograd import forward_ad

x = torch.tensor([0.3, 1.7, -2.0])
steps = dict(
    round=torch.round, floor=torch.floor, ceil=torch.ceil, trunc=torch.trunc, sign=torch.sign,
    decimals=lambda v: v.round(decimals=1), sgn=torch.sgn, angle=torch.angle,
    divided=lambda v: torch.div(v, 2, rounding_mode="floor"),
    quotient=lambda v: torch.div(v, v, rounding_mode="trunc"),
    drawn=lambda v: torch.bernoulli(v.abs() / 3), counted=lambda v: torch.poisson(v.abs()),
    normal=lambda v: torch.normal(v, 1.0), compared=lambda v: v > 0, ones=torch.ones_like,
    jump=lambda v: torch.heaviside(v, v), floored=lambda v: v // 2,
    floored_by=lambda v: torch.floor_divide(v, v), ldexp=lambda v: torch.ldexp(v, torch.tensor(2)),
    whole=lambda v: v * torch.tensor([1, 2, 3]), single=lambda v: v + torch.tensor(2.0).double(),
    power=lambda v: v.abs() ** torch.tensor([2, 2, 3]), double=lambda v: v - x.double())
with forward_ad.dual_level():
    dual = forward_ad.make_dual(x, torch.ones(3))
    for name, f in steps.items():
        try:
            print(name, forward_ad.unpack_dual(f(dual)).tangent)
        except NotImplementedError as error:
            print(name, error)
print(torch.func.jacfwd(torch.round)(x), torch.func.jvp(torch.sign, (x,), (x,)))
print(torch.func.hessian(lambda v: (v.round() * v).sum())(x))

# a function whose gradient goes through logarithms of gradients
x, t = torch.tensor([[0.5, -1.0, 2.0]]), torch.tensor([[1.0, 0.0, -2.0]])
print(torch.func.jvp(lambda a: a.logcumsumexp(1), (x,), (t,)))
print(torch.func.jvp(lambda a: a.logcumsumexp(1)[:, 1], (x,), (t,))[1])
print(torch.func.jacfwd(lambda a: a.logcumsumexp(0))(x[0]))
