"""`torch.cuda.random`: random number generators of CUDA, of which there are none."""

from torch.cuda import (  # noqa: F401
    get_rng_state,
    get_rng_state_all,
    initial_seed,
    manual_seed,
    manual_seed_all,
    seed,
    seed_all,
    set_rng_state,
    set_rng_state_all,
)
