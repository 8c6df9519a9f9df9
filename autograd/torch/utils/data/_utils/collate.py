"""From a list of samples to a batch: numbers and tensors stacked, containers kept."""

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


def default_collate(batch: list[int]) -> Any:
    """A batch of samples of one structure."""
    # Gathering a batch is no step of the user's computation.
    with observing(None):
        return collate(batch, collate_fn_map=default_collate_fn_map)


def collate(
        batch: Sequence[Any], *,
        collate_fn_map: Any = None
) -> Any:
    """A batch of samples of one structure, whose parts go by their type as the map says."""
    first = batch[0]
    for kind in () if collate_fn_map is None else (type(first), *collate_fn_map):
        if kind in collate_fn_map and isinstance(first, kind):
            return collate_fn_map[kind](batch, collate_fn_map=collate_fn_map)
    part = partial(collate, collate_fn_map=collate_fn_map)
    if isinstance(first, Mapping):
        return like_mapping(first, {key: part([each[key] for each in batch]) for key in first})
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*map(part, zip(*batch)))
    if isinstance(first, Sequence):
        if any(len(each) != len(first) for each in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        columns = [part(column) for column in zip(*batch)]
        return columns if isinstance(first, tuple) else like_sequence(first, columns)
    raise TypeError(default_collate_err_msg_format.format(type(first)))


def collate_tensor_fn(
        batch: Sequence[Tensor], *,
        collate_fn_map: dict[tuple[Any, ...] | type, Callable[..., Any]] | None = None) -> Tensor:
    """Tensors of one shape, stacked."""
    if batch[0].layout is not strided:
        raise RuntimeError(
            "Batches of sparse tensors are not currently supported by the default collate_fn; "
            "please provide a custom collate_fn to handle them appropriately.")
    return stack(batch, 0)


def collate_numpy_array_fn(
        batch: list[int], *,
        collate_fn_map: dict[tuple[Any, ...] | type, Callable[..., Any]] | None = None) -> Any:
    """Arrays as tensors, stacked."""
    if batch[0].dtype.kind in "SUO":
        raise TypeError(default_collate_err_msg_format.format(batch[0].dtype))
    return collate([as_tensor(each) for each in batch], collate_fn_map=collate_fn_map)


def collate_numpy_scalar_fn(
        batch: list[int], *,
        collate_fn_map: dict[tuple[Any, ...] | type, Callable[..., Any]] | None = None) -> Any:
    """numpy's numbers as a tensor of their dtype."""
    return as_tensor(np.array(batch))


def collate_float_fn(
        batch: tuple[float, ...], *,
        collate_fn_map: dict[tuple[Any, ...] | type, Callable[..., Any]] | None = None) -> Tensor:
    """Python's numbers, as float64."""
    return tensor(batch, dtype=float64)


def collate_int_fn(
        batch: Sequence[int], *,
        collate_fn_map: dict[tuple[Any, ...] | type, Callable[..., Any]] | None = None) -> Tensor:
    """Python's whole numbers, as int64."""
    return tensor(batch)


def collate_str_fn(
        batch: list[str], *,
        collate_fn_map: dict[tuple[Any, ...] | type, Callable[..., Any]] | None = None
) -> list[str]:
    """Text as it is."""
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


def like_mapping(sample: Any, made: dict[str, Any]) -> Any:
    """A dict in the type of `sample` where that is possible."""
    try:
        if isinstance(sample, MutableMapping):
            clone = copy.copy(sample)
            clone.update(made)
            return clone
        return type(sample)(made)
    except TypeError:
        return made


def like_sequence(sample: Any, made: Any) -> Any:
    """A list in the type of `sample` where that is possible."""
    try:
        if isinstance(sample, MutableSequence):
            clone = copy.copy(sample)
            for i, value in enumerate(made):
                clone[i] = value
            return clone
        return type(sample)(made)
    except TypeError:
        return made


def default_convert(data: int) -> Any:
    """A single sample with its arrays and numpy numbers as tensors."""
    if isinstance(data, Tensor | str | bytes):
        return data
    if isinstance(data, np.ndarray):
        return data if data.dtype.kind in "SUO" else as_tensor(data)
    if isinstance(data, np.generic):
        return data if data.dtype.kind in "SUO" else as_tensor(np.asarray(data))
    if isinstance(data, Mapping):
        return like_mapping(data, {key: default_convert(data[key]) for key in data})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*map(default_convert, data))
    if isinstance(data, tuple):
        return [default_convert(each) for each in data]
    if isinstance(data, Sequence):
        return like_sequence(data, [default_convert(each) for each in data])
    return data
