"""Messages over a channel: a count, the length of each byte string, then the strings."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator, Sequence

COUNT = struct.Struct(">I")
LENGTHS = ">{}Q"
# The first part of a message that is not the answer yet: what is done before the rest of it.
OPENING = b"opening"
# Ten times the frames of the longest tape (hostile.MOST_FRAMES).
MOST_PARTS = 100_000


class Broken(Exception):
    """The bytes are no message, or one that is longer than it may be."""


def chunks(parts: Sequence[bytes]) -> Iterator[bytes]:
    """The message of some byte strings, piece by piece."""
    yield COUNT.pack(len(parts)) + struct.pack(LENGTHS.format(len(parts)), *map(len, parts))
    yield from parts


def received(more: Callable[[], bytes], most: int, data: bytearray | None = None) -> list[bytes]:
    """The byte strings of one message.

    `more()` gives the next bytes, b"" after the last. `data` has those that came with the message
    before, and then those of the next one. Raises Broken for what is no message, or for parts of
    more than `most` bytes in all.
    """
    data = bytearray() if data is None else data

    def take(count: int) -> bytes:
        while len(data) < count:
            piece = more()
            if not piece:
                raise Broken
            data.extend(piece)
        taken = bytes(memoryview(data)[:count])
        del data[:count]
        return taken

    (count,) = COUNT.unpack(take(COUNT.size))
    if count > MOST_PARTS:
        raise Broken
    lengths = struct.unpack(LENGTHS.format(count), take(8 * count))
    if sum(lengths) > most:
        raise Broken
    return [take(length) for length in lengths]


def read_from(descriptor: int, most: int) -> list[bytes]:
    """The byte strings of the message that comes on a descriptor. Raises Broken."""
    return received(lambda: os.read(descriptor, 2**18), most)


def write_to(descriptor: int, parts: Sequence[bytes]) -> None:
    """Write the message of some byte strings."""
    for piece in chunks(parts):
        view = memoryview(piece)
        while view:
            view = view[os.write(descriptor, view[: 2**20]) :]
