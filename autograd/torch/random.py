"""`torch.random`: the default generator and its state."""

from __future__ import annotations

from autograd.kernels.generator import (  # noqa: F401
    Generator, default_generator, fork_rng, get_rng_state, initial_seed, manual_seed, seed,
    set_rng_state,
)


def thread_safe_generator() -> None:
    """None: there is one thread, which draws from the default generator."""

