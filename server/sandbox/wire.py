"""The frames between a run and the server: one kind byte, a length, and mostly a JSON text.

The server sends one REQUEST: the seed in digits on a line of its own, then the code. The run
answers READY `{"engine"}` before the user's first line, any number of TAPE `{"events", "ops"}`
while it goes on, and one END `{"kind", "limit", "line", "status"}`.
"""

import json
import struct

HEADER = struct.Struct(">cI")
REQUEST, READY, TAPE, END = b"Q", b"R", b"T", b"E"

# The longest text of a frame. A print of the whole output limit may grow sixfold when escaped.
BOUNDS = {READY: 100, TAPE: 8 * 2**20, END: 200}
# Where a run begins a new frame, so that reading one never takes long.
CHUNK = 2**18

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def text_of(body: object) -> bytes:
    """`body` as JSON in UTF-8. A lone surrogate, which UTF-8 has no bytes for, becomes `?`."""
    return _encode(body).encode("utf-8", "replace")


def request(code: str, seed: int) -> bytes:
    """The frame that asks for a run."""
    return framed(REQUEST, b"%d\n" % seed + code.encode("utf-8", "replace"))


def asked(body: bytes) -> tuple[str, int]:
    """The code and the seed of such a frame's body."""
    seed, _, code = body.partition(b"\n")
    return code.decode("utf-8"), int(seed)


def framed(kind: bytes, text: bytes) -> bytes:
    """One frame of `kind` around `text`."""
    return HEADER.pack(kind, len(text)) + text
