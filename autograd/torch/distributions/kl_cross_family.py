"""Kullback-Leibler divergences between distributions of different families."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
from torch.distributions.bernoulli import Bernoulli
from torch.distributions.beta import Beta
from torch.distributions.binomial import Binomial
from torch.distributions.continuous_bernoulli import ContinuousBernoulli
from torch.distributions.exponential import Exponential
from torch.distributions.gamma import Gamma
from torch.distributions.gumbel import Gumbel
from torch.distributions.kl import register_kl
from torch.distributions.laplace import Laplace
from torch.distributions.normal import Normal
from torch.distributions.pareto import Pareto
from torch.distributions.poisson import Poisson
from torch.distributions.uniform import Uniform
from torch.distributions.utils import euler_constant

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


def _make_infinite_kl(name):
    """Return a divergence that is infinite, with the shape of p's parameter `name`."""

    def divergence(p, q):
        return torch.full_like(getattr(p, name), math.inf)

    return divergence


# Infinite divergences: the support of p is not contained in that of q.
BOUNDED_SUPPORT = (Beta, ContinuousBernoulli, Pareto, Uniform)
PARTIAL_SUPPORT = (Beta, ContinuousBernoulli, Exponential, Gamma, Pareto, Uniform)
for _p, _name, _narrower in (
    (Beta, "concentration1", (Pareto,)),
    (ContinuousBernoulli, "probs", (Pareto,)),
    (Pareto, "scale", (Beta, ContinuousBernoulli, Uniform)),
    (Exponential, "rate", BOUNDED_SUPPORT),
    (Gamma, "concentration", BOUNDED_SUPPORT),
    (Gumbel, "loc", PARTIAL_SUPPORT),
    (Laplace, "loc", PARTIAL_SUPPORT),
    (Normal, "loc", PARTIAL_SUPPORT),
    (Poisson, "rate", (Bernoulli, Binomial)),
):
    for _q in _narrower:
        register_kl(_p, _q)(_make_infinite_kl(_name))


@register_kl(Beta, Normal)
def _kl_beta_normal(p: Any, q: Any) -> Any:
    total = p.concentration1 + p.concentration0
    mean = p.concentration1 / total
    var_normal = q.scale.pow(2)
    t1 = -p.entropy()
    t2 = 0.5 * (var_normal * 2 * math.pi).log()
    t3 = (mean * (1 - mean) / (total + 1) + mean.pow(2)) * 0.5
    t4 = q.loc * mean
    t5 = q.loc.pow(2) * 0.5
    return t1 + t2 + (t3 - t4 + t5) / var_normal


@register_kl(Exponential, Gamma)
def _kl_exponential_gamma(p: Any, q: Any) -> Any:
    ratio = q.rate / p.rate
    t1 = -q.concentration * torch.log(ratio)
    return (
        t1 + ratio + q.concentration.lgamma() + q.concentration * euler_constant
        - (1 + euler_constant)
    )


@register_kl(Exponential, Normal)
def _kl_exponential_normal(p: Any, q: Any) -> Any:
    var_normal = q.scale.pow(2)
    rate_sqr = p.rate.pow(2)
    t1 = 0.5 * torch.log(rate_sqr * var_normal * 2 * math.pi)
    t2 = rate_sqr.reciprocal()
    t3 = q.loc / p.rate
    t4 = q.loc.pow(2) * 0.5
    return t1 - 1 + (t2 - t3 + t4) / var_normal


@register_kl(Gamma, Exponential)
def _kl_gamma_exponential(p: Any, q: Any) -> Any:
    return -p.entropy() - q.rate.log() + q.rate * p.concentration / p.rate


@register_kl(Gamma, Normal)
def _kl_gamma_normal(p: Any, q: Any) -> Any:
    var_normal = q.scale.pow(2)
    beta_sqr = p.rate.pow(2)
    t1 = (
        0.5 * torch.log(beta_sqr * var_normal * 2 * math.pi) - p.concentration
        - p.concentration.lgamma()
    )
    t2 = 0.5 * (p.concentration.pow(2) + p.concentration) / beta_sqr
    t3 = q.loc * p.concentration / p.rate
    t4 = 0.5 * q.loc.pow(2)
    return t1 + (p.concentration - 1) * p.concentration.digamma() + (t2 - t3 + t4) / var_normal


@register_kl(Gumbel, Normal)
def _kl_gumbel_normal(p: Any, q: Any) -> Any:
    ratio = p.scale / q.scale
    t1 = (ratio / math.sqrt(2 * math.pi)).log()
    t2 = (math.pi * ratio * 0.5).pow(2) / 3
    t3 = ((p.loc + p.scale * euler_constant - q.loc) / q.scale).pow(2) * 0.5
    return -t1 + t2 + t3 - (euler_constant + 1)


