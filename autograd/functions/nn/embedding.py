"""Lookup of table rows by index: `embedding`, `embedding_bag`, `one_hot`."""

from __future__ import annotations

import numpy as np
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.arguments.argument_parser import as_number, check_arguments
from autograd.arguments.signatures import match_number
from autograd.engine.apply import apply
from autograd.functions.nn.activations import dtype_name, require_tensor
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import NN_BUILTIN, Bool, Native, Or, Where, declare
from autograd.runtime.warnings import caution
from autograd.tensor.batched_tensor import unwrap_all
from autograd.tensor.dtype import aten_type, int64
from autograd.tensor.mutation import overwrite
from autograd.tensor.tensor import wrap
from autograd.tensor.version_counter import mark_inference

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


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
        input: Tensor, weight: Tensor, padding_idx: int | None = None, max_norm: Any = None,
        norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False) -> Tensor:
    """Return the rows of `weight` at the indices `input`."""
    if padding_idx:
        padding_idx = wrap_padding_idx(padding_idx, weight.size(0), "Padding_idx")
    if max_norm is not None:
        renormalize_rows(weight, input.contiguous(), max_norm, norm_type)
    require_tensor("embedding", weight, "weight")
    require_tensor("embedding", input, "indices", 2)
    if weight._array.ndim != 2:
        if execution.grad_enabled and weight.requires_grad:
            weight.size(0)
        raise RuntimeError("'weight' must be 2-D")
    check_indices(input, "indices", "embedding")
    array, rows = unwrap_all(input)._array, weight._array.shape[0]
    if array.size and (array.min() < 0 or array.max() >= rows):
        weight.index_select(0, unwrap_all(input).reshape(-1))  # for torch's IndexError
    params = {"padding_idx": padding_idx, "scale_grad_by_freq": scale_grad_by_freq,
              "sparse": sparse}
    return apply(ops.embedding, (weight, input), params)


def wrap_padding_idx(index: int, rows: int, name: str) -> int:
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
            f"types: Long, Int; but got {aten_type(input._array)} instead (while checking "
            f"arguments for {function})"
        )


def renormalize_rows(weight: Tensor, indices: Tensor, max_norm: float, norm_type: float) -> None:
    """Scale the rows in use down to the norm `max_norm`, in place and not recorded."""
    weight = weight.detach()
    check_arguments("torch", "embedding_renorm_", (weight, indices, max_norm, norm_type), {})
    max_norm, norm_type = as_number(max_norm), as_number(norm_type)
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
    result = weight._array.copy()
    result[rows] *= scale[:, None].astype(result.dtype)
    overwrite(weight, result, "embedding_renorm_")


@declare(
    native=Native(
        "torch",
        "embedding_bag",
        (
            "weight",
            "input",
            Or("offsets", "input"),
            "scale_grad_by_freq",
            1,
            "sparse",
            "per_sample_weights",
            Where("include_last_offset", "offsets"),
            "padding_idx",
        ),
        looks_first=True,
    ),
    bools=(Bool("scale_grad_by_freq", "embedding_bag", 4), Bool("sparse", "embedding_bag", 6)),
)
def embedding_bag(
        input: Tensor, weight: Tensor, offsets: Tensor | None = None, max_norm: Any = None,
        norm_type: int = 2, scale_grad_by_freq: bool = False, mode: str = "mean",
        sparse: bool = False, per_sample_weights: Any = None, include_last_offset: bool = False,
        padding_idx: int | None = None) -> Tensor:
    """Return the sum, mean or maximum of the rows of `weight` in each bag.

    `input` (N, L) has a bag in each row; `input` (L,) has bags that start at `offsets`.
    """
    if weight.dtype is int64 and input.is_floating_point():
        caution(
            "Argument order of nn.functional.embedding_bag was changed. Usage `embedding_bag(weight"
            ", input, ...)` is deprecated, and should now be `embedding_bag(input, weight, ...)`.")
        weight, input = input, weight
    check_dimensions(input, weight, offsets, per_sample_weights)
    check_mode(mode, scale_grad_by_freq, sparse)
    if max_norm is not None:
        renormalize_rows(weight, input.reshape(-1), max_norm, norm_type)
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported "
            f"for mode='sum' (got mode='{mode}'). Please open a feature request on GitHub."
        )
    check_indices(input, "indices", "embedding_bag")
    check_weight_dtype(weight)
    if per_sample_weights is not None:
        check_sample_weights(per_sample_weights, weight)
    indices, bags, count = assign_bags(input, offsets, include_last_offset)
    check_index_range(indices, weight, mode == "max" or padding_idx is not None)
    if padding_idx is not None:
        rows = weight.size(0)
        if not -rows <= padding_idx < rows:
            raise RuntimeError(
                f"padding_idx must be within the number of embeddings, {-rows} through {rows - 1}, "
                f"but got {padding_idx}")
        used = indices != padding_idx % weight.size(0)
        indices, bags = indices[used], bags[used]
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights.reshape(-1)[wrap(used)]
    elif per_sample_weights is not None:
        per_sample_weights = per_sample_weights.reshape(-1)
    inputs = (weight, wrap(indices), wrap(bags), per_sample_weights)
    return apply(ops.embedding_bag, inputs, {
        "count": count, "mode": mode, "sparse": sparse})


