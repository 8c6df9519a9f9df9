"""Storages: the memory that a tensor shares with all its views, as elements or as bytes.

Follows torch/storage.py.
"""

from __future__ import annotations

import sys
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.runtime.warnings import warn_once
from autograd.tensor import dtype as dtypes
from autograd.tensor.device import device
from autograd.tensor.mutation import base_array

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

CONVERSIONS = {
    "float": "float32", "double": "float64", "half": "float16", "bfloat16": "bfloat16",
    "int": "int32", "long": "int64", "short": "int16", "char": "int8", "byte": "uint8",
    "bool": "bool", "complex_float": "complex64", "complex_double": "complex128",
}


TYPED_WARNING = (
    "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be "
    "the only storage class. This should only matter to you if you are using storages directly."
    "  To access UntypedStorage directly, use tensor.untyped_storage() instead of "
    "tensor.storage()")

# The memory that a program asked to share with other processes; there are none, but it is told so.
_shared: weakref.WeakValueDictionary = weakref.WeakValueDictionary()


class UntypedStorage:
    """A storage as bytes: the memory under an array, or new memory, zero or as given."""

    is_cuda = is_sparse = False
    filename = None  # no storage is a file's memory
    device = device("cpu")

    def __init__(self, source=0):
        if not isinstance(source, np.ndarray):
            source = np.zeros(source, np.uint8) if isinstance(source, int) else np.array(
                source, np.uint8)
        self.array = base_array(source)

    def _bytes(self) -> np.ndarray:
        return self.array.reshape(-1, order="A").view(np.uint8)

    def nbytes(self) -> int:
        """Return the number of bytes."""
        return self.array.nbytes

    def __sizeof__(self) -> int:
        return 32 + self.array.nbytes

    size = __len__ = nbytes

    @property
    def _cdata(self) -> int:
        return id(self.array)

    def element_size(self) -> int:
        """Return 1: the elements are bytes."""
        return 1

    def data_ptr(self) -> int:
        """Return the address of the first byte; 0 if there is none."""
        return self.array.ctypes.data if self.array.size else 0

    def tolist(self) -> list[int]:
        """Return the bytes."""
        return self._bytes().tolist()

    def type(self) -> str:
        """Return torch's name of the class."""
        return "torch.storage.UntypedStorage"

    def clone(self) -> UntypedStorage:
        """Return the same bytes in memory of their own."""
        return UntypedStorage(self._bytes().copy())

    def cpu(self) -> UntypedStorage:
        """Return itself: all memory is the CPU's."""
        return self

    def copy_(self, source: Tensor, non_blocking: Any = None) -> UntypedStorage:
        """Overwrite with the bytes of another storage."""
        self._bytes()[:] = source._bytes()
        return self

    def fill_(self, value: Any) -> UntypedStorage:
        """Set every byte to one value."""
        self._bytes()[:] = value
        return self

    def share_memory_(self) -> UntypedStorage:
        """Return itself, which counts as shared from now on."""
        _shared[id(self.array)] = self.array
        return self

    def is_shared(self) -> bool:
        """Return whether `share_memory_` was called."""
        return id(self.array) in _shared

    def __getitem__(self, place):
        if isinstance(place, slice):
            return UntypedStorage(self._bytes()[place].copy())
        return int(self._bytes()[place])

    def __setitem__(self, place, value):
        self._bytes()[place] = value

    def __repr__(self):
        rows = "\n".join(f" {byte}" for byte in self.tolist())
        return f"{rows}\n[torch.storage.UntypedStorage(device=cpu) of size {self.nbytes()}]"