@register_kl(Laplace, Normal)
def _kl_laplace_normal(p: Any, q: Any) -> Any:
    var_normal = q.scale.pow(2)
    ratio = p.scale.pow(2) / var_normal
    t1 = 0.5 * torch.log(2 * ratio / math.pi)
    t2 = 0.5 * p.loc.pow(2)
    t3 = p.loc * q.loc
    t4 = 0.5 * q.loc.pow(2)
    return -t1 + ratio + (t2 - t3 + t4) / var_normal - 1


@register_kl(Normal, Gumbel)
def _kl_normal_gumbel(p: Any, q: Any) -> Any:
    mean_ratio = p.loc / q.scale
    var_ratio = (p.scale / q.scale).pow(2)
    loc_ratio = q.loc / q.scale
    t1 = var_ratio.log() * 0.5
    t2 = mean_ratio - loc_ratio
    t3 = torch.exp(-mean_ratio + 0.5 * var_ratio + loc_ratio)
    return -t1 + t2 + t3 - (0.5 * (1 + math.log(2 * math.pi)))


@register_kl(Normal, Laplace)
def _kl_normal_laplace(p: Any, q: Any) -> Any:
    difference = p.loc - q.loc
    ratio = p.scale / q.scale
    apart_ratio = difference / p.scale
    t1 = torch.log(ratio)
    t2 = math.sqrt(2 / math.pi) * p.scale * torch.exp(-0.5 * apart_ratio.pow(2))
    t3 = difference * torch.erf(math.sqrt(0.5) * apart_ratio)
    return -t1 + (t2 + t3) / q.scale - (0.5 * (1 + math.log(0.5 * math.pi)))


@register_kl(Uniform, Normal)
def _kl_uniform_normal(p: Any, q: Any) -> Any:
    width = p.high - p.low
    t1 = (math.sqrt(math.pi * 2) * q.scale / width).log()
    t2 = width.pow(2) / 12
    t3 = ((p.high + p.low - 2 * q.loc) / 2).pow(2)
    return t1 + 0.5 * (t2 + t3) / q.scale.pow(2)


@register_kl(Uniform, Exponential)
def _kl_uniform_exponential(p: Any, q: Any) -> Any:
    result = q.rate * (p.high + p.low) / 2 - ((p.high - p.low) * q.rate).log()
    result[p.low < q.support.lower_bound] = math.inf
    return result


def set_infinite(condition: Any, result: Tensor) -> Any:
    """Write infinity into `result` where `condition` holds, and return it."""
    result[condition] = math.inf
    return result


def x_log_x(x: Tensor) -> Any:
    """Return `x * log(x)`, 0 at 0."""
    return torch.special.xlogy(x, x)


def gamma_log_normalizer(q: Any) -> Any:
    """Return the log of the normalizing constant of a gamma distribution."""
    return q.concentration.lgamma() - q.concentration * q.rate.log()


@register_kl(Bernoulli, Poisson)
def _kl_bernoulli_poisson(p: Any, q: Any) -> Any:
    return -p.entropy() - (p.probs * q.rate.log() - q.rate)


@register_kl(Beta, ContinuousBernoulli)
def _kl_beta_continuous(p: Any, q: Any) -> Any:
    return -p.entropy() - p.mean * q.logits - torch.log1p(-q.probs) - q._cont_bern_log_norm()


@register_kl(Beta, Exponential)
def _kl_beta_exponential(p: Any, q: Any) -> Any:
    return -p.entropy() - q.rate.log() + q.rate * p.mean


@register_kl(Beta, Gamma)
def _kl_beta_gamma(p: Any, q: Any) -> Any:
    total = p.concentration1 + p.concentration0
    logarithm = p.concentration1.digamma() - total.digamma()
    return (
        -p.entropy() + gamma_log_normalizer(q) - (q.concentration - 1) * logarithm
        + q.rate * p.concentration1 / total
    )


@register_kl(Beta, Uniform)
def _kl_beta_uniform(p: Any, q: Any) -> Any:
    result = -p.entropy() + (q.high - q.low).log()
    outside = (q.low > p.support.lower_bound) | (q.high < p.support.upper_bound)
    return set_infinite(outside, result)


@register_kl(ContinuousBernoulli, Exponential)
def _kl_continuous_exponential(p: Any, q: Any) -> Any:
    return -p.entropy() - torch.log(q.rate) + q.rate * p.mean


@register_kl(ContinuousBernoulli, Normal)
def _kl_continuous_normal(p: Any, q: Any) -> Any:
    width = 0.5 * (math.log(2.0 * math.pi) + torch.square(q.loc / q.scale)) + torch.log(q.scale)
    square = p.variance + torch.square(p.mean) - 2.0 * q.loc * p.mean
    return -p.entropy() + width + square / (2.0 * torch.square(q.scale))


