"""Random numbers that torch draws by rejection."""

from __future__ import annotations

from autograd import derivatives as table, mode
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
    if input.requires_grad and mode.grad_enabled:
        raise NotImplementedError(
            "Samples of Dirichlet and Beta pass no gradient on in Tapescope. Use sample() instead "
            "of rsample(), or detach() the concentration."
        )
    return apply(table.sample_dirichlet, (input,), {"generator": generator})
