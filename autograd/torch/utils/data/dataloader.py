"""`DataLoader`: batches of samples of a dataset.

For a given seed the order is torch's. Everything is loaded in this process: workers take turns
(`_utils/worker.py`).
"""

from __future__ import annotations

from collections import deque
from typing import Any, Generic, TypeVar

from autograd.runtime.warnings import caution
from torch.utils.data._utils.collate import default_collate, default_convert
from torch.utils.data.dataset import IterableDataset
from torch.utils.data._utils.fetch import Fetcher
from torch.utils.data.sampler import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    draw_seed,
)
from torch.utils.data._utils.worker import (
    Worker,
    get_worker_info,  # noqa: F401
    warn_about_too_many_workers,
)

_T_co = TypeVar("_T_co", covariant=True)
LENGTH_WARNING = (
    "Length of IterableDataset {} was reported to be {}(when accessing len(dataloader)), but {} "
    "samples have been fetched. "
)
WORKER_LENGTH_WARNING = (
    "For multiprocessing data-loading, this could be caused by not properly configuring the "
    "IterableDataset replica at each worker. Please see "
    "https://pytorch.org/docs/stable/data.html#torch.utils.data.IterableDataset for examples."
)
FIXED_ATTRIBUTES = (
    "batch_size",
    "batch_sampler",
    "sampler",
    "drop_last",
    "dataset",
    "persistent_workers",
)


class DataLoader(Generic[_T_co]):
    """An iterable of batches; with `shuffle` each iteration has another order."""

    _initialized = False

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None,
                 num_workers=0, collate_fn=None, pin_memory=False, drop_last=False, timeout=0,
                 worker_init_fn=None, multiprocessing_context=None, generator=None, *,
                 prefetch_factor=None, persistent_workers=False, pin_memory_device="",
                 in_order=True):
        check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        if multiprocessing_context is not None:
            check_multiprocessing_context(multiprocessing_context, num_workers)
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = 2 if num_workers and prefetch_factor is None else prefetch_factor
        self.pin_memory = pin_memory
        self.pin_memory_device = pin_memory_device
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.in_order = in_order
        self._is_iterable = isinstance(dataset, IterableDataset)
        self._dataset_kind = int(self._is_iterable)  # 0 is a map, 1 an iterable
        check_sampling_options(
            self._is_iterable, batch_size, shuffle, sampler, batch_sampler, drop_last
        )
        if batch_sampler is not None:
            batch_size, drop_last = None, False
        if sampler is None:
            sampler = self._default_sampler(dataset, shuffle, generator)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.generator = generator
        self._auto_collation = batch_sampler is not None
        convert = default_collate if self._auto_collation else default_convert
        self.collate_fn = collate_fn or convert
        self.persistent_workers = persistent_workers
        self._iterator = None
        self._IterableDataset_len_called = None
        self._initialized = True
        if num_workers:
            warn_about_too_many_workers(num_workers)

    def _default_sampler(self, dataset, shuffle, generator):
        """Return the sampler that is used if none is given."""
        if self._is_iterable:
            return _InfiniteConstantSampler()
        return RandomSampler(dataset, generator=generator) if shuffle else (
            SequentialSampler(dataset)
        )

    def __setattr__(self, name, value):
        if self._initialized and name in FIXED_ATTRIBUTES:
            raise ValueError(
                f"{name} attribute should not be set after {type(self).__name__} is initialized"
            )
        super().__setattr__(name, value)

    @property
    def _index_sampler(self):
        """The sampler that is iterated: of batches, or of single samples."""
        return self.batch_sampler if self._auto_collation else self.sampler

    def __iter__(self):
        if not self.num_workers:
            return _SingleProcessIterator(self)
        if not self.persistent_workers:
            return _WorkerIterator(self)
        if self._iterator is None:
            self._iterator = _WorkerIterator(self)
        else:
            self._iterator._reset()
        return self._iterator

    def __len__(self):
        if not self._is_iterable:
            return len(self._index_sampler)
        length = self._IterableDataset_len_called = len(self.dataset)
        if self.batch_size is None:
            return length
        return length // self.batch_size if self.drop_last else -(-length // self.batch_size)


