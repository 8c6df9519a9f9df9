"""Matrix products: `mm`, `bmm`, `matmul`, `mv`, `dot`, `outer`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_lower_precision
from autograd.engine.broadcasting import check_broadcast
from autograd.engine.vmap_factories import run_rule_for_errors
from autograd.functions.indexing.index_checks import check_matching_dtypes
from autograd.functions.kernel_dtypes import check_barebones_dtype
from autograd.functions.pointwise.arithmetic import mul
from autograd.functions.shape.reshape import contiguous, expand, reshape, squeeze, unsqueeze
from autograd.functions.shape.transpose import transpose
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.operators import dispatch_operator, operator
from autograd.functions.tensor_api.out_argument import with_out, write_out
from autograd.runtime import masked_rules
from autograd.runtime.function_record import EXPECTED, Operator, Out, add_facts, declare
from autograd.runtime.registry import COMPOSITES, export
from autograd.runtime.sparse_rules import MATRIX_PRODUCT
from autograd.tensor.batched_tensor import innermost_interpreter
from autograd.tensor.dtype import cpp_name, dtype_of_array
from autograd.tensor.tensor import Tensor, wrap


def format_shapes(*tensors: Tensor) -> str:
    """Format shapes as torch does in errors: `2x3 and 4x5`."""
    return " and ".join("x".join(map(str, x._array.shape)) for x in tensors)


def check_same_dtype(a: Tensor, b: Tensor) -> None:
    """Raise RuntimeError if dtypes differ: matrix products do not promote."""
    if a._array.dtype != b._array.dtype:
        left, right = (cpp_name(x._array) for x in (a, b))
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {left} != {right}")


@export("mm", "spmm", "dsmm")  # names of older versions, for a sparse left factor
@method()
@with_out
@autocast_lower_precision
@declare(out=Out(dtype_error=EXPECTED))
@declare("spmm", "dsmm", sparse=MATRIX_PRODUCT)
def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """Multiply two matrices, `(n, m)` by `(m, p)`, without broadcasting."""
    return multiply_matrices(input, mat2)


def multiply_matrices(input: Tensor, mat2: Tensor) -> Tensor:
    """Multiply two matrices that have the dtype to compute in; RuntimeError for other shapes."""
    for name, x in (("self", input), ("mat2", mat2)):
        if x._array.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix")
    check_multipliable(input, mat2)
    check_not_bool("addmm_impl_cpu_", input)
    return apply(ops.mm, (input, mat2))


@export()
@with_out
def _int_mm(input, mat2):
    """Multiply two matrices of 8-bit integers to an int32 result."""
    for name, x in (("self", input), ("mat2", mat2)):
        if x._array.ndim != 2:
            raise RuntimeError(
                f"int_mm_out_cpu: Expected {name} to be of dimension 2 but got {x._array.ndim}")
    (_, inner), (other, _) = input._array.shape, mat2._array.shape
    if inner != other:
        raise RuntimeError("int_mm_out_cpu: self.size(1) needs to match mat2.size(0) but got "
                           f"{inner} and {other}")
    for text, x, allowed in (("self dtype to be int8 or uint8", input, ("int8", "uint8")),
                           ("mat2 dtype to be of type int8", mat2, ("int8",))):
        if x._array.dtype not in allowed:
            raise RuntimeError(f"int_mm_out_cpu: Expected {text} but got {cpp_name(x._array)}")
    return wrap(input._array.astype(np.int32) @ mat2._array.astype(np.int32))


def check_multipliable(a: Tensor, b: Tensor) -> None:
    """Raise RuntimeError unless two matrices have matching sizes and one dtype."""
    if a._array.shape[1] != b._array.shape[0]:
        run_rule_for_errors(ops.mm, (a, b))
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({format_shapes(a, b)})")
    check_same_dtype(a, b)


@export()
@method()
@with_out
@declare(out=Out(dtype_error=EXPECTED, may_overlap=True))
def mv(input: Tensor, vec: Tensor) -> Tensor:
    """Multiply a matrix `(n, m)` by a vector `(m,)`."""
    if input._array.ndim != 2 or vec._array.ndim != 1:
        input.size(0)
        raise RuntimeError(
            f"vector + matrix @ vector expected, got {1}, {input._array.ndim}, {vec._array.ndim}"
        )
    if input._array.shape[1] != vec._array.shape[0]:
        run_rule_for_errors(ops.mv, (input, vec))
        m, n = input._array.shape
        raise RuntimeError(f"size mismatch, got input ({m}), mat ({m}x{n}), vec ({len(vec)})")
    check_matching_dtypes("addmv input tensors must have the same dtype, but got {1}, {0}, and {1}",
                          input, vec)
    check_not_bool("addmv_impl_cpu", input)
    return apply(ops.mv, (input, vec))


def check_not_bool(kernel: str, input: Tensor) -> None:
    """Raise NotImplementedError if the kernel of a product is given bools."""
    if input._array.dtype.kind == "b":
        raise NotImplementedError(f"\"{kernel}\" not implemented for 'Bool'")


RESULT_DTYPE = "result dtype {got} does not match input dtype {want}"


@export()
@method()
@with_out
@declare(out=Out(dtype_error=RESULT_DTYPE))
def dot(input: Tensor, tensor: Tensor) -> Tensor:
    """Return the inner product of two vectors."""
    check_vectors("dot", input, tensor)
    return apply(ops.dot, (input, tensor))


@export()
@method()
@with_out
@declare(out=Out(dtype_error=RESULT_DTYPE))
def vdot(input: Tensor, other: Tensor) -> Tensor:
    """Return the inner product of two vectors, the first one conjugated."""
    check_vectors("vdot" if input._array.dtype.kind == "c" else "dot", input, other)
    return apply(ops.vdot, (input, other))


def check_vectors(name: str, a: Tensor, b: Tensor) -> None:
    """Raise RuntimeError unless two tensors are vectors of one size and dtype."""
    shapes = a._array.shape, b._array.shape
    if len(shapes[0]) != 1 or len(shapes[1]) != 1:
        if innermost_interpreter((a, b)) is not None:
            raise RuntimeError("Got wrong shapes for dot")
        raise RuntimeError(
            f"1D tensors expected, but got {len(shapes[0])}D and {len(shapes[1])}D tensors"
        )
    if a._array.dtype != b._array.dtype:
        left, right = (dtype_of_array(x._array).legacy_name for x in (a, b))
        raise RuntimeError(
            f"{name} : expected both vectors to have same dtype, but found {left} and {right}"
        )
    if shapes[0] != shapes[1]:
        run_rule_for_errors(ops.dot, (a, b))
        raise RuntimeError(
            "inconsistent tensor size, expected tensor "
            f"[{shapes[0][0]}] and src [{shapes[1][0]}] to have the same number of elements, but "
            f"got {shapes[0][0]} and {shapes[1][0]} elements respectively"
        )


@export("outer", "ger")
@method("outer", "ger")
@with_out
def outer(input: Tensor, vec2: Tensor) -> Tensor:
    """Return the outer product `(n, m)` of vectors `(n,)` and `(m,)`."""
    if input._array.ndim != 1 or vec2._array.ndim != 1:
        which, x = ("self", input) if input._array.ndim != 1 else ("vec2", vec2)
        raise RuntimeError(
            f"outer: Expected 1-D argument {which}, but got {x._array.ndim}-D"
        )
    return mul(reshape(input, input._array.size, 1), vec2)




@export()
@method()
@with_out
@autocast_lower_precision
@declare(out=Out(dtype_error=EXPECTED))
def bmm(input: Tensor, mat2: Tensor) -> Tensor:
    """Multiply the matrices of two batches: `(b, n, m)` by `(b, m, p)`."""
    a, b = input._array.shape, mat2._array.shape
    for shape, name in ((a, "batch1"), (b, "batch2")):
        if len(shape) != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")
    if a[0] != b[0] or a[2] != b[1]:
        run_rule_for_errors(ops.bmm, (input, mat2))
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{a[0]}, {a[2]}] but "
            f"got: [{b[0]}, {b[1]}]."
        )
    if not (input._array.size and mat2._array.size):  # torch calls no kernel
        return apply(ops.bmm, (input, mat2), {}, mat2._array.dtype)
    check_not_bool("bmm", input)
    if input._array.dtype != mat2._array.dtype:
        check_barebones_dtype("bmm", input)
    check_matching_dtypes("expected scalar type {} but found {}", input, mat2)
    return apply(ops.bmm, (input, mat2))


@export()
@operator("__matmul__")
@declare("__matmul__", operator=Operator("@", "matmul"))
@method()
@autocast_lower_precision
@declare(out=Out(dtype_error=EXPECTED, may_overlap=True), sparse=MATRIX_PRODUCT)
@declare("__matmul__", "__rmatmul__", sparse=MATRIX_PRODUCT)
@declare("matmul", "__matmul__", masked=masked_rules.Unsupported("mm"))
def matmul(input: Tensor, other: Tensor | int, *, out: Any = None) -> Any:
    """Multiply two tensors: vectors, matrices, or broadcast batches of matrices.

    Two vectors give their inner product; a vector is a row on the left and a column on the right.
    """
    if not isinstance(other, Tensor):
        return NotImplemented
    if out is not None:
        return write_out(out, "matmul", matmul(input, other))
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
        product = apply(ops.squeeze_front, (mm(unsqueeze(input, 0), other),), {"dim": 0})
        product._counter[0] += 1  # torch squeezes it in place
        return product
    if m == 2 and n == 2:
        return multiply_matrices(input, other)
    if m == n == 3:
        input, other = squeeze_single_batch(input, other)
    return matmul_batched(input, other)


def squeeze_single_batch(input: Tensor, other: Tensor) -> tuple[Tensor, ...]:
    """Squeeze a batch of one matrix that torch folds into the other factor."""
    one, two = len(input._array) == 1, len(other._array) == 1
    if two and not one and other.requires_grad:
        return input, squeeze(other, 0)
    if one and not two and input.requires_grad:
        return squeeze(input, 0), other
    return input, other


def matmul_batched(input: Tensor, other: Tensor) -> Tensor:
    """Multiply broadcast batches; a matrix or vector beside a batch is folded into one product."""
    a, b = input._array.shape, other._array.shape
    if can_fold_batch(input, other):
        if len(a) < len(b):  # multiply transposed, then transpose back
            smaller = apply(ops.t, (input,)) if len(a) == 2 else input
            result = matmul_folded(transpose(other, -2, -1), smaller)
            return result if len(a) == 1 else contiguous(transpose(result, -2, -1))
        return matmul_folded(input, other)
    if len(b) == 1:
        return squeeze(matmul_batched(input, unsqueeze(other, 1)), -1)
    if len(a) == 1:
        return squeeze(matmul_batched(unsqueeze(input, 0), other), -2)
    try:
        lead = np.broadcast_shapes(a[:-2], b[:-2])
    except ValueError:
        check_broadcast(input.new_empty(a[:-2]), other.new_empty(b[:-2]))
        raise
    left, right = (reshape(expand(x, *lead, *shape[-2:]), math.prod(lead), *shape[-2:])
                   for x, shape in ((input, a), (other, b)))
    return apply(ops.unsafe_view, (bmm(left, right),), {"size": lead + (a[-2], b[-1])})


def can_fold_batch(a: Tensor, b: Tensor) -> bool:
    """Return True if torch multiplies a batch and a matrix, or vector, as two matrices."""
    first = a._array.ndim >= b._array.ndim
    larger, smaller = (a, b) if first else (b, a)
    if larger._array.ndim < 3 or smaller._array.ndim > 2:
        return False
    if smaller.requires_grad:
        return True
    if a._array.ndim == 2:
        return False
    array = larger._array if first else np.swapaxes(larger._array, -2, -1)
    return all(
        array.strides[i] == array.strides[i + 1] * array.shape[i + 1]
        for i in range(array.ndim - 2)
    )


def matmul_folded(batch: Tensor, other: Tensor) -> Tensor:
    """Multiply a batch by a matrix or vector, with all rows of the batch in one matrix."""
    shape = batch._array.shape
    rows = reshape(batch, math.prod(shape[:-1]), shape[-1])
    if other._array.ndim == 1:
        return apply(ops.unsafe_view, (mv(rows, other),), {"size": shape[:-1]})
    check_multipliable(rows, other)
    size = shape[:-1] + (other._array.shape[1],)
    return apply(ops.unsafe_view, (mm(rows, other),), {"size": size})


add_facts("__rmatmul__", python_method=True)
Tensor.__rmatmul__ = lambda self, other: (
    matmul(other, self) if isinstance(other, Tensor)
    else dispatch_operator("__rmatmul__", self, other))


COMPOSITES["matmul"] = matmul
