"""`torch.random`: the default random number generator."""

from __future__ import annotations

from autograd.kernels.generator import (  # noqa: F401
    Generator, default_generator, fork_rng, get_rng_state, initial_seed, manual_seed, seed,
    set_rng_state,
)


def thread_safe_generator() -> None:
    """Return None, for the default generator."""

