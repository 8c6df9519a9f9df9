"""Losses of classes: cross entropy and the negative log likelihood."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.engine.transform_levels import is_mapped
from autograd.functions.indexing.index_checks import check_kinds
from autograd.functions.nn.activations import dtype_name, require_floating
from autograd.functions.nn.loss_reduction import check_reduction, legacy_reduction
from autograd.functions.nn.losses import check_requires_no_grad
from autograd.functions.shape.shapes import view
from autograd.functions.tensor_api.binding import type_name
from autograd.runtime.function_record import Native, declare
from autograd.tensor.batched_tensor import Face
from autograd.tensor.tensor import Tensor


@autocast_float32
@declare(native=Native("torch.nn", "nll_loss_nd", ("input", "target", "weight", 1, "ignore_index")))
def nll_loss(
        input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None,
        ignore_index: int = -100, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """Return the negative log likelihood of the target classes; `input` holds log probabilities.

    `input` has shape (N, C, d1, ...) or (C,), `target` (N, d1, ...) or ().
    """
    reduction = legacy_reduction(size_average, reduce, reduction)
    check_reduction(reduction)
    ignore_index = as_ignore_index("nll_loss_nd", ignore_index)
    check_nll_operands(input, target, weight, ignore_index)
    params = {"reduction": reduction, "ignore_index": ignore_index}
    if input.dim() <= 2:
        return apply(ops.nll_loss, (input, target, weight), params)[0]
    if input.dim() == 4:
        return apply(ops.nll_loss2d, (input, target, weight), params)[0]
    n, c = input._array.shape[:2]
    flat = view(input.contiguous(), n, c, 1, -1), view(target.contiguous(), n, 1, -1)
    loss = apply(ops.nll_loss2d, (*flat, weight), params)[0]
    return view(loss, (n,) + input._array.shape[2:]) if reduction == "none" else loss


def as_ignore_index(name: str, value: int) -> int:
    """Return `ignore_index` as an int; TypeError for what is none."""
    if isinstance(value, Tensor) and not value._array.ndim and value._array.dtype.kind in "iu":
        return int(value)
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return int(value)
    raise TypeError(f"{name}(): argument 'ignore_index' (position 5) must be int, not "
                    f"{type_name(value)}")


def check_nll_operands(
        input: Tensor, target: Tensor, weight: Tensor | None, ignore_index: int) -> None:
    """Raise torch's errors if targets do not match the scores or are no class."""
    check_nll_shapes(input._array.shape, target._array.shape, weight)
    check_nll_dtypes(input, target, weight)
    if type(target._array) is Face or is_mapped(input):
        return  # torch does not check values under vmap
    classes = input._array.shape[input._array.ndim > 1]
    known = target._array.view(f"u{target._array.itemsize}") < np.array(classes, np.uint64)
    if known.all():  # negative classes are large unsigned numbers
        return
    outside = (target._array != ignore_index) & ~known
    if outside.any():
        raise IndexError(f"Target {target._array[outside].flat[0]} is out of bounds.")


def check_nll_shapes(shape: tuple[int, ...], given: tuple[int, ...], weight: Tensor | None) -> None:
    """Raise torch's errors unless there is a target for each row of scores."""
    if len(shape) < 1:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    if len(shape) > 1 and len(given) == 0 or len(shape) > 1 and shape[0] != given[0]:
        raise ValueError(
            f"Expected input batch_size ({shape[0]}) to match target batch_size "
            f"({given[0] if given else 0})."
        )
    check_requires_no_grad(f"nll_loss{'2d' * (len(shape) > 2)}_forward", weight=weight)
    if len(shape) <= 2 and len(given) > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if len(shape) == 4 and len(given) != 3:
        raise RuntimeError("only batches of spatial targets supported (3D tensors) but got targets "
                           f"of dimension: {len(given)}")
    if len(shape) > 2 and given != shape[:1] + shape[2:]:
        if len(shape) == 4:  # torch's text lacks the closing bracket
            raise RuntimeError(
                f"size mismatch (got input: {list(shape)} , target: {list(given)}")
        raise RuntimeError(
            f"Expected target size {list(shape[:1] + shape[2:])}, got {list(given)}"
        )


def check_nll_dtypes(input: Tensor, target: Tensor, weight: Tensor | None) -> None:
    """Raise torch's errors about dtypes, and about a weight of another size than the classes."""
    shape, given = input._array.shape, target._array.shape
    if is_mapped(input) or is_mapped(target):  # torch gathers all examples at once
        if target._array.dtype not in (np.int64, np.int32):
            raise RuntimeError("gather(): Expected dtype int32/int64 for index")
    elif target._array.dtype not in (np.int64, np.uint8):
        raise RuntimeError(
            f"expected target dtype to be Long or Byte, but got {dtype_name(target)}"
        )
    if len(shape) == len(given) == 1 and given[0] != 1:
        raise ValueError(
            f"For 1D input, 1D target must have size 1, but got target size: {given[0]}")
    require_floating(input, "nll_loss_out_frame")
    classes = shape[0] if len(shape) == 1 else shape[1]
    if weight is not None and weight._array.shape != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but "
            f"got weight tensor of shape: {list(weight.shape)}"
        )
    if weight is not None:
        check_kinds("expected scalar type {} but found {}", input, weight)
