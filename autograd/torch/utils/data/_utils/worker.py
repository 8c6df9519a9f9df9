"""The workers of a DataLoader, which take turns in this process.

Each worker has what a process of torch has of its own: a copy of the dataset, states of the random
number generators (torch's, Python's, numpy's), and `get_worker_info`. Follows
torch/utils/data/_utils/worker.py.
"""

from __future__ import annotations

import copy
import os
import random
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from autograd.kernels.generator import Generator, default_generator
from autograd.runtime.warnings import caution
from torch.utils.data.dataset import Dataset
from torch.utils.data._utils.fetch import Fetcher, bind_to_copy

_ENGINE_FOLDER = str(Path(__file__).parents[4])
_active_workers: list[WorkerInfo] = []  # the last is that of the active worker


@dataclass(frozen=True, slots=True)
class WorkerInfo:
    """The information of a worker about itself."""

    id: int
    num_workers: int
    seed: int
    dataset: object
    rng: object = None
    worker_method: str | None = "multiprocessing"


def get_worker_info() -> WorkerInfo | None:
    """Return the information of the worker that is loading; None in the main program."""
    return _active_workers[-1] if _active_workers else None


class Worker:
    """A worker, started with an iteration; a persistent one, with the first iteration."""

    def __init__(self, loader, number, base_seed):
        self.loader = loader
        self.number = number
        self.dataset = copy_dataset(loader.dataset)
        self.info = WorkerInfo(number, loader.num_workers, base_seed + number, self.dataset)
        self.numbers = RandomStates(base_seed, number)
        self.failure: Exception | None = None
        with self.activate():
            try:
                if loader.worker_init_fn is not None:
                    bind_to_copy(loader.worker_init_fn, loader, self.dataset)(number)
                self.fetcher = Fetcher(self.dataset, loader)
            except Exception as error:
                self.failure = self.describe_error(error)
        self.ended = False

    @contextmanager
    def activate(self) -> Iterator[None]:
        """Make this worker active within a block, with its own random number generators."""
        _active_workers.append(self.info)
        self.numbers.exchange()
        try:
            yield
        finally:
            self.numbers.exchange()
            _active_workers.pop()

    def resume(self) -> None:
        """Start a new iteration over the same copy of the dataset."""
        with self.activate():
            self.fetcher = Fetcher(self.dataset, self.loader)
        self.ended = False

    def fetch(self, index: list[None | int] | None) -> Any:
        """Return the batch for `index`; StopIteration at the end of an iteration."""
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        with self.activate():
            try:
                return self.fetcher.fetch(index)
            except Exception as error:
                if isinstance(error, StopIteration) and self.loader._is_iterable:
                    raise
                failure = self.describe_error(error)
        raise failure

    def describe_error(self, error: Exception) -> Exception:
        """Return an error of the same type whose text names the worker and has the traceback."""
        frames = error.__traceback__
        while frames.tb_next and frames.tb_frame.f_code.co_filename.startswith(_ENGINE_FOLDER):
            frames = frames.tb_next
        kind = type(error)
        text = (f"Caught {kind.__name__} in DataLoader worker process {self.number}.\nOriginal "
                + "".join(traceback.format_exception(kind, error, frames)))
        try:
            return kind(_KeyErrorMessage(text) if kind is KeyError else text)
        except Exception:
            return RuntimeError(text)


class _KeyErrorMessage(str):
    """The text of a KeyError, printed without quotes."""

    def __repr__(self):
        return str(self)


class RandomStates:
    """The states of the random number generators of a worker that is not active."""

    def __init__(self, base_seed, number):
        self.torch = Generator().manual_seed(base_seed + number)
        self.python = random.Random(base_seed + number).getstate()
        self.numpy = np.random.RandomState(numpy_seed(base_seed, number)).get_state()

    def exchange(self) -> None:
        """Swap these states with those of the active generators."""
        own, default_generator.__dict__ = self.torch.__dict__, default_generator.__dict__
        self.torch.__dict__, default_generator.__dict__ = default_generator.__dict__, own
        active = random.getstate(), np.random.get_state()
        random.setstate(self.python)
        np.random.set_state(self.numpy)
        self.python, self.numpy = active


def numpy_seed(base_seed: int, number: int) -> list[int]:
    """Return the seed of a worker's numpy generator, as torch computes it."""
    low, high = base_seed & 0xFFFFFFFF, base_seed >> 32
    return np.random.SeedSequence([number, low, high, 0]).generate_state(4).tolist()


def copy_dataset(dataset: Any) -> Any:
    """Return a copy of a dataset that shares arrays and tensors, with containers of its own."""
    try:
        copied = copy.copy(dataset)
    except Exception:
        return dataset
    for name, value in getattr(copied, "__dict__", {}).items():
        if type(value) in (list, dict, set):
            copied.__dict__[name] = value.copy()
        elif isinstance(value, Dataset):
            copied.__dict__[name] = copy_dataset(value)
    return copied


def warn_about_too_many_workers(num_workers: int) -> None:
    """Warn if there are more workers than usable processors."""
    has_sets = hasattr(os, "sched_getaffinity")
    max_workers = len(os.sched_getaffinity(0)) if has_sets else os.cpu_count()
    if max_workers is None or num_workers > max_workers:
        aside = "" if has_sets else " (`cpuset` is not taken into account)"
        reason = (
            f"Our suggested max number of worker in current system is {max_workers}{aside}, which "
            "is smaller than what this DataLoader is going to create." if max_workers else
            "DataLoader is not able to compute a suggested max number of worker in current system."
        )
        caution(
            f"This DataLoader will create {num_workers} worker processes in total. {reason} Please "
            "be aware that excessive worker creation might get DataLoader running slow or even "
            "freeze, lower the worker number to avoid potential slowness/freeze if necessary.")