def check_dimensions(
        input: Tensor, weight: Tensor, offsets: Any, per_sample_weights: Any) -> None:
    """Raise ValueError about numbers of dimensions, or the shape of weights for samples."""
    if per_sample_weights is not None and input.size() != per_sample_weights.size():
        raise ValueError(
            f"embedding_bag: If per_sample_weights ({per_sample_weights.size()}) is not None, then "
            f"it must have the same shape as the input ({input.size()})")
    if weight.dim() != 2:
        raise ValueError(
            f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.dim()}")
    if input.dim() not in (1, 2):
        raise ValueError(
            f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}")
    if input.dim() == 2 and offsets is not None:
        raise ValueError(
            "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of "
            f"fixed length sequences. However, found offsets of type {type(offsets)}")
    if input.dim() == 1 and offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if input.dim() == 1 and offsets.dim() != 1:
        raise ValueError("offsets has to be a 1D Tensor")


def check_mode(mode: str, scale_grad_by_freq: bool, sparse: bool) -> None:
    """Raise ValueError for an unknown mode, or one that these options exclude."""
    if mode not in ("sum", "mean", "max"):
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights")


def check_sample_weights(weights: Any, weight: Tensor) -> None:
    """Raise RuntimeError unless the weights of samples have the dtype of the rows."""
    if weights.dtype != weight.dtype:
        raise RuntimeError(
            "Expected tensor for argument #1 'weight' to have the same type as tensor for argument "
            f"#1 'per_sample_weights'; but type {aten_type(weight._array)} does not equal "
            f"{aten_type(weights._array)} (while checking arguments for embedding_bag)")


def check_index_range(indices: Any, weight: Tensor, by_entry: bool) -> None:
    """Raise RuntimeError for indices out of range.

    If the kernel runs entry by entry (`by_entry`), its error has no position.
    """
    rows = len(weight._array)
    outside = np.flatnonzero((indices < 0) | (indices >= rows))
    if not outside.size:
        return
    first = indices[outside[0]]
    if by_entry:
        raise RuntimeError(
            f"embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be {first}")
    raise RuntimeError(
        f"Index {outside[0]} of input takes value {first} which is not in the valid range "
        f"[0, {rows})")


def check_offsets(starts: np.ndarray, count: int, include_last_offset: bool) -> None:
    """Raise RuntimeError unless the bags begin at 0 and within the `count` indices."""
    if include_last_offset and not len(starts):
        raise RuntimeError("include_last_offset: number of offset should be at least 1")
    if not len(starts):
        return
    if starts[0] != 0:
        raise RuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from "
            f"position 0. However, got {starts[0]}\n[ torch.LongTensor{{}} ]")
    if starts[-1] > count:
        raise RuntimeError(
            f"offsets[-1] can not be greater than input's length {count} but got offsets[-1] of "
            f"{starts[-1]}")


def check_weight_dtype(weight: Tensor) -> None:
    """Raise RuntimeError for a weight without a real floating dtype."""
    if weight._array.dtype.kind not in "fV":
        raise RuntimeError(
            "Expected tensor for argument #1 'weight' to have one of the following scalar types: "
            f"Half, BFloat16, Float, Double; but got {aten_type(weight._array)} instead (while "
            "checking arguments for embedding_bag)")


def assign_bags(
        input: Tensor, offsets: Any, include_last_offset: bool) -> tuple[np.ndarray | int, ...]:
    """Return the indices, the bag of each, and the number of bags."""
    array = input._array
    if array.ndim == 2:
        return array.ravel(), np.repeat(np.arange(len(array)), array.shape[1]), len(array)
    check_indices(offsets, "indices", "embedding_bag")
    check_offsets(offsets._array, len(array), include_last_offset)
    starts = offsets._array[:-1] if include_last_offset else offsets._array
    bags = np.searchsorted(starts, np.arange(len(array)), side="right") - 1
    return array, bags, len(starts)


@declare(native=Native("torch.nn", "one_hot"), home=NN_BUILTIN, compiled="torch.nn")
def one_hot(input: Tensor, num_classes: int = -1) -> Tensor:
    """Return vectors (..., C) with a single 1 for classes (...)."""
    array = input._array
    if not match_number("int", num_classes):
        raise TypeError(f"one_hot() of {type(num_classes).__name__} classes")
    if array.dtype != np.int64:
        raise RuntimeError(
            "one_hot is only applicable to index tensor of type LongTensor."
        )
    if not array.size and num_classes <= 0:
        raise RuntimeError("Can not infer total number of classes from empty tensor.")
    if array.size and array.min() < 0:
        raise RuntimeError("Class values must be non-negative.")
    if num_classes == -1:
        num_classes = int(array.max()) + 1
    elif array.size and array.max() >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    result = wrap((array[..., None] == np.arange(num_classes)).astype(np.int64, order="C"))
    if execution.inference_mode:
        return mark_inference(result)
    result._counter[0] = 2 if array.size else 0  # torch writes the result in place
    return result
