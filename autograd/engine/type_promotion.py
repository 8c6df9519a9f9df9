"""torch's type promotion: the dtype in which an op on mixed operands is computed.

Tensors with dimensions decide; 0-dim tensors and Python numbers count only if they are of a higher
category (bool < integers < floats < complex). Follows `torch.result_type`.
"""

from __future__ import annotations


import numpy as np

from autograd.tensor.dtype import (
    default_complex_dtype, complex_scalar_dtype, get_default_dtype, complex32_error, dtype_of,
)
from autograd.tensor.tensor import Tensor

# Integers that torch stores but hardly computes with.
BAREBONES_UNSIGNED = (np.dtype(np.uint16), np.dtype(np.uint32), np.dtype(np.uint64))
NUMBERS = bool, int, float, complex


def result_type(*operands: Tensor | complex) -> np.dtype:
    """Return the dtype of an op on `operands`, Tensors or Python numbers."""
    with_dims = zero_dim = number = None
    for x in operands:
        if isinstance(x, Tensor):
            if x._array.ndim:
                with_dims = promote_dtypes(with_dims, x._array.dtype)
            else:
                zero_dim = promote_dtypes(zero_dim, x._array.dtype)
        else:
            number = promote_dtypes(number, dtype_of_number(x))
    if number is not None and number.kind == "c" and not {
            x.kind for x in (with_dims, zero_dim) if x is not None} & set("fcV"):
        complex_scalar_dtype()  # raises where there is none
    return combine_categories(with_dims, combine_categories(zero_dim, number))


def dtype_of_number(value: complex) -> np.dtype:
    """Return the dtype of a Python number where it alone decides."""
    if isinstance(value, bool):
        return np.dtype(bool)
    if isinstance(value, int | np.integer):
        return np.dtype(np.int64)
    if isinstance(value, complex):
        return default_complex_dtype().numpy
    return get_default_dtype().numpy


def promote_dtypes(a: np.dtype | None, b: np.dtype) -> np.dtype:
    """Promote two dtypes of equal priority: the higher category, or numpy's rule within one."""
    if a is None or b is None or a == b:
        return b if a is None else a
    if a.itemsize == b.itemsize == 2 and "V" in (a.kind, b.kind) and "f" in (a.kind, b.kind):
        return np.dtype(np.float32)  # float16 and bfloat16: neither has all values of the other
    if (a in BAREBONES_UNSIGNED or b in BAREBONES_UNSIGNED) and not {a.kind, b.kind} & set("fV"):
        raise RuntimeError(
            "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote "
            f"{dtype_of(a).legacy_name} and {dtype_of(b).legacy_name}"
        )
    if dtype_category(a) != dtype_category(b):
        double = np.dtype(np.float64) in (a, b) and "c" in (a.kind, b.kind)
        return np.dtype(np.complex128) if double else max(a, b, key=dtype_category)
    return np.promote_types(a, b)


def combine_categories(a: np.dtype | None, b: np.dtype | None) -> np.dtype | None:
    """Return `a`, or both promoted if `b` is of a higher category."""
    if a is None or b is None:
        return b if a is None else a
    if b.kind == "c" and a == np.float16:
        raise complex32_error("16-bit floats and a complex number")
    if b.kind == "c" and a in BAREBONES_UNSIGNED:
        return b
    if b.kind == "c" and a.kind in "fV":  # complex with the precision of `a`
        return np.dtype(np.complex128 if a.itemsize == 8 else np.complex64)
    return promote_dtypes(a, b) if dtype_category(b) > dtype_category(a) else a


def to_python_number(value: Tensor | complex | np.generic | None) -> Tensor | complex | None:
    """Return a numpy scalar as a Python number; other values unchanged.

    All but integers and complex numbers become floats, as in torch, also bools.
    """
    if not isinstance(value, np.generic):
        return value
    return value.item() if isinstance(value, np.integer | np.complexfloating) else float(value)


def float_dtype_for(tensor: Tensor) -> np.dtype | None:
    """Return the dtype for a function of real numbers: the default for integers, else None."""
    return None if tensor._array.dtype.kind in "fcV" else get_default_dtype().numpy


def dtype_category(dtype: np.dtype) -> int:
    """Return the rank of a dtype's category: bool, integers, floats, complex."""
    return {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}.get(dtype.kind, 2)
