"""Saved index tuples of nodes, with torch's errors for indices of another dtype after unpacking.

The errors are those of the backward's kernels, which are not always the function's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.op_facts import Facts
from autograd.runtime.warnings import caution
from autograd.tensor.dtype import aten_type, dtype_of

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class PackedIndex:
    """A saved index tuple whose arrays the user's pack hook has packed.

    Or an unpacked one with `tensors`, whose versions are checked when it is opened.
    """

    def __init__(self, parts, tensors=()):
        self.parts, self.saved = parts, [(x, x._counter[0]) for x in tensors]

    def open(self) -> tuple:
        """Unpack and return the index tuple."""
        for tensor, version in self.saved:
            if tensor._counter[0] != version:
                raise version_error(tensor, version)
            if tensor._array.dtype == np.uint8:
                warn_uint8_index()  # torch indexes with it once more
        return tuple(getattr(part, "_array", part) for part in self.parts)


def warn_uint8_index() -> None:
    """Emit torch's warning about an index of dtype uint8."""
    caution("indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool "
            "instead.", at="aten/src/ATen/native/IndexingUtils.h:37")


class IndexTuple(tuple):
    """The arrays and slices of an index, with the `tensors` that a program gave for arrays."""

    tensors: list = []


def make_index(parts: list[np.ndarray], sources: Sequence[Any]) -> IndexTuple:
    """Make an index tuple of arrays; `sources` are the parts as the program gave them."""
    index = IndexTuple(parts)
    index.tensors = [x for x in sources if type(getattr(x, "_array", None)) is np.ndarray
                    and (x._array.ndim or x._array.dtype == bool)]
    return index


def save_index(key: tuple[Any, ...]) -> PackedIndex | tuple[Any, ...]:
    """Return an index tuple in the form that nodes save, with versions of its tensors."""
    return PackedIndex(key, key.tensors) if type(key) is IndexTuple and key.tensors else key


def version_error(tensor: Tensor, version: int, described: str = "") -> RuntimeError:
    """Return torch's error for a tensor that was written in place after it had been saved."""
    shape = ", ".join(map(str, tensor._array.shape))
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: [{aten_type(tensor._array)} [{shape}]]{described} is at version "
        f"{tensor._version}; expected version {version} instead. Hint: enable anomaly "
        "detection to find the operation that failed to compute its gradient, with "
        "torch.autograd.set_detect_anomaly(True, check_nan=False)."
    )


def check_unpacked_index(op: Facts, array: np.ndarray) -> None:
    """Raise torch's error if an op's node cannot use an unpacked index of another dtype."""
    if op.saves_subscript and array.dtype.kind not in "iu":
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    if op.unpack_error is None or array.dtype.kind not in "fcViu":
        return
    error, text = op.unpack_error
    kind = dtype_of(array.dtype)
    raise error(text.format(kind=kind.legacy_name, plain=kind.cpp_name,
                            whole=aten_type(array)))
