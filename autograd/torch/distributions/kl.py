"""Kullback-Leibler divergences within a family of distributions, with their registry."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from autograd.runtime.warnings import caution
from torch.distributions.bernoulli import Bernoulli
from torch.distributions.beta import Beta
from torch.distributions.binomial import Binomial
from torch.distributions.categorical import Categorical
from torch.distributions.cauchy import Cauchy
from torch.distributions.continuous_bernoulli import ContinuousBernoulli
from torch.distributions.dirichlet import Dirichlet
from torch.distributions.distribution import Distribution
from torch.distributions.exp_family import ExponentialFamily
from torch.distributions.exponential import Exponential
from torch.distributions.gamma import Gamma
from torch.distributions.geometric import Geometric
from torch.distributions.gumbel import Gumbel
from torch.distributions.half_normal import HalfNormal
from torch.distributions.independent import Independent
from torch.distributions.laplace import Laplace
from torch.distributions.lowrank_multivariate_normal import LowRankMultivariateNormal
from torch.distributions.multivariate_normal import MultivariateNormal, _batch_mahalanobis
from torch.distributions.normal import Normal
from torch.distributions.one_hot_categorical import OneHotCategorical
from torch.distributions.pareto import Pareto
from torch.distributions.poisson import Poisson
from torch.distributions.transformed_distribution import TransformedDistribution
from torch.distributions.uniform import Uniform
from torch.distributions.utils import _sum_rightmost, euler_constant
from torch.nn.functional import softplus

_KL_REGISTRY = {}
_KL_MEMOIZE = {}


def register_kl(type_p: type, type_q: type) -> Callable[..., Any]:
    """Return a decorator that registers a function as KL(p || q) of two classes."""
    for name, kind in (("type_p", type_p), ("type_q", type_q)):
        if not isinstance(kind, type) and issubclass(kind, Distribution):
            raise TypeError(f"Expected {name} to be a Distribution subclass but got {kind}")

    def decorator(fun):
        _KL_REGISTRY[type_p, type_q] = fun
        _KL_MEMOIZE.clear()
        return fun

    return decorator


def _most_specific(matches):
    """Return the most specific pair of classes, compared class by class."""

    def before(a, b):
        for x, y in zip(a, b):
            if not issubclass(x, y):
                return False
            if x is not y:
                break
        return True

    best = matches[0]
    for match in matches[1:]:
        if match != best and before(match, best):
            best = match
    return best


def _dispatch_kl(type_p, type_q):
    """Return the function registered for the closest superclasses, or NotImplemented.

    Warn if the order of comparison matters.
    """
    matches = [(p, q) for p, q in _KL_REGISTRY if issubclass(type_p, p) and issubclass(type_q, q)]
    if not matches:
        return NotImplemented
    left = _most_specific(matches)
    right = _most_specific([match[::-1] for match in matches])[::-1]
    if _KL_REGISTRY[left] is not _KL_REGISTRY[right]:
        caution(
            f"Ambiguous kl_divergence({type_p.__name__}, {type_q.__name__}). Please register_kl("
            f"{left[0].__name__}, {right[1].__name__})", RuntimeWarning)
    return _KL_REGISTRY[left]


def kl_divergence(p: Any, q: Any) -> Any:
    """Return the Kullback-Leibler divergence KL(p || q), of shape `batch_shape`.

    NotImplementedError if none is registered for the two types.
    """
    try:
        fun = _KL_MEMOIZE[type(p), type(q)]
    except KeyError:
        fun = _KL_MEMOIZE[type(p), type(q)] = _dispatch_kl(type(p), type(q))
    if fun is NotImplemented:
        raise NotImplementedError(
            f"No KL(p || q) is implemented for p type {p.__class__.__name__} and q type "
            f"{q.__class__.__name__}"
        )
    return fun(p, q)


@register_kl(Bernoulli, Bernoulli)
def _kl_bernoulli(p: Any, q: Any) -> Any:
    t1 = p.probs * (softplus(-q.logits) - softplus(-p.logits))
    t1[q.probs == 0] = math.inf
    t1[p.probs == 0] = 0
    t2 = (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))
    t2[q.probs == 1] = math.inf
    t2[p.probs == 1] = 0
    return t1 + t2


@register_kl(Beta, Beta)
def _kl_beta(p: Any, q: Any) -> Any:
    sum_p = p.concentration1 + p.concentration0
    sum_q = q.concentration1 + q.concentration0
    t1 = q.concentration1.lgamma() + q.concentration0.lgamma() + sum_p.lgamma()
    t2 = p.concentration1.lgamma() + p.concentration0.lgamma() + sum_q.lgamma()
    t3 = (p.concentration1 - q.concentration1) * torch.digamma(p.concentration1)
    t4 = (p.concentration0 - q.concentration0) * torch.digamma(p.concentration0)
    t5 = (sum_q - sum_p) * torch.digamma(sum_p)
    return t1 - t2 + t3 + t4 + t5


@register_kl(Binomial, Binomial)
def _kl_binomial(p: Any, q: Any) -> Any:
    if (p.total_count < q.total_count).any():
        raise NotImplementedError(
            "KL between Binomials where q.total_count > p.total_count is not implemented"
        )
    kl = p.total_count * (
        p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p()
    )
    kl[p.total_count > q.total_count] = math.inf
    return kl


@register_kl(Categorical, Categorical)
def _kl_categorical(p: Any, q: Any) -> Any:
    t = p.probs * (p.logits - q.logits)
    t[(q.probs == 0).expand_as(t)] = math.inf
    t[(p.probs == 0).expand_as(t)] = 0
    return t.sum(-1)


@register_kl(Dirichlet, Dirichlet)
def _kl_dirichlet(p: Any, q: Any) -> Any:
    sum_p = p.concentration.sum(-1)
    sum_q = q.concentration.sum(-1)
    t1 = sum_p.lgamma() - sum_q.lgamma()
    t2 = (p.concentration.lgamma() - q.concentration.lgamma()).sum(-1)
    t3 = p.concentration - q.concentration
    t4 = p.concentration.digamma() - sum_p.digamma().unsqueeze(-1)
    return t1 - t2 + (t3 * t4).sum(-1)


@register_kl(Exponential, Exponential)
def _kl_exponential(p: Any, q: Any) -> Any:
    ratio = q.rate / p.rate
    t1 = -ratio.log()
    return t1 + ratio - 1


@register_kl(ExponentialFamily, ExponentialFamily)
def _kl_exponential_families(p: Any, q: Any) -> Any:
    if type(p) is not type(q):
        raise NotImplementedError(
            "The cross KL-divergence between different exponential families cannot"
            "                             be computed using Bregman divergences"
        )
    p_params = [param.detach().requires_grad_() for param in p._natural_params]
    normalizer = p._log_normalizer(*p_params)
    gradients = torch.autograd.grad(normalizer.sum(), p_params, create_graph=True)
    result = q._log_normalizer(*q._natural_params) - normalizer
    for own, other, g in zip(p_params, q._natural_params, gradients):
        result = result - _sum_rightmost((other - own) * g, len(q.event_shape))
    return result


@register_kl(Gamma, Gamma)
def _kl_gamma(p: Any, q: Any) -> Any:
    t1 = q.concentration * (p.rate / q.rate).log()
    t2 = torch.lgamma(q.concentration) - torch.lgamma(p.concentration)
    t3 = (p.concentration - q.concentration) * torch.digamma(p.concentration)
    t4 = (q.rate - p.rate) * (p.concentration / p.rate)
    return t1 + t2 + t3 + t4


@register_kl(Gumbel, Gumbel)
def _kl_gumbel(p: Any, q: Any) -> Any:
    ct1, ct2, ct3 = p.scale / q.scale, q.loc / q.scale, p.loc / q.scale
    t1 = -ct1.log() - ct2 + ct3
    t2 = ct1 * euler_constant
    t3 = torch.exp(ct2 + (1 + ct1).lgamma() - ct3)
    return t1 + t2 + t3 - (1 + euler_constant)


@register_kl(Geometric, Geometric)
def _kl_geometric(p: Any, q: Any) -> Any:
    return -p.entropy() - torch.log1p(-q.probs) / p.probs - q.logits


@register_kl(HalfNormal, HalfNormal)
def _kl_half_normal(p: Any, q: Any) -> Any:
    return _kl_normal(p.base_dist, q.base_dist)


@register_kl(Laplace, Laplace)
def _kl_laplace(p: Any, q: Any) -> Any:
    ratio = p.scale / q.scale
    distance = (p.loc - q.loc).abs()
    t1 = -ratio.log()
    t2 = distance / q.scale
    t3 = ratio * torch.exp(-distance / p.scale)
    return t1 + t2 + t3 - 1


@register_kl(MultivariateNormal, MultivariateNormal)
def _kl_multivariate_normal(p: Any, q: Any) -> Any:
    if p.event_shape != q.event_shape:
        raise ValueError(
            "KL-divergence between two Multivariate Normals with"
            "                          different event shapes cannot be computed"
        )
    own, other = p._unbroadcasted_scale_tril, q._unbroadcasted_scale_tril
    half_term1 = q._half_log_det() - p._half_log_det()
    batch = torch.broadcast_shapes(other.shape[:-2], own.shape[:-2])
    n = p.event_shape[0]
    quotient = torch.linalg.solve_triangular(
        other.expand(batch + (n, n)), own.expand(batch + (n, n)), upper=False)
    trace = quotient.reshape(-1, n * n).pow(2).sum(-1).reshape(batch)
    term3 = _batch_mahalanobis(other, q.loc - p.loc)
    return half_term1 + 0.5 * (trace + term3 - n)


@register_kl(Normal, Normal)
def _kl_normal(p: Any, q: Any) -> Any:
    var_ratio = (p.scale / q.scale).pow(2)
    t1 = ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (var_ratio + t1 - 1 - var_ratio.log())


@register_kl(OneHotCategorical, OneHotCategorical)
def _kl_one_hot_categorical(p: Any, q: Any) -> Any:
    return _kl_categorical(p._categorical, q._categorical)


@register_kl(Poisson, Poisson)
def _kl_poisson(p: Any, q: Any) -> Any:
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(TransformedDistribution, TransformedDistribution)
def _kl_transformed(p: Any, q: Any) -> Any:
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError
    return kl_divergence(p.base_dist, q.base_dist)


@register_kl(Uniform, Uniform)
def _kl_uniform(p: Any, q: Any) -> Any:
    result = ((q.high - q.low) / (p.high - p.low)).log()
    result[(q.low > p.low) | (q.high < p.high)] = math.inf
    return result


@register_kl(Independent, Independent)
def _kl_independent(p: Any, q: Any) -> Any:
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return _sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


@register_kl(Cauchy, Cauchy)
def _kl_cauchy(p: Any, q: Any) -> Any:
    t1 = ((p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)).log()
    t2 = (4 * p.scale * q.scale).log()
    return t1 - t2


def sum_of_squares(matrix: Any) -> Any:
    """Return the sum of squares of each matrix, which is the trace of `X X^T`."""
    n, m = matrix.shape[-2:]
    return matrix.reshape(-1, n * m).pow(2).sum(-1).reshape(matrix.shape[:-2])


def check_event_shapes(p: Any, q: Any, kind: str) -> None:
    """Raise ValueError for different event shapes, with torch's text."""
    if p.event_shape != q.event_shape:
        raise ValueError(
            f"KL-divergence between two {kind} Multivariate Normals with"
            "                          different event shapes cannot be computed"
        )


