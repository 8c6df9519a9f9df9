"""Collation of samples to a batch."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence
from functools import partial
from typing import Any

import numpy as np

from autograd.functions.creation.from_data import as_tensor, tensor
from autograd.functions.shape.concatenation import stack
from autograd.runtime.observer import observing
from autograd.tensor.dtype import float64
from autograd.tensor.memory_format import strided
from autograd.tensor.tensor import Tensor

default_collate_err_msg_format = (
    "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}")


def default_collate(batch: Sequence[Any]) -> Any:
    """Return a batch of samples of one structure.

    Numbers and tensors are stacked; containers keep their type.
    """
    # Unobserved: collating is no op of the user's program.
    with observing(None):
        return collate(batch, collate_fn_map=default_collate_fn_map)


def collate(
        batch: Sequence[Any], *,
        collate_fn_map: Any = None
) -> Any:
    """Return a batch of samples, by the functions in `collate_fn_map` for their types."""
    first = batch[0]
    for kind in () if collate_fn_map is None else (type(first), *collate_fn_map):
        if kind in collate_fn_map and isinstance(first, kind):
            return collate_fn_map[kind](batch, collate_fn_map=collate_fn_map)
    part = partial(collate, collate_fn_map=collate_fn_map)
    if isinstance(first, Mapping):
        return to_mapping_type(first, {key: part([each[key] for each in batch]) for key in first})
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*map(part, zip(*batch)))
    if isinstance(first, Sequence):
        if any(len(each) != len(first) for each in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        columns = [part(column) for column in zip(*batch)]
        return columns if isinstance(first, tuple) else to_sequence_type(first, columns)
    raise TypeError(default_collate_err_msg_format.format(type(first)))


def collate_tensor_fn(
        batch: Sequence[Tensor], *,
        collate_fn_map: dict[tuple[Any, ...] | type, Callable[..., Any]] | None = None) -> Tensor:
    """Stack tensors."""
    if batch[0].layout is not strided:
        raise RuntimeError(
            "Batches of sparse tensors are not currently supported by the default collate_fn; "
            "please provide a custom collate_fn to handle them appropriately.")
    return stack(batch, 0)


def collate_numpy_array_fn(
        batch: Sequence[Any], *,
        collate_fn_map: dict[tuple[Any, ...] | type, Callable[..., Any]] | None = None) -> Any:
    """Stack arrays, as tensors."""
    if batch[0].dtype.kind in "SUO":
        raise TypeError(default_collate_err_msg_format.format(batch[0].dtype))
    return collate([as_tensor(each) for each in batch], collate_fn_map=collate_fn_map)


def collate_numpy_scalar_fn(
        batch: Sequence[Any], *,
        collate_fn_map: dict[tuple[Any, ...] | type, Callable[..., Any]] | None = None) -> Any:
    """Return numpy scalars as a tensor of their dtype."""
    return as_tensor(np.array(batch))


def collate_float_fn(
        batch: tuple[float, ...], *,
        collate_fn_map: dict[tuple[Any, ...] | type, Callable[..., Any]] | None = None) -> Tensor:
    """Return floats as a float64 tensor."""
    return tensor(batch, dtype=float64)


def collate_int_fn(
        batch: Sequence[int], *,
        collate_fn_map: dict[tuple[Any, ...] | type, Callable[..., Any]] | None = None) -> Tensor:
    """Return ints as an int64 tensor."""
    return tensor(batch)


def collate_str_fn(
        batch: list[str], *,
        collate_fn_map: dict[tuple[Any, ...] | type, Callable[..., Any]] | None = None
) -> list[str]:
    """Return strings unchanged."""
    return batch


default_collate_fn_map = {
    Tensor: collate_tensor_fn,
    np.ndarray: collate_numpy_array_fn,
    (np.bool_, np.number, np.object_): collate_numpy_scalar_fn,
    float: collate_float_fn,
    int: collate_int_fn,
    str: collate_str_fn,
    bytes: collate_str_fn,
}


def to_mapping_type(sample: Any, collated: dict[str, Any]) -> Any:
    """Return a dict as the type of `sample`, where possible."""
    try:
        if isinstance(sample, MutableMapping):
            clone = copy.copy(sample)
            clone.update(collated)
            return clone
        return type(sample)(collated)
    except TypeError:
        return collated


def to_sequence_type(sample: Any, collated: Any) -> Any:
    """Return a list as the type of `sample`, where possible."""
    try:
        if isinstance(sample, MutableSequence):
            clone = copy.copy(sample)
            for i, value in enumerate(collated):
                clone[i] = value
            return clone
        return type(sample)(collated)
    except TypeError:
        return collated


def default_convert(data: int) -> Any:
    """Return a sample with arrays and numpy scalars converted to tensors."""
    if isinstance(data, Tensor | str | bytes):
        return data
    if isinstance(data, np.ndarray):
        return data if data.dtype.kind in "SUO" else as_tensor(data)
    if isinstance(data, np.generic):
        return data if data.dtype.kind in "SUO" else as_tensor(np.asarray(data))
    if isinstance(data, Mapping):
        return to_mapping_type(data, {key: default_convert(data[key]) for key in data})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*map(default_convert, data))
    if isinstance(data, tuple):
        return [default_convert(each) for each in data]
    if isinstance(data, Sequence):
        return to_sequence_type(data, [default_convert(each) for each in data])
    return data
