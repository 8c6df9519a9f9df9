"""Which entries torch's loops take in whole vectors, for what rounds or signs otherwise there."""

from typing import NamedTuple

import numpy as np

VECTOR_BLOCK = 64  # bytes: two registers of AVX2 at a time


class VectorRun(NamedTuple):
    """The inmost loop over some arrays."""

    length: int  # how many entries follow one another in the same steps
    near: bool  # whether they are neighbours in all arrays that have more than one
    whole: int  # how many of them go in whole blocks


def find_vector_run(made: np.ndarray, *inputs: np.ndarray) -> VectorRun:
    """The inmost loop that writes `made`, which lies in rows, of `inputs` that broadcast to it."""
    axes = [i for i, n in enumerate(made.shape) if n > 1]
    if not axes:
        return VectorRun(1, True, 0)
    strides = [np.broadcast_to(x, made.shape).strides for x in inputs]
    steps, length = [each[axes[-1]] for each in strides], made.shape[axes[-1]]
    for axis in axes[-2::-1]:
        if any(each[axis] != step * length for each, step in zip(strides, steps)):
            break
        length *= made.shape[axis]
    near = all(step in (0, made.itemsize) for step in steps)
    block = VECTOR_BLOCK // made.itemsize
    return VectorRun(length, near, length // block * block if near else 0)
