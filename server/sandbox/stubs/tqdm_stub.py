"""tqdm without its bar: loops go on as they would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any


class tqdm:  # its own name, in lower case
    """Goes through `iterable` and takes every call that a progress bar takes."""

    def __init__(self, iterable: Iterable | None = None, *_, total: int | None = None, **__):
        self.iterable, self.total, self.n = iterable, total, 0

    def __iter__(self) -> Iterator:
        for each in self.iterable:
            self.n += 1
            yield each

    def __len__(self) -> int:
        return len(self.iterable) if self.total is None else self.total

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def update(self, n: int = 1) -> None:
        """Count on."""
        self.n += n

    @staticmethod
    def write(text: str, file: Any = None, end: str = "\n") -> None:
        """Print past the bar, which is not there."""
        print(text, file=file, end=end)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *arguments, **options: None


def trange(*bounds: int, **options: Any) -> tqdm:
    """`tqdm(range(*bounds))`."""
    return tqdm(range(*bounds), **options)


def tenumerate(iterable: Iterable, start: int = 0, **options: Any) -> Iterator:
    """`enumerate` behind a bar."""
    return enumerate(tqdm(iterable, **options), start)


def tzip(first: Iterable, *others: Iterable, **options: Any) -> Iterator:
    """`zip` behind a bar."""
    return zip(tqdm(first, **options), *others)
