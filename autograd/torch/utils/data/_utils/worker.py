"""The workers of a DataLoader, which take turns in this one process.

What torch's processes have of their own each worker has here: its copy of the dataset, its random
numbers (torch's, Python's and numpy's) and what `get_worker_info` says. Follows torch's
`_utils/worker.py`.
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
from torch.utils.data._utils.fetch import Fetcher, own

_ENGINE = str(Path(__file__).parents[4])
_told: list[WorkerInfo] = []  # of the worker whose turn it is


@dataclass(frozen=True, slots=True)
class WorkerInfo:
    """What a worker knows of itself."""

    id: int
    num_workers: int
    seed: int
    dataset: object
    rng: object = None
    worker_method: str | None = "multiprocessing"


def get_worker_info() -> WorkerInfo | None:
    """Which worker loads the data just now; None in the program itself."""
    return _told[-1] if _told else None


class Worker:
    """One of the workers: started when an iteration begins, or once if workers are kept."""

    def __init__(self, loader, number, base_seed):
        self.loader = loader
        self.number = number
        self.dataset = replica(loader.dataset)
        self.info = WorkerInfo(number, loader.num_workers, base_seed + number, self.dataset)
        self.numbers = Numbers(base_seed, number)
        self.failure: Exception | None = None
        with self.at_work():
            try:
                if loader.worker_init_fn is not None:
                    own(loader.worker_init_fn, loader, self.dataset)(number)
                self.fetcher = Fetcher(self.dataset, loader)
            except Exception as error:
                self.failure = self.told(error)
        self.ended = False

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """A block in which this worker is at work, with its own random numbers."""
        _told.append(self.info)
        self.numbers.exchange()
        try:
            yield
        finally:
            self.numbers.exchange()
            _told.pop()

    def resume(self) -> None:
        """Begin a further iteration over the same copy of the dataset."""
        with self.at_work():
            self.fetcher = Fetcher(self.dataset, self.loader)
        self.ended = False

    def fetch(self, index: list[None | int] | None) -> Any:
        """The batch that `index` stands for; StopIteration once an iteration is over."""
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        with self.at_work():
            try:
                return self.fetcher.fetch(index)
            except Exception as error:
                if isinstance(error, StopIteration) and self.loader._iterates:
                    raise
                failure = self.told(error)
        raise failure

    def told(self, error: Exception) -> Exception:
        """An error of the same kind that says which worker met it, and where."""
        frames = error.__traceback__
        while frames.tb_next and frames.tb_frame.f_code.co_filename.startswith(_ENGINE):
            frames = frames.tb_next
        kind = type(error)
        text = (f"Caught {kind.__name__} in DataLoader worker process {self.number}.\nOriginal "
                + "".join(traceback.format_exception(kind, error, frames)))
        try:
            return kind(_Key(text) if kind is KeyError else text)
        except Exception:
            return RuntimeError(text)


class _Key(str):
    """The text of a KeyError, which Python would print as a literal."""

    def __repr__(self):
        return str(self)


class Numbers:
    """The random numbers of one worker, while others are drawn from."""

    def __init__(self, base_seed, number):
        self.torch = Generator().manual_seed(base_seed + number)
        self.python = random.Random(base_seed + number).getstate()
        self.numpy = np.random.RandomState(mixed(base_seed, number)).get_state()

    def exchange(self) -> None:
        """Put these numbers in the place of those that are drawn from, and keep those here."""
        mine, default_generator.__dict__ = self.torch.__dict__, default_generator.__dict__
        self.torch.__dict__, default_generator.__dict__ = default_generator.__dict__, mine
        theirs = random.getstate(), np.random.get_state()
        random.setstate(self.python)
        np.random.set_state(self.numpy)
        self.python, self.numpy = theirs


def mixed(base_seed: int, number: int) -> list[int]:
    """The seed of a worker's numpy: four words of a SeedSequence whose pool is not the usual."""
    low, high = base_seed & 0xFFFFFFFF, base_seed >> 32
    return np.random.SeedSequence([number, low, high, 0]).generate_state(4).tolist()


def replica(dataset: Any) -> Any:
    """A copy of a dataset, apart in what it counts and collects; arrays and tensors are shared."""
    try:
        twin = copy.copy(dataset)
    except Exception:
        return dataset
    for name, value in getattr(twin, "__dict__", {}).items():
        if type(value) in (list, dict, set):
            twin.__dict__[name] = value.copy()
        elif isinstance(value, Dataset):
            twin.__dict__[name] = replica(value)
    return twin


def advise(num_workers: int) -> None:
    """torch's warning about more workers than processors that may be used."""
    has_sets = hasattr(os, "sched_getaffinity")
    most = len(os.sched_getaffinity(0)) if has_sets else os.cpu_count()
    if most is None or num_workers > most:
        aside = "" if has_sets else " (`cpuset` is not taken into account)"
        reason = (
            f"Our suggested max number of worker in current system is {most}{aside}, which is "
            "smaller than what this DataLoader is going to create." if most else
            "DataLoader is not able to compute a suggested max number of worker in current system."
        )
        caution(
            f"This DataLoader will create {num_workers} worker processes in total. {reason} Please "
            "be aware that excessive worker creation might get DataLoader running slow or even "
            "freeze, lower the worker number to avoid potential slowness/freeze if necessary.")
