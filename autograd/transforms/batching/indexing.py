"""Batching rules of ops that read or write at indices.

An index array that is batched too comes as a `BatchedValue` within the parameter `key`. Each
example then has its own indices, and the number of the example is put in front of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.shape.transpose import movedim
from autograd.ops.vmap_rules import (
    DIAGONAL_BACKWARD, GATHER_SCATTER, INDEX, INDEX_ALONG_DIM, INDEX_BACKWARD, INDEX_PUT,
    INDEX_SPLIT, TAKE,
)
from autograd.tensor.batched_tensor import BatchedArray, innermost_interpreter, make_batched
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.tensor import Tensor, wrap
from autograd.transforms.batching.batched_value import (
    BatchedValue, as_batched_values, batch_size, expand_batch, move_batch_to_front, pad_dims,
    register_put, register_rule,
)

if TYPE_CHECKING:
    from autograd.ops.record import Op

# --- Subscripts --------------------------------------------------------------------------------


def is_connected(key: Any) -> bool:
    """Return whether index arrays are adjacent, so that their dimensions stay in place."""
    places = [i for i, each in enumerate(key) if not isinstance(each, slice)]
    return not places or places == list(range(places[0], places[-1] + 1))


class BatchedKey:
    """A subscript of one example as a subscript of the whole batch."""

    def __init__(self, key, batched: bool, size: int):
        key = key if isinstance(key, tuple) else (key,)
        own = [k for k in key if isinstance(k, BatchedValue) and k.dim is not None]
        if own:
            key = [part for k in key for part in (np.nonzero(k) if is_mask(k) else (k,))]
        self.connected = is_connected(key)
        self.width = max((k.ndim for k in key if hasattr(k, "ndim")), default=0)
        self.lead = next((i for i, k in enumerate(key) if not isinstance(k, slice)), 0)
        self.turned = bool(own) and batched and self.lead > 0  # index dimensions come first
        arrays = tuple(pad_dims(k, self.width)._array if isinstance(k, BatchedValue) else k
            for k in key)
        numbers = np.arange(size).reshape(size, *(1,) * self.width) if own else np.s_[:]
        self.parts = (numbers, *arrays) if batched else arrays
        self.dim = 0 if batched else self.lead

    def run(
            self, op: Op, inputs: Sequence[Any], params: dict[str, Any], dtype: Any = None
    ) -> Tensor | tuple[Tensor, ...]:
        """Run an op with this subscript, whose arrays other levels may have batched."""
        inputs = [*inputs]
        first = next(i for i, x in enumerate(inputs) if x is not None)
        level = innermost_interpreter([wrap(k) for k in self.parts if type(k) is BatchedArray])
        if level is not None and innermost_interpreter([inputs[first]]) is not level:
            inputs[first] = make_batched(level, inputs[first], None)
        return apply(op, inputs, {**params, "key": self.parts}, dtype)

    def order_result(self, result: Tensor) -> Tensor:
        """Return the taken entries with their dimensions in the order of one example."""
        return self.move_index_dims(result, 1, 1 + self.lead)

    def order_values(self, values: Any) -> Tensor:
        """Return the entries to write with their dimensions in numpy's order."""
        return self.move_index_dims(values, 1 + self.lead, 1)

    def move_index_dims(self, value: Tensor, start: int, end: int) -> Tensor:
        """Move the dimensions of index arrays, if numpy and torch place them differently."""
        if not self.turned or not self.width:
            return value
        wide = range(self.width)
        return movedim(value, [start + i for i in wide], [end + i for i in wide])


def is_mask(key: np.ndarray | slice) -> bool:
    """Return whether a part of a subscript is a bool array."""
    return isinstance(key, np.ndarray) and key.dtype == bool


@register_rule(INDEX)
def batch_index(op: Op, operands: list[BatchedValue], params: dict[str, tuple[Any, ...]],
        dtype: Any) -> Any:
    """Run an op that reads at index arrays."""
    (own,) = operands
    size = batch_size([own, *list_batched_parts(params["key"])])
    key = BatchedKey(params["key"], own.dim is not None, size)
    if not key.connected:
        return NotImplemented
    made = key.run(op, (move_batch_to_front(own),), {})
    return as_batched_values(key.order_result(made), key.dim)


def list_batched_parts(key: tuple[np.ndarray, ...]) -> list[BatchedValue]:
    """Return the index arrays of a subscript that are batched."""
    return [k for k in (key if isinstance(key, tuple) else (key,)) if isinstance(k, BatchedValue)]


@register_rule(INDEX_BACKWARD)
def batch_index_backward(
        op: Op, operands: list[BatchedValue], params: dict[str, tuple[Any, ...]],
            dtype: Any) -> Any:
    """Return zeros except at an index: the backward of reading."""
    size = batch_size([*operands, *list_batched_parts(params["key"])])
    key = BatchedKey(params["key"], True, size)
    if not key.connected:
        return NotImplemented
    *zeros, values = operands
    given = [None] * len(zeros) + [key.order_values(expand_batch(values, size))]
    return as_batched_values(key.run(op, given, {"size": (size, *params["size"])}), 0)


