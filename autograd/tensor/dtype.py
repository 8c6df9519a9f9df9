"""Element types: torch's `dtype` objects, bound one to one to numpy's, and the default dtype.

Follows `torch.dtype`, `torch.get_default_dtype` and `torch.set_default_dtype`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from ml_dtypes import bfloat16 as _numpy_bfloat16  # numpy has none of its own

from autograd.runtime.c_types import Dotted, in_c


class dtype(metaclass=Dotted):
    """One element type, e.g. `torch.float32`; each exists once, so `is` and `==` agree.

    `numpy` is its numpy dtype, `itemsize` is in bytes, `type_string` is the legacy type, e.g.
    `torch.FloatTensor`, and `legacy_name` its name in torch's error texts, e.g. `Float`.
    """

    __slots__ = (
        "name", "numpy", "legacy_name", "type_string", "abbr",
        "is_floating_point", "is_complex", "is_signed", "itemsize",
    )  # fmt: skip
    if TYPE_CHECKING:
        name: str
        numpy: np.dtype
        legacy_name: str
        type_string: str
        abbr: str
        is_floating_point: bool
        is_complex: bool
        is_signed: bool
        itemsize: int

    def __new__(cls, *args, **options):
        raise TypeError("cannot create 'torch.dtype' instances")

    def __repr__(self):
        return f"torch.{self.name}"

    def __reduce__(self):
        return self.name

    def to_complex(self) -> dtype:
        """The complex dtype whose parts hold at least this one's values."""
        if self.is_complex:
            return self
        if self is float16:
            raise lack_of_complex32("float16")
        if self not in _COMPLEX_OF:
            raise RuntimeError(f"Unknown Complex ScalarType for {self.legacy_name}")
        return _COMPLEX_OF[self]

    def to_real(self) -> dtype:
        """The dtype of the real part."""
        return {complex64: float32, complex128: float64}.get(self, self)


in_c(dtype)

_OF_NUMPY: dict[np.dtype, dtype] = {}
NAMES: dict[str, dtype] = {}  # every name that torch has for a dtype we hold, aliases included


def _make(name: str, legacy: str, *aliases: str, numpy) -> dtype:
    made = object.__new__(dtype)
    made.name = name
    made.numpy = np.dtype(numpy)
    made.legacy_name = legacy
    made.type_string = f"torch.{legacy}Tensor"
    made.is_floating_point = "float" in name
    made.is_complex = "complex" in name
    made.is_signed = not (name.startswith("uint") or name == "bool")
    made.itemsize = made.numpy.itemsize
    letter = "bf" if name == "bfloat16" else name[0]
    made.abbr = f"{letter}{8 * made.itemsize}"
    _OF_NUMPY[made.numpy] = made
    for each in (name, *aliases):
        NAMES[each] = made
    return made


float16 = _make("float16", "Half", "half", numpy="float16")
bfloat16 = _make("bfloat16", "BFloat16", numpy=_numpy_bfloat16)
float32 = _make("float32", "Float", "float", numpy="float32")
float64 = _make("float64", "Double", "double", numpy="float64")
complex64 = _make("complex64", "ComplexFloat", "cfloat", numpy="complex64")
complex128 = _make("complex128", "ComplexDouble", "cdouble", numpy="complex128")
int8 = _make("int8", "Char", numpy="int8")
int16 = _make("int16", "Short", "short", numpy="int16")
int32 = _make("int32", "Int", "int", numpy="int32")
int64 = _make("int64", "Long", "long", numpy="int64")
uint8 = _make("uint8", "Byte", numpy="uint8")
uint16 = _make("uint16", "UInt16", numpy="uint16")
uint32 = _make("uint32", "UInt32", numpy="uint32")
uint64 = _make("uint64", "UInt64", numpy="uint64")
bool_ = _make("bool", "Bool", numpy="bool")

_OF_PYTHON = {float: float64, int: int64, bool: bool_, complex: complex128}
_COMPLEX_OF = {bfloat16: complex64, float32: complex64, float64: complex128}


def of(numpy_dtype: np.dtype) -> dtype:
    """The dtype of arrays of `numpy_dtype`; TypeError for what a tensor cannot hold."""
    try:
        return _OF_NUMPY[numpy_dtype]
    except KeyError:
        pass
    if not numpy_dtype.isnative:
        raise ValueError(
            "given numpy array has byte order different from the native byte order. "
            "Conversion between byte orders is currently not supported."
        )
    raise TypeError(
        f"can't convert np.ndarray of type numpy.{numpy_dtype.type.__name__}. The only supported "
        "types are: float64, float32, float16, complex64, complex128, int64, int32, int16, int8, "
        "uint64, uint32, uint16, uint8, and bool."
    )


def taken(kind: Any) -> dtype:
    """The dtype that is meant by a dtype, or by a Python type of numbers: `dtype=float`."""
    return _OF_PYTHON.get(kind, kind)


def asked_for(kind: type | None) -> np.dtype | None:
    """The numpy dtype that `dtype=` asks for, None where it is not given."""
    return None if kind is None else taken(kind).numpy


def summed_in(kind: type | None, own: np.dtype) -> np.dtype | None:
    """`asked_for`, but int64 for sums and products of integers where nothing is asked for."""
    return np.dtype(np.int64) if kind is None and own.kind in "biu" else asked_for(kind)


def of_array(array: np.ndarray) -> dtype:
    """The dtype of `array`'s elements."""
    return _OF_NUMPY[array.dtype]


def cpp_type(array: np.ndarray) -> str:
    """The type of a tensor of `array` as C++ writes it: `torch.FloatTensor`, `CPUBoolType`."""
    kind = of_array(array)
    older = kind.is_signed and not kind.is_complex and kind.name != "bfloat16"
    return kind.type_string if older or kind.name == "uint8" else f"CPU{kind.legacy_name}Type"


_default = float32


def get_default_dtype() -> dtype:
    """The dtype of floating tensors that are made without naming one."""
    return _default


def lack_of_complex32(source: str) -> NotImplementedError:
    """Return the error for what torch makes a complex32, which no array here can hold."""
    return NotImplementedError(
        f"torch makes torch.complex32 of {source}, which this engine has not: convert to "
        "torch.float32 or torch.complex64 first."
    )


def complex_of_default() -> dtype:
    """Return the complex dtype as precise as the default dtype, or complex64 beside 16 bits."""
    return complex128 if _default is float64 else complex64


def default_complex(data: bool = False) -> dtype:
    """Return the dtype of a complex Python number that is alone, or is part of `data`.

    Raises what torch raises under bfloat16, or for want of complex32 under float16.
    """
    if _default is float16:
        raise lack_of_complex32("complex numbers while the default dtype is torch.float16")
    if data and _default is bfloat16:
        raise RuntimeError("invalid default scalar type for complex")
    return complex_of_default()


def set_default_dtype(d: dtype, /) -> None:
    """Set what `get_default_dtype` returns; TypeError unless `d` is a floating dtype."""
    global _default
    if not isinstance(d, dtype):
        raise TypeError(
            "invalid dtype object: only floating-point types are supported as the default type"
        )
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    _default = d
