"""Captured values: arrays or parameters as they were at one moment.

A value of more than `events.FEW` entries gets a number: a repetition sends only the number.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.recording import events
from autograd.recording.events import LazyValue
from autograd.tensor.lazy_bits import resolve
from autograd.tensor.mutation import externally_writable, base_array
from autograd.tensor.tensor import Tensor

MOST_DEFERRED = 32 << 20  # bytes of numbered values that may be deferred
COMPUTED = 8 << 10  # bytes that one of them takes once it is computed
# glibc gives memory back to the system, and asks for it page by page again, unless a block of this
# size has been given back once (mallopt(3), M_MMAP_THRESHOLD): half the time of a step otherwise.
np.empty(MOST_DEFERRED - (1 << 16), np.uint8)


class DeferredValue(LazyValue):
    """A numbered value, computed when it is handed out or before its memory changes."""

    __slots__ = ("array", "number", "result", "ref", "again", "is_stale")

    def __init__(self, array: np.ndarray, number: int):
        self.array: Any = array
        self.number = number
        self.result: Any = None
        # A weak reference once `array` is not the original, and the value for repetitions.
        self.ref: Any = None
        self.again: RepeatedValue | None = None
        self.is_stale = False  # whether the memory has been written since

    def value(self) -> dict[str, Any]:
        """Return the value of the run document, with its number."""
        array = self.array
        if self.result is None:  # computed twice if a signal handler runs in between
            self.result = events.array_to_value(array) | {"id": self.number}
        if self.ref is None:
            self.ref = weakref.ref(array)
        self.array = None
        return self.result

    def preserve(self) -> None:
        """Replace the array by a copy before its memory is written."""
        array = self.array
        if self.ref is None and array is not None:
            self.ref = weakref.ref(array)
            self.array = array.copy()

    def shows(self, array: np.ndarray) -> bool:
        """Return True if this is the value of exactly this array object, not written since."""
        return not self.is_stale and (
            self.array is array or self.ref is not None and self.ref() is array)


class RepeatedValue(LazyValue):
    """A value that was sent before, so that only its number is sent."""

    __slots__ = ("number", "shape", "dtype")

    def __init__(self, number: int, array: np.ndarray):
        self.number, self.shape, self.dtype = number, array.shape, array.dtype

    def value(self) -> dict[str, Any]:
        """Return the value of the run document."""
        return {"same": self.number, "shape": list(self.shape),
                "dtype": events.dtype_name(self.dtype)}


class MetaValue(LazyValue):
    """A value of the meta device, which has a shape and no numbers."""

    __slots__ = ("shape", "dtype")

    def __init__(self, array: np.ndarray):
        self.shape, self.dtype = array.shape, array.dtype

    def value(self) -> dict[str, Any]:
        """Return the value of the run document, with `?` for each number."""
        return events.value_without_numbers(self.shape, self.dtype)


class Values:
    """The values of one recorder: small ones copied, others sent once until they are written."""

    def __init__(self):
        self.by_memory: dict[int, list[DeferredValue]] = {}  # by the owner of the array's memory
        self.by_array: dict[int, DeferredValue] = {}  # the last one of each array, by identity
        self.deferred: list[DeferredValue] = []  # not computed yet, unless handed out since
        self.bytes = 0  # of these
        self.count = 0
        self.is_meta = False  # whether a backward of the meta device runs
        self.wanted = 0  # the number of a value that `on_wanted` waits for
        self.on_wanted: Callable[[np.ndarray], None] | None = None

    def capture(self, value: Any) -> Any:
        """Capture a value of any kind: an array, a Tensor, a number, or None."""
        if type(value) is not np.ndarray:
            if value is None:
                return None
            if isinstance(value, Tensor):
                return self.capture_tensor(value)
            value = np.asarray(resolve(value))
        return self.capture_array(value)

    def capture_twice(self, value: Any) -> tuple[Any, Any]:
        """Capture a value for two fields of one event; only the first one sends it whole."""
        first = self.capture(value)
        return first, self.defer(value) if type(first) is DeferredValue else first

    def capture_array(self, array: np.ndarray | None) -> Any:
        """Capture an array: a copy if it has few entries, else a deferred or repeated value.

        `count_holders` must count every array that is held here: the engine steals a gradient for
        `.grad` only if it has no other owner.
        """
        if array is None:
            return None
        if self.is_meta:
            return MetaValue(array)
        return array.copy() if array.size <= events.FEW else self.defer(array)

    def capture_tensor(self, tensor: Tensor) -> Any:
        """Capture the array of a tensor, which may be on the meta device."""
        return MetaValue(tensor._array) if tensor._meta else self.capture_array(tensor._array)

    def defer(self, array: np.ndarray) -> DeferredValue | RepeatedValue:
        """Return a deferred value of an array, or a repeated one if it was sent before.

        If numpy or Python can write its memory, the value is computed at once.
        """
        known = self.by_array.get(id(array))
        if known is not None and known.shows(array):
            again = known.again
            if again is None:
                again = known.again = RepeatedValue(known.number, array)
            return again
        self.count = number = self.count + 1
        if number == self.wanted and self.on_wanted is not None:
            self.on_wanted(array)
        value = self.by_array[id(array)] = DeferredValue(array, number)
        owner = id(array) if array.base is None else memory_id(array)
        sharing = self.by_memory.get(owner)
        if sharing is None:
            self.by_memory[owner] = [value]
        else:
            sharing.append(value)
            if not len(sharing) & (len(sharing) - 1):  # at powers of 2, else many views are slow
                sharing[:] = filter(can_repeat, sharing)
        if owner in externally_writable:
            value.value()
            return value
        self.deferred.append(value)
        self.bytes += array.nbytes + COMPUTED
        if self.bytes > MOST_DEFERRED:
            self.compute_all()
        return value

    def compute_all(self) -> None:
        """Compute all deferred values, which releases their arrays."""
        none: list[DeferredValue] = []
        deferred, self.deferred, self.bytes = self.deferred, none, 0
        for value in deferred:
            if value.array is not None:
                value.value()

    def count_holders(self, array: np.ndarray) -> int:
        """Return how many deferred values hold `array` itself."""
        known = self.by_memory.get(memory_id(array), ())
        return sum([value.array is array for value in known])

    def preserve(self, array: np.ndarray) -> None:
        """Copy deferred values of the memory of `array`, which is about to be written.

        Values of this memory are sent again afterwards.
        """
        for value in self.by_memory.pop(memory_id(array), ()):
            value.preserve()
            value.is_stale = True

    def mark_written(self, memory: int) -> None:
        """Mark memory as written, so that values in it are sent again."""
        for value in self.by_memory.get(memory, ()):
            value.is_stale = True


def can_repeat(value: DeferredValue) -> bool:
    """Return True if a value still holds its array, or its array can be captured again."""
    return value.ref is None or not value.is_stale and value.ref() is not None


def memory_id(array: np.ndarray) -> int:
    """Return the identity of the array that owns the memory of `array`."""
    return id(array) if array.base is None else id(base_array(array))


def params_to_json(params: dict[str, Any]) -> dict[str, Any]:
    """Return an op's parameters as JSON."""
    return {name: value_to_json(value) for name, value in params.items()}


def value_to_json(value: Any) -> Any:
    """Return a number, text or nested sequence of them as JSON; anything else as its text."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.generic):
        return value_to_json(value.item())  # which may be complex
    if isinstance(value, (list, tuple)):
        return [value_to_json(each) for each in value]
    if isinstance(value, slice):
        return ":".join("" if x is None else str(x) for x in (value.start, value.stop, value.step))
    return str(value)
