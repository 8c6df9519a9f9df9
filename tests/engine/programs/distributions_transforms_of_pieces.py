# CatTransform, StackTransform, CorrCholeskyTransform, and what leads to every constraint.
import torch
from torch import distributions as D
from torch.distributions import constraints as C
from torch.distributions import transforms as T

x = torch.linspace(0.5, 2.0, 6).reshape(2, 3)
t = T.CatTransform([T.ExpTransform(), T.AffineTransform(1.0, 2.0)], dim=1, lengths=[1, 2])
y = t(x)
print(t, y, t.inv(y), t.log_abs_det_jacobian(x, y))
print(t.bijective, t.event_dim, t.length, t.domain, t.codomain, t.domain.check(x))
s = T.StackTransform([T.ExpTransform(), T.TanhTransform()], dim=0)
z = s(x)
print(s, z, s.inv(z), s.log_abs_det_jacobian(x, z), s.codomain.check(z))
for wrong in (
    lambda: t(torch.ones(2, 2)), lambda: t(torch.ones(2)), lambda: s(torch.ones(3, 3)),
    lambda: t.inv(torch.ones(2, 2)), lambda: T.CatTransform([T.ExpTransform()], lengths=[1, 1]),
):
    try:
        wrong()
    except AssertionError as error:
        print(error)
c = T.CorrCholeskyTransform()
v = torch.tensor([0.3, -0.2, 1.0])
L = c(v)
print(c, L, L @ L.T, c.inv(L), c.log_abs_det_jacobian(v, L))
print(c.forward_shape((5, 3)), c.inverse_shape((5, 3, 3)), c.codomain.check(L))
try:
    c(torch.ones(4))
except RuntimeError as error:
    print(error)
torch.manual_seed(0)
for constraint in (
    C.real, C.positive, C.unit_interval, C.interval(-1.0, 3.0), C.greater_than(2.0), C.simplex,
    C.less_than(1.0), C.lower_cholesky, C.corr_cholesky, C.positive_definite, C.real_vector,
    C.cat([C.real, C.positive], lengths=[1, 2]), C.stack([C.real, C.positive, C.unit_interval]),
):
    value = torch.randn(3, 3) if constraint.event_dim == 2 else torch.randn(3)
    for registry in (D.transform_to, D.biject_to):
        try:
            to = registry(constraint)
        except NotImplementedError as error:
            print(error)
            continue
        if isinstance(to, T.CorrCholeskyTransform):
            value = value.reshape(-1)[:3]
        print(constraint, to, to(value), constraint.check(to(value)))
d = D.TransformedDistribution(D.Normal(torch.zeros(3), torch.ones(3)), [t])
try:
    print(d, d.sample().shape)
except Exception as error:
    print(type(error).__name__, error)


class Doubled(T.Transform):
    """A transform of a user that says neither its domain nor its codomain."""

    def _call(self, x):
        return x * 2


class FromReals(Doubled):
    """One that says only the first."""

    domain = C.real


for made in (Doubled(), FromReals()):
    try:
        print(D.TransformedDistribution(D.Normal(0.0, 1.0), [made]))
    except AttributeError as error:
        print(error)
