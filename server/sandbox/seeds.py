"""Seed every random generator that a snippet may draw from, so that a run can be repeated."""

import random

import numpy as np

from autograd.kernels import generator as engine_random


def seed_all(seed: int) -> None:
    """Seed the generators of torch, Python and numpy."""
    engine_random.manual_seed(seed)
    random.seed(seed)
    np.random.seed(seed % 2**32)
    entropy = random.Random(seed)
    # numpy's new generators call this when they are created without a seed.
    np.random.bit_generator.randbits = entropy.getrandbits
