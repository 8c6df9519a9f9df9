"""Linear layers, embeddings, distances of `torch.nn.functional`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.arguments.argument_parser import check, number
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_lower_precision
from autograd.engine.broadcasting import common_broadcast_shape
from autograd.engine.type_promotion import float_dtype_for, result_type
from autograd.functions.linalg.matmul import check_same_dtype, matmul
from autograd.functions.nn.activations import dtype_name, require_tensor
from autograd.functions.pointwise.arithmetic import div
from autograd.functions.reduction.norms import at_least
from autograd.functions.shape.shapes import expand, view
from autograd.runtime import grad_mode
from autograd.runtime.function_record import (
    BUILTIN, GIVEN, NN_BUILTIN, Bool, Native, Or, Read, declare,
)
from autograd.runtime.registry import export
from autograd.tensor.batched_tensor import bottom, innermost
from autograd.tensor.dtype import cpp_type, of
from autograd.tensor.mutation import overwrite

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

# --- Products ----------------------------------------------------------------------------------


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
    at_once = bias is not None and (ndim == 2 or can_flatten_rows(input, weight, bias))
    check_linear_operands(input, weight, bias if at_once else None)
    turned = apply(ops.t, (weight,))
    if at_once:
        rows = input if ndim == 2 else view(input, math.prod(shape[:-1]), shape[-1])
        if bias._array.ndim != 1 or len(bias._array) != len(weight._array):
            expand(bias.detach(), len(rows._array), len(weight._array))
        made = apply(ops.addmm, (bias, rows, turned))
        return made if ndim == 2 else view(made, shape[:-1] + made._array.shape[-1:])
    made = input @ turned
    if bias is None:
        return made
    return made.add_(bias) if innermost((made, bias)) is None else made + bias


def can_flatten_rows(input: Tensor, weight: Tensor, bias: Tensor) -> bool:
    """Return True if torch multiplies all rows of `input` in one product that adds the bias."""
    lone = bias._array.ndim == 1 or sum(n != 1 for n in bias._array.shape) == 1
    array = input._array  # of a large meta tensor all strides are 0
    in_rows = array.flags.c_contiguous or input._meta and not any(array.strides)
    return lone and in_rows and innermost((input, weight, bias)) is None


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
        matmul(input, weight)  # raises, by the number of dimensions
    rows = math.prod(x.shape[:-1])
    if x.shape[-1] != w.shape[-1]:
        if innermost((input, weight)) is not None:
            matmul(input, apply(ops.t, (weight,)))  # raises for all examples
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({rows}x{x.shape[-1]} and "
            f"{'x'.join(map(str, w.shape[::-1]))})"
        )
    check_same_dtype(input, weight)


# --- Tables ------------------------------------------------------------------------------------


@declare(
    native=Native(
        "torch",
        "embedding",
        ("weight", "input", Or("padding_idx", 1), "scale_grad_by_freq", "sparse"),
        looks_first=True,
    ),
    bools=(Bool("scale_grad_by_freq", "embedding", 4), Bool("sparse", "embedding", 5)),
)
def embedding(
        input: Tensor, weight: Tensor, padding_idx: float | None = None, max_norm: Any = None,
        norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False) -> Tensor:
    """Return the rows of `weight` at the indices `input`."""
    if padding_idx:
        padding_idx = wrap_padding_idx(padding_idx, weight.size(0), "Padding_idx")
    if max_norm is not None:
        renormalize_rows(weight, input.contiguous(), max_norm, norm_type)
    require_tensor("embedding", weight, "weight")
    require_tensor("embedding", input, "indices", 2)
    if weight._array.ndim != 2:
        if grad_mode.grad_enabled and weight.requires_grad:
            weight.size(0)
        raise RuntimeError("'weight' must be 2-D")
    check_indices(input, "indices", "embedding")
    array, rows = bottom(input)._array, weight._array.shape[0]
    if array.size and (array.min() < 0 or array.max() >= rows):
        weight.index_select(0, bottom(input).reshape(-1))  # for torch's IndexError
    params = {"padding_idx": padding_idx, "scale_grad_by_freq": scale_grad_by_freq,
              "sparse": sparse}
    return apply(ops.embedding, (weight, input), params)


def wrap_padding_idx(index: float, rows: int, name: str) -> float:
    """Return `padding_idx` counted from 0; AssertionError if it is out of range."""
    if index > 0 and not index < rows or index < 0 and not index >= -rows:
        raise AssertionError(f"{name} must be within num_embeddings")
    return rows + index if index < 0 else index


def check_indices(input: Tensor, name: str, function: str, number: int = 1) -> None:
    """Raise torch's errors unless indices are a Tensor of int64 or int32."""
    require_tensor(function, input, name, 2)
    if input._array.dtype not in (np.int64, np.int32):
        raise RuntimeError(
            f"Expected tensor for argument #{number} '{name}' to have one of the following scalar "
            f"types: Long, Int; but got {cpp_type(input._array)} instead (while checking arguments "
            f"for {function})"
        )