class TypedStorage:
    """A storage as elements of one dtype in the order of memory, under an array or new."""

    is_cuda = is_sparse = False
    device = device("cpu")

    def __init__(self, source=0, *, dtype=None):
        if not isinstance(source, np.ndarray):
            kind = (dtype or dtypes.get_default_dtype()).numpy
            source = np.zeros(source, kind) if isinstance(source, int) else np.array(source, kind)
        self._whole = UntypedStorage(source)
        self.dtype = dtypes.dtype_of_array(source)

    def _entries(self) -> np.ndarray:
        return self._whole.array.reshape(-1, order="A").view(self.dtype.numpy)

    @property
    def _cdata(self) -> int:
        return self._whole._cdata

    def __len__(self):
        return self._whole.nbytes() // self.dtype.itemsize

    size = __len__

    def __iter__(self):
        return iter(self.tolist())

    def __getitem__(self, place):
        return self._entries()[self._place(place)].item()

    def __setitem__(self, place, value):
        if isinstance(place, slice):
            self._entries()[place] = value
        else:
            self._entries()[self._place(place)] = value

    def _place(self, place) -> int:
        """Return an index after torch's checks of it."""
        if isinstance(place, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        if not isinstance(place, int):
            raise RuntimeError(f"can't index a {TypedStorage} with {type(place)}")
        if not -len(self) <= place < len(self):
            raise IndexError(f"index {place} out of range for storage of size {len(self)}")
        return place

    def tolist(self) -> list:
        """Return the elements."""
        return self._entries().tolist()

    def nbytes(self) -> int:
        """Return the number of bytes."""
        return self._whole.nbytes()

    def __sizeof__(self) -> int:
        return 24 + self.nbytes()

    def element_size(self) -> int:
        """Return the number of bytes of an element."""
        return self.dtype.itemsize

    def data_ptr(self) -> int:
        """Return the address of the first element."""
        return self._whole.data_ptr()

    def untyped(self) -> UntypedStorage:
        """Return the same memory as bytes."""
        return self._whole

    def type(self) -> str:
        """Return the name of the legacy type, e.g. `torch.FloatStorage`."""
        return self.dtype.type_string.replace("Tensor", "Storage")

    def pickle_storage_type(self) -> str:
        """Return the name of the type in files, e.g. `FloatStorage`."""
        return self.type().removeprefix("torch.")

    def clone(self) -> TypedStorage:
        """Return the same elements in memory of their own."""
        return TypedStorage(self._entries().copy())

    def cpu(self) -> TypedStorage:
        """Return itself: all memory is the CPU's."""
        return self

    def copy_(self, source: Tensor, non_blocking: Any = None) -> TypedStorage:
        """Overwrite with the elements of another storage."""
        self._entries()[:] = source._entries()
        return self

    def fill_(self, value: float) -> TypedStorage:
        """Set every element to one value."""
        self._entries()[:] = value
        return self

    def resizable(self) -> bool:
        """Return True: torch could resize it."""
        return True

    def resize_(self, size: Sequence[int]) -> None:
        """Raise NotImplementedError: numpy's memory cannot be resized."""
        raise NotImplementedError(
            "Tapescope cannot resize a storage: make a tensor of the new size and copy into it.")

    def share_memory_(self) -> TypedStorage:
        """Return itself, which counts as shared from now on."""
        self._whole.share_memory_()
        return self

    def is_shared(self) -> bool:
        """Return whether `share_memory_` was called."""
        return self._whole.is_shared()

    def __repr__(self):
        rows = "\n".join(f" {value}" for value in self.tolist())
        return (
            f"{rows}\n[torch.storage.TypedStorage(dtype={self.dtype}, device=cpu) of size "
            f"{len(self)}]"
        )


def make_conversion(name: str) -> Callable[..., Any]:
    """Return a method that converts the elements to the dtype `name`, in memory of their own."""

    def convert(self):
        kind = dtypes.NAMES[name].numpy
        return TypedStorage(self._entries().astype(kind))

    return convert


for _name, _dtype in CONVERSIONS.items():
    setattr(TypedStorage, _name, make_conversion(_dtype))


def describe_invalid_source(kind: type, source: dict[int, int] | str | None) -> str:
    """Return torch's message about an argument that no storage can be made of."""
    if isinstance(source, str):
        return "new(): invalid data type 'str'"
    return (
        f"{kind}.__new__ received an invalid combination of arguments. Expected one of:\n * no "
        "arguments\n * (int size)\n * (Sequence data)\n * (*, UntypedStorage wrap_storage)\n"
        f"Argument type not recognized: {type(source)}"
    )


class storagetype(type):
    """The type of `torch.FloatStorage`: it makes storages of its dtype, and is their class."""

    def __new__(mcs, dtype):
        name = dtype.type_string.removeprefix("torch.").replace("Tensor", "Storage")
        return type.__new__(mcs, name, (), {"dtype": dtype, "__module__": "torch"})

    def __init__(cls, dtype):
        type.__init__(cls, cls.__name__, (), {})

    def __call__(cls, source=0):
        warn_once(TYPED_WARNING)
        if not isinstance(source, int | list | tuple | range):
            raise TypeError(describe_invalid_source(cls, source))
        return TypedStorage(source, dtype=cls.dtype)

    def __instancecheck__(cls, other):
        return isinstance(other, TypedStorage) and other.dtype is cls.dtype


UntypedStorage.__module__ = TypedStorage.__module__ = "torch.storage"
STORAGES = {
    kind.__name__: kind for kind in map(storagetype, (
        dtypes.NAMES[name] for name in dict.fromkeys(CONVERSIONS.values())))
}
STORAGES["Storage"] = STORAGES["FloatStorage"]

# Elsewhere the storage of a tensor is one object for as long as its memory lives, and lessons ask
# for its `id` to tell whether tensors share it. Ours would be gone at once: the last few are held.
_recent: deque = deque(maxlen=8)


def untyped_storage_of(array: np.ndarray) -> UntypedStorage:
    """Return the storage of the memory under `array`, the same object each time."""
    owner = base_array(array)
    for each in _recent:
        if type(each) is UntypedStorage and each.array is owner:
            return each
    return _remember(UntypedStorage(owner))


def typed_storage_of(array: np.ndarray) -> TypedStorage:
    """Return the elements of the memory under `array`, in an object that nobody else refers to."""
    owner, dtype = base_array(array), dtypes.dtype_of_array(array)
    for each in _recent:
        if type(each) is TypedStorage and each._whole.array is owner and each.dtype is dtype:
            if sys.getrefcount(each) == 3:  # here, in `_lately`, and for the question
                return each
    made = TypedStorage(array)
    made._whole = untyped_storage_of(array)
    return _remember(made)


def _remember(storage):
    _recent.append(storage)
    return storage
