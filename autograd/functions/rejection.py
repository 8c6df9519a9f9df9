"""Random numbers that torch draws by rejection."""

from __future__ import annotations

from autograd import derivatives as table
from autograd.apply import apply

__all__ = ["_sample_dirichlet", "_standard_gamma", "binomial", "poisson"]


def poisson(input, generator=None):
    """How many events happen at the rates in `input`."""
    return apply(table.poisson, (input,), {"generator": generator})


def binomial(count, prob, generator=None):
    """How many of `count` trials succeed, each with the chance `prob`."""
    if count.dtype != prob.dtype:
        raise ValueError(
            "Binomial distribution: `count` and `prob` must have the same dtype, got: "
            f"{count.dtype} and {prob.dtype}"
        )
    return apply(table.binomial, (count, prob), {"generator": generator})


def _standard_gamma(input, generator=None):
    return apply(table.standard_gamma, (input,), {"generator": generator})


def _sample_dirichlet(input, generator=None):
    return apply(table.sample_dirichlet, (input,), {"generator": generator})
