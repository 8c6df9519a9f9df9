"""Writes into tensors outside of ops: initialization, optimizer steps, running statistics.

Observers are notified before any write, since they may have deferred reading the memory.
"""

from __future__ import annotations

import weakref

import numpy as np

from autograd.runtime import observer
from autograd.runtime.execution_state import execution
from autograd.tensor.tensor import Tensor


def overwrite(tensor: Tensor, array: np.ndarray | float, by: str, versions: int = 1) -> Tensor:
    """Write the numbers of `array`, which broadcasts, into the memory of `tensor`.

    `by` names the writer for the observer; `versions` is by how much torch's in-place ops for the
    same write would raise the version.
    """
    if tensor._meta:
        return tensor  # which holds nothing
    notify_write(tensor)
    np.copyto(tensor._array, array, casting="unsafe")
    bump_version(tensor, versions, by)
    if observer.current is not None:
        observer.current.wrote(tensor, by)
    return tensor


def bump_version(tensor: Tensor, versions: int = 1, by: str | None = None) -> None:
    """Raise the version of a tensor that was written.

    Raises torch's error for an inference tensor outside of inference mode, after the write is done;
    `by` names the writer for the observer.
    """
    if not tensor._inference:
        tensor._counter[0] += versions
    elif tensor._counter.counts:
        list.__setitem__(tensor._counter, 0, tensor._version + versions)
    elif not execution.inference_mode:
        if observer.current is not None and by is not None:
            observer.current.wrote(tensor, by)
        raise RuntimeError(
            "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a"
            " clone to get a normal tensor before doing inplace update.See "
            "https://github.com/pytorch/rfcs/pull/17 for more details.")


def notify_write(*tensors: Tensor) -> None:
    """Notify the observer that the memory of these tensors is about to be written."""
    if observer.current is not None:
        for tensor in tensors:
            observer.current.writing(tensor)


def notify_shared(tensor: Tensor, source: Tensor) -> Tensor:
    """Notify the observer that `tensor` was put over the memory of `source` without an op."""
    if observer.current is not None:
        observer.current.shared(tensor, source)
    return tensor


def mark_externally_writable(tensor: Tensor) -> Tensor:
    """Note that the program can write the memory of `tensor` without the engine, and return it."""
    owner = base_array(tensor._array)
    key = id(owner)
    if key not in externally_writable:
        externally_writable[key] = weakref.ref(owner, lambda _: externally_writable.pop(key, None))
    notify_write(tensor)
    return notify_shared(tensor, tensor)


def base_array(array: np.ndarray) -> np.ndarray:
    """Return the array that owns the memory of `array`."""
    while (base := array.base) is not None:
        if not isinstance(base, np.ndarray):
            base = getattr(base, "base", None)  # numpy's `as_strided` puts an object in between
            if not isinstance(base, np.ndarray):
                break
        array = base
    return array


def have_separate_memory(a: np.ndarray, b: np.ndarray) -> bool:
    """Return True if two arrays certainly share no memory: each has its own base."""
    first, second = base_array(a), base_array(b)
    return first is not second and first.base is None is second.base


# By their identity, the arrays whose memory has been given away by `expose`.
externally_writable: dict[int, weakref.ref] = {}
