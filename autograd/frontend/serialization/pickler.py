"""Pickle tensors by the storages under them; rebuild them when a file is read.

Follows torch/serialization.py, torch/_tensor.py and torch/_utils.py.
"""

from __future__ import annotations

import pickle
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.functions.creation.filled import empty_strided
from autograd.functions.tensor_api.copy_pickle import (
    rebuild_subclass, rebuild_tensor, reduce_tensor, user_attributes, warn_if_hooked,
)
from autograd.tensor.dtype import NAMES, dtype_of_array
from autograd.tensor.lazy_bits import raw_array, pending_ufunc
from autograd.tensor.storage import STORAGES, TypedStorage, UntypedStorage
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype

KINDS = {kind.dtype: kind for kind in STORAGES.values()}
CPU, STORAGE = "cpu", "storage"


class Kept:
    """An array of the engine's own, which a file holds as it is."""

    def __init__(self, array: np.ndarray):
        self.array = np.ascontiguousarray(array).reshape(array.shape)


class Pickler(pickle.Pickler):
    """Pickler that replaces storages by numbers; `records` holds their bytes."""

    def __init__(self, file, protocol=2):
        super().__init__(file, protocol)
        self.records, self.numbers, self.seen = [], {}, {}

    def reducer_override(self, obj: Any) -> Any:
        """Reduce tensors by their storages, unless their class overrides `__reduce_ex__`."""
        if not isinstance(obj, Tensor):
            return NotImplemented
        own = type(obj).__reduce_ex__
        return tensor(obj) if own is Tensor.__reduce_ex__ else as_kept(own(obj, 2))

    def persistent_id(self, obj: Any) -> Any:
        """Return the record of a storage: its type, its number, its device and its length."""
        if isinstance(obj, TypedStorage):
            root = obj._whole.array
            return STORAGE, KINDS[obj.dtype], self.number(root, obj.dtype), CPU, len(obj)
        if isinstance(obj, UntypedStorage):
            return STORAGE, UntypedStorage, self.number(obj.array, None), CPU, obj.nbytes()
        if isinstance(obj, Kept):
            array = obj.array
            return STORAGE, dtype_of_array(array), self.number(array, None), CPU, array.shape
        return None

    def number(self, root: np.ndarray, dtype: dtype | None) -> str:
        """Return the number of a memory as text; it can have one dtype only."""
        place = root.ctypes.data
        if root.size and dtype is not None and self.seen.setdefault(place, dtype) is not dtype:
            raise RuntimeError(
                "Cannot save multiple tensors or storages that view the same data as different "
                "types")
        key = id(root)
        if key not in self.numbers:
            self.numbers[key] = str(len(self.records))
            self.records.append(root)
        return self.numbers[key]


def as_kept(made: Any) -> tuple[Any, ...]:
    """Return a reduced value with arrays as a file holds them."""
    if isinstance(made, str) or not any(isinstance(x, np.ndarray) for x in made[1]):
        return made
    return made[0], tuple(Kept(x) if isinstance(x, np.ndarray) else x for x in made[1]), *made[2:]


def tensor(obj: Tensor) -> tuple:
    """Return the function and arguments that rebuild a tensor with its class and attributes."""
    made, state = plain(obj), user_attributes(obj)
    if type(obj) is Tensor and not state:
        return made
    build, args = made
    return _rebuild_from_type_v2, (build, type(obj), args, state)


def plain(obj: Tensor) -> tuple:
    """Return the reduction of a tensor in the memory of a storage."""
    array, turn = raw_array(obj._array), pending_ufunc(obj._array)
    dtype = dtype_of_array(obj._array)
    if obj._meta:
        return _rebuild_meta_tensor_no_storage, (
            dtype, tuple(obj.shape), obj.stride(), obj._requires_grad)
    whole = UntypedStorage(array) if type(array) is np.ndarray else None
    if whole is None or not whole.array.flags.c_contiguous or min(array.strides, default=0) < 0:
        return as_kept(reduce_tensor(obj, 2))
    warn_if_hooked(obj)
    offset = (array.ctypes.data - whole.array.ctypes.data) // array.itemsize
    stride = tuple(step // array.itemsize for step in array.strides)
    args = offset, tuple(array.shape), stride, obj._requires_grad, OrderedDict()
    if dtype not in KINDS:
        return _rebuild_tensor_v3, (whole, *args, dtype)
    storage = TypedStorage(whole.array)
    storage.dtype = dtype
    waits = () if turn is None else ({"conj" if turn is np.conjugate else "neg": True},)
    return _rebuild_tensor_v2, (storage, *args, *waits)


class Storages:
    """The storages of a file, each made once; `moved` places them on a device."""

    def __init__(self, archive, moved):
        self.archive, self.moved, self.known = archive, moved, {}

    def load(self, said: tuple) -> TypedStorage | UntypedStorage:
        """Return the storage, or the array, for a record of `persistent_id`."""
        _, kind, key, place, size = said
        dtype = kind if kind in NAMES.values() else getattr(kind, "dtype", NAMES["uint8"])
        if key not in self.known:
            root = np.frombuffer(self.archive.record(f"data/{key}"), dtype.numpy).copy()
            self.known[key] = self.moved(UntypedStorage(root), place)
        whole = self.known[key]
        if kind is UntypedStorage:
            return whole
        if kind is dtype:
            return whole.array.reshape(size)
        made = TypedStorage(whole.array)
        made.dtype = dtype
        return made


# --- Made again, under the names that files know --------------------------------------------------


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks,
                       metadata=None):
    """Return a tensor in the memory of a storage; `metadata` has its conj and neg bits."""
    turn = {"conj": np.conjugate, "neg": np.negative}[next(iter(metadata))] if metadata else None
    entries = storage._entries()
    return rebuild_tensor(entries, requires_grad, tuple(size), tuple(stride), storage_offset, turn)


def _rebuild_tensor_v3(storage, storage_offset, size, stride, requires_grad, backward_hooks, dtype,
                       metadata=None):
    """Return a tensor of a dtype that has no typed storage."""
    entries = storage._bytes().view(dtype.numpy)
    return rebuild_tensor(entries, requires_grad, tuple(size), tuple(stride), storage_offset)


def _rebuild_meta_tensor_no_storage(dtype, size, stride, requires_grad):
    """Return a meta tensor."""
    return empty_strided(size, stride, dtype=dtype, device="meta", requires_grad=requires_grad)


def _rebuild_from_type_v2(func, new_type, args, state):
    """Return a tensor of a class, with the attributes set on it."""
    return rebuild_subclass((func, args), new_type, state)


for _each in (_rebuild_tensor_v2, _rebuild_tensor_v3, _rebuild_meta_tensor_no_storage):
    _each.__module__ = "torch._utils"
_rebuild_from_type_v2.__module__ = "torch._tensor"
