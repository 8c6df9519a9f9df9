"""`torch.testing`: assertions about tensors."""

from __future__ import annotations

from typing import Any

import torch
from torch.testing.creation import make_tensor
from torch.testing.comparison import Mismatch, Options, larger_tolerances, compare_nested

from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor

__all__ = ["assert_allclose", "assert_close", "make_tensor"]

LOOSE_TOLERANCES = {"float16": (1e-3, 1e-3), "float32": (1e-4, 1e-5), "float64": (1e-5, 1e-8)}


def assert_close(
        actual: Any, expected: Any, *, allow_subclasses: bool = True, rtol: float | None = None,
        atol: float | None = None, equal_nan: bool = False, check_device: bool = True,
        check_dtype: bool = True, check_layout: bool = True, check_stride: bool = False,
        msg: Any = None) -> None:
    """Raise AssertionError unless two tensors, or nested sequences or mappings of them, are
    close."""
    options = Options(rtol, atol, equal_nan, check_device, check_dtype, check_layout, check_stride,
                      allow_subclasses)
    try:
        comparisons = compare_nested(actual, expected, options)
    except Mismatch as mismatch:
        raise mismatch.error() from None
    try:
        for compare in comparisons:
            compare()
    except Mismatch as mismatch:
        raise mismatch.error(msg) from None


def assert_allclose(
        actual: Any, expected: Any, rtol: float | None = None, atol: float | None = None,
        equal_nan: bool = True, msg: str = "") -> None:
    """Call `assert_close` with wider tolerances and any dtypes; deprecated."""
    caution(
        "`torch.testing.assert_allclose()` is deprecated since 1.12 and will be removed in a "
        "future release. Please use `torch.testing.assert_close()` instead. You can find detailed "
        "upgrade instructions in https://github.com/pytorch/pytorch/issues/61844.", FutureWarning)
    actual = actual if isinstance(actual, Tensor) else torch.tensor(actual)
    if not isinstance(expected, Tensor):
        expected = torch.tensor(expected, dtype=actual.dtype)
    if rtol is None and atol is None:
        rtol, atol = larger_tolerances(actual.dtype, expected.dtype, LOOSE_TOLERANCES)
    assert_close(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False,
                 msg=msg or None)
