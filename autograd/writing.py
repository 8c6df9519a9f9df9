"""Writes into a tensor that are no ops of the tape: initialisation, optimizer steps, statistics."""

from __future__ import annotations

import numpy as np

from autograd import observer
from autograd.tensor import Tensor


def overwrite(tensor: Tensor, array, by: str, versions: int = 1) -> Tensor:
    """Put the numbers of `array`, which broadcasts, into the memory of `tensor`.

    `by` is who writes, as the observer is told; `versions` is by how much torch's own sequence of
    in-place ops for the same write would raise the version.
    """
    np.copyto(tensor._array, array, casting="unsafe")
    tensor._counter[0] += versions
    if observer.current is not None:
        observer.current.wrote(tensor, by)
    return tensor
