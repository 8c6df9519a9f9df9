"""The frames between a run and the server: one kind byte, a length, and a JSON text.

The server sends one REQUEST `{"code", "seed"}`. The run answers READY `{"engine"}` before the
user's first line, any number of TAPE `{"events", "ops"}` while it goes on, and one END `{"kind",
"limit", "line", "status"}`.
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


def framed(kind: bytes, text: bytes) -> bytes:
    """One frame of `kind` around a JSON `text`."""
    return HEADER.pack(kind, len(text)) + text
