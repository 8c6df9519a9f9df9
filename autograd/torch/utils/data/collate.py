"""From a list of samples to a batch: numbers and tensors stacked, containers kept."""

from __future__ import annotations

import copy
from collections.abc import Mapping, MutableMapping, MutableSequence, Sequence

import numpy as np

from autograd.dtype import float64
from autograd.functions.creation import as_tensor, tensor
from autograd.functions.shapes import stack
from autograd.observer import observing
from autograd.tensor import Tensor

UNKNOWN = "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; " \
          "found {}"


def default_collate(batch):
    """A batch of samples of one structure."""
    # Gathering a batch is no step of the user's computation.
    with observing(None):
        return collated(batch)


def collated(batch):
    """`default_collate` of what a sample may hold."""
    first = batch[0]
    if isinstance(first, Tensor):
        return stack(batch, 0)
    if isinstance(first, np.ndarray):
        if first.dtype.kind in "SUO":
            raise TypeError(UNKNOWN.format(first.dtype))
        return stack([as_tensor(each) for each in batch], 0)
    if isinstance(first, np.generic):
        return as_tensor(np.array(batch))
    if isinstance(first, float):
        return tensor(batch, dtype=float64)
    if isinstance(first, int):
        return tensor(batch)
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, Mapping):
        return like_mapping(first, {key: collated([each[key] for each in batch]) for key in first})
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*map(collated, zip(*batch)))
    if isinstance(first, Sequence):
        if any(len(each) != len(first) for each in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        columns = [collated(column) for column in zip(*batch)]
        return columns if isinstance(first, tuple) else like_sequence(first, columns)
    raise TypeError(UNKNOWN.format(type(first)))


def like_mapping(sample, made):
    """A dict in the type of `sample` where that is possible."""
    try:
        if isinstance(sample, MutableMapping):
            clone = copy.copy(sample)
            clone.update(made)
            return clone
        return type(sample)(made)
    except TypeError:
        return made


def like_sequence(sample, made):
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


def default_convert(data):
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
