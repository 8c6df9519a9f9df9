"""Frames that a run exchanges with the server: one byte for the kind, a length, mostly JSON.

The server sends one REQUEST: on a line of its own the seed, and what is wanted of one
large value, if that is all that is asked for; then the code. The run answers READY `{"engine"}`
before the user's first line, any number of TAPE `{"events", "ops"}` while it goes on, and one END
`{"kind", "limit", "line", "status"}`. Among the TAPEs it sends POSITION, which needs no parser: its
line (0 for none), its number of events, and the end of what it wrote. One that was asked for a
value sends neither, but a SLICE (autograd/recording/value_region.py) as soon as the value is there,
and ends with that.
"""

import json
import math
import struct
from typing import NamedTuple

import orjson

from autograd.recording import json_numbers

HEADER = struct.Struct(">cI")
REQUEST, READY, TAPE, POSITION, SLICE, END = b"Q", b"R", b"T", b"P", b"S", b"E"
# The numbers of a POSITION; the text after them is UTF-8, of at most so many bytes.
POSITION_NUMBERS = struct.Struct(">II")
TAIL_BYTES = 2_000

# The longest text of a frame. A print of the whole output limit may grow sixfold when escaped.
BOUNDS = {
    READY: 100, TAPE: 8 * 2**20, POSITION: POSITION_NUMBERS.size + TAIL_BYTES,
    SLICE: 8 * 2**20, END: 200,
}  # fmt: skip
# Where a run begins a new frame, so that reading one never takes long.
CHUNK = 2**18


class Weight(NamedTuple):
    """What frames weigh: their bytes; and the numbers, texts and lists in them."""

    bytes: int
    values: int

    def without(self, text: bytes) -> "Weight":
        """What is left of this when one frame has had its part."""
        values = text.count(b",") + text.count(b"[") + text.count(b"{")
        return Weight(self.bytes - len(text), self.values - values)


# What one run may make the server hold; and how much of it a run leaves for what is printed after
# its tape is full.
MOST = Weight(bytes=32 * 2**20, values=4_000_000)
SPARED = Weight(bytes=4 * 2**20, values=500_000)

_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"),
    default=json_numbers.shortest_decimals,
).encode


def text_of(body: object) -> bytes:
    """`body`, which may hold arrays of finite floats, as JSON in UTF-8.

    A lone surrogate, which UTF-8 has no bytes for, becomes `?`.
    """
    try:
        return orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY)
    except TypeError:  # half a character, or an integer of more than 64 bits
        return _encode(body).encode("utf-8", "replace")


class Wanted(NamedTuple):
    """A part of one large value: its number on the tape, and (start, size) for each axis."""

    value: int
    region: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        """How many entries the part has."""
        return math.prod(size for _, size in self.region)


def request(code: str, seed: int, wanted: Wanted | None = None) -> bytes:
    """The frame that asks for a run, or for one value of it."""
    head = text_of([seed] if wanted is None else [seed, *wanted])
    return framed(REQUEST, head + b"\n" + code.encode("utf-8", "replace"))


def asked(body: bytes) -> tuple[str, int, Wanted | None]:
    """The code, the seed and what is wanted, of such a frame's body."""
    head, _, code = body.partition(b"\n")
    seed, *wanted = orjson.loads(head)
    return code.decode("utf-8"), seed, Wanted(*wanted) if wanted else None


def framed(kind: bytes, text: bytes) -> bytes:
    """One frame of `kind` around `text`."""
    return HEADER.pack(kind, len(text)) + text


def position(line: int | None, events: int, tail: str) -> bytes:
    """The frame that says where a run is; of `tail`, what it wrote, the last lines are sent."""
    written = tail.encode("utf-8", "replace")
    if len(written) > TAIL_BYTES:
        written = written[-TAIL_BYTES:]
        written = written[written.find(b"\n", 0, -1) + 1 :]
    return framed(POSITION, POSITION_NUMBERS.pack(line or 0, events) + written)
