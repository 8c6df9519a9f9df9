"""The derivative table, chapter fourteen: random numbers drawn by rejection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.kernels import implicit_reparameterization as quantiles, rejection, sampling
from autograd.kernels.generator import default_generator
from autograd.kernels.refused_dtypes import BOOL, COMPLEX, INTEGERS, REDUCED_FLOATS, unsupported
from autograd.ops.embedding_linear import as_index_array
from autograd.ops.random_fills import _zero_gradient
from autograd.ops.record import d, op
from autograd.ops.reductions import sum_dim
from autograd.ops.vmap_rules import RANDOM, RANDOM_BY_SEVERAL


def draw_samples(
        sampler: Callable[..., Any], generator: Any, *parameters: np.ndarray) -> np.ndarray:
    """What the sampler makes of broadcast parameters, in their shape and dtype."""
    parameters = np.broadcast_arrays(*parameters)
    made = np.empty(parameters[0].shape, parameters[0].dtype)
    rows = [np.ascontiguousarray(x).ravel() for x in parameters]
    sampling.fill(made, sampler(generator or default_generator, *rows))
    return made


def at_least_tiny(values: np.ndarray) -> np.ndarray:
    """The values, at least the smallest normal number."""
    return np.maximum(values, np.finfo(values.dtype).tiny)


standard_gamma = op("standard_gamma", "StandardGammaBackward0",
    lambda self, *, generator=None: at_least_tiny(draw_samples(rejection.gamma, generator, self)),
    r"\Gamma($self, 1)",
    self =d(lambda grad, self, result:
        grad * gamma_derivative(as_index_array(self), as_index_array(result)),
            r"$grad \cdot \partial $result / \partial $self"),
    vmap=RANDOM,
    draws_by_entry=True)

sample_dirichlet = op("sample_dirichlet", "_DirichletBackward",
    lambda self, *, generator=None: normalize_gammas(draw_samples(
        rejection.gamma, generator, self.astype(np.float64)), self.dtype),
    r"\mathrm{Dirichlet}($self)",
    self =d(lambda grad, self, result:
            (grad - sum_dim(grad * as_index_array(result), dim=(-1,), keepdim=True))
            * dirichlet_derivative(as_index_array(result), as_index_array(self)),
            r"\tfrac{\partial $result}{\partial $self}\,"
            r"($grad - \textstyle\sum $grad \odot $result)"),
    node_module="torch.autograd.function",
    vmap=RANDOM,
    draws_by_entry=True)

poisson = op("poisson", "PoissonBackward0",
    lambda self, *, generator=None: draw_samples(rejection.poisson, generator, self),
    r"\mathrm{Poisson}($self)",
    refuses=unsupported("poisson_cpu", BOOL, INTEGERS, COMPLEX),
    **_zero_gradient("self"),
    vmap=RANDOM,
    draws_by_entry=True)

binomial = op("binomial", "BinomialBackward0",
    lambda count, prob, *, generator=None: draw_samples(rejection.binomial, generator, count, prob),
    r"\mathrm{Binomial}($count, $prob)",
    refuses=unsupported("binomial_cpu", REDUCED_FLOATS),
    **_zero_gradient("count", "prob"),
    vmap=RANDOM_BY_SEVERAL,
    draws_by_entry=True)


def normalize_gammas(gammas: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Gamma numbers as parts of their sum, strictly between 0 and 1."""
    shares = (gammas / gammas.sum(-1, keepdims=True)).astype(dtype)
    return np.clip(shares, np.finfo(dtype).tiny, np.nextafter(*np.array([1, 0], dtype)))


def gamma_derivative(alpha: np.ndarray, x: np.ndarray) -> np.ndarray:
    """How standard gamma numbers move with their shapes."""
    return quantiles.gamma_slope(*(n.astype(np.float64) for n in (alpha, x))).astype(alpha.dtype)


def dirichlet_derivative(shares: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """How the parts of a Dirichlet number move with their concentrations, each as a beta number."""
    x, a = shares.astype(np.float64), alpha.astype(np.float64)
    total = np.broadcast_to(a.sum(-1, keepdims=True), a.shape)
    return quantiles.beta_slope(x, a, total).astype(alpha.dtype)
