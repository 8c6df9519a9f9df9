"""Connectionist temporal classification, a loss over all alignments of labels to time steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd import ops
from autograd.arguments.argument_parser import check_arguments
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.functions.creation.filled import zeros_like
from autograd.functions.creation.from_data import tensor
from autograd.functions.indexing.gather import where
from autograd.functions.nn.activations import dtype_name
from autograd.functions.nn.losses import check_reduction
from autograd.tensor.tensor import Tensor


@autocast_float32
def ctc_loss(
        log_probs: Tensor, targets: Tensor, input_lengths: Any, target_lengths: Any, blank: int = 0,
        reduction: str = "mean", zero_infinity: bool = False) -> Tensor:
    """Return the CTC loss of `log_probs` (T, N, C) for `targets` (N, S), or concatenated (sum(S),).

    Without a batch dimension `log_probs` are (T, C).
    """
    check_reduction(reduction)
    by_position = (log_probs, targets, input_lengths, target_lengths, blank, 0, zero_infinity)
    check_arguments("torch", "ctc_loss", by_position, {})
    unbatched = log_probs._array.ndim == 2
    scores = log_probs.unsqueeze(1) if unbatched else log_probs
    inputs = lengths_as_list("input_lengths", input_lengths)
    lengths = lengths_as_list("target_lengths", target_lengths)
    check_log_probs(scores)
    check_lengths(scores, inputs, lengths, blank)
    check_targets(targets._array.shape, lengths, unbatched)
    rows = targets_as_rows(targets._array.reshape(1, -1) if unbatched else targets._array, lengths)
    params = {"targets": rows, "input_lengths": tuple(inputs), "target_lengths": tuple(lengths),
              "blank": blank, "zero_infinity": zero_infinity}
    loss = apply(ops.ctc_loss, (scores, targets), params)
    if zero_infinity:
        loss = where(loss == float("inf"), zeros_like(loss), loss)
    if reduction == "mean":
        return (loss / tensor(lengths, dtype=loss.dtype).clamp_min(1)).mean()
    if reduction == "sum":
        return loss.sum()
    return loss.squeeze(0) if unbatched else loss


def lengths_as_list(name: str, lengths: Tensor | int | list[int] | tuple[int, ...]) -> list[int]:
    """Return lengths given as a tensor, a tuple or an int as a list."""
    if isinstance(lengths, Tensor) and lengths._array.dtype.kind not in "iu":
        raise RuntimeError(f"{name} must be integral")
    values = lengths.tolist() if isinstance(lengths, Tensor) else lengths
    return [values] if isinstance(values, int) else list(values)


def targets_as_rows(targets: Any, lengths: list[int]) -> tuple:
    """Return the labels of each target as tuples."""
    if targets.ndim == 1:
        ends = [sum(lengths[:i + 1]) for i in range(len(lengths))]
        return tuple(tuple(targets[end - n:end].tolist()) for end, n in zip(ends, lengths))
    return tuple(tuple(row[:n].tolist()) for row, n in zip(targets, lengths))


def check_log_probs(scores: Any) -> None:
    """Raise torch's errors for log probabilities that are empty or of another dtype."""
    if not scores._array.size:
        raise RuntimeError("log_probs tensor must not be empty")
    if scores._array.dtype not in (np.float32, np.float64):
        raise NotImplementedError(f"\"ctc_loss_cpu\" not implemented for '{dtype_name(scores)}'")


def check_targets(shape: tuple[int, ...], lengths: list[int], alone: Any) -> None:
    """Raise RuntimeError unless the sizes of the targets match their lengths."""
    def refused(text):
        raise RuntimeError(
            f"{text} for argument #2 'targets' (while checking arguments for "
            "ctc_loss_allocate_outputs)")

    if len(shape) not in (1, 2):
        refused(f"Expected 1 to 2 dimensions, but got {len(shape)}-dimensional tensor")
    rows = len(lengths) if len(shape) == 2 else sum(lengths)
    if (not alone or len(shape) == 1) and shape[0] != rows:
        refused(f"Expected tensor to have size {rows} at dimension 0, but got size {shape[0]}")
    if len(shape) == 2 and shape[1] < max(lengths):
        refused(f"Expected tensor to have size at least {max(lengths)} at dimension 1, but got "
                f"size {shape[1]}")


def check_lengths(scores: Any, inputs: Any, lengths: list[int], blank: Any) -> None:
    """Raise RuntimeError unless the lengths match the batch and the time steps."""
    steps, batch, classes = scores._array.shape
    if not 0 <= blank < classes:
        raise RuntimeError("blank must be in label range")
    for name, values in (("input_lengths", inputs), ("target_lengths", lengths)):
        if len(values) != batch:
            raise RuntimeError(f"{name} must be of size batch_size")
    for name, values in (("input_lengths", inputs), ("target_lengths", lengths)):
        if min(values) < 0:
            raise RuntimeError(
                f"Expected {name} to have value at least 0, but got value {min(values)} (while "
                "checking arguments for ctc_loss_allocate_outputs)")
    for value in inputs:
        if value > steps:
            raise RuntimeError(
                f"Expected input_lengths to have value at most {steps}, but got value {value} "
                "(while checking arguments for ctc_loss_allocate_outputs)"
            )
