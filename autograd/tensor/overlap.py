"""Memory overlap: the writes, with reads during them, that torch refuses.

Follows aten/src/ATen/MemoryOverlap.cpp.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.runtime.function_record import NEVER, writes_of
from autograd.runtime.warnings import caution
from autograd.tensor.mutation import have_separate_memory
from autograd.tensor.memory_format import is_non_overlapping_and_dense
from autograd.tensor.tensor import Tensor

ndarray = np.ndarray


def check_internal_overlap(array: np.ndarray, by: str | None, source: Tensor | None = None) -> None:
    """Raise torch's error, or warn, for a write by `by` into expanded memory.

    A write of one value everywhere is allowed, and so is a copy of the memory onto itself.
    """
    if not is_expanded(array):
        return
    facts = writes_of(by)
    if facts.uniform and not facts.tolerated:
        return
    if source is not None and is_same_view(array, source._array):
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


def is_same_view(a: np.ndarray, b: np.ndarray) -> bool:
    """Return whether two arrays are the same elements of the same memory."""
    return (a.ctypes.data, a.shape, a.strides, a.dtype) == (
        b.ctypes.data, b.shape, b.strides, b.dtype)


def is_expanded(array: np.ndarray) -> bool:
    """Return whether several elements share a location, or the memory is read-only."""
    if not array.flags.writeable:
        return True
    return 0 in array.strides and bool(array.size) and any(
        n > 1 and not step for n, step in zip(array.shape, array.strides))


def has_internal_overlap(array: np.ndarray) -> bool:
    """Return whether elements overlap, as far as strides show it."""
    reach = array.itemsize
    for step, n in sorted((step, n) for n, step in zip(array.shape, array.strides) if n > 1):
        if step < reach:
            return True
        reach += step * (n - 1)
    return False


def check_partial_overlap(target: Tensor, inputs: tuple[Any, ...], by: str | None) -> None:
    """Raise torch's error if a write into `target` reads memory that overlaps it partially."""
    facts = writes_of(by)
    inputs = inputs[:facts.inputs_read]
    apart = facts.reads == NEVER
    itself = apart and not facts.reads_itself and sum(x is target for x in inputs) > 1
    for x in inputs:
        if not isinstance(x, Tensor) or x is target and not itself:
            continue
        kind = "whole" if x is target else memory_overlap(target._array, x._array)
        if kind == "part" or kind == "whole" and apart:
            raise RuntimeError(OVERLAPPING)


OVERLAPPING = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
    "single memory location. Please clone() the tensor before performing the operation.")


def memory_overlap(a: np.ndarray, b: np.ndarray) -> str:
    """Return how two arrays overlap, as far as torch checks: `whole`, `part` or `no`.

    torch does not check arrays with gaps or internal overlap.
    """
    if have_separate_memory(a,
                            b) or not a.size or not b.size or not (is_non_overlapping_and_dense(a)
                                                           and is_non_overlapping_and_dense(b)):
        return "no"
    first, second = ((x.ctypes.data, x.ctypes.data + x.nbytes) for x in (a, b))
    if first == second:
        return "whole" if a.strides == b.strides else "part"
    return "part" if first[0] < second[1] and second[0] < first[1] else "no"
