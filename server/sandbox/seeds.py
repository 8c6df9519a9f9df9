"""Seed every random generator that a snippet may draw from, so that a run can be repeated."""

import random

import numpy as np

from autograd.kernels import generator as engine_random


def seed_all(seed: int) -> None:
    """Start torch's, Python's and numpy's generators from one seed."""
    engine_random.manual_seed(seed)
    random.seed(seed)
    np.random.seed(seed % 2**32)
    entropy = random.Random(seed)
    # numpy's new generators ask here when they are made without a seed.
    np.random.bit_generator.randbits = entropy.getrandbits
