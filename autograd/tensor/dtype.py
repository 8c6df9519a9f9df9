"""Element types: torch's `dtype` objects, one to one with numpy's.

Follows `torch.dtype`, `torch.get_default_dtype` and `torch.set_default_dtype`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from ml_dtypes import bfloat16 as _numpy_bfloat16  # numpy has none of its own

from autograd.runtime.c_types import CType, set_c_name


class dtype(metaclass=CType):
    """An element type, e.g. `torch.float32`; each exists once, so `is` and `==` agree.

    `numpy` is its numpy dtype and `itemsize` is in bytes. Of `torch.int64`, torch's error texts
    have `legacy_name` (`Long`), `type_string` (`torch.LongTensor`), `cpp_name` (`long int`) or
    `stdint_name` (`int64_t`); `abbr` is `i64`.
    """

    __slots__ = (
        "name", "numpy", "legacy_name", "type_string", "cpp_name", "stdint_name", "abbr",
        "is_floating_point", "is_complex", "is_signed", "itemsize",
    )  # fmt: skip
    if TYPE_CHECKING:
        name: str
        numpy: np.dtype
        legacy_name: str
        type_string: str
        cpp_name: str
        stdint_name: str
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
        """Return the complex dtype whose parts hold at least this one's values."""
        if self.is_complex:
            return self
        if self is float16:
            raise complex32_error("float16")
        if self not in _COMPLEX_OF:
            raise RuntimeError(f"Unknown Complex ScalarType for {self.legacy_name}")
        return _COMPLEX_OF[self]

    def to_real(self) -> dtype:
        """Return the dtype of the real part."""
        return {complex64: float32, complex128: float64}.get(self, self)


set_c_name(dtype)

_OF_NUMPY: dict[np.dtype, dtype] = {}
NAMES: dict[str, dtype] = {}  # every name that torch has for a dtype we hold, aliases included


def _make(name: str, legacy: str, cpp: str, *aliases: str, numpy: Any, stdint: str = "") -> dtype:
    made = object.__new__(dtype)
    made.name = name
    made.numpy = np.dtype(numpy)
    made.legacy_name = legacy
    made.type_string = f"torch.{legacy}Tensor"
    made.cpp_name, made.stdint_name = cpp, stdint or cpp
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


float16 = _make("float16", "Half", "c10::Half", "half", numpy="float16")
bfloat16 = _make("bfloat16", "BFloat16", "c10::BFloat16", numpy=_numpy_bfloat16)
float32 = _make("float32", "Float", "float", "float", numpy="float32")
float64 = _make("float64", "Double", "double", "double", numpy="float64")
complex64 = _make(
    "complex64", "ComplexFloat", "c10::complex<float>", "cfloat", numpy="complex64")
complex128 = _make(
    "complex128", "ComplexDouble", "c10::complex<double>", "cdouble", numpy="complex128")
int8 = _make("int8", "Char", "signed char", numpy="int8", stdint="int8_t")
int16 = _make("int16", "Short", "short int", "short", numpy="int16", stdint="int16_t")
int32 = _make("int32", "Int", "int", "int", numpy="int32")
int64 = _make("int64", "Long", "long int", "long", numpy="int64", stdint="int64_t")
uint8 = _make("uint8", "Byte", "unsigned char", numpy="uint8", stdint="uint8_t")
uint16 = _make("uint16", "UInt16", "short unsigned int", numpy="uint16", stdint="uint16_t")
uint32 = _make("uint32", "UInt32", "unsigned int", numpy="uint32", stdint="uint32_t")
uint64 = _make("uint64", "UInt64", "long unsigned int", numpy="uint64", stdint="uint64_t")
bool_ = _make("bool", "Bool", "bool", numpy="bool")

_OF_PYTHON = {float: float64, int: int64, bool: bool_, complex: complex128}
_COMPLEX_OF = {bfloat16: complex64, float32: complex64, float64: complex128}


def dtype_of(numpy_dtype: np.dtype) -> dtype:
    """Return the dtype of arrays of `numpy_dtype`.

    Raises TypeError for one that a tensor cannot hold, ValueError for another byte order.
    """
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


def as_dtype(kind: Any) -> dtype:
    """Return the dtype that a Python type of numbers stands for; a dtype stays."""
    return _OF_PYTHON.get(kind, kind)


def as_numpy_dtype(kind: type | None) -> np.dtype | None:
    """Return the numpy dtype of the argument `dtype=`; None if it is not given."""
    return None if kind is None else as_dtype(kind).numpy


def sum_dtype(kind: type | None, own: np.dtype) -> np.dtype | None:
    """Return `as_numpy_dtype`, but int64 for integers and bool where no dtype is given."""
    return np.dtype(np.int64) if kind is None and own.kind in "biu" else as_numpy_dtype(kind)


def dtype_of_array(array: np.ndarray) -> dtype:
    """Return the dtype of the elements of `array`."""
    return _OF_NUMPY[array.dtype]


def cpp_name(array: np.ndarray) -> str:
    """Return the C++ name of the element type of `array`, e.g. `long int`."""
    return _OF_NUMPY[array.dtype].cpp_name


def aten_type(array: np.ndarray) -> str:
    """Return ATen's name for the type of a tensor: `torch.FloatTensor`, `CPUBoolType`.

    Follows `toString` of aten/src/ATen/core/DeprecatedTypeProperties.h.
    """
    kind = dtype_of_array(array)
    older = kind.is_signed and not kind.is_complex and kind.name != "bfloat16"
    return kind.type_string if older or kind.name == "uint8" else f"CPU{kind.legacy_name}Type"


_default = float32


def get_default_dtype() -> dtype:
    """Return the dtype of new floating tensors for which none is given."""
    return _default


def complex32_error(source: str) -> NotImplementedError:
    """Return the error for what is complex32 in torch, which no numpy array can hold."""
    return NotImplementedError(
        f"torch makes torch.complex32 of {source}, which this engine has not: convert to "
        "torch.float32 or torch.complex64 first."
    )


def default_complex_dtype() -> dtype:
    """Return the complex dtype as precise as the default dtype; complex64 for 16-bit floats."""
    return complex128 if _default is float64 else complex64


def complex_scalar_dtype(data: bool = False) -> dtype:
    """Return the dtype of a complex Python number that is alone, or is part of `data`.

    Raises what torch raises under bfloat16, and NotImplementedError for complex32 under float16.
    """
    if _default is float16:
        raise complex32_error("complex numbers while the default dtype is torch.float16")
    if data and _default is bfloat16:
        raise RuntimeError("invalid default scalar type for complex")
    return default_complex_dtype()


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
