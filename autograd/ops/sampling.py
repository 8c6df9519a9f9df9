"""Records of ops that draw random numbers: fills of a tensor, gamma, Dirichlet.

Samples do not depend on the entries that they overwrite, so those gradients are zero.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TYPE_CHECKING

import numpy as np

from autograd.graph.saved_attributes import saved
from autograd.kernels import (
    distributions, implicit_reparameterization as quantiles, rejection, sampling,
)
from autograd.kernels.generator import default_generator
from autograd.kernels.refused_dtypes import (
    BOOL, COMPLEX, INTEGERS, REDUCED_FLOATS, UNSIGNED, unsupported,
)
from autograd.ops.pointwise import raise_not_implemented, zeros_like_grad
from autograd.ops.record import as_array, d, op
from autograd.ops.reductions import sum_dim
from autograd.ops.vmap_rules import RANDOM, RANDOM_BY_SEVERAL
from autograd.tensor.memory_format import empty_like_array

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

def _zero_gradient(*slots: str) -> dict:
    """Return gradient records of inputs on which the result does not depend."""
    return {slot: d(lambda grad: zeros_like_grad(grad), "0") for slot in slots}


# samplers that check the dtype of empty tensors, too
NEEDS_REAL_DTYPE = (sampling.uniform, sampling.integers, distributions.cauchy)


def fill_like(
        like: np.ndarray, draw: Callable[..., Any], generator: Any, *parameters: float
) -> np.ndarray:
    """Return an array of the shape, dtype and strides of `like`, filled by a sampler."""
    made = empty_like_array(like, like.dtype, None)
    kind = made.dtype
    if not made.size and draw not in NEEDS_REAL_DTYPE:
        kind = np.dtype(np.float32)  # torch calls no kernel, so that no dtype is refused
    sampling.fill(made, draw(generator or default_generator, made.size, kind, *parameters))
    return made


uniform = op("uniform", "UniformBackward0",
    lambda self, *, low, high, generator=None:
        fill_like(self, sampling.uniform, generator, low, high),
    r"\mathcal{U}($low, $high)", **_zero_gradient("self"),
    vmap=RANDOM,
    draws=True)

normal = op("normal", "NormalBackward0",
    lambda self, *, mean, std, generator=None:
        fill_like(self, sampling.normal, generator, mean, std, self.flags.c_contiguous),
    r"\mathcal{N}($mean, $std^2)", **_zero_gradient("self"),
    vmap=RANDOM,
    draws=True)

random = op("random", "RandomBackward0",
    lambda self, *, low, high, generator=None:
        fill_like(self, sampling.integers, generator, low, high),
    r"\mathrm{integers}($low, $high)", **_zero_gradient("self"),
    vmap=RANDOM,
    draws=True)

random_below = op("random_below", "RandomBackward1",
    lambda self, *, high, generator=None: fill_like(self, sampling.integers, generator, 0, high),
    r"\mathrm{integers}(0, $high)", **_zero_gradient("self"),
    vmap=RANDOM,
    draws=True)

random_any = op("random_any", "RandomBackward2",
    lambda self, *, generator=None: fill_like(self, sampling.any_integers, generator),
    r"\mathrm{integers}", **_zero_gradient("self"),
    vmap=RANDOM,
    draws=True)

bernoulli_of = op("bernoulli_of", "NotImplemented",
    lambda self, *, p, generator=None: fill_like(
        np.empty(self.shape, self.dtype), distributions.bernoulli, generator, p),
    r"\mathrm{Bernoulli}($p)",
    self=d(lambda grad: raise_not_implemented("aten::bernoulli"), r"\text{not implemented}"),
    underived=True,
    vmap=RANDOM,
    draws_by_entry=True)

bernoulli = op("bernoulli", "BernoulliBackward2",
    lambda self, *, p, generator=None: fill_like(self, distributions.bernoulli, generator, p),
    r"\mathrm{Bernoulli}($p)", **_zero_gradient("self"),
    vmap=RANDOM,
    draws=True)

bernoulli_by = op("bernoulli_by", "BernoulliBackward1",
    lambda self, chances, *, generator=None: fill_like(
        self, distributions.bernoulli, generator,
        np.broadcast_to(chances, self.shape).transpose(sampling.memory_axes(self)).ravel()),
    r"\mathrm{Bernoulli}($chances)", **_zero_gradient("self", "chances"),
    vmap=RANDOM_BY_SEVERAL,
    draws=True,
    draws_by_probabilities=True)

bernoulli_each = op("bernoulli_each", "BernoulliBackward0",
    lambda self, *, generator=None: fill_like(
        np.empty(self.shape, self.dtype), distributions.bernoulli, generator, self.ravel()),
    r"\mathrm{Bernoulli}($self)", **_zero_gradient("self"),
    vmap=RANDOM,
    draws_by_entry=True)

normal_about = op("normal_about", "NormalBackward1",
    lambda mean, *, std, generator=None:
        normal_rows(mean.shape, mean.dtype, generator, mean, 1, std),
    r"\mathcal{N}($mean, $std^2)", **_zero_gradient("mean"),
    saves={"mean_sym_sizes": saved("mean_shape")},
    vmap=RANDOM,
    draws_by_entry=True)

normal_spread = op("normal_spread", "NormalBackward2",
    lambda std, *, mean, generator=None:
        normal_rows(std.shape, std.dtype, generator, std.dtype.type(mean), check_nonnegative(std)),
    r"\mathcal{N}($mean, $std^2)", **_zero_gradient("std"),
    saves={"std_sym_sizes": saved("std_shape")},
    vmap=RANDOM,
    draws_by_entry=True)

normal_each = op("normal_each", "NormalBackward3",
    lambda mean, std, *, generator=None:
        normal_rows(np.broadcast_shapes(mean.shape, std.shape), mean.dtype, generator, mean,
              check_nonnegative(std)),
    r"\mathcal{N}($mean, $std^2)", **_zero_gradient("mean", "std"),
    saves={"mean_sym_sizes": saved("mean_shape"), "std_sym_sizes": saved("std_shape")},
    vmap=RANDOM_BY_SEVERAL,
    draws_by_entry=True)

exponential = op("exponential", "ExponentialBackward0",
    lambda self, *, rate, generator=None:
        fill_like(self, distributions.exponential, generator, rate),
    r"\mathrm{Exp}($rate)", **_zero_gradient("self"),
    vmap=RANDOM,
    draws=True)

cauchy = op("cauchy", "CauchyBackward0",
    lambda self, *, median, sigma, generator=None:
        fill_like(self, distributions.cauchy, generator, median, sigma),
    r"\mathrm{Cauchy}($median, $sigma)", **_zero_gradient("self"),
    vmap=RANDOM,
    draws=True)

log_normal = op("log_normal", "LogNormalBackward0",
    lambda self, *, mean, std, generator=None:
        fill_like(self, distributions.log_normal, generator, mean, std),
    r"e^{\mathcal{N}($mean, $std^2)}", **_zero_gradient("self"),
    vmap=RANDOM,
    draws=True)

geometric = op("geometric", "GeometricBackward0",
    lambda self, *, p, generator=None: fill_like(self, distributions.geometric, generator, p),
    r"\mathrm{Geometric}($p)",
    refuses=unsupported("geometric_cpu", UNSIGNED),
    **_zero_gradient("self"),
    vmap=RANDOM,
    draws=True)


def normal_rows(
        shape: tuple[int, ...], dtype: np.dtype, generator: Any, mean: ArrayOrTensor,
        factor: Any, std: float = 1.0) -> np.ndarray:
    """Draw normal numbers in rows with `std`, then multiply by `factor` and add `mean`."""
    made = fill_like(np.empty(shape, dtype), sampling.normal, generator, 0.0, std)
    made *= factor
    made += mean
    return made


def check_nonnegative(std: np.ndarray) -> np.ndarray:
    """Return `std`, or raise torch's error where an entry is negative."""
    if (std < 0).any():
        raise RuntimeError("normal expects all elements of std >= 0.0")
    return std


