"""Limits of element types: `torch.finfo` for floating dtypes, `torch.iinfo` for integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autograd.runtime.c_types import CType, set_c_name
from autograd.tensor.dtype import bfloat16, dtype as dtype_type, get_default_dtype, as_dtype

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype

# numpy knows nothing of bfloat16: 8 bits of significand, the exponents of float32.
_BFLOAT16 = {
    "bits": 16, "eps": 2.0**-7, "max": (2 - 2.0**-7) * 2.0**127, "tiny": 2.0**-126,
    "resolution": 0.01,
}  # fmt: skip


def check_dtype(name: str, type: dtype) -> None:
    """Raise torch's TypeError unless `type` is a dtype; `name` is the class that was called."""
    if not isinstance(type, dtype_type):
        raise TypeError(
            f"{name}(): argument 'type' (position 1) must be torch.dtype, not "
            + type.__class__.__name__
        )


class finfo(metaclass=CType):
    """Limits of a floating dtype; of the parts of a complex one; without argument, of the default.
    """

    def __init__(self, type: dtype_type | None = None, /):
        type = get_default_dtype() if type is None else type
        type = as_dtype(type)
        check_dtype("finfo", type)
        if not (type.is_floating_point or type.is_complex):
            raise TypeError(
                "torch.finfo() requires a floating point input type. Use torch.iinfo to handle "
                "'torch.finfo'"
            )
        type = type.to_real()
        facts = _BFLOAT16 if type is bfloat16 else _of_numpy(type)
        self.bits, self.eps, self.max = facts["bits"], facts["eps"], facts["max"]
        self.min, self.tiny = -self.max, facts["tiny"]
        self.smallest_normal, self.resolution = self.tiny, facts["resolution"]
        self.dtype = type.name

    def __eq__(self, other):
        return isinstance(other, finfo) and self.dtype == other.dtype

    def __hash__(self):
        return hash(self.dtype)

    def __repr__(self):
        return (
            f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, "
            f"eps={self.eps:g}, smallest_normal={self.smallest_normal:g}, tiny={self.tiny:g}, "
            f"dtype={self.dtype})"
        )


def _of_numpy(type: dtype_type) -> dict:
    facts = np.finfo(type.numpy)
    return {
        "bits": facts.bits, "eps": float(facts.eps), "max": float(facts.max),
        "tiny": float(facts.tiny), "resolution": 10.0**-facts.precision,
    }  # fmt: skip


class iinfo(metaclass=CType):
    """Limits of an integer dtype."""

    def __init__(self, type: dtype_type, /):
        type = as_dtype(type)
        check_dtype("iinfo", type)
        if type.is_floating_point or type.is_complex:
            raise TypeError(
                "torch.iinfo() requires an integer input type. Use torch.finfo to handle "
                "'torch.iinfo'"
            )
        if type.numpy.kind == "b":
            raise TypeError("torch.bool is not supported by torch.iinfo")
        facts = np.iinfo(type.numpy)
        self.bits, self.min, self.max, self.dtype = facts.bits, facts.min, facts.max, type.name

    def __eq__(self, other):
        return isinstance(other, iinfo) and self.dtype == other.dtype

    def __hash__(self):
        return hash(self.dtype)

    def __repr__(self):
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"


set_c_name(finfo)
set_c_name(iinfo)
