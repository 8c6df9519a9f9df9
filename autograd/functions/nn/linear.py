"""Linear layers: `linear`, `bilinear`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_lower_precision
from autograd.engine.missing_rules import warn_missing_rule_of_composite
from autograd.functions.linalg.matmul import check_same_dtype, matmul
from autograd.functions.nn.activations import dtype_name, require_tensor
from autograd.functions.shape.reshape import expand, reshape, view
from autograd.runtime.function_record import BUILTIN, NN_BUILTIN, Native, declare
from autograd.runtime.registry import export
from autograd.tensor.dtype import cpp_name
from autograd.tensor.batched_tensor import innermost_interpreter

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@autocast_lower_precision
@declare(gain=1, native=Native("torch.nn", "linear"), home=NN_BUILTIN, compiled="torch.nn")
def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Return `input @ weight.T + bias` over the last dimension of `input`."""
    require_tensor("linear", input)
    require_tensor("linear", weight, "weight", 2)
    ndim, shape = input._array.ndim, input._array.shape
    if not ndim or not weight._array.ndim:
        raise RuntimeError(
            "both arguments to linear need to be at least 1D, but they are "
            f"{ndim}D and {weight._array.ndim}D"
        )
    fused = bias is not None and (ndim == 2 or can_flatten_rows(input, weight, bias))
    check_linear_operands(input, weight, bias if fused else None)
    weight_t = apply(ops.t, (weight,))
    if fused:
        rows = input if ndim == 2 else view(input, math.prod(shape[:-1]), shape[-1])
        if bias._array.ndim != 1 or len(bias._array) != len(weight._array):
            expand(bias.detach(), len(rows._array), len(weight._array))
        result = apply(ops.addmm, (bias, rows, weight_t))
        return result if ndim == 2 else view(result, shape[:-1] + result._array.shape[-1:])
    result = input @ weight_t
    if bias is None:
        return result
    return result.add_(bias) if innermost_interpreter((result, bias)) is None else result + bias


def can_flatten_rows(input: Tensor, weight: Tensor, bias: Tensor) -> bool:
    """Return True if torch multiplies all rows of `input` in one product that adds the bias."""
    lone = bias._array.ndim == 1 or sum(n != 1 for n in bias._array.shape) == 1
    array = input._array  # a large meta tensor has strides 0
    in_rows = array.flags.c_contiguous or input._meta and not any(array.strides)
    return lone and in_rows and innermost_interpreter((input, weight, bias)) is None


def check_linear_operands(input: Tensor, weight: Tensor, bias: Tensor | None) -> None:
    """Raise RuntimeError unless the operands can be multiplied, and `bias` added, if any."""
    x, w = input._array, weight._array
    if w.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {w.ndim}D")
    for name, other in (("self", bias), ("mat1", input)) if bias is not None else ():
        if other._array.dtype != w.dtype:
            raise RuntimeError(
                f"{name} and mat2 must have the same dtype, but got {dtype_name(other)} and "
                f"{dtype_name(weight)}"
            )
    if bias is not None and w.ndim == 1:
        raise RuntimeError("mat2 must be a matrix, got 1-D tensor")
    if w.ndim == 1:
        matmul(input, weight)  # raises torch's error for vectors
    rows = math.prod(x.shape[:-1])
    if x.shape[-1] != w.shape[-1]:
        if innermost_interpreter((input, weight)) is not None:
            matmul(input, apply(ops.t, (weight,)))  # raises for the batched tensors
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({rows}x{x.shape[-1]} and "
            f"{'x'.join(map(str, w.shape[::-1]))})"
        )
    check_same_dtype(input, weight)


# `trilinear`'s dimensions are samples, outputs, features of the first and of the second input.
BILINEAR_DIMS = {"expand1": (1, 3), "expand2": (0,), "expand3": (1, 2), "sumdim": (2, 3)}


@export()
@declare(native=Native("torch", "bilinear"), home=BUILTIN, compiled="torch")
def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Return `input1 @ weight[o] @ input2 + bias[o]` for each output feature `o`."""
    warn_missing_rule_of_composite("bilinear", input1, input2, weight, bias)
    check_one_dtype(input1=input1, input2=input2, weight=weight, bias=bias)
    check_bilinear_batches(input1, input2)
    for x, axis, name in ((input1, 1, "input1"), (input2, 2, "input2")):
        if x.size(-1) != weight.size(axis):
            raise RuntimeError(
                f"bilinear(): {name} size does not match weight size: got {x.size(-1)} but "
                f"expected {weight.size(axis)}"
            )
    if bias is not None and bias.size(0) != weight.size(0):
        raise RuntimeError(
            f"bilinear(): bias size does not match weight size: got {bias.size(0)} but expected "
            f"{weight.size(0)}"
        )
    flat = [reshape(x, -1, x._array.shape[-1]) for x in (input1, input2)]
    shape = input1._array.shape[:-1] + weight._array.shape[:1]
    result = view(apply(ops.trilinear, (flat[0], weight, flat[1]), BILINEAR_DIMS), shape)
    return result if bias is None else result + bias


def check_bilinear_batches(input1: Tensor, input2: Tensor) -> None:
    """Raise RuntimeError unless the inputs of `bilinear` match in all but the last dimension."""
    first, second = input1._array.shape, input2._array.shape
    if len(first) != len(second):
        raise RuntimeError(
            f"bilinear(): input dimensions do not match: got {len(first)} and {len(second)}")
    for i, (m, n) in enumerate(zip(first[:-1], second)):
        if m != n:
            raise RuntimeError(
                f"bilinear(): input batch dimensions do not match at dim {i}: got {m} and {n}")


def check_one_dtype(**tensors: Any) -> None:
    """Raise RuntimeError unless all tensors have one dtype; None has none."""
    dtype_names = {name: cpp_name(x._array) for name, x in tensors.items() if x is not None}
    if len(set(dtype_names.values())) > 1:
        text = ", ".join(f"{name}: {aten_type}" for name, aten_type in dtype_names.items())
        raise RuntimeError(f"All tensors must have the same dtype, got {text}")