def draw_samples(
        sampler: Callable[..., Any], generator: Any, *parameters: np.ndarray) -> np.ndarray:
    """Draw from broadcast parameters, in their shape and dtype."""
    parameters = np.broadcast_arrays(*parameters)
    made = np.empty(parameters[0].shape, parameters[0].dtype)
    rows = [np.ascontiguousarray(x).ravel() for x in parameters]
    sampling.fill(made, sampler(generator or default_generator, *rows))
    return made


def at_least_tiny(values: np.ndarray) -> np.ndarray:
    """Return the values, at least the smallest normal number of the dtype."""
    return np.maximum(values, np.finfo(values.dtype).tiny)


standard_gamma = op("standard_gamma", "StandardGammaBackward0",
    lambda self, *,
        generator=None: at_least_tiny(draw_samples(rejection.sample_gammas, generator, self)),
    r"\Gamma($self, 1)",
    self =d(lambda grad, self, result:
        grad * gamma_derivative(as_array(self), as_array(result)),
            r"$grad \cdot \partial $result / \partial $self"),
    vmap=RANDOM,
    draws_by_entry=True)

sample_dirichlet = op("sample_dirichlet", "_DirichletBackward",
    lambda self, *, generator=None: normalize_gammas(draw_samples(
        rejection.sample_gammas, generator, self.astype(np.float64)), self.dtype),
    r"\mathrm{Dirichlet}($self)",
    self =d(lambda grad, self, result:
            (grad - sum_dim(grad * as_array(result), dim=(-1,), keepdim=True))
            * dirichlet_derivative(as_array(result), as_array(self)),
            r"\tfrac{\partial $result}{\partial $self}\,"
            r"($grad - \textstyle\sum $grad \odot $result)"),
    node_module="torch.autograd.function",
    vmap=RANDOM,
    draws_by_entry=True)

