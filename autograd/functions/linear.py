"""Products of vectors and matrices, as torch names them."""

from __future__ import annotations

import numpy as np

from autograd import derivatives as table
from autograd.apply import apply
from autograd.dtype import of_array
from autograd.functions.arithmetic import mul
from autograd.functions.method import method
from autograd.functions.shapes import expand, reshape, squeeze, transpose, unsqueeze
from autograd.tensor import Tensor


def shape_text(*tensors) -> str:
    """Shapes as torch writes them in an error: `2x3 and 4x5`."""
    return " and ".join("x".join(map(str, x._array.shape)) for x in tensors)


def check_same_dtype(a, b) -> None:
    """Matrix products do not promote: raise torch's error when the dtypes differ."""
    if a._array.dtype != b._array.dtype:
        left, right = (c_name(x) for x in (a, b))
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {left} != {right}")


def c_name(tensor) -> str:
    """The element type as C++ calls it, which torch's error shows."""
    names = {"float32": "float", "float64": "double", "int64": "long int", "int32": "int",
             "int16": "short", "int8": "signed char", "uint8": "unsigned char"}
    name = of_array(tensor._array).name
    return names.get(name, f"c10::{name.capitalize()}")


@method()
def mm(input, mat2):
    """The product of two matrices, without broadcasting."""
    for name, x in (("self", input), ("mat2", mat2)):
        if x._array.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix")
    check_multipliable(input, mat2)
    return apply(table.mm, (input, mat2))


def check_multipliable(a, b) -> None:
    """Raise torch's error unless the matrix product of `a` and `b` exists."""
    if a._array.shape[1] != b._array.shape[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({shape_text(a, b)})")
    check_same_dtype(a, b)


@method()
def mv(input, vec):
    """The product of a matrix and a vector."""
    if input._array.shape[1] != vec._array.shape[0]:
        m, n = input._array.shape
        raise RuntimeError(f"size mismatch, got input ({m}), mat ({m}x{n}), vec ({len(vec)})")
    check_same_dtype(input, vec)
    return apply(table.mv, (input, vec))


@method()
def dot(input, tensor):
    """The inner product of two vectors."""
    shapes = input._array.shape, tensor._array.shape
    if len(shapes[0]) != 1 or len(shapes[1]) != 1:
        raise RuntimeError(
            f"1D tensors expected, but got {len(shapes[0])}D and {len(shapes[1])}D tensors"
        )
    if shapes[0] != shapes[1]:
        raise RuntimeError(
            "inconsistent tensor size, expected tensor "
            f"[{shapes[0][0]}] and src [{shapes[1][0]}] to have the same number of elements, but "
            f"got {shapes[0][0]} and {shapes[1][0]} elements respectively"
        )
    if input._array.dtype != tensor._array.dtype:
        left, right = (of_array(x._array).type_string[6:-6] for x in (input, tensor))
        raise RuntimeError(
            f"dot : expected both vectors to have same dtype, but found {left} and {right}"
        )
    return apply(table.dot, (input, tensor))


@method()
def outer(input, vec2):
    """All products of the entries of two vectors."""
    return mul(unsqueeze(input, 1), vec2)


@method()
def bmm(input, mat2):
    """Matrix products of a batch: `(b, n, m)` by `(b, m, p)`."""
    a, b = input._array.shape, mat2._array.shape
    if len(a) != 3 or len(b) != 3:
        raise RuntimeError("batch1 must be a 3D tensor" if len(a) != 3 else
                           "batch2 must be a 3D tensor")
    if a[0] != b[0] or a[2] != b[1]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{a[0]}, {a[2]}] but "
            f"got: [{b[0]}, {b[1]}]."
        )
    return apply(table.bmm, (input, mat2))


@method()
def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    """`beta * input + alpha * mat1 @ mat2`."""
    check_multipliable(mat1, mat2)
    return apply(table.addmm, (input, mat1, mat2), {"beta": beta, "alpha": alpha})


@method("matmul", "__matmul__")
def matmul(input, other):
    """The product by number of dimensions: inner, matrix by vector, matrices, batches of them."""
    if not isinstance(other, Tensor):
        raise TypeError(f"matmul(): argument 'other' must be Tensor, not {type(other).__name__}")
    m, n = input._array.ndim, other._array.ndim
    if not m or not n:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {m}D and {n}D"
        )
    if m == 1 and n == 1:
        return dot(input, other)
    if m == 2 and n == 1:
        return mv(input, other)
    if m == 1 and n == 2:
        product = mm(unsqueeze(input, 0), other)
        return apply(table.squeeze_front, (product,), {"dim": 0})
    if m == 2 and n == 2:
        return mm(input, other)
    return batched(input, other)


def batched(input, other):
    """Products of batches; a matrix or vector against a batch is folded into one product."""
    a, b = input._array.shape, other._array.shape
    if len(b) <= 2:
        rows = reshape(input, -1, a[-1])
        if len(b) == 1:
            return reshape(mv(rows, other), a[:-1])
        check_multipliable(rows, other)
        return apply(table.unsafe_view, (mm(rows, other),), {"size": a[:-1] + (b[-1],)})
    if len(a) == 1:
        return squeeze(batched(unsqueeze(input, 0), other), -2)
    lead = np.broadcast_shapes(a[:-2], b[:-2])
    left = reshape(expand(input, *lead, *a[-2:]), -1, *a[-2:])
    right = reshape(expand(other, *lead, *b[-2:]), -1, *b[-2:])
    return apply(table.unsafe_view, (bmm(left, right),), {"size": lead + (a[-2], b[-1])})


Tensor.__rmatmul__ = lambda self, other: matmul(other, self)
__all__ = ["mm", "mv", "dot", "outer", "bmm", "addmm", "matmul", "transpose"]
