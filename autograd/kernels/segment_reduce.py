"""Reductions of segments of neighbouring rows, with their gradients.

A segment is `(first, end)` among the rows: the entries along one dimension, with those before it
flattened. Follows aten/src/ATen/native/SegmentReduce.cpp.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

# By the name of a reduction its ufunc with the identity.
FOLDS = {
    "sum": (np.add, 0), "mean": (np.add, 0), "prod": (np.multiply, 1),
    "max": (np.maximum, -math.inf), "min": (np.minimum, math.inf),
}


def flatten_to_rows(array: np.ndarray, axis: int) -> np.ndarray:
    """Return `array` with its dimensions up to `axis` flattened."""
    return array.reshape(-1, *array.shape[axis + 1:])


def list_segments(lengths: np.ndarray, offsets: Any, size: int) -> list[tuple[int, int]]:
    """Return all segments, by their `lengths` or by `offsets`, among `size` rows at a time."""
    given = lengths if offsets is None else offsets
    bounds = given.reshape(-1, given.shape[-1]).astype(np.int64)
    if offsets is None:
        bounds = np.pad(bounds.cumsum(-1), ((0, 0), (1, 0)))
    bounds = (bounds + np.arange(len(bounds))[:, None] * size).tolist()
    return [pair for row in bounds for pair in zip(row, row[1:])]


def reduce_segments(
        data: np.ndarray, reduce: str, lengths: np.ndarray, offsets: Any, axis: int, initial: Any
) -> np.ndarray:
    """Return each segment of `data` reduced along `axis`; an empty one is `initial`, or the
    identity."""
    segments = list_segments(lengths, offsets, data.shape[axis])
    rows, (fold, neutral) = flatten_to_rows(data, axis), FOLDS[reduce]
    begin = np.full((1, *rows.shape[1:]), neutral if initial is None else initial, data.dtype)
    result = np.empty((len(segments), *rows.shape[1:]), data.dtype)
    for i, (first, end) in enumerate(segments):
        total = fold.accumulate(np.concatenate((begin, rows[first:end])), 0)[-1]
        if reduce == "mean" and end > first:
            total = total / data.dtype.type(end - first)
        elif reduce == "mean" and initial is None:
            total = math.nan
        result[i] = total
    lead = data.shape[:axis]
    return result.reshape(*lead, len(segments) // (math.prod(lead) or 1), *data.shape[axis + 1:])


def reduce_segments_backward(
        grad: np.ndarray, data: np.ndarray, result: np.ndarray, reduce: str, lengths: np.ndarray,
        offsets: Any, axis: int, initial: Any) -> np.ndarray:
    """Return the gradient of `reduce_segments` for `data`, of the same shape."""
    segments = list_segments(lengths, offsets, data.shape[axis])
    grads, rows, results = (flatten_to_rows(array, axis) for array in (grad, data, result))
    made = np.zeros(rows.shape, grad.dtype)
    for i, (first, end) in enumerate(segments):
        if first < end:
            part = rows[first:end]
            made[first:end] = segment_gradient(grads[i], part, results[i], reduce, initial)
    return made.reshape(data.shape)


def segment_gradient(
        grad: np.ndarray, part: np.ndarray, whole: np.ndarray, reduce: str, initial: Any
) -> np.ndarray:
    """Return the gradient of each row of a segment from that of the result."""
    if reduce == "sum":
        return grad
    if reduce == "mean":
        return grad / grad.dtype.type(len(part))
    if reduce == "prod":
        undefined = np.isnan(part) | (part == 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            share_of_grad = grad * whole / part
        if not undefined.any():
            return share_of_grad
        return np.where(undefined, grad * multiply_others(part, initial), share_of_grad)
    hits = np.isnan(part) | (part == whole)
    count = hits.sum(0).astype(grad.dtype)
    share_of_grad = np.where(hits, grad, grad.dtype.type(0))
    # torch divides only positive gradients
    return np.where(share_of_grad > 0, share_of_grad / np.maximum(count, 1), share_of_grad)


def multiply_others(part: np.ndarray, initial: Any) -> np.ndarray:
    """Return for each row the product of all other rows."""
    begin = part.dtype.type(1 if initial is None else initial)
    return np.stack([np.multiply.reduce(np.delete(part, i, 0), 0) * begin
                     for i in range(len(part))])