def renormalize_rows(weight: Tensor, indices: Tensor, max_norm: Any, norm_type: Any) -> None:
    """Scale the rows in use down to the norm `max_norm`, in place and not recorded."""
    weight = weight.detach()
    check("torch", "embedding_renorm_", (weight, indices, max_norm, norm_type), {})
    max_norm, norm_type = number(max_norm), number(norm_type)
    if weight._array.ndim != 2:
        raise RuntimeError(
            f"Expected 2-dimensional tensor, but got {weight._array.ndim}-dimensional tensor for "
            "argument #1 'self' (while checking arguments for embedding_renorm_)")
    check_indices(indices, "indices", "embedding_renorm_", 2)
    rows = np.unique(indices._array)
    for row in rows:
        weight.select(0, int(row))
        if weight._array.dtype.kind not in "fcV":
            raise RuntimeError("norm(): input dtype should be either floating point or complex. "
                               f"Got {dtype_name(weight)} instead.")
    norms = np.linalg.norm(weight._array[rows], norm_type, axis=-1)
    scale = np.where(norms > max_norm, max_norm / (norms + 1e-7), 1)
    made = weight._array.copy()
    made[rows] *= scale[:, None].astype(made.dtype)
    overwrite(weight, made, "embedding_renorm_")


# --- Distances ---------------------------------------------------------------------------------


@declare(reads_first=(Read("input", "norm"),))
def normalize(
        input: Any, p: float = 2.0, dim: int = 1, eps: float = 1e-12, out: Any = None) -> Any:
    """Divide `input` by its p-norm along `dim`."""
    return div(input, input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input), out=out)


@export()
@declare(native=Native("torch", "cosine_similarity"), home=BUILTIN, compiled="torch")
def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Any:
    """Return the cosine of the angle between vectors along `dim`."""
    dtype = result_type(x1, x2)
    if dtype.kind not in "fV":
        raise RuntimeError("expected common dtype to be floating point, yet common dtype is "
                           f"{of(dtype).legacy_name}")
    units = []
    for x in broadcast_pair(x1, x2):
        units.append(x / at_least(x.to(of(dtype)).norm(2, dim, keepdim=True).clone(), eps))
    return (units[0] * units[1]).sum(dim)


def broadcast_pair(a: Tensor, b: Tensor) -> Any:
    """Return both tensors broadcast to one shape."""
    if a._array.shape == b._array.shape:
        return [a, b]
    return [x.expand(common_broadcast_shape([a._array.shape, b._array.shape])) for x in (a, b)]


@export()
@declare(
    native=Native("torch", "pairwise_distance"),
    bools=(Bool("keepdim", "pairwise_distance", GIVEN),),
    home=BUILTIN, compiled="torch",
)
def pairwise_distance(
        x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> Tensor:
    """Return the p-norm of the differences along the last dimension."""
    dim = max(x1._array.ndim, x2._array.ndim) - 1
    between = x1 - x2
    difference = apply(ops.add_number, (between,), {"other": eps}, float_dtype_for(between))
    dim = None if dim < 0 else dim
    return apply(ops.norm_dim, (difference,), {"p": float(p), "dim": dim, "keepdim": keepdim})
