"""Writes outside of the engine, into memory that the program shares with numpy or Python.

Such memory is compared with its last recorded content before the program's next use of it. The
recorder keeps a copy of it, or of large memory a checksum, and spends a bounded time on each event.
"""

from __future__ import annotations

import weakref
from typing import Any
from zlib import crc32

import numpy as np

from autograd.recording.deferred_events import DeferredEvents, write_event
from autograd.recording.values import memory_id
from autograd.tensor.mutation import externally_writable

COPIED = 1 << 16  # bytes of memory of which a copy is kept
EARNED = 1 << 14  # bytes that may be compared for each event
MOST_BUDGET = 1 << 24
COST = 1 << 10  # cost of a comparison beside its bytes


class ExternalWrites:
    """Memory that numpy or Python can write, with its content at the last check."""

    def __init__(self, log: DeferredEvents):
        self.log = log
        # By owner: its weak reference in `exposed`, and its bytes or their checksum.
        self.seen: dict[int, tuple[weakref.ref[Any], bytes | int]] = {}
        self.busy: set[int] = set()  # memory that the engine is writing
        self.budget = MOST_BUDGET  # bytes that may be compared now
        self.is_behind = False  # whether a comparison was skipped

    def check_all(self, line: int | None = None) -> None:
        """Compare all exposed memory, after the statement on this line."""
        if not externally_writable or self.log.is_full:
            return
        self.busy.clear()
        if len(self.seen) > 2 * len(externally_writable) + 8:
            self.seen = {key: seen for key, seen in self.seen.items() if key in externally_writable}
        if not self.spend(len(externally_writable) * COST):
            self.is_behind = True
            return
        owners = [(key, ref, owner) for key, ref in list(externally_writable.items())
                  if (owner := ref()) is not None]
        if not self.spend(sum(owner.nbytes for *_, owner in owners)):
            self.is_behind = True
            return
        line = None if self.is_behind else line  # it may have happened on an earlier one
        self.is_behind = False
        for key, ref, owner in owners:
            self.compare(key, ref, owner, line)

    def check(self, array: np.ndarray) -> None:
        """Compare the memory of `array`, which is about to be used, if it is exposed."""
        key = memory_id(array)
        ref = externally_writable.get(key)
        owner = None if ref is None or key in self.busy else ref()
        if ref is None or owner is None or not self.spend(owner.nbytes + COST):
            self.is_behind = self.is_behind or owner is not None
            return
        self.compare(key, ref, owner, None)

    def spend(self, cost: int) -> bool:
        """Return whether `cost` bytes may be compared; each call restores a part of the budget."""
        self.budget = min(self.budget + EARNED, MOST_BUDGET)
        if self.budget < min(cost, MOST_BUDGET):
            return False
        self.budget -= cost
        return True

    def compare(self, key: int, ref: weakref.ref[Any], owner: Any, line: Any) -> None:
        """Compare memory with its content when seen last; emit writes if it differs."""
        before = self.seen.get(key)
        flat, now = bytes_of(owner)
        if before is None or before[0] is not ref:
            self.seen[key] = ref, now
        elif before[1] != now:
            self.seen[key] = ref, now
            self.emit_writes(key, *changed_part(owner, flat, before[1]), line)

    def begin(self, array: np.ndarray) -> None:
        """Exclude memory that the engine is about to write."""
        self.check(array)
        self.busy.add(memory_id(array))

    def end(self, array: np.ndarray) -> None:
        """Record the content of memory that the engine has written or just exposed."""
        key = memory_id(array)
        self.busy.discard(key)
        ref = externally_writable.get(key)
        owner = None if ref is None else ref()
        if ref is None or owner is None:
            return
        if owner.nbytes <= COPIED or self.spend(owner.nbytes):
            self.seen[key] = ref, bytes_of(owner)[1]
        else:
            self.seen.pop(key, None)  # recorded again at the next check

    def emit_writes(self, memory: int, start: int, stop: int, line: Any) -> None:
        """Emit a write of each tensor that lies between two addresses of this memory."""
        log = self.log
        for tensor in log.ids.tensors_in(memory):
            low, high = np.lib.array_utils.byte_bounds(tensor._array)
            if low < stop and start < high:
                log.values.preserve(tensor._array)
                (version,) = tensor._counter
                log.emit((
                    write_event, tensor._tape, version, log.capture_array(tensor._array),
                    "outside", None, line,
                ))
        log.grads.written(None, memory, "outside", line)


def bytes_of(owner: np.ndarray) -> tuple[np.ndarray, bytes | int]:
    """Return the bytes of an array, and a copy or a checksum to compare them with.

    Bytes of a dense array come in the order of memory.
    """
    flat = np.asarray(owner).ravel("K").view(np.uint8)
    return flat, flat.tobytes() if flat.size <= COPIED else crc32(flat.data)


def changed_part(owner: np.ndarray, flat: np.ndarray, before: bytes | int) -> tuple[int, int]:
    """Return the addresses between which memory has changed, or those of all of it."""
    start, stop = np.lib.array_utils.byte_bounds(owner)
    if isinstance(before, int) or stop - start != flat.size:
        return start, stop
    places = np.flatnonzero(flat != np.frombuffer(before, np.uint8))
    return start + int(places[0]), start + int(places[-1]) + 1
