"""tqdm without a visible progress bar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any


class tqdm:  # its own name, in lower case
    """Iterates over `iterable`, and accepts every call of a progress bar."""

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
        """Increase the count."""
        self.n += n

    @staticmethod
    def write(text: str, file: Any = None, end: str = "\n") -> None:
        """Print a text, as beside a bar."""
        print(text, file=file, end=end)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *arguments, **options: None


def trange(*bounds: int, **options: Any) -> tqdm:
    """Return `tqdm(range(*bounds))`."""
    return tqdm(range(*bounds), **options)


def tenumerate(iterable: Iterable, start: int = 0, **options: Any) -> Iterator:
    """Return `enumerate` of a `tqdm`."""
    return enumerate(tqdm(iterable, **options), start)


def tzip(first: Iterable, *others: Iterable, **options: Any) -> Iterator:
    """Return `zip` with a `tqdm` as its first argument."""
    return zip(tqdm(first, **options), *others)
