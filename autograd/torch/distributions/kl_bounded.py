"""Kullback-Leibler divergences across families where the support of one has an end."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
from torch.distributions.bernoulli import Bernoulli
from torch.distributions.beta import Beta
from torch.distributions.continuous_bernoulli import ContinuousBernoulli
from torch.distributions.exponential import Exponential
from torch.distributions.gamma import Gamma
from torch.distributions.gumbel import Gumbel
from torch.distributions.kl import register_kl
from torch.distributions.normal import Normal
from torch.distributions.pareto import Pareto
from torch.distributions.poisson import Poisson
from torch.distributions.uniform import Uniform

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


def infinite_where(condition: Any, result: Tensor) -> Any:
    """`result`, infinite where p reaches further than q."""
    result[condition] = math.inf
    return result


def x_log_x(x: Tensor) -> Any:
    """`x log x`."""
    return torch.special.xlogy(x, x)


def log_gamma_term(q: Any) -> Any:
    """What a Gamma's density is divided by, as a logarithm."""
    return q.concentration.lgamma() - q.concentration * q.rate.log()


@register_kl(Bernoulli, Poisson)
def _bernoulli_poisson(p, q):
    return -p.entropy() - (p.probs * q.rate.log() - q.rate)


@register_kl(Beta, ContinuousBernoulli)
def _beta_continuous(p, q):
    return -p.entropy() - p.mean * q.logits - torch.log1p(-q.probs) - q._cont_bern_log_norm()


@register_kl(Beta, Exponential)
def _beta_exponential(p, q):
    return -p.entropy() - q.rate.log() + q.rate * p.mean


@register_kl(Beta, Gamma)
def _beta_gamma(p, q):
    total = p.concentration1 + p.concentration0
    logarithm = p.concentration1.digamma() - total.digamma()
    return (
        -p.entropy() + log_gamma_term(q) - (q.concentration - 1) * logarithm
        + q.rate * p.concentration1 / total
    )


@register_kl(Beta, Uniform)
def _beta_uniform(p, q):
    result = -p.entropy() + (q.high - q.low).log()
    outside = (q.low > p.support.lower_bound) | (q.high < p.support.upper_bound)
    return infinite_where(outside, result)


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _continuous_continuous(p, q):
    own = p._cont_bern_log_norm() + torch.log1p(-p.probs)
    other = -q._cont_bern_log_norm() - torch.log1p(-q.probs)
    return p.mean * (p.logits - q.logits) + own + other


@register_kl(ContinuousBernoulli, Exponential)
def _continuous_exponential(p, q):
    return -p.entropy() - torch.log(q.rate) + q.rate * p.mean


@register_kl(ContinuousBernoulli, Normal)
def _continuous_normal(p, q):
    width = 0.5 * (math.log(2.0 * math.pi) + torch.square(q.loc / q.scale)) + torch.log(q.scale)
    square = p.variance + torch.square(p.mean) - 2.0 * q.loc * p.mean
    return -p.entropy() + width + square / (2.0 * torch.square(q.scale))


@register_kl(ContinuousBernoulli, Uniform)
def _continuous_uniform(p, q):
    result = -p.entropy() + (q.high - q.low).log()
    outside = torch.max(
        torch.ge(q.low, p.support.lower_bound), torch.le(q.high, p.support.upper_bound))
    return torch.where(outside, torch.ones_like(result) * math.inf, result)


@register_kl(Exponential, Gumbel)
def _exponential_gumbel(p, q):
    product, ratio = p.rate * q.scale, q.loc / q.scale
    middle = torch.exp(ratio) * product / (product + 1)
    return product.log() - 1 - ratio + middle + product.reciprocal()


@register_kl(Gamma, Gumbel)
def _gamma_gumbel(p, q):
    product, ratio, a = p.rate * q.scale, q.loc / q.scale, p.concentration
    own = (a - 1) * a.digamma() - a.lgamma() - a
    last = torch.exp(ratio) * (1 + product.reciprocal()).pow(-a) - ratio
    return own + (product.log() + a / product) + last


@register_kl(Pareto, Pareto)
def _pareto_pareto(p, q):
    ratio = q.alpha / p.alpha
    result = q.alpha * (p.scale / q.scale).log() - ratio.log() + ratio - 1
    return infinite_where(p.support.lower_bound < q.support.lower_bound, result)


@register_kl(Pareto, Exponential)
def _pareto_exponential(p, q):
    product = p.scale * q.rate
    mean = p.alpha * product / (p.alpha - 1)
    result = (p.alpha / product).log() - p.alpha.reciprocal() + mean - 1
    return infinite_where(p.alpha <= 1, result)


@register_kl(Pareto, Gamma)
def _pareto_gamma(p, q):
    logarithm = p.scale.log() + p.alpha.reciprocal()
    own = p.alpha.log() - logarithm
    mean = q.rate * p.alpha * p.scale / (p.alpha - 1)
    result = own + log_gamma_term(q) + (1 - q.concentration) * logarithm + mean - 1
    return infinite_where(p.alpha <= 1, result)


@register_kl(Pareto, Normal)
def _pareto_normal(p, q):
    common = p.scale / (p.alpha - 1)
    own = (math.sqrt(2 * math.pi) * q.scale * p.alpha / p.scale).log()
    spread = p.alpha * common.pow(2) / (p.alpha - 2) + (p.alpha * common - q.loc).pow(2)
    result = own - p.alpha.reciprocal() + spread / (2 * q.scale.pow(2)) - 1
    return infinite_where(p.alpha <= 2, result)


@register_kl(Uniform, Beta)
def _uniform_beta(p, q):
    width, a, b = p.high - p.low, q.concentration1, q.concentration0
    of_a = (a - 1) * (x_log_x(p.high) - x_log_x(p.low) - width) / width
    of_b = (b - 1) * (x_log_x(1 - p.high) - x_log_x(1 - p.low) + width) / width
    constant = a.lgamma() + b.lgamma() - (a + b).lgamma()
    outside = (p.high > q.support.upper_bound) | (p.low < q.support.lower_bound)
    return infinite_where(outside, of_b + constant - torch.log(width) - of_a)


@register_kl(Uniform, ContinuousBernoulli)
def _uniform_continuous(p, q):
    result = _beta_continuous(p, q)
    outside = torch.max(
        torch.ge(p.high, q.support.upper_bound), torch.le(p.low, q.support.lower_bound))
    return torch.where(outside, torch.ones_like(result) * math.inf, result)


@register_kl(Uniform, Gamma)
def _uniform_gamma(p, q):
    width = p.high - p.low
    logarithm = (x_log_x(p.high) - x_log_x(p.low) - width) / width
    result = -width.log() + log_gamma_term(q) + (1 - q.concentration) * logarithm
    result = result + q.rate * (p.high + p.low) / 2
    return infinite_where(p.low < q.support.lower_bound, result)


@register_kl(Uniform, Gumbel)
def _uniform_gumbel(p, q):
    common = q.scale / (p.high - p.low)
    high, low = (p.high - q.loc) / q.scale, (p.low - q.loc) / q.scale
    return common.log() + 0.5 * (high + low) - common * (torch.exp(-high) - torch.exp(-low))


@register_kl(Uniform, Pareto)
def _uniform_pareto(p, q):
    width = p.high - p.low
    constant = (q.alpha * q.scale.pow(q.alpha) * width).log()
    logarithm = (x_log_x(p.high) - x_log_x(p.low) - width) / width
    result = logarithm * (q.alpha + 1) - constant
    return infinite_where(p.low < q.support.lower_bound, result)