poisson = op("poisson", "PoissonBackward0",
    lambda self, *, generator=None: draw_samples(rejection.sample_poissons, generator, self),
    r"\mathrm{Poisson}($self)",
    refuses=unsupported("poisson_cpu", BOOL, INTEGERS, COMPLEX),
    **_zero_gradient("self"),
    vmap=RANDOM,
    draws_by_entry=True)

binomial = op("binomial", "BinomialBackward0",
    lambda count, prob, *,
        generator=None: draw_samples(rejection.sample_binomials, generator, count, prob),
    r"\mathrm{Binomial}($count, $prob)",
    refuses=unsupported("binomial_cpu", REDUCED_FLOATS),
    **_zero_gradient("count", "prob"),
    vmap=RANDOM_BY_SEVERAL,
    draws_by_entry=True)


def normalize_gammas(gammas: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Divide gamma samples by their sum, strictly between 0 and 1."""
    shares = (gammas / gammas.sum(-1, keepdims=True)).astype(dtype)
    return np.clip(shares, np.finfo(dtype).tiny, np.nextafter(*np.array([1, 0], dtype)))


def gamma_derivative(alpha: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Return the derivative of standard gamma samples by their shape parameter."""
    return quantiles.standard_gamma_grad(*(n.astype(np.float64) for n in (alpha, x))).astype(
        alpha.dtype)


def dirichlet_derivative(shares: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """Return the derivative of Dirichlet samples by their concentrations, each as of a beta sample.
    """
    x, a = shares.astype(np.float64), alpha.astype(np.float64)
    total = np.broadcast_to(a.sum(-1, keepdims=True), a.shape)
    return quantiles.dirichlet_grad(x, a, total).astype(alpha.dtype)
