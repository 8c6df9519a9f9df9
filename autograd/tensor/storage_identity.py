"""Storages as tensors hand them out: one and the same for one and the same memory.

Elsewhere the storage of a tensor is one object for as long as its memory lives, and lessons ask
for its `id` to tell whether tensors share it. Ours would be gone at once: the last few are held.
"""

from __future__ import annotations

import sys
from collections import deque

import numpy as np

from autograd.tensor import dtype as dtypes
from autograd.tensor.mutation import owner_of
from autograd.tensor.storage import TypedStorage, UntypedStorage

_lately: deque = deque(maxlen=8)


def bytes_under(array: np.ndarray) -> UntypedStorage:
    """The storage of the memory under `array`, the same one each time."""
    owner = owner_of(array)
    for each in _lately:
        if type(each) is UntypedStorage and each.array is owner:
            return each
    return _held(UntypedStorage(owner))


def entries_under(array: np.ndarray) -> TypedStorage:
    """The entries of the memory under `array`, in an object that nobody else holds."""
    owner, dtype = owner_of(array), dtypes.of_array(array)
    for each in _lately:
        if type(each) is TypedStorage and each._whole.array is owner and each.dtype is dtype:
            if sys.getrefcount(each) == 3:  # here, in `_lately`, and for the question
                return each
    made = TypedStorage(array)
    made._whole = bytes_under(array)
    return _held(made)


def _held(storage):
    _lately.append(storage)
    return storage
