"""The von Mises distribution."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all, lazy_property

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor

# Abramowitz and Stegun 9.8.1 to 9.8.4: I_0 and I_1 below and above 3.75.
SMALL_COEFFICIENTS = (
    (1.0, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.0360768, 0.0045813),
    (0.5, 0.87890594, 0.51498869, 0.15084934, 0.02658733, 0.00301532, 0.00032411),
)
LARGE_COEFFICIENTS = (
    (0.39894228, 0.01328592, 0.00225319, -0.00157565, 0.00916281, -0.02057706, 0.02635537,
     -0.01647633, 0.00392377),
    (0.39894228, -0.03988024, -0.00362018, 0.00163801, -0.01031555, 0.02282967, -0.02895312,
     0.01787654, -0.00420059),
)


def evaluate_polynomial(y: Tensor, coefficients: Any) -> Any:
    """Return the value of a polynomial at `y`; coefficients start with the constant."""
    *rest, value = coefficients
    for coefficient in reversed(rest):
        value = coefficient + y * value
    return value


def log_modified_bessel(x: Tensor, order: Any) -> Any:
    """Return the log of the modified Bessel function of the first kind, of order 0 or 1."""
    small = evaluate_polynomial((x / 3.75) * (x / 3.75), SMALL_COEFFICIENTS[order])
    if order == 1:
        small = x.abs() * small
    large = x - 0.5 * x.log() + evaluate_polynomial(3.75 / x, LARGE_COEFFICIENTS[order]).log()
    return torch.where(x < 3.75, small.log(), large)


class VonMises(Distribution):
    """The von Mises distribution of angles around `loc`."""

    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real
    has_rsample = False

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, torch.Size(), validate_args)

    def expand(self, batch_shape: Size, _instance: Any = None) -> Any:
        loc, concentration = (x.expand(batch_shape) for x in (self.loc, self.concentration))
        return type(self)(loc, concentration, validate_args=self.__dict__.get("_validate_args"))

    @property
    def mean(self) -> Tensor:
        return self.loc

    @property
    def mode(self) -> Tensor:
        return self.loc

    def log_prob(self, value: Tensor) -> Tensor:
        log_prob = self.concentration * torch.cos(self._validate(value) - self.loc)
        return log_prob - math.log(2 * math.pi) - log_modified_bessel(self.concentration, 0)

    def _envelope(self):
        """Return the parameter of the wrapped Cauchy distribution that proposes samples."""
        kappa = self.concentration.double()
        tau = 1 + (1 + 4 * kappa**2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * kappa)
        return torch.where(kappa < 1e-5, 1 / kappa + kappa, (1 + rho**2) / (2 * rho))

    @torch.no_grad()
    def sample(self, sample_shape: Size = torch.Size()) -> Tensor:
        """Return angles in [-pi, pi), by the rejection method of Best and Fisher (1979)."""
        loc, concentration, r = self.loc.double(), self.concentration.double(), self._envelope()
        x = torch.empty(self._extended_shape(sample_shape), dtype=torch.double)
        done = torch.zeros(x.shape, dtype=torch.bool)
        while not done.all():
            u1, u2, u3 = torch.rand((3, *x.shape), dtype=torch.double).unbind()
            z = torch.cos(math.pi * u1)
            f = (1 + r * z) / (r + z)
            c = concentration * (r - f)
            accept = (c * (2 - c) - u2 > 0) | ((c / u2).log() + 1 - c >= 0)
            x = torch.where(accept, (u3 - 0.5).sign() * f.acos(), x)
            done = done | accept
        angles = (x + math.pi + loc) % (2 * math.pi) - math.pi
        return angles.to(self.loc.dtype)

    @lazy_property
    def variance(self) -> Tensor:
        """The circular variance."""
        return (
            1
            - (
                log_modified_bessel(self.concentration, 1)
                - log_modified_bessel(self.concentration, 0)
            ).exp()
        )
