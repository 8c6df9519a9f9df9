"""Samplers: the order of a dataset's indices."""

from __future__ import annotations

import itertools
from typing import Any, Generic, TypeVar

import numpy as np

from autograd.functions.creation.from_data import as_tensor
from autograd.kernels import distributions, sampling
from autograd.kernels.generator import Generator, default_generator

_T_co = TypeVar("_T_co", covariant=True)


def draw_seed(generator: Any = None) -> int:
    """Return the 63 random bits that `torch.empty((), dtype=torch.int64).random_()` draws."""
    return int(sampling.any_integers(generator or default_generator, (), np.dtype(np.int64)))


class Sampler(Generic[_T_co]):
    """Base of samplers: iterating yields indices, or lists of indices."""

    def __iter__(self):
        raise NotImplementedError


class SequentialSampler(Sampler[int]):
    """Yields 0, 1, 2, ..."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """Yields all indices in random order, or with `replacement` independent ones."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        if not isinstance(replacement, bool):
            raise TypeError(
                f"replacement should be a boolean value, but got replacement={replacement}"
            )
        if not isinstance(self.num_samples, int) or self.num_samples <= 0:
            raise ValueError(
                "num_samples should be a positive integer value, but got "
                f"num_samples={self.num_samples}"
            )

    @property
    def num_samples(self) -> int:
        """The number of indices in one iteration."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        n, wanted = len(self.data_source), self.num_samples
        generator = self.generator or Generator().manual_seed(draw_seed())
        if self.replacement:
            # torch draws 32 at a time.
            for count in [32] * (wanted // 32) + [wanted % 32]:
                kind = np.dtype(np.int64)
                yield from sampling.integers(generator, (count,), kind, 0, n).tolist()
            return
        for _ in range(wanted // n):
            yield from sampling.permutation(generator, n).tolist()
        yield from sampling.permutation(generator, n).tolist()[:wanted % n]

    def __len__(self):
        return self.num_samples


class SubsetRandomSampler(Sampler[int]):
    """Yields the given indices in random order."""

    def __init__(self, indices, generator=None):
        self.indices = indices
        self.generator = generator

    def __iter__(self):
        order = sampling.permutation(self.generator or default_generator, len(self.indices))
        for i in order.tolist():
            yield self.indices[i]

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """Yields indices with probabilities proportional to weights."""

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        if not isinstance(num_samples, int) or isinstance(num_samples, bool) or num_samples <= 0:
            raise ValueError(
                f"num_samples should be a positive integer value, but got num_samples={num_samples}"
            )
        if not isinstance(replacement, bool):
            raise ValueError(
                f"replacement should be a boolean value, but got replacement={replacement}"
            )
        self.weights = as_tensor(weights).double()
        if self.weights.dim() != 1:
            raise ValueError(
                "weights should be a 1d sequence but given weights have shape "
                f"{tuple(self.weights.shape)}"
            )
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self):
        indices = distributions.multinomial(
            self.generator or default_generator, self.weights._array, self.num_samples,
            self.replacement,
        )
        yield from indices.tolist()

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """Yields lists of `batch_size` indices of another sampler."""

    def __init__(self, sampler, batch_size, drop_last):
        if not isinstance(batch_size, int) or isinstance(batch_size, bool) or batch_size <= 0:
            raise ValueError(
                f"batch_size should be a positive integer value, but got batch_size={batch_size}"
            )
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last should be a boolean value, but got drop_last={drop_last}")
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self):
        indices = iter(self.sampler)
        while batch := list(itertools.islice(indices, self.batch_size)):
            if self.drop_last and len(batch) < self.batch_size:
                return
            yield batch

    def __len__(self):
        if self.drop_last:
            return len(self.sampler) // self.batch_size
        return -(-len(self.sampler) // self.batch_size)
