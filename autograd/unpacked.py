"""What torch's kernels say of a mask or an index that an unpack hook gave another dtype.

The kernels are those of the formulas that go backward, so they are not always the function's own.
"""

from __future__ import annotations

from autograd.dtype import cpp_type, of
from autograd.numerics.sampling import C_NAMES

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
    """Stands in a node for a subscript whose arrays the user's pack hook was given."""

    def __init__(self, parts: list):
        self.parts = parts

    def open(self) -> tuple:
        """The subscript again, with what the unpack hook makes of each array."""
        return tuple(getattr(part, "_array", part) for part in self.parts)


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
