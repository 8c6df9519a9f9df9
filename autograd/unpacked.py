"""Subscripts that nodes keep, and what torch's kernels say of those that hooks gave another dtype.

The kernels are those of the formulas that go backward, so they are not always the function's own.
"""

from __future__ import annotations

import numpy as np

from autograd.dtype import cpp_type, of
from autograd.numerics.sampling import C_NAMES
from autograd.once import caution

MASKED = "masked_fill_ only supports boolean masks, but got mask with dtype {plain}"
WHERE = "where expected condition to be a boolean tensor, but got a tensor with dtype {kind}"
FILLED = "index_fill_(): Expected dtype int64 for index."
GATHERED = "gather(): Expected dtype int32/int64 for index"
PUT = "put_(): Expected a long tensor for index, but got {kind}"
# By entry of the table: the error of its backward.
REFUSALS = {
    "masked_fill": (RuntimeError, MASKED), "masked_fill_tensor": (RuntimeError, MASKED),
    "masked_scatter": (RuntimeError, MASKED),
    "masked_select": (RuntimeError, MASKED.replace("fill_", "scatter_").replace("plain", "kind")),
    "where": (RuntimeError, WHERE), "take": (RuntimeError, PUT), "put": (RuntimeError, PUT),
    "index_fill": (IndexError, FILLED), "index_fill_tensor": (IndexError, FILLED),
    "index_copy": (IndexError, FILLED),
    "index_add": (RuntimeError, "index_select(): Expected dtype int32 or int64 for index"),
    "scatter_add": (RuntimeError, GATHERED), "scatter_reduce": (RuntimeError, GATHERED),
    "index_select": (RuntimeError, "index_add_(): Expected dtype int32/int64 for index but got: "
                                   "{kind}"),
    "embedding": (RuntimeError, "Expected tensor for argument #2 'indices' to have one of the "
                                "following scalar types: Long, Int; but got {whole} instead (while "
                                "checking arguments for embedding_backward)"),
}  # fmt: skip
# The ops whose subscripts are parameters here and saved tensors in torch.
KEYED = ("index", "index_put", "index_put_add", "place")


class PackedKey:
    """Stands in a node for a subscript whose arrays the user's pack hook was given.

    Or for one of `tensors`, which must be as they are now when it is opened.
    """

    def __init__(self, parts, tensors=()):
        self.parts, self.saved = parts, [(x, x._counter[0]) for x in tensors]

    def open(self) -> tuple:
        """The subscript again, with what the unpack hook makes of each array."""
        for tensor, version in self.saved:
            if tensor._counter[0] != version:
                raise modified(tensor, version)
            if tensor._array.dtype == np.uint8:
                warn_of_bytes()  # torch picks by it once more
        return tuple(getattr(part, "_array", part) for part in self.parts)


def warn_of_bytes() -> None:
    """torch's warning when a mask of bytes picks."""
    caution("indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool "
            "instead.", at="aten/src/ATen/native/IndexingUtils.h:37")


class Subscript(tuple):
    """The arrays and slices of a subscript, and the `tensors` that some of the arrays are."""

    tensors: list = []


def of_tensors(parts, given) -> Subscript:
    """A subscript, of which a program gave those parts among `given` that are tensors."""
    made = Subscript(parts)
    made.tensors = [x for x in given if type(getattr(x, "_array", None)) is np.ndarray
                    and (x._array.ndim or x._array.dtype == bool)]
    return made


def kept(key):
    """What a node keeps of a subscript: its tensors may be changed before it is used again."""
    return PackedKey(key, key.tensors) if type(key) is Subscript and key.tensors else key


def modified(tensor, version: int, described: str = "") -> RuntimeError:
    """torch's error for a tensor that was changed in place after it had been saved."""
    shape = ", ".join(map(str, tensor._array.shape))
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: [{cpp_type(tensor._array)} [{shape}]]{described} is at version "
        f"{tensor._version}; expected version {version} instead. Hint: enable anomaly "
        "detection to find the operation that failed to compute its gradient, with "
        "torch.autograd.set_detect_anomaly(True, check_nan=False)."
    )


def check_unpacked(name: str, array) -> None:
    """Raise torch's error where the entry `name` cannot use what once held no fractions."""
    if name in KEYED and array.dtype.kind not in "iu":
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    if name not in REFUSALS or array.dtype.kind not in "fcViu":
        return
    error, said = REFUSALS[name]
    kind = of(array.dtype)
    raise error(said.format(kind=kind.legacy_name, plain=C_NAMES.get(kind.name, kind.name),
                            whole=cpp_type(array)))