@register_kl(ContinuousBernoulli, Uniform)
def _kl_continuous_uniform(p: Any, q: Any) -> Any:
    result = -p.entropy() + (q.high - q.low).log()
    outside = torch.max(
        torch.ge(q.low, p.support.lower_bound), torch.le(q.high, p.support.upper_bound))
    return torch.where(outside, torch.ones_like(result) * math.inf, result)


@register_kl(Exponential, Gumbel)
def _kl_exponential_gumbel(p: Any, q: Any) -> Any:
    product, ratio = p.rate * q.scale, q.loc / q.scale
    middle = torch.exp(ratio) * product / (product + 1)
    return product.log() - 1 - ratio + middle + product.reciprocal()


@register_kl(Gamma, Gumbel)
def _kl_gamma_gumbel(p: Any, q: Any) -> Any:
    product, ratio, a = p.rate * q.scale, q.loc / q.scale, p.concentration
    own = (a - 1) * a.digamma() - a.lgamma() - a
    last = torch.exp(ratio) * (1 + product.reciprocal()).pow(-a) - ratio
    return own + (product.log() + a / product) + last


@register_kl(Pareto, Exponential)
def _kl_pareto_exponential(p: Any, q: Any) -> Any:
    product = p.scale * q.rate
    mean = p.alpha * product / (p.alpha - 1)
    result = (p.alpha / product).log() - p.alpha.reciprocal() + mean - 1
    return set_infinite(p.alpha <= 1, result)


@register_kl(Pareto, Gamma)
def _kl_pareto_gamma(p: Any, q: Any) -> Any:
    logarithm = p.scale.log() + p.alpha.reciprocal()
    own = p.alpha.log() - logarithm
    mean = q.rate * p.alpha * p.scale / (p.alpha - 1)
    result = own + gamma_log_normalizer(q) + (1 - q.concentration) * logarithm + mean - 1
    return set_infinite(p.alpha <= 1, result)


@register_kl(Pareto, Normal)
def _kl_pareto_normal(p: Any, q: Any) -> Any:
    common = p.scale / (p.alpha - 1)
    own = (math.sqrt(2 * math.pi) * q.scale * p.alpha / p.scale).log()
    spread = p.alpha * common.pow(2) / (p.alpha - 2) + (p.alpha * common - q.loc).pow(2)
    result = own - p.alpha.reciprocal() + spread / (2 * q.scale.pow(2)) - 1
    return set_infinite(p.alpha <= 2, result)


@register_kl(Uniform, Beta)
def _kl_uniform_beta(p: Any, q: Any) -> Any:
    width, a, b = p.high - p.low, q.concentration1, q.concentration0
    of_a = (a - 1) * (x_log_x(p.high) - x_log_x(p.low) - width) / width
    of_b = (b - 1) * (x_log_x(1 - p.high) - x_log_x(1 - p.low) + width) / width
    constant = a.lgamma() + b.lgamma() - (a + b).lgamma()
    outside = (p.high > q.support.upper_bound) | (p.low < q.support.lower_bound)
    return set_infinite(outside, of_b + constant - torch.log(width) - of_a)


@register_kl(Uniform, ContinuousBernoulli)
def _kl_uniform_continuous(p: Any, q: Any) -> Any:
    result = _kl_beta_continuous(p, q)
    outside = torch.max(
        torch.ge(p.high, q.support.upper_bound), torch.le(p.low, q.support.lower_bound))
    return torch.where(outside, torch.ones_like(result) * math.inf, result)


@register_kl(Uniform, Gamma)
def _kl_uniform_gamma(p: Any, q: Any) -> Any:
    width = p.high - p.low
    logarithm = (x_log_x(p.high) - x_log_x(p.low) - width) / width
    result = -width.log() + gamma_log_normalizer(q) + (1 - q.concentration) * logarithm
    result = result + q.rate * (p.high + p.low) / 2
    return set_infinite(p.low < q.support.lower_bound, result)


@register_kl(Uniform, Gumbel)
def _kl_uniform_gumbel(p: Any, q: Any) -> Any:
    common = q.scale / (p.high - p.low)
    high, low = (p.high - q.loc) / q.scale, (p.low - q.loc) / q.scale
    return common.log() + 0.5 * (high + low) - common * (torch.exp(-high) - torch.exp(-low))


@register_kl(Uniform, Pareto)
def _kl_uniform_pareto(p: Any, q: Any) -> Any:
    width = p.high - p.low
    constant = (q.alpha * q.scale.pow(q.alpha) * width).log()
    logarithm = (x_log_x(p.high) - x_log_x(p.low) - width) / width
    result = logarithm * (q.alpha + 1) - constant
    return set_infinite(p.low < q.support.lower_bound, result)
