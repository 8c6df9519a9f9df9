"""Memory that several entries share: what may be written there, and read meanwhile.

Follows aten/src/ATen/MemoryOverlap.cpp.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.runtime.function_record import NEVER, writes_of
from autograd.runtime.warnings import caution
from autograd.tensor.mutation import are_apart
from autograd.tensor.strides import is_dense
from autograd.tensor.tensor import Tensor

ndarray = np.ndarray


def check_apart(array: np.ndarray, by: str | None, source: Tensor | None = None) -> None:
    """Refuse a write into stretched memory, or warn of it; to copy what stands there is none."""
    if not is_stretched(array):
        return
    facts = writes_of(by)
    if facts.uniform and not facts.tolerated:
        return
    if source is not None and is_same(array, source._array):
        return
    if not facts.tolerated:
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location. Please clone() the tensor before performing the operation."
        )
    also, line = facts.tolerated
    caution(
        f"Use of {by} on expanded tensors is deprecated. Please clone() the tensor before "
        f"performing this operation. This also applies to advanced indexing e.g. {also}",
        at=f"aten/src/ATen/native/TensorAdvancedIndexing.cpp:{line}")


def is_same(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two arrays are the same entries of the same memory."""
    return (a.ctypes.data, a.shape, a.strides, a.dtype) == (
        b.ctypes.data, b.shape, b.strides, b.dtype)


def is_stretched(array: np.ndarray) -> bool:
    """Whether several entries lie in one place, or the memory is not to be written at all."""
    if not array.flags.writeable:
        return True
    return 0 in array.strides and bool(array.size) and any(
        n > 1 and not step for n, step in zip(array.shape, array.strides))


def is_woven(array: np.ndarray) -> bool:
    """Whether some entries lie in one place, as far as strides tell."""
    reach = array.itemsize
    for step, n in sorted((step, n) for n, step in zip(array.shape, array.strides) if n > 1):
        if step < reach:
            return True
        reach += step * (n - 1)
    return False


def check_overlaps(target: Tensor, inputs: tuple[Any, ...], by: str | None) -> None:
    """Refuse to read, while writing, from memory that is another part of what is written."""
    facts = writes_of(by)
    inputs = inputs[:facts.inputs_read]
    apart = facts.reads == NEVER
    itself = apart and not facts.reads_itself and sum(x is target for x in inputs) > 1
    for x in inputs:
        if not isinstance(x, Tensor) or x is target and not itself:
            continue
        kind = "whole" if x is target else overlap(target._array, x._array)
        if kind == "part" or kind == "whole" and apart:
            raise RuntimeError(OVERLAPPING)


OVERLAPPING = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
    "single memory location. Please clone() the tensor before performing the operation.")


def overlap(a: np.ndarray, b: np.ndarray) -> str:
    """How two arrays share memory, as far as torch looks: `whole`, `part` or `no`.

    Where an array has gaps or lies upon itself torch does not look at all.
    """
    if are_apart(a, b) or not a.size or not b.size or not (is_dense(a) and is_dense(b)):
        return "no"
    first, second = ((x.ctypes.data, x.ctypes.data + x.nbytes) for x in (a, b))
    if first == second:
        return "whole" if a.strides == b.strides else "part"
    return "part" if first[0] < second[1] and second[0] < first[1] else "no"
