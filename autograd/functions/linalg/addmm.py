"""Matrix products added to a tensor, such as `addmm`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.autocast import autocast_lower_precision
from autograd.engine.inplace_checks import check_inplace_history
from autograd.engine.type_promotion import result_type, to_python_number
from autograd.functions.indexing.index_checks import check_matching_dtypes
from autograd.functions.linalg.matmul import check_multipliable, check_not_bool
from autograd.functions.nn.activations import dtype_name
from autograd.functions.shape.reshape import expand
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.runtime.function_record import EXPECTED, Out, declare
from autograd.runtime.registry import export
from autograd.tensor.dtype import cpp_name, dtype_of
from autograd.tensor.scalar import check_factor, checked_scalar

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import Tensor


def cast_factors(params: dict[str, Any], dtype: Any) -> dict:
    """Return `beta` and `alpha`, truncated to integers if the entries are integers."""
    if dtype.kind in "iu":
        return {name: checked_scalar(value, dtype).item() for name, value in params.items()}
    return check_real_factors(params, dtype, "double" if dtype.itemsize == 8 else "float")


def cast_addmv_factors(params: dict[str, Any], dtype: Any) -> dict:
    """Return `beta` and `alpha` of `addmv`, whose kernel takes them in the dtype of the entries."""
    if dtype.kind in "iu":
        return cast_factors(params, dtype)
    return check_real_factors(params, dtype, dtype_of(dtype).cpp_name)


def check_real_factors(params: dict[str, Any], dtype: Any, c_type: str) -> dict:
    """Return `beta` and `alpha`; RuntimeError for complex ones of real entries."""
    if dtype.kind in "fV" and any(isinstance(x, complex) and x.imag for x in params.values()):
        raise RuntimeError(f"value cannot be converted to type {c_type} without overflow")
    return params


def check_addr_factors(params: dict[str, Any], dtype: Any) -> dict:
    """Return `beta` and `alpha` of `addr`, as bools if `dtype` is bool.

    RuntimeError for factors of a higher category than `dtype`.
    """
    for name, value in params.items():
        if dtype.kind not in "fV" or not isinstance(value, complex):
            check_factor(name, value, dtype.kind)
    if dtype.kind == "b":
        return {name: bool(value) for name, value in params.items()}
    return check_real_factors(params, dtype, dtype_of(dtype).cpp_name)


def make_function(
        entry: Op, check: Callable[..., Any], factors: Callable[..., Any] = cast_factors,
        autocast: bool = False, **facts: Any) -> Callable[..., Any]:
    """Return the function `beta * input + alpha * product` for one kind of product.

    `check` raises torch's errors and returns the shape of the result. `factors` converts `beta` and
    `alpha` to the numbers that the kernel takes. With `autocast`, `torch.autocast` lowers the
    tensors. `facts` are declared for the function, which has an in-place form.
    """

    def function(input, first, second, *, beta=1, alpha=1, out=None):
        shape = check(input, first, second, out is input)
        if out is not input:
            expand(input.detach(), shape)
        inputs = (input, first, second)
        dtype = result_type(*inputs)  # only `addr` accepts different dtypes
        params = factors({"beta": to_python_number(beta), "alpha": to_python_number(alpha)}, dtype)
        if out is None:
            return apply(entry, inputs, params, dtype)
        return apply_into(out, entry, inputs, params, dtype, by=f"{entry.name}_")

    def in_place(self, first, second, *, beta=1, alpha=1):
        check_inplace_history(self)
        return function(self, first, second, beta=beta, alpha=alpha, out=self)

    function.__name__ = function.__qualname__ = entry.name
    function.__doc__ = f"Return `beta * input + alpha * (first @ second)`, as `torch.{entry.name}`."
    attach_method(f"{entry.name}_", in_place)
    declare(factors=("beta", "alpha"), **facts)(function)
    published = autocast_lower_precision(function) if autocast else function
    return export(entry.name)(method(entry.name)(published))


def check_addmm(input: Tensor, a: Tensor, b: Tensor, inplace: bool = False) -> tuple:
    """Raise RuntimeError unless two matrices can be multiplied and added to `input`."""
    check_matching_dtypes("self and mat2 must have the same dtype, but got {} and {}", input, b)
    check_matching_dtypes("mat1 and mat2 must have the same dtype, but got {} and {}", a, b)
    for name, x in (("mat1", a), ("mat2", b)):
        if x._array.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix, got {x._array.ndim}-D tensor")
    check_multipliable(a, b)
    return check_written_size(input, (a._array.shape[0], b._array.shape[1]), inplace)


def check_written_size(input: Tensor, shape: tuple, inplace: bool) -> tuple:
    """Return the shape of the result; RuntimeError if an `input` written in place differs."""
    if inplace and input._array.shape != shape:
        raise RuntimeError(
            f"Bad in-place call: input tensor size {list(input._array.shape)} and output tensor "
            f"size {list(shape)} should match"
        )
    return shape


def check_addmv(input: Tensor, mat: Tensor, vec: Tensor, inplace: bool) -> tuple:
    """Raise RuntimeError unless a matrix and a vector can be multiplied and added to `input`."""
    ndims = input._array.ndim, mat._array.ndim, vec._array.ndim
    if ndims[1:] != (2, 1) or ndims[0] > 1:
        raise RuntimeError(
            f"vector + matrix @ vector expected, got {', '.join(map(str, ndims))}")
    n, m = mat._array.shape
    if m != len(vec._array) or input._array.size not in (1, n):
        raise RuntimeError(
            f"size mismatch, got input ({input.size(0)}), mat ({n}x{m}), vec ({len(vec._array)})")
    dtype_names = [dtype_name(x) for x in (input, mat, vec)]
    if len(set(dtype_names)) > 1:
        raise RuntimeError(
            "addmv input tensors must have the same dtype, but got {}, {}, and {}".format(
                *dtype_names))
    check_not_bool("addmv_impl_cpu", mat)
    return check_written_size(input, (n,), inplace)


def check_addr(input: Tensor, first: Tensor, second: Tensor, inplace: bool) -> tuple:
    """Raise RuntimeError unless the outer product of two vectors can be added to `input`."""
    for name, x in (("vec1", first), ("vec2", second)):
        if x._array.ndim != 1:
            raise RuntimeError(
                f"addr: Expected 1-D argument {name}, but got {x._array.ndim}-D")
    shape = len(first._array), len(second._array)
    if inplace and input._array.ndim != 2:
        raise RuntimeError(f"2D tensor expected, got {input._array.ndim}D tensor for input")
    if inplace and input._array.shape != shape:
        raise RuntimeError(
            f"size mismatch, input: {list(input._array.shape)}, v1: [{shape[0]}], v2: [{shape[1]}]")
    return shape


def check_baddbmm(input: Tensor, a: Tensor, b: Tensor, inplace: bool) -> tuple:
    """Raise RuntimeError unless two batches of matrices can be multiplied and added to `input`."""
    expand(input.detach(), (a.size(0), a.size(1), b.size(2)))
    if input._array.dtype != a._array.dtype:
        dtype_names = [cpp_name(x._array) for x in (input, a, b)]
        raise RuntimeError(
            "Input dtypes must be the same, got: input {}, batch1: {}, batch2: {}".format(
                *dtype_names))
    check_batch_dimensions(a, b)
    check_not_bool("baddbmm", a)
    (n, rows, inner), second = a._array.shape, b._array.shape
    if (n, inner) != second[:2]:
        raise RuntimeError(
            "Expected size for first two dimensions of batch2 tensor to be: "
            f"[{n}, {inner}] but got: [{second[0]}, {second[1]}]."
        )
    check_matching_dtypes("expected scalar type {} but found {}", a, b)
    return check_written_size(input, (n, rows, second[2]), inplace)


def check_batch_dimensions(a: Tensor, b: Tensor) -> None:
    """Raise RuntimeError unless both tensors have three dimensions."""
    for name, x in (("batch1", a), ("batch2", b)):
        if x._array.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")


def check_addbmm(input: Tensor, a: Tensor, b: Tensor, inplace: bool) -> tuple:
    """Raise RuntimeError unless the sum of a batch of products can be added to `input`."""
    expand(input.detach(), (a.size(1), b.size(2)))
    check_batch_dimensions(a, b)
    (n, rows, inner), (m, length, columns) = a._array.shape, b._array.shape
    if n != m:
        raise RuntimeError(
            f"batch1 and batch2 must have same number of batches, got {n} and {m}")
    if inner != length:
        raise RuntimeError(
            f"Incompatible matrix sizes for bmm ({rows}x{inner} and {length}x{columns})")
    check_matching_dtypes("self and mat2 must have the same dtype, but got {} and {}", input, b)
    check_matching_dtypes("mat1 and mat2 must have the same dtype, but got {} and {}", a, b)
    check_not_bool("addmm_impl_cpu_", a)
    return check_written_size(input, (rows, columns), inplace)


addmm = make_function(ops.addmm, check_addmm, autocast=True, out=Out(dtype_error=EXPECTED))
addmv = make_function(ops.addmv, check_addmv, cast_addmv_factors, out=Out(dtype_error=EXPECTED))
addr = make_function(ops.addr, check_addr, check_addr_factors)
baddbmm = make_function(ops.baddbmm, check_baddbmm, autocast=True, out=Out(dtype_error=EXPECTED))
addbmm = make_function(ops.addbmm, check_addbmm, autocast=True)
