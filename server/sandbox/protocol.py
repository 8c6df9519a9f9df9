"""Frames that a run exchanges with the server: one byte for the kind, a length, mostly JSON.

The server sends one REQUEST: its first line has the seed and, if only a part of one large value or
the check of one node is requested, which; the code follows. The run sends READY `{"engine"}` before
the user's first line, any number of TAPE `{"events", "ops"}` while it goes on, and one END
`{"kind", "limit", "line", "status"}`. Between TAPEs it sends POSITION, which needs no parser: its
line (0 for none), its number of events, and the end of its output. A run for a part of a value or a
check sends neither, but a SLICE (autograd/recording/value_region.py, gradient_check.py) as soon as
the value or the node exists, then END.
"""

import json
import math
import struct
from typing import Any, NamedTuple

import orjson

from autograd.recording import json_numbers

HEADER = struct.Struct(">cI")
REQUEST, READY, TAPE, POSITION, SLICE, END = b"Q", b"R", b"T", b"P", b"S", b"E"
# The numbers of a POSITION; text follows, at most so many bytes of UTF-8.
POSITION_NUMBERS = struct.Struct(">II")
TAIL_BYTES = 2_000

# The longest body of a frame. A print of the whole output limit may grow sixfold by escaping.
BOUNDS = {
    READY: 100, TAPE: 8 * 2**20, POSITION: POSITION_NUMBERS.size + TAIL_BYTES,
    SLICE: 8 * 2**20, END: 200,
}  # fmt: skip
# The size at which a run begins a new frame, so that reading one never takes long.
CHUNK = 2**18


class Weight(NamedTuple):
    """The size of frames: their bytes, and how many numbers, texts and lists they have."""

    bytes: int
    values: int

    def without(self, text: bytes) -> "Weight":
        """Return what is left of this weight after one frame."""
        values = text.count(b",") + text.count(b"[") + text.count(b"{")
        return Weight(self.bytes - len(text), self.values - values)


# The most that the server holds of one run; and the part of it that a run leaves for prints after
# its tape is full.
MOST = Weight(bytes=32 * 2**20, values=4_000_000)
SPARED = Weight(bytes=4 * 2**20, values=500_000)

_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"),
    default=json_numbers.shortest_decimals,
).encode


def text_of(body: object) -> bytes:
    """Return `body`, which may hold arrays of finite floats, as JSON in UTF-8.

    A lone surrogate, which has no bytes in UTF-8, becomes `?`.
    """
    try:
        return orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY)
    except TypeError:  # a lone surrogate, or an integer of more than 64 bits
        return _encode(body).encode("utf-8", "replace")


class Wanted(NamedTuple):
    """A part of one large value: its number on the tape, and (start, size) for each axis."""

    value: int
    region: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        """The number of entries in the part."""
        return math.prod(size for _, size in self.region)


class NodeCheck(NamedTuple):
    """The numeric check of a node, by its id on the tape."""

    node: str


Sought = Wanted | NodeCheck


def sought_of(fields: list[Any]) -> Sought:
    """Return what is sought from its fields, as JSON has them."""
    if len(fields) == 1:
        return NodeCheck(*fields)
    value, region = fields
    return Wanted(value, tuple((start, size) for start, size in region))


def request(code: str, seed: int, wanted: Sought | None = None) -> bytes:
    """Return the frame that requests a run, or a part of one of its values, or a check."""
    head = text_of([seed] if wanted is None else [seed, *wanted])
    return framed(REQUEST, head + b"\n" + code.encode("utf-8", "replace"))


def asked(body: bytes) -> tuple[str, int, Sought | None]:
    """Return the code, the seed and what is sought from the body of a REQUEST."""
    head, _, code = body.partition(b"\n")
    seed, *wanted = orjson.loads(head)
    return code.decode("utf-8"), seed, sought_of(wanted) if wanted else None


def framed(kind: bytes, text: bytes) -> bytes:
    """Return one frame of `kind` with the body `text`."""
    return HEADER.pack(kind, len(text)) + text


def position(line: int | None, events: int, tail: str) -> bytes:
    """Return a POSITION frame; of the output `tail` it has the last lines that fit."""
    written = tail.encode("utf-8", "replace")
    if len(written) > TAIL_BYTES:
        written = written[-TAIL_BYTES:]
        written = written[written.find(b"\n", 0, -1) + 1 :]
    return framed(POSITION, POSITION_NUMBERS.pack(line or 0, events) + written)
