"""Values as they were at one moment: what the recorder keeps of arrays and parameters.

A value of more than a few entries gets a number: where it comes again, only the number is told.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.recording import events
from autograd.recording.waiting import Waiting
from autograd.tensor.lazy_bits import resolved
from autograd.tensor.mutation import exposed, owner_of
from autograd.tensor.tensor import Tensor

MOST_WAITING = 32 << 20  # bytes of numbered values that may wait to be worked out
TOLD = 8 << 10  # bytes that one of them takes once it is
# glibc gives memory back to the system, and asks for it page by page again, unless a block of this
# size has been given back once (mallopt(3), M_MMAP_THRESHOLD): half the time of a step otherwise.
np.empty(MOST_WAITING - (1 << 16), np.uint8)


class Picture(Waiting):
    """A numbered value, worked out when the tape is written or before its memory changes."""

    __slots__ = ("array", "number", "told", "ref", "again", "past")

    def __init__(self, array: np.ndarray, number: int):
        self.array: Any = array
        self.number = number
        self.told: Any = None
        # The array that it was told of, once it does not hold it; and what is told when it returns.
        self.ref: Any = None
        self.again: Again | None = None
        self.past = False  # whether the memory has been written since

    def value(self) -> dict[str, Any]:
        """The value of the run document."""
        array = self.array
        if self.told is None:  # a signal's handler may have come in between: the same comes out
            self.told = events.value(array) | {"id": self.number}
        if self.ref is None:
            self.ref = weakref.ref(array)
        self.array = None
        return self.told

    def preserve(self) -> None:
        """Keep a copy: the memory is about to be written."""
        array = self.array
        if self.ref is None and array is not None:
            self.ref = weakref.ref(array)
            self.array = array.copy()

    def shows(self, array: np.ndarray) -> bool:
        """Whether it was told of this very array."""
        return not self.past and (
            self.array is array or self.ref is not None and self.ref() is array)


class Again(Waiting):
    """A value that was told before: only its number travels."""

    __slots__ = ("number", "shape", "dtype")

    def __init__(self, number: int, array: np.ndarray):
        self.number, self.shape, self.dtype = number, array.shape, array.dtype

    def value(self) -> dict[str, Any]:
        """The value of the run document."""
        return {"same": self.number, "shape": list(self.shape), "dtype": events.name_of(self.dtype)}


class Hollow(Waiting):
    """A value of the meta device, which has a shape and no numbers."""

    __slots__ = ("shape", "dtype")

    def __init__(self, array: np.ndarray):
        self.shape, self.dtype = array.shape, array.dtype

    def value(self) -> dict[str, Any]:
        """The value of the run document, with `?` for each number."""
        return events.unknown(self.shape, self.dtype)


class Values:
    """The values of one tape: of few entries kept, others told once until they are written."""

    def __init__(self):
        self.known: dict[int, list[Picture]] = {}  # by the memory of the arrays they were told of
        self.shown: dict[int, Picture] = {}  # the last one of each array, by its identity
        self.waiting: list[Picture] = []  # not worked out yet, as far as they have not been asked
        self.bytes = 0  # that wait
        self.count = 0
        self.hollow = False  # whether a backward of the meta device runs
        self.sought = 0  # the number of a value that somebody waits for
        self.found: Callable[[np.ndarray], None] | None = None  # told when it is there

    def kept(self, value: Any) -> Any:
        """`held` of a value of any kind."""
        if type(value) is not np.ndarray:
            if value is None:
                return None
            if isinstance(value, Tensor):
                return self.of(value)
            value = np.asarray(resolved(value))
        return self.held(value)

    def twice(self, value: Any) -> tuple[Any, Any]:
        """`kept` for two places of one event: a numbered value is told in the first of them."""
        shown = self.kept(value)
        return shown, self.pictured(value) if type(shown) is Picture else shown

    def held(self, array: np.ndarray | None) -> Any:
        """An array as it is now: a copy, or a Picture when it has more entries than few.

        Of one that was told before only its number travels. Nothing here holds an array that
        `holding` does not count: whether a gradient is somebody else's, too, decides what a `.grad`
        becomes.
        """
        if array is None:
            return None
        if self.hollow:
            return Hollow(array)
        return array.copy() if array.size <= events.FEW else self.pictured(array)

    def of(self, tensor: Tensor) -> Any:
        """`held` of a tensor, which may live on the meta device."""
        return Hollow(tensor._array) if tensor._meta else self.held(tensor._array)

    def pictured(self, array: np.ndarray) -> Picture | Again:
        """A value with a number, which waits unless others than the engine can write its memory."""
        picture = self.shown.get(id(array))
        if picture is not None and picture.shows(array):
            again = picture.again
            if again is None:
                again = picture.again = Again(picture.number, array)
            return again
        self.count = number = self.count + 1
        if number == self.sought and self.found is not None:
            self.found(array)
        picture = self.shown[id(array)] = Picture(array, number)
        owner = id(array) if array.base is None else memory_of(array)
        known = self.known.get(owner)
        if known is None:
            self.known[owner] = [picture]
        else:
            known.append(picture)
            if not len(known) & (len(known) - 1):  # now and then, or many views would take long
                known[:] = filter(is_met, known)
        if owner in exposed:
            picture.value()
            return picture
        self.waiting.append(picture)
        self.bytes += array.nbytes + TOLD
        if self.bytes > MOST_WAITING:
            self.settle()
        return picture

    def settle(self) -> None:
        """Work out all that waits, which lets go of the arrays."""
        none: list[Picture] = []
        waiting, self.waiting, self.bytes = self.waiting, none, 0
        for picture in waiting:
            if picture.array is not None:
                picture.value()

    def holding(self, array: np.ndarray) -> int:
        """How many pictures wait that hold `array` itself."""
        known = self.known.get(memory_of(array), ())
        return sum([picture.array is array for picture in known])

    def preserve(self, array: np.ndarray) -> None:
        """The memory of `array` is about to be written: keep what waits as it is now.

        What lies there from now on is told anew.
        """
        for picture in self.known.pop(memory_of(array), ()):
            picture.preserve()
            picture.past = True

    def forget(self, memory: int) -> None:
        """Tell anew what lies in this memory, which has been written."""
        for picture in self.known.get(memory, ()):
            picture.past = True


def is_met(picture: Picture) -> bool:
    """Whether a picture holds its array still, or was told of one that can come again."""
    return picture.ref is None or not picture.past and picture.ref() is not None


def memory_of(array: np.ndarray) -> int:
    """The identity of the array that owns this memory."""
    return id(array) if array.base is None else id(owner_of(array))


def plain(params: dict[str, Any]) -> dict[str, Any]:
    """An op's parameters as JSON."""
    return {name: plain_value(value) for name, value in params.items()}


def plain_value(value: Any) -> Any:
    """A number, text or nested sequence of them as JSON; anything else by its repr."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.generic):
        return plain_value(value.item())  # which may be complex
    if isinstance(value, (list, tuple)):
        return [plain_value(each) for each in value]
    if isinstance(value, slice):
        return ":".join("" if x is None else str(x) for x in (value.start, value.stop, value.step))
    return str(value)
