"""Where answers to jobs are kept: in this process, or in a Redis that several processes share."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Protocol

# One entry may take this part of the space, so that a large run does not push out a class's own.
LARGEST = 8


class Kept(Protocol):
    """Entries by key, within a bound of bytes; those that nobody asked for longest go first.

    Where several processes share the entries, one of them may claim a key, and the others wait for
    the entry. A claim ends with its process, at the latest after CLAIM_SECONDS. Threads may share
    one.
    """

    def get(self, key: str) -> bytes | None:
        """Return the entry of a key, if it is there."""

    def put(self, key: str, entry: bytes) -> None:
        """Keep an entry, if there is room for it."""

    def drop(self, key: str) -> None:
        """Forget an entry."""

    def claim(self, key: str, ticket: str | None) -> bool:
        """Claim a key for the job of a ticket; return False while another process has it."""

    def ticket_of(self, key: str) -> str | None:
        """Return the ticket of the job for which another process has a key, if it has one."""

    def release(self, key: str) -> None:
        """Give a claim back."""

    def join(self, ticket: str, of: str) -> None:
        """Note for all processes that who has a ticket waits for the job of another one.

        "" as the other one says that they are to wait no more.
        """

    def joined(self, ticket: str) -> str | None:
        """Return what was noted so of a ticket, if anything."""

    def part(self, ticket: str) -> None:
        """Forget what was noted."""

    def size(self) -> int:
        """Return the bytes of all entries."""

    def close(self) -> None:
        """Let go of connections."""


class NearKept:
    """Entries in the memory of this process, `most` bytes in all."""

    def __init__(self, most: int):
        self._most, self._size = most, 0
        self._entries: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> bytes | None:
        with self._lock:
            if key in self._entries:
                self._entries.move_to_end(key)
            return self._entries.get(key)

    def put(self, key: str, entry: bytes) -> None:
        if len(entry) > self._most // LARGEST:
            return
        with self._lock:
            self._size += len(entry) - len(self._entries.pop(key, b""))
            self._entries[key] = entry
            while self._size > self._most:
                self._size -= len(self._entries.popitem(last=False)[1])

    def drop(self, key: str) -> None:
        with self._lock:
            self._size -= len(self._entries.pop(key, b""))

    def claim(self, key: str, ticket: str | None) -> bool:
        return True

    def ticket_of(self, key: str) -> str | None:
        return None

    def release(self, key: str) -> None:
        pass

    def join(self, ticket: str, of: str) -> None:
        pass

    def joined(self, ticket: str) -> str | None:
        return None

    def part(self, ticket: str) -> None:
        pass

    def size(self) -> int:
        return self._size

    def close(self) -> None:
        pass
