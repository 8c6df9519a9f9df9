"""Writes into a tensor that are no ops of the tape: initialisation, optimizer steps, statistics.

And who is told before any write: an observer may have put off looking at what the memory held.
"""

from __future__ import annotations

import weakref

import numpy as np

from autograd.runtime import grad_mode, observer
from autograd.tensor.tensor import Tensor


def overwrite(tensor: Tensor, array: np.ndarray | float, by: str, versions: int = 1) -> Tensor:
    """Put the numbers of `array`, which broadcasts, into the memory of `tensor`.

    `by` is who writes, as the observer is told; `versions` is by how much torch's own sequence of
    in-place ops for the same write would raise the version.
    """
    if tensor._meta:
        return tensor  # which holds nothing
    announce(tensor)
    np.copyto(tensor._array, array, casting="unsafe")
    count(tensor, versions, by)
    if observer.current is not None:
        observer.current.wrote(tensor, by)
    return tensor


def count(tensor: Tensor, versions: int = 1, by: str | None = None) -> None:
    """Raise the version of a tensor that was written; torch notices only here that it has none.

    `by` is who wrote: where torch refuses, the numbers are others all the same.
    """
    if not tensor._inference:
        tensor._counter[0] += versions
    elif tensor._counter.counts:
        list.__setitem__(tensor._counter, 0, tensor._version + versions)
    elif not grad_mode.inference:
        if observer.current is not None and by is not None:
            observer.current.wrote(tensor, by)
        raise RuntimeError(
            "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a"
            " clone to get a normal tensor before doing inplace update.See "
            "https://github.com/pytorch/rfcs/pull/17 for more details.")


def announce(*tensors: Tensor) -> None:
    """The memory of these tensors is about to be written."""
    if observer.current is not None:
        for tensor in tensors:
            observer.current.writing(tensor)


def share(tensor: Tensor, source: Tensor) -> Tensor:
    """`tensor`, which was put over the memory of `source` without an op."""
    if observer.current is not None:
        observer.current.shared(tensor, source)
    return tensor


def expose(tensor: Tensor) -> Tensor:
    """`tensor`, whose memory the user can write from now on without a word to the engine."""
    owner = owner_of(tensor._array)
    key = id(owner)
    if key not in exposed:
        exposed[key] = weakref.ref(owner, lambda _: exposed.pop(key, None))
    announce(tensor)
    return share(tensor, tensor)


def owner_of(array: np.ndarray) -> np.ndarray:
    """The array that owns this memory."""
    while (base := array.base) is not None:
        if not isinstance(base, np.ndarray):
            base = getattr(base, "base", None)  # numpy's `as_strided` puts an object in between
            if not isinstance(base, np.ndarray):
                break
        array = base
    return array


def are_apart(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two arrays are known to have no memory in common: each owner has its own."""
    first, second = owner_of(a), owner_of(b)
    return first is not second and first.base is None is second.base


# By their identity, the arrays whose memory has been given away by `expose`.
exposed: dict[int, weakref.ref] = {}
