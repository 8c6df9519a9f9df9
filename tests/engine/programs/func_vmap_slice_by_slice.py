# What torch has no rule for under vmap, and says so; gradients through it; memory of gradients
import warnings

import torch
import torch.nn.functional as F
from torch.func import grad, vjp, vmap


def told(name, function, *args):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            made = vmap(function)(*args)
        except RuntimeError as error:
            made = error
    print(name, made)
    for warning in said:
        print("  ", str(warning.message).split("rule for ")[1].split(". Please")[0])


torch.manual_seed(0)
x, y = torch.rand(2, 3) + 0.5, torch.rand(2, 3)
q = torch.tensor([0.3, 0.6])
told("quantile", lambda a: a.quantile(0.3), x)
told("its gradient", grad(lambda a: a.quantile(0.3)), x)
told("by a tensor", grad(lambda a, b: a.nanquantile(b)), x, q)
told("by what moves", grad(lambda b: x[0].quantile(b)), q)
told("midpoint", grad(lambda a: a.quantile(q, interpolation="midpoint").sum()), x)
told("masked_scatter", grad(lambda a, m: (a.masked_scatter(m, a * 2) ** 2).sum()), x, y > 0.5)
told("masked_fill", lambda a, v: a.masked_fill(a > 1, v), x, y[:, 0])
told("its own gradient", grad(lambda a: a.max()), torch.ones(2, 2))
told("median", grad(lambda a: a.median()), x)
told("eq_", lambda a: a.clone().eq_(1.0), x)
told("lt_", lambda a, b: a.clone().lt_(b), x, y)
told("pow_", lambda a, b: a.clone().pow_(b), x, y)
told("lerp_", lambda a, b: a.clone().lerp_(b, 0.5), x, y)
told("clamp_", lambda a, b: a.clone().clamp_(b), x, y)
told("scatter_", lambda a, b: a.clone().scatter_(0, torch.tensor([1]), b), x, y)
told("isclose", lambda a, b: a.isclose(b), x, y)
told("isin", lambda a: torch.isin(a, a[0]), x)
told("kl_div", lambda a, b: F.kl_div(a.log(), b, reduction="sum"), x, y)
told("kl_div's gradient", grad(lambda a, b: F.kl_div(a.log(), b, reduction="sum")), x, y)
told("triplets", lambda a, b: F.triplet_margin_loss(a, b, a), x, y)
told("unfold", grad(lambda a: (a.unfold(0, 2, 1) ** 2).sum()), x)
told("bessel_j0", lambda a: torch.special.bessel_j0(a), x)
told("hermite", lambda a: torch.special.hermite_polynomial_h(a, 2), x)
A, b = torch.eye(3) + torch.ones(2, 3, 3), torch.ones(2, 3, 1)
told("lstsq", lambda a, b: torch.linalg.lstsq(a, b).solution, A, b)
told("vectors", lambda a, b: torch.linalg.lstsq(a, b).solution, A, b[:, :, 0])
told("gradient", grad(lambda a, b: torch.linalg.lstsq(a, b, driver="gelsd")[0].sum()), A, b)
told("rank", grad(lambda a: a.sum() * torch.linalg.matrix_rank(a)), A)
told("pinv", lambda a, r: torch.linalg.pinv(a, atol=r), A, q * 3)
for function in (lambda a: a.sum(), lambda a: a.ceil().sum(), lambda a: torch.ones(())):
    made = vmap(grad(function))(x)
    print(made.stride(), vmap(grad(function), in_dims=1)(x).stride(), made.is_contiguous())
print(vmap(grad(lambda a: a.ceil().sum()))(x).mul_(2))
print(vmap(lambda a: vjp(torch.sum, a)[1](torch.tensor(1.0))[0])(x).stride())