class _InfiniteConstantSampler(Sampler):
    """The sampler of iterable datasets: it yields None without end."""

    def __iter__(self):
        while True:
            yield None


class _SingleProcessIterator:
    """One iteration over a DataLoader without workers."""

    def __init__(self, loader):
        self.loader = loader
        if loader.timeout and not loader.num_workers:
            raise AssertionError("_SingleProcessDataLoaderIter requires timeout == 0")
        self.indices = iter(loader._index_sampler)
        # torch draws a seed for its worker processes here, with or without any.
        self.seed = draw_seed(loader.generator)
        if loader.pin_memory:
            caution(
                "'pin_memory' argument is set as true but no accelerator is found, then device "
                "pinned memory won't be used.")
        self._reset_count()
        self._start()

    def _reset_count(self):
        """Reset the count of samples, and store the length that the dataset reported, if any."""
        self.yielded, self.reported_length = 0, self.loader._IterableDataset_len_called

    def _start(self):
        self.fetcher = Fetcher(self.loader.dataset, self.loader)

    def __iter__(self):
        return self

    def __next__(self):
        data = self._next_data()
        self.yielded += 1
        if self.reported_length is not None and self.yielded > self.reported_length:
            caution(LENGTH_WARNING.format(self.loader.dataset, self.reported_length, self.yielded)
                    + WORKER_LENGTH_WARNING * bool(self.loader.num_workers))
        return data

    def _next_data(self):
        return self.fetcher.fetch(next(self.indices))

    def __len__(self):
        return len(self.loader._index_sampler)


class _WorkerIterator(_SingleProcessIterator):
    """One iteration over a DataLoader with workers; indices are drawn ahead for them, as in torch.

    torch's workers run in parallel. Here each loads a batch when it is needed.
    """

    def _start(self):
        count = self.loader.num_workers
        self.workers = [Worker(self.loader, number, self.seed) for number in range(count)]
        self._prefetch_indices()

    def _prefetch_indices(self):
        """Give each worker the indices of its first `prefetch_factor` batches."""
        self.tasks: deque = deque()
        self.turn = 0
        for _ in range(self.loader.prefetch_factor * len(self.workers)):
            self._put_index()

    def _reset(self):
        """Start a new iteration with the same workers."""
        self._reset_count()
        self.indices = iter(self.loader._index_sampler)
        for worker in self.workers:
            worker.resume()
        self._prefetch_indices()

    def _put_index(self):
        """Give the next index, if there is one, to the next worker that has not ended."""
        index = next(self.indices, self)
        for _ in range(0 if index is self else len(self.workers)):
            worker = self.workers[self.turn]
            self.turn = (self.turn + 1) % len(self.workers)
            if not worker.ended:
                self.tasks.append((worker, index))
                return

    def _next_data(self):
        while self.tasks:
            worker, index = self.tasks.popleft()
            if worker.ended:
                continue
            try:
                return worker.fetch(index)
            except StopIteration:
                worker.ended = True
            finally:
                self._put_index()
        raise StopIteration


_SingleProcessIterator.__name__ = _SingleProcessIterator.__qualname__ = (
    "_SingleProcessDataLoaderIter"
)
_WorkerIterator.__name__ = _WorkerIterator.__qualname__ = "_MultiProcessingDataLoaderIter"


def check_workers(
        num_workers: int, timeout: int, prefetch_factor: Any, persistent_workers: bool) -> None:
    """Raise torch's errors about the number of workers."""
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


def check_multiprocessing_context(context: Any, num_workers: int) -> None:
    """Raise torch's errors about the start method of worker processes."""
    if not num_workers:
        raise ValueError(
            "multiprocessing_context can only be used with multi-process loading (num_workers > 0),"
            f" but got num_workers={num_workers}")
    methods = ["fork", "spawn", "forkserver"]
    if isinstance(context, str) and context not in methods:
        raise ValueError(
            f"multiprocessing_context option should specify a valid start method in {methods}, but "
            f"got multiprocessing_context={context!r}")


def check_sampling_options(
        iterates: bool, batch_size: float | str | None, shuffle: bool | None,
        sampler: Any, batch_sampler: Any, drop_last: bool) -> None:
    """Raise ValueError for options that exclude each other."""
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