@register_rule(INDEX_PUT)
def batch_index_put(
        op: Op, operands: list[BatchedValue], params: dict[str, tuple[Any, ...]],
            dtype: Any) -> Any:
    """Run an op that writes at index arrays."""
    found = prepare_index_put(operands, params)
    if found is NotImplemented:
        return NotImplemented
    key, given = found
    return as_batched_values(key.run(op, given, {}, dtype), 0)


@register_rule(INDEX_SPLIT)
def batch_index_split(
        op: Op, operands: list[BatchedValue], params: dict[str, tuple[Any, ...]], dtype: Any
) -> Any:
    """Return the entries that stay and the entries at index arrays."""
    (own,) = operands
    size = batch_size([own, *list_batched_parts(params["key"])])
    key = BatchedKey(params["key"], True, size)
    if not key.connected:
        return NotImplemented
    kept, taken = key.run(op, (expand_batch(own, size),), {})
    return as_batched_values((kept, key.order_result(taken)), 0)


@register_put(INDEX_PUT)
def prepare_index_put(
        operands: list[BatchedValue], params: dict[str, tuple[Any, ...]]) -> tuple[Any, ...]:
    """Return the batched subscript of a write, its target and its values."""
    own, values = operands
    size = batch_size([*operands, *list_batched_parts(params["key"])])
    key = BatchedKey(params["key"], True, size)
    if not key.connected:
        return NotImplemented
    whole = expand_batch(own, size)
    ndim = own.ndim - sum(1 for k in key.parts[1:] if not isinstance(k, slice)) + key.width
    if any(is_mask(k) for k in key.parts):
        ndim = np.broadcast_to(False, whole._array.shape)[key.parts].ndim - 1
    if key.turned and isinstance(values.value, Tensor):
        values = BatchedValue(expand_batch(values, size), 0, values.ndim)
    given = pad_dims(values, ndim)
    return key, (whole, given if values.dim is None else key.order_values(given))


@register_rule(DIAGONAL_BACKWARD)
def batch_diagonal_backward(
        op: Op, operands: list[BatchedValue], params: Any, dtype: Any) -> Any:
    """Return zeros except on one diagonal."""
    whole, ndim = move_batch_to_front(operands[0]), len(params["size"])
    given = {**params, "size": (whole._array.shape[0], *params["size"])}
    given |= {key: wrap_dim(params.get(key, op.params[key]), ndim) + 1 for key in ("dim1", "dim2")}
    return as_batched_values(apply(op, (whole,), given), 0)

# --- Indices -----------------------------------------------------------------------------------


@register_rule(GATHER_SCATTER)
def batch_gather_scatter(
        op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run an op with an index of the same number of dimensions."""
    if any(not operand.ndim for operand in operands):
        return NotImplemented
    size = batch_size(operands)
    wholes = [expand_batch(operand, size) for operand in operands]
    dim = wrap_dim(params["dim"], operands[0].ndim) + 1
    return as_batched_values(apply(op, wholes, {**params, "dim": dim}, dtype), 0)


@register_rule(INDEX_ALONG_DIM)
def batch_index_along_dim(
        op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run an op with a one-dimensional index along a dimension, mostly the same for all examples.
    """
    own, index, *others = operands
    if op.vmap_gathers and index.dim is not None and own.ndim:
        return gather_rows(own, index, wrap_dim(params["dim"], own.ndim))
    if index.dim is not None or not own.ndim:
        return NotImplemented
    size = batch_size(operands)
    wholes = [expand_batch(own, size), index.value, *[expand_batch(x, size) for x in others]]
    dim = wrap_dim(params["dim"], own.ndim) + 1
    return as_batched_values(apply(op, wholes, {**params, "dim": dim}, dtype), 0)


def gather_rows(own: Any, index: Any, dim: int) -> Any:
    """Select slices by an index of each example, by `gather` as torch does."""
    size = index.size
    whole, places = expand_batch(own, size), move_batch_to_front(index)
    shape = list(whole._array.shape)
    shape[dim + 1] = places._array.shape[1]
    wide = places.view(size, *(-1 if i == dim else 1 for i in range(own.ndim))).expand(shape)
    return as_batched_values(apply(ops.gather, (whole, wide), {"dim": dim + 1}), 0)


@register_rule(TAKE)
def batch_take(op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Take entries by their flat index, row by row."""
    own, index = operands
    size = batch_size(operands)
    whole = expand_batch(own, size).reshape(size, -1)
    places = expand_batch(index, size)
    flat = apply(ops.gather, (whole, places.reshape(size, -1)), {"dim": 1})
    return as_batched_values(flat.view(places._array.shape), 0)
