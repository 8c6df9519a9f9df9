"""Random arrays: what torch's CPU kernels make of a generator's words, bit for bit.

Each function draws from `generator` and returns a new numpy array of `shape` and of the numpy
dtype `dtype`, filled in row-major order; `fill` does the same for an existing array in the order
of its memory. Facts from ATen/native/cpu/DistributionTemplates.h, ATen/core/DistributionsHelper.h
and ATen/core/TransformationHelper.h of torch 2.13.

torch's bernoulli and exponential come from Intel MKL on Intel processors and from the code
followed here on all others.
"""

from __future__ import annotations

import math

import numpy as np

from autograd import boxmuller
from autograd.boxmuller import libm
from autograd.random import Generator

_WIDE = 1 << 28  # from this range on, an integer takes a 64-bit word
_DIGITS = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}  # of the significand


def fill(array: np.ndarray, draw, *parameters) -> None:
    """Overwrite `array` with `draw(shape, dtype, contiguous, *parameters)`.

    torch walks a tensor in the order of its memory, whatever its shape says, so that a transposed
    tensor is filled column by column. `draw` is called like `normal_anywhere`.
    """
    order = sorted(range(array.ndim), key=lambda axis: -array.strides[axis])
    in_memory_order = array.transpose(order)
    in_memory_order[...] = draw(in_memory_order.shape)


# -- uniform ---------------------------------------------------------------------------------


def uniform(generator: Generator, shape, dtype, low=0.0, high=1.0) -> np.ndarray:
    """Numbers in [low, high) from 24 random bits each, from 53 for float64."""
