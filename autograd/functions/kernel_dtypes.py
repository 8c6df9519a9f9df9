"""Errors of kernels that do not implement a dtype."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.engine.type_promotion import BAREBONES_UNSIGNED
from autograd.tensor import dtype as dtypes
from autograd.tensor.dtype import dtype_of
from autograd.tensor.tensor import Tensor


def check_kernel_dtype(kernel: str, input: Any, kinds: str) -> None:
    """Raise NotImplementedError if `kernel` does not implement the dtype of `input`.

    `kinds` are numpy's letters of the kinds of dtypes that it lacks.
    """
    if input._array.dtype.kind in kinds:
        name = dtype_of(input._array.dtype).legacy_name
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{name}'")


def check_barebones_dtype(kernel: str, *inputs: Tensor) -> None:
    """Raise NotImplementedError for uint16, uint32 or uint64, which `kernel` lacks."""
    for x in inputs:
        if isinstance(x, Tensor) and x._array.dtype in BAREBONES_UNSIGNED:
            check_kernel_dtype(kernel, x, "u")


def check_factory_dtype(name: str, target: np.dtype, kinds: str = "") -> None:
    """Raise NotImplementedError if the kernel `name` does not implement the dtype `target`.

    `kinds` are numpy's letters of the kinds that it lacks, besides torch's barebones unsigned
    dtypes.
    """
    if target is not None and (target.kind in kinds or target in BAREBONES_UNSIGNED):
        kind = dtypes.dtype_of(target).legacy_name
        raise NotImplementedError(f"\"{name}\" not implemented for '{kind}'")
