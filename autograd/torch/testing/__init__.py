"""`torch.testing`: assertions about tensors, in torch's words."""

import torch
from torch.testing.creation import make_tensor
from torch.testing.mismatch import Mismatch
from torch.testing.pairs import Options, looser, pairs

from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor

__all__ = ["assert_allclose", "assert_close", "make_tensor"]

WIDER = {"float16": (1e-3, 1e-3), "float32": (1e-4, 1e-5), "float64": (1e-5, 1e-8)}


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False,
                 check_device=True, check_dtype=True, check_layout=True, check_stride=False,
                 msg=None):
    """Raise AssertionError unless two tensors (or sequences, mappings of them) are near."""
    options = Options(rtol, atol, equal_nan, check_device, check_dtype, check_layout, check_stride,
                      allow_subclasses)
    try:
        comparisons = pairs(actual, expected, options)
    except Mismatch as mismatch:
        raise mismatch.error() from None
    try:
        for compare in comparisons:
            compare()
    except Mismatch as mismatch:
        raise mismatch.error(msg) from None


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    """The older form of `assert_close`, with wider tolerances; dtypes may differ."""
    caution(
        "`torch.testing.assert_allclose()` is deprecated since 1.12 and will be removed in a "
        "future release. Please use `torch.testing.assert_close()` instead. You can find detailed "
        "upgrade instructions in https://github.com/pytorch/pytorch/issues/61844.", FutureWarning)
    actual = actual if isinstance(actual, Tensor) else torch.tensor(actual)
    if not isinstance(expected, Tensor):
        expected = torch.tensor(expected, dtype=actual.dtype)
    if rtol is None and atol is None:
        rtol, atol = looser(actual.dtype, expected.dtype, WIDER)
    assert_close(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False,
                 msg=msg or None)
