"""Connectionist temporal classification: a loss over all alignments of labels to steps."""

from __future__ import annotations

from autograd import derivatives as table
from autograd.apply import apply
from autograd.casting import raised
from autograd.functions.creation import tensor, zeros_like
from autograd.functions.losses import check_reduction
from autograd.functions.choices import where
from autograd.tensor import Tensor


@raised
def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean",
             zero_infinity=False):
    """The loss of sequences of `log_probs` (T, N, C) for targets (N, S), or all in one line."""
    check_reduction(reduction)
    alone = log_probs._array.ndim == 2
    scores = log_probs.unsqueeze(1) if alone else log_probs
    inputs, lengths = numbers_of(input_lengths), numbers_of(target_lengths)
    check_lengths(scores, inputs, lengths, blank)
    rows = rows_of(targets._array.reshape(1, -1) if alone else targets._array, lengths)
    params = {"targets": rows, "input_lengths": tuple(inputs), "target_lengths": tuple(lengths),
              "blank": blank, "zero_infinity": zero_infinity}
    loss = apply(table.ctc_loss, (scores, targets), params)
    if zero_infinity:
        loss = where(loss == float("inf"), zeros_like(loss), loss)
    if reduction == "mean":
        return (loss / tensor(lengths, dtype=loss.dtype).clamp_min(1)).mean()
    if reduction == "sum":
        return loss.sum()
    return loss.squeeze(0) if alone else loss


def numbers_of(lengths) -> list[int]:
    """Lengths given as a tensor, a tuple or a number, as a list."""
    values = lengths.tolist() if isinstance(lengths, Tensor) else lengths
    return [values] if isinstance(values, int) else list(values)


def rows_of(targets, lengths) -> tuple:
    """The labels of each target, out of rows or out of one line."""
    if targets.ndim == 1:
        ends = [sum(lengths[:i + 1]) for i in range(len(lengths))]
        return tuple(tuple(targets[end - n:end].tolist()) for end, n in zip(ends, lengths))
    return tuple(tuple(row[:n].tolist()) for row, n in zip(targets, lengths))


def check_lengths(scores, inputs, lengths, blank) -> None:
    """Raise torch's errors unless all lengths fit."""
    steps, batch, classes = scores._array.shape
    if not 0 <= blank < classes:
        raise RuntimeError("blank must be in label range")
    for name, values in (("input_lengths", inputs), ("target_lengths", lengths)):
        if len(values) != batch:
            raise RuntimeError(f"{name} must be of size batch_size")
    for value in inputs:
        if value > steps:
            raise RuntimeError(
                f"Expected input_lengths to have value at most {steps}, but got value {value} "
                "(while checking arguments for ctc_loss_allocate_outputs)"
            )
