"""Values as they were at one moment: what the recorder keeps of arrays and parameters."""

from __future__ import annotations

import weakref

import numpy as np

from autograd import events
from autograd.tensor import Tensor


class Values:
    """The values of one tape: small ones kept, large ones pictured once until they are written."""

    def __init__(self):
        self.pictures: dict[int, tuple] = {}  # by identity: the array, its number, its memory
        self.count = 0

    def kept(self, value):
        """A value that nobody will write: an array, or how it looks when it is large.

        Of a large one that was told before only its number travels.
        """
        if value is None:
            return None
        array = value._array if isinstance(value, Tensor) else np.asarray(value)
        if array.size <= events.LIMIT:
            return array
        known = self.pictures.get(id(array))
        if known is not None and known[0]() is array:
            return {"same": known[1], "shape": list(array.shape), "dtype": array.dtype.name}
        self.count += 1
        self.pictures[id(array)] = (weakref.ref(array), self.count, owner_of(array))
        return events.value(array) | {"id": self.count}

    def held(self, array):
        """A value that can be written later, as it is now."""
        if array is None or array.size > events.LIMIT:
            return self.kept(array)
        return array.copy()

    def forget(self, owner: int) -> None:
        """What lies in this memory has been written: its pictures are of the past."""
        for key in [key for key, known in self.pictures.items() if known[2] == owner]:
            del self.pictures[key]


def owner_of(array: np.ndarray) -> int:
    """The identity of the array that owns this memory."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return id(array)


def plain(params: dict) -> dict:
    """An op's parameters as JSON."""
    return {name: plain_value(value) for name, value in params.items()}


def plain_value(value):
    """A number, text or nested sequence of them as JSON; anything else by its repr."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, list | tuple):
        return [plain_value(each) for each in value]
    if isinstance(value, slice):
        return ":".join("" if x is None else str(x) for x in (value.start, value.stop, value.step))
    return str(value)
