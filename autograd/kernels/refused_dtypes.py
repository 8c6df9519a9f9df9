"""Dtypes that torch's CPU kernels do not implement, with torch's errors.

The records of ops declare them with `refuses=`. They are checked where an op runs, on arrays after
type promotion. Recorded from torch 2.13; the ops that everybody uses take every dtype or check it
in their functions.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from autograd.runtime.records import Record
from autograd.runtime.wrapping import wraps
from autograd.tensor.dtype import NAMES, dtype_of_array

Dtypes = frozenset[np.dtype]


def dtypes_of_kinds(kinds: str) -> Dtypes:
    """Return the dtypes of numpy's `kinds`; V is bfloat16."""
    return frozenset(each.numpy for each in NAMES.values() if each.numpy.kind in kinds)


BOOL, INTEGERS, COMPLEX = dtypes_of_kinds("b"), dtypes_of_kinds("iu"), dtypes_of_kinds("c")
SIGNED = dtypes_of_kinds("i")
# Which torch stores without arithmetic
UNSIGNED = frozenset(map(np.dtype, (np.uint16, np.uint32, np.uint64)))
INTEGERS_EXCEPT_INT64 = INTEGERS - {np.dtype(np.int64)}
REDUCED_FLOATS = frozenset(each for each in dtypes_of_kinds("fV") if each.itemsize == 2)
FLOATS = dtypes_of_kinds("fV") - REDUCED_FLOATS
ARRAY_TYPES = np.ndarray, np.generic


class Refusal(Record):
    """The error for arrays of a dtype, with the exceptions that torch handles without its kernel.
    """

    error: type[Exception]
    text: str
    takes_0d: bool = False
    takes_empty: bool = False

    def takes(self, array: np.ndarray) -> bool:
        """Return True if torch handles such an array without its kernel."""
        return self.takes_0d and not array.ndim or self.takes_empty and not array.size


Refusals = dict[np.dtype, Refusal]


def unsupported(kernel: str, *dtypes: Dtypes, takes_0d: bool = False,
                takes_empty: bool = False) -> Refusals:
    """Return the errors of a kernel that is not implemented for some dtypes."""
    text = f"\"{kernel}\" not implemented for '{{dtype}}'"
    refusal = Refusal(NotImplementedError, text, takes_0d, takes_empty)
    return dict.fromkeys(frozenset().union(*dtypes), refusal)


def raises(error: type[Exception], text: str, *dtypes: Dtypes) -> Refusals:
    """Return errors with a text of their own for some dtypes."""
    return dict.fromkeys(frozenset().union(*dtypes), Refusal(error, text))


def with_dtype_check(forward: Callable, refused: Refusals) -> Callable:
    """Wrap `forward` to raise the error in `refused` for the dtype of its first array."""

    @wraps(forward)
    def with_check(*arrays, **params):
        first = arrays[0]
        if type(first) is not np.ndarray or first.dtype in refused:
            check_dtype(arrays, refused)
        return forward(*arrays, **params)

    return with_check


def check_dtype(arrays: tuple, refused: Refusals) -> None:
    """Raise the error in `refused` for the dtype of the first argument that is an array."""
    array = next((x for x in arrays if isinstance(x, ARRAY_TYPES)), None)
    refusal = None if array is None else refused.get(array.dtype)
    if refusal is not None and not refusal.takes(array):
        raise refusal.error(refusal.text.replace("{dtype}", dtype_of_array(array).legacy_name))
