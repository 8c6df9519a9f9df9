"""DataLoader: the samples of a dataset in batches, in torch's order for a seed.

Everything is loaded in this process, whatever `num_workers` says: there is one process here.
"""

from __future__ import annotations

from itertools import islice
from typing import Generic, TypeVar

from autograd.once import caution
from torch.utils.data.collate import default_collate, default_convert
from torch.utils.data.dataset import IterableDataset
from torch.utils.data.sampler import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    drawn_seed,
)

_T_co = TypeVar("_T_co", covariant=True)
FIXED = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")


class DataLoader(Generic[_T_co]):
    """Iterating gives batches, each time in a new order with `shuffle`."""

    _initialized = False

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None,
                 num_workers=0, collate_fn=None, pin_memory=False, drop_last=False, timeout=0,
                 worker_init_fn=None, multiprocessing_context=None, generator=None, *,
                 prefetch_factor=None, persistent_workers=False, pin_memory_device="",
                 in_order=True):
        check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        if multiprocessing_context is not None:
            check_context(multiprocessing_context, num_workers)
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = 2 if num_workers and prefetch_factor is None else prefetch_factor
        self.pin_memory = pin_memory
        self.pin_memory_device = pin_memory_device
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.in_order = in_order
        self._iterates = isinstance(dataset, IterableDataset)
        check_order(self._iterates, batch_size, shuffle, sampler, batch_sampler, drop_last)
        if batch_sampler is not None:
            batch_size, drop_last = None, False
        if sampler is None:
            sampler = self._usual_sampler(dataset, shuffle, generator)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.generator = generator
        self._auto_collation = batch_sampler is not None
        self.collate_fn = collate_fn or (
            default_collate if self._auto_collation else default_convert
        )
        self.persistent_workers = persistent_workers
        self._initialized = True

    def _usual_sampler(self, dataset, shuffle, generator):
        if self._iterates:
            return _InfiniteConstantSampler()
        return RandomSampler(dataset, generator=generator) if shuffle else (
            SequentialSampler(dataset)
        )

    def __setattr__(self, name, value):
        if self._initialized and name in FIXED:
            raise ValueError(
                f"{name} attribute should not be set after {type(self).__name__} is initialized"
            )
        super().__setattr__(name, value)

    @property
    def _index_sampler(self):
        return self.batch_sampler if self._auto_collation else self.sampler

    def __iter__(self):
        return _Batches(self)

    def __len__(self):
        if not self._iterates:
            return len(self._index_sampler)
        length = len(self.dataset)
        if self.batch_size is None:
            return length
        return length // self.batch_size if self.drop_last else -(-length // self.batch_size)


class _InfiniteConstantSampler(Sampler):
    """The sampler of datasets that are iterated: it only counts."""

    def __iter__(self):
        while True:
            yield None


class _Batches:
    """One iteration over a DataLoader."""

    def __init__(self, loader):
        self.loader = loader
        if loader.timeout and not loader.num_workers:
            raise AssertionError("_SingleProcessDataLoaderIter requires timeout == 0")
        self.indices = iter(loader._index_sampler)
        # torch draws a seed for its worker processes here, with or without any.
        drawn_seed(loader.generator)
        if loader.pin_memory:
            caution(
                "'pin_memory' argument is set as true but no accelerator is found, then device "
                "pinned memory won't be used.")
        self.samples = iter(loader.dataset) if loader._iterates else None

    def __iter__(self):
        return self

    def __next__(self):
        index = next(self.indices)
        return self.loader.collate_fn(self._fetch(index))

    def _fetch(self, index):
        dataset, many = self.loader.dataset, self.loader._auto_collation
        if self.samples is not None:
            return self._next_samples(index) if many else next(self.samples)
        if not many:
            return dataset[index]
        if callable(getattr(dataset, "__getitems__", None)):
            return dataset.__getitems__(index)
        return [dataset[i] for i in index]

    def _next_samples(self, index):
        batch = list(islice(self.samples, len(index)))
        if not batch or self.loader.drop_last and len(batch) < len(index):
            raise StopIteration
        return batch

    def __len__(self):
        return len(self.loader._index_sampler)


_Batches.__name__ = _Batches.__qualname__ = "_SingleProcessDataLoaderIter"


def check_workers(num_workers, timeout, prefetch_factor, persistent_workers) -> None:
    """Raise torch's errors about worker processes."""
    if num_workers < 0:
        raise ValueError(
            "num_workers option should be non-negative; use num_workers=0 to disable "
            "multiprocessing."
        )
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if num_workers == 0 and prefetch_factor is not None:
        raise ValueError(
            "prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 "
            "to enable multiprocessing, otherwise set prefetch_factor to None."
        )
    if prefetch_factor is not None and prefetch_factor < 0:
        raise ValueError("prefetch_factor option should be non-negative")
    if persistent_workers and num_workers == 0:
        raise ValueError("persistent_workers option needs num_workers > 0")


def check_context(context, num_workers) -> None:
    """Raise torch's errors about the way in which worker processes are started."""
    if not num_workers:
        raise ValueError(
            "multiprocessing_context can only be used with multi-process loading (num_workers > 0),"
            f" but got num_workers={num_workers}")
    methods = ["fork", "spawn", "forkserver"]
    if isinstance(context, str) and context not in methods:
        raise ValueError(
            f"multiprocessing_context option should specify a valid start method in {methods}, but "
            f"got multiprocessing_context={context!r}")


def check_order(iterates, batch_size, shuffle, sampler, batch_sampler, drop_last) -> None:
    """Raise torch's errors about options that exclude each other."""
    if iterates:
        given = {"shuffle": shuffle or None, "sampler": sampler, "batch_sampler": batch_sampler}
        for name, value in given.items():
            if value is not None:
                raise ValueError(
                    f"DataLoader with IterableDataset: expected unspecified {name} option, but got "
                    f"{name}={value}"
                )
    if sampler is not None and shuffle:
        raise ValueError("sampler option is mutually exclusive with shuffle")
    if batch_sampler is not None:
        if batch_size != 1 or shuffle or sampler is not None or drop_last:
            raise ValueError(
                "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and "
                "drop_last"
            )
    elif batch_size is None and drop_last:
        raise ValueError(
            "batch_size=None option disables auto-batching and is mutually exclusive with drop_last"
        )


def get_worker_info():
    """None: the program itself loads the data."""
    return None
