"""The memory under tensors: storages, and element by element changes."""

from __future__ import annotations

import numpy as np

from autograd import derivatives as table, observer
from autograd.apply import apply_into
from autograd.dtype import of_array
from autograd.faces import Face
from autograd.functions.linear import c_name
from autograd.functions.method import method
from autograd.levels import is_mapped
from autograd.mode import Recounted, mark
from autograd.once import warn_once
from autograd.slices import REFUSALS, whole
from autograd.tensor import Tensor, rehouse, wrap
from autograd.writable import check_writable
from autograd.writing import count, expose, overwrite, share

__all__: list[str] = []


class UntypedStorage:
    """The bytes under a tensor and all its views."""

    def __init__(self, array: np.ndarray):
        while isinstance(array.base, np.ndarray):
            array = array.base
        self.array = array

    def nbytes(self) -> int:
        """How many bytes."""
        return self.array.nbytes

    size = __len__ = nbytes

    def data_ptr(self) -> int:
        """The address of the first byte."""
        return self.array.ctypes.data

    def tolist(self) -> list[int]:
        """The bytes."""
        return list(self.array.tobytes())

    def __getitem__(self, place):
        return self.array.reshape(-1).view(np.uint8)[place]

    def __repr__(self):
        rows = "\n".join(f" {byte}" for byte in self.array.tobytes())
        return f"{rows}\n[torch.storage.UntypedStorage(device=cpu) of size {self.nbytes()}]"


class TypedStorage:
    """The entries under a tensor and all its views, in the order of memory."""

    def __init__(self, array: np.ndarray):
        self._whole = UntypedStorage(array)
        self.dtype = of_array(array)

    def __len__(self):
        return self._whole.array.size

    size = __len__

    def __getitem__(self, place):
        return self._whole.array.reshape(-1)[place].item()

    def __setitem__(self, place, value):
        self._whole.array.reshape(-1)[place] = value

    def tolist(self) -> list:
        """The entries."""
        return self._whole.array.ravel("K").tolist()

    def data_ptr(self) -> int:
        """The address of the first entry."""
        return self._whole.data_ptr()

    def untyped(self) -> UntypedStorage:
        """The same memory as bytes."""
        return self._whole

    def __repr__(self):
        rows = "\n".join(f" {value}" for value in self.tolist())
        return (
            f"{rows}\n[torch.storage.TypedStorage(dtype={self.dtype}, device=cpu) of size "
            f"{len(self)}]"
        )


UntypedStorage.__module__ = TypedStorage.__module__ = "torch.storage"


def check_storage(tensor) -> None:
    """torch's error for what stands for slices under `vmap`, which has no memory of its own."""
    if is_mapped(tensor):
        raise NotImplementedError(REFUSALS["storage"])


@method()
def storage(self):
    """The entries under this tensor and all its views; torch warns, once."""
    check_storage(self)
    warn_once(
        "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be "
        "the only storage class. This should only matter to you if you are using storages directly."
        "  To access UntypedStorage directly, use tensor.untyped_storage() instead of "
        "tensor.storage()")
    return TypedStorage(expose(self)._array)


@method()
def untyped_storage(self):
    """The bytes under this tensor and all its views."""
    check_storage(self)
    return UntypedStorage(expose(self)._array)


@method()
def new(self, *args, **options):
    """A tensor of this dtype: from sizes zeros, else from data."""
    from autograd.constructors import constructed

    return constructed(Tensor, args, options, of_array(self._array))


@method()
def apply_(self, callable):
    """Every entry replaced by what a Python function makes of it."""
    if self.requires_grad:
        raise RuntimeError(
            "Can't call apply_() on Variable that requires grad. Use var.detach().apply_() instead."
        )
    values = [callable(value) for value in self._array.reshape(-1).tolist()]
    return overwrite(self, np.array(values).reshape(self._array.shape), "apply_")


@method()
def map_(self, tensor, callable):
    """Every entry replaced by what a Python function makes of it and of another tensor's."""
    other = np.broadcast_to(tensor._array, self._array.shape)
    pairs = zip(self._array.reshape(-1).tolist(), other.reshape(-1).tolist())
    values = [callable(a, b) for a, b in pairs]
    return overwrite(self, np.array(values).reshape(self._array.shape), "map_")


@method()
def fill_diagonal_(self, fill_value, wrap=False, *, wrapped=wrap):
    """One value on the diagonal, in place."""
    if self._array.ndim < 2:
        raise RuntimeError("dimensions must larger than 1")
    if self._array.ndim == 2 and not wrap:
        self.diagonal().fill_(fill_value)
        return self
    if len(set(self._array.shape)) > 1 and self._array.ndim > 2:
        raise RuntimeError("all dimensions of input must be of equal length")
    mask = np.zeros(self._array.shape, bool)
    np.fill_diagonal(mask, True, wrap)
    return apply_into(
        self, table.masked_fill, (self, wrapped(mask)), {"value": fill_value},
        by="fill_diagonal_")



def read_data(self):
    """The same memory without history and with a version of its own: writes go unseen."""
    whole("data", self)
    if type(self._array) is Face:
        return self.detach()
    twin = wrap(self._array)
    if self._conj or self._neg:
        twin._conj, twin._neg = self._conj, self._neg
    return share(mark(twin, Recounted) if self._inference else twin, self)


def write_data(self, value):
    """Put other memory under this tensor, behind autograd's back."""
    if not isinstance(value, Tensor):
        raise TypeError(f"Variable data has to be a tensor, but got {type(value).__name__}")
    if self.requires_grad and value._array.dtype.kind not in "fcV":
        raise RuntimeError(
            "data set to a tensor that requires gradients must be floating point or complex dtype")
    share(rehouse(self, value._array), value)
    self._meta = value._meta
    if observer.current is not None:
        observer.current.wrote(self, "data")


Tensor.data = property(read_data, write_data)


@method()
def set_(self, source=None):
    """Share the memory of another tensor from now on."""
    if source is not None and source._array.dtype != self._array.dtype:
        raise RuntimeError(
            f"Could not set tensor of type {c_name(source)} to a tensor of type {c_name(self)}")
    check_writable(self, 0)
    rehouse(self, np.empty(0, self._array.dtype) if source is None else source._array)
    count(self)
    return self if source is None else share(self, source)


@method()
def share_memory_(self):
    """Itself: there is one process only."""
    return self


@method()
def pin_memory(self, device=None):
    """Refused: there is no accelerator to copy to."""
    raise RuntimeError(
        "Cannot access accelerator device when none is available."
    )
