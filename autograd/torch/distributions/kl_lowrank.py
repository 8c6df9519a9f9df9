"""Kullback-Leibler divergences between normal vectors of which one has a low-rank covariance."""

from __future__ import annotations

from typing import Any

import torch
from torch.distributions.kl import register_kl
from torch.distributions.lowrank_multivariate_normal import LowRankMultivariateNormal
from torch.distributions.multivariate_normal import MultivariateNormal, _batch_mahalanobis


def squares(matrix: Any) -> Any:
    """The sum of the squares of each matrix's entries: the trace of `X X^T`."""
    n, m = matrix.shape[-2:]
    return matrix.reshape(-1, n * m).pow(2).sum(-1).reshape(matrix.shape[:-2])


def check_events(p: Any, q: Any, kind: str) -> None:
    """Raise torch's error, spaces and all, for vectors of different lengths."""
    if p.event_shape != q.event_shape:
        raise ValueError(
            f"KL-divergence between two {kind} Multivariate Normals with"
            "                          different event shapes cannot be computed"
        )


def log_det(d: Any) -> Any:
    """The logarithm of the determinant of a distribution's covariance."""
    return d._log_det() if isinstance(d, LowRankMultivariateNormal) else 2 * d._half_log_det()


@register_kl(LowRankMultivariateNormal, LowRankMultivariateNormal)
def _lowrank_lowrank(p, q):
    check_events(p, q, "Low Rank")
    A = torch.linalg.solve_triangular(q._capacitance_tril, q._scaled(), upper=False)
    own, other = p._unbroadcasted_cov_diag, q._unbroadcasted_cov_diag
    factor = p._unbroadcasted_cov_factor
    trace = (
        (own / other).sum(-1) + squares(factor * other.rsqrt().unsqueeze(-1))
        - squares(A * own.sqrt().unsqueeze(-2)) - squares(A.matmul(factor))
    )
    return 0.5 * (log_det(q) - log_det(p) + trace + q._distance(q.loc - p.loc) - p.event_shape[0])


@register_kl(MultivariateNormal, LowRankMultivariateNormal)
def _normal_lowrank(p, q):
    check_events(p, q, "(Low Rank)")
    A = torch.linalg.solve_triangular(q._capacitance_tril, q._scaled(), upper=False)
    own, other = p._unbroadcasted_scale_tril, q._unbroadcasted_cov_diag
    trace = squares(own * other.rsqrt().unsqueeze(-1)) - squares(A.matmul(own))
    return 0.5 * (log_det(q) - log_det(p) + trace + q._distance(q.loc - p.loc) - p.event_shape[0])


@register_kl(LowRankMultivariateNormal, MultivariateNormal)
def _lowrank_normal(p, q):
    check_events(p, q, "(Low Rank)")
    other, factor = q._unbroadcasted_scale_tril, p._unbroadcasted_cov_factor
    batch = torch.broadcast_shapes(other.shape[:-2], factor.shape[:-2])
    n = p.event_shape[0]
    diagonal = torch.diag_embed(p._unbroadcasted_cov_diag.sqrt())
    trace = sum(
        squares(torch.linalg.solve_triangular(
            other.expand(batch + (n, n)), part.expand(batch + part.shape[-2:]), upper=False))
        for part in (factor, diagonal)
    )
    distance = _batch_mahalanobis(other, q.loc - p.loc)
    return 0.5 * (log_det(q) - log_det(p) + trace + distance - n)
