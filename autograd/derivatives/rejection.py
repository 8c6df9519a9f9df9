"""The derivative table, chapter fourteen: random numbers drawn by rejection."""

import numpy as np

from autograd import rejection, sampling
from autograd.derivatives.chance import _unaffected
from autograd.derivatives.elementary import digamma
from autograd.derivatives.network import plain
from autograd.op import d, op
from autograd.random import default_generator


def drawn_by(sampler, generator, *parameters) -> np.ndarray:
    """What the sampler makes of broadcast parameters, in their shape and dtype."""
    parameters = np.broadcast_arrays(*parameters)
    made = np.empty(parameters[0].shape, parameters[0].dtype)
    rows = [np.ascontiguousarray(x).ravel() for x in parameters]
    sampling.fill(made, sampler(generator or default_generator, *rows))
    return made


def tiny(values: np.ndarray) -> np.ndarray:
    """The values, at least the smallest normal number."""
    return np.maximum(values, np.finfo(values.dtype).tiny)


standard_gamma = op("standard_gamma", "StandardGammaBackward0",
    lambda self, *, generator=None: tiny(drawn_by(rejection.gamma, generator, self)),
    r"\Gamma($self, 1)",
    self =d(lambda grad, self, result: grad * quantile_slope(plain(self), plain(result)),
            r"$grad \cdot \partial $result / \partial $self"))

sample_dirichlet = op("sample_dirichlet", "SampleDirichletBackward0",
    lambda self, *, generator=None: shares_of(drawn_by(
        rejection.gamma, generator, self.astype(np.float64)), self.dtype),
    r"\mathrm{Dirichlet}($self)")

poisson = op("poisson", "PoissonBackward0",
    lambda self, *, generator=None: drawn_by(rejection.poisson, generator, self),
    r"\mathrm{Poisson}($self)", **_unaffected("self"))

binomial = op("binomial", "BinomialBackward0",
    lambda count, prob, *, generator=None: drawn_by(rejection.binomial, generator, count, prob),
    r"\mathrm{Binomial}($count, $prob)", **_unaffected("count", "prob"))


def shares_of(gammas: np.ndarray, dtype) -> np.ndarray:
    """Gamma numbers as parts of their sum, strictly between 0 and 1."""
    shares = gammas / gammas.sum(-1, keepdims=True)
    return np.clip(shares, np.finfo(dtype).tiny, np.nextafter(1.0, 0.0)).astype(dtype)


# The three regions of torch's `standard_gamma_grad`: x small, alpha large, and what is between.
POLYNOMIALS = np.array([
    [0.16009398, -0.094634809, 0.025146376, -0.0030648343,
     1, 0.32668115, 0.10406089, 0.0014179084],
    [0.53487893, 0.1298071, 0.065735949, -0.0015649758,
     0.16639465, 0.020070113, -0.0035938915, -0.00058392623],
    [0.040121004, -0.0065914022, -0.0026286047, -0.0013441777,
     0.017050642, -0.0021309326, 0.00085092367, -1.5247877e-07]])


def quantile_slope(alpha: np.ndarray, x: np.ndarray) -> np.ndarray:
    """How a standard gamma number `x` moves with `alpha` when its quantile stays."""
    a, y = alpha.astype(np.float64), x.astype(np.float64)
    with np.errstate(all="ignore"):
        near = abs(y / a - 1) <= 0.1
        made = np.select(
            [y < 0.8, (a > 8) & near, a > 8],
            [slope_of_small(a, y), slope_at_centre(a, y), slope_of_large(a, y)],
            slope_between(a, y))
    return made.astype(alpha.dtype)


def slope_of_small(a, x):
    """By a Taylor series around 0."""
    top, bottom = 1.0, a
    first, second = top / bottom, top / (bottom * bottom)
    for i in range(1, 6):
        top = top * -x / i
        bottom = bottom + 1
        first = first + top / bottom
        second = second + top / (bottom * bottom)
    power = x ** a
    by_alpha = (np.log(x) - digamma.forward(a)) * power * first - power * second
    return np.nan_to_num(-by_alpha / (x ** (a - 1) * np.exp(-x)), nan=0.0)


def slope_at_centre(a, x):
    """By Rice's saddle point expansion, near the mean."""
    first = 1 + 24 * a * (1 + 12 * a)
    second = (1440 * (a * a) + 6 * x * (53 - 120 * x) - 65 * x * x / a + a * (107 + 3600 * x))
    return first * second / (1244160 * (a * a) * (a * a))


def slope_of_large(a, x):
    """By Rice's saddle point expansion, away from the mean."""
    root = np.sqrt(8 * a)
    near = root / (a - x)
    far = (x - a - a * np.log(x / a)) ** -1.5
    both = np.where(x < a, near - far, near + far)
    term = np.log(x / a) * both - np.sqrt(2 / a) * (a + x) / ((a - x) * (a - x))
    stirling = 1 + 1 / (12 * a) * (1 + 1 / (24 * a))
    return -stirling * (x * term) / root


def slope_between(a, x):
    """By a rational function of log(x / alpha) and log(alpha)."""
    u, v = np.log(x / a), np.log(a)
    c = [p + u * (q + u * r) for p, q, r in POLYNOMIALS.T]
    top = c[0] + v * (c[1] + v * (c[2] + v * c[3]))
    return np.exp(top / (c[4] + v * (c[5] + v * (c[6] + v * c[7]))))