def covariance_log_det(d: Any) -> Any:
    """Return the log determinant of the covariance of a distribution."""
    return d._log_det() if isinstance(d, LowRankMultivariateNormal) else 2 * d._half_log_det()


@register_kl(LowRankMultivariateNormal, LowRankMultivariateNormal)
def _kl_lowrank_lowrank(p: Any, q: Any) -> Any:
    check_event_shapes(p, q, "Low Rank")
    A = torch.linalg.solve_triangular(q._capacitance_tril, q._scaled_factor(), upper=False)
    own, other = p._unbroadcasted_cov_diag, q._unbroadcasted_cov_diag
    factor = p._unbroadcasted_cov_factor
    trace = (
        (own / other).sum(-1) + sum_of_squares(factor * other.rsqrt().unsqueeze(-1))
        - sum_of_squares(A * own.sqrt().unsqueeze(-2)) - sum_of_squares(A.matmul(factor))
    )
    return 0.5 * (
        covariance_log_det(q)
        - covariance_log_det(p)
        + trace
        + q._mahalanobis(q.loc - p.loc)
        - p.event_shape[0]
    )


@register_kl(MultivariateNormal, LowRankMultivariateNormal)
def _kl_normal_lowrank(p: Any, q: Any) -> Any:
    check_event_shapes(p, q, "(Low Rank)")
    A = torch.linalg.solve_triangular(q._capacitance_tril, q._scaled_factor(), upper=False)
    own, other = p._unbroadcasted_scale_tril, q._unbroadcasted_cov_diag
    trace = sum_of_squares(own * other.rsqrt().unsqueeze(-1)) - sum_of_squares(A.matmul(own))
    return 0.5 * (
        covariance_log_det(q)
        - covariance_log_det(p)
        + trace
        + q._mahalanobis(q.loc - p.loc)
        - p.event_shape[0]
    )


