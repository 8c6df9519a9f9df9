"""Embedding bags: reduced rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.nn.linear_embedding import check_indices, renormalize_rows
from autograd.runtime.function_record import Bool, Native, Or, Where, declare
from autograd.runtime.warnings import caution
from autograd.tensor.dtype import cpp_type, int64
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


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
        padding_idx: bool | None = None) -> Tensor:
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
        kept = indices != padding_idx % weight.size(0)
        indices, bags = indices[kept], bags[kept]
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights.reshape(-1)[wrap(kept)]
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
            f"#1 'per_sample_weights'; but type {cpp_type(weight._array)} does not equal "
            f"{cpp_type(weights._array)} (while checking arguments for embedding_bag)")


def check_index_range(indices: Any, weight: Tensor, by_entry: bool) -> None:
    """Raise RuntimeError for indices out of range.

    If the kernel runs `by_entry` its error names the index alone.
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
            f"Half, BFloat16, Float, Double; but got {cpp_type(weight._array)} instead (while "
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
