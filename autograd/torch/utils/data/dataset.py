"""Datasets, by index or iterable."""

from __future__ import annotations

import bisect
import itertools
import math
from abc import abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Generic, TypeVar, Any

from autograd.kernels.generator import default_generator
from autograd.runtime.observer import observing
from autograd.runtime.warnings import caution
from torch import randperm

if TYPE_CHECKING:
    from autograd.kernels.generator import Generator

_T_co = TypeVar("_T_co", covariant=True)


class Dataset(Generic[_T_co]):
    """Base of datasets with samples by index: `__getitem__`, and `__len__` for a DataLoader."""

    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset[_T_co], Iterable[_T_co]):
    """Base of datasets that are iterated: `__iter__`."""

    @abstractmethod
    def __iter__(self):
        ...

    def __add__(self, other):
        return ChainDataset([self, other])


class TensorDataset(Dataset):
    """A dataset of the rows of tensors of equal length."""

    def __init__(self, *tensors):
        if any(tensors[0].size(0) != tensor.size(0) for tensor in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        # Unobserved: taking a sample is no op of the user's program.
        with observing(None):
            return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self):
        return self.tensors[0].size(0)


class StackDataset(Dataset):
    """Several datasets in parallel: samples are tuples or dicts of their samples."""

    def __init__(self, *args, **kwargs):
        if args and kwargs:
            raise ValueError(
                "Supported either ``tuple``- (via ``args``) or``dict``- (via ``kwargs``) like "
                "input/output, but both types are given."
            )
        if not args and not kwargs:
            raise ValueError("At least one dataset should be passed")
        self.datasets = args or kwargs
        lengths = {len(each) for each in (args or kwargs.values())}
        if len(lengths) > 1:
            raise ValueError("Size mismatch between datasets")
        (self._length,) = lengths

    def __getitem__(self, index):
        if isinstance(self.datasets, dict):
            return {key: dataset[index] for key, dataset in self.datasets.items()}
        return tuple(dataset[index] for dataset in self.datasets)

    def __getitems__(self, indices):
        """Return several samples."""
        if isinstance(self.datasets, dict):
            columns = [fetch_samples(each, indices) for each in self.datasets.values()]
            return [dict(zip(self.datasets, row)) for row in zip(*columns)]
        return list(zip(*(fetch_samples(each, indices) for each in self.datasets)))

    def __len__(self):
        return self._length


def fetch_samples(dataset: Dataset[Any], indices: list[int]) -> list:
    """Return the samples of `dataset` at `indices`, with one call if it has `__getitems__`."""
    if not callable(getattr(dataset, "__getitems__", None)):
        return [dataset[index] for index in indices]
    items = dataset.__getitems__(indices)
    if len(items) != len(indices):
        raise ValueError(
            f"Nested dataset's output size mismatch. Expected {len(indices)}, got {len(items)}")
    return items


class ConcatDataset(Dataset[_T_co]):
    """The concatenation of datasets."""

    def __init__(self, datasets):
        super().__init__()
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        if any(isinstance(each, IterableDataset) for each in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = list(itertools.accumulate(map(len, self.datasets)))

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx):
        if idx < 0:
            if -idx > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            idx += len(self)
        dataset_index = bisect.bisect_right(self.cumulative_sizes, idx)
        start = self.cumulative_sizes[dataset_index - 1] if dataset_index else 0
        return self.datasets[dataset_index][idx - start]

    @property
    def cummulative_sizes(self) -> list[int]:
        """Deprecated spelling of `cumulative_sizes`."""
        caution("`cummulative_sizes` attribute is renamed to `cumulative_sizes`", FutureWarning)
        return self.cumulative_sizes


class ChainDataset(IterableDataset):
    """The concatenation of iterable datasets."""

    def __init__(self, datasets):
        super().__init__()
        self.datasets = datasets

    def _iterate_checked(self):
        """Yield the datasets; AssertionError unless each is an IterableDataset."""
        for each in self.datasets:
            if not isinstance(each, IterableDataset):
                raise AssertionError("ChainDataset only supports IterableDataset")
            yield each

    def __iter__(self):
        for each in self._iterate_checked():
            yield from each

    def __len__(self):
        return sum(map(len, self._iterate_checked()))


class Subset(Dataset[_T_co]):
    """The samples of a dataset at the given indices."""

    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices
        own = type(self)
        if own.__getitem__ is not Subset.__getitem__ and own.__getitems__ is Subset.__getitems__:
            raise NotImplementedError(
                f"{own.__name__} overrides __getitem__ but not __getitems__. When subclassing "
                "Subset and overriding __getitem__, you must also override __getitems__ to ensure "
                "DataLoader works correctly with your custom logic. A simple implementation:\n\n"
                "def __getitems__(self, indices):\n"
                "    return [self.__getitem__(idx) for idx in indices]")

    def __getitem__(self, idx):
        if isinstance(idx, list):
            return self.dataset[[self.indices[i] for i in idx]]
        return self.dataset[self.indices[idx]]

    def __getitems__(self, indices):
        """Return several samples."""
        chosen = [self.indices[i] for i in indices]
        if callable(getattr(self.dataset, "__getitems__", None)):
            return self.dataset.__getitems__(chosen)
        return [self.dataset[i] for i in chosen]

    def __len__(self):
        return len(self.indices)


def random_split(
        dataset: range, lengths: Any, generator: Generator = default_generator
) -> list[Subset]:
    """Split a dataset at random into subsets of the given lengths or fractions."""
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = fractions_to_lengths(len(dataset), lengths)
        for i, length in enumerate(lengths):
            if length == 0:
                caution(
                    f"Length of split at index {i} is 0. This might result in an empty dataset.")
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    with observing(None):  # it is no op of the user's program
        order = randperm(sum(lengths), generator=generator).tolist()
    ends = itertools.accumulate(lengths)
    return [Subset(dataset, order[end - n:end]) for end, n in zip(ends, lengths)]


def fractions_to_lengths(total: int, fractions: list[float]) -> list[int]:
    """Return integer lengths for fractions of `total`; the remainder goes to the first ones."""
    for i, fraction in enumerate(fractions):
        if not 0 <= fraction <= 1:
            raise ValueError(f"Fraction at index {i} is not between 0 and 1")
    lengths = [math.floor(total * fraction) for fraction in fractions]
    for i in range(total - sum(lengths)):
        lengths[i % len(lengths)] += 1
    return lengths