@register_kl(LowRankMultivariateNormal, MultivariateNormal)
def _kl_lowrank_normal(p: Any, q: Any) -> Any:
    check_event_shapes(p, q, "(Low Rank)")
    other, factor = q._unbroadcasted_scale_tril, p._unbroadcasted_cov_factor
    batch = torch.broadcast_shapes(other.shape[:-2], factor.shape[:-2])
    n = p.event_shape[0]
    diagonal = torch.diag_embed(p._unbroadcasted_cov_diag.sqrt())
    trace = sum(
        sum_of_squares(torch.linalg.solve_triangular(
            other.expand(batch + (n, n)), part.expand(batch + part.shape[-2:]), upper=False))
        for part in (factor, diagonal)
    )
    distance = _batch_mahalanobis(other, q.loc - p.loc)
    return 0.5 * (covariance_log_det(q) - covariance_log_det(p) + trace + distance - n)


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _kl_continuous_continuous(p: Any, q: Any) -> Any:
    own = p._cont_bern_log_norm() + torch.log1p(-p.probs)
    other = -q._cont_bern_log_norm() - torch.log1p(-q.probs)
    return p.mean * (p.logits - q.logits) + own + other


@register_kl(Pareto, Pareto)
def _kl_pareto_pareto(p: Any, q: Any) -> Any:
    ratio = q.alpha / p.alpha
    result = q.alpha * (p.scale / q.scale).log() - ratio.log() + ratio - 1
    result[p.support.lower_bound < q.support.lower_bound] = math.inf
    return result
