"""Parse what a run sends as input from an attacker.

Code inside the fence can write any bytes to its channel. They are parsed into events of the exact
form of docs/run-document.md, or Forged is raised; nothing else passes, and parsing takes bounded
memory.
"""

import json
import re
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

import orjson

from . import protocol
from .event_schema import is_check, is_event, is_ops, is_slice

# A run sends its events ten times a second, in frames of about a quarter of a megabyte.
MOST_FRAMES = 10_000
_ESCAPED_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
# Of an integer; a float may have as many decimals. Most texts have neither, which shows sooner.
_LONG_NUMBER = re.compile(rb"[-\[:,\s][0-9]{19}")
_DIGITS, _MANY = bytes.maketrans(b"123456789", b"0" * 9), b"0" * 19
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Forged(Exception):
    """Raised when bytes are not frames of a run."""


class Full(Exception):
    """Raised when the tape is larger than the server holds."""


class Position(NamedTuple):
    """The position of a run: its line, its number of events, and the end of its output."""

    line: int | None
    events: int
    output: str


class Frames:
    """Cuts the bytes of one run into its frames, and checks their order.

    It does not parse them, so that it costs next to nothing, whatever they hold. POSITIONs are not
    stored, so they do not count here; their reader limits how often they come.
    """

    def __init__(self, is_sought: bool = False):
        self._is_sought = is_sought
        self._left, self._frames_left = protocol.MOST.bytes, MOST_FRAMES
        self._bytes = bytearray()
        self._allowed = {protocol.READY}

    def feed(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Yield the frames that `data` completes, as (kind, text). Raises Forged or Full."""
        self._bytes += data
        while len(self._bytes) >= protocol.HEADER.size:
            kind, length = protocol.HEADER.unpack_from(self._bytes)
            if kind not in self._allowed or length > protocol.BOUNDS[kind]:
                raise Forged
            end = protocol.HEADER.size + length
            if len(self._bytes) < end:
                return
            text = bytes(self._bytes[protocol.HEADER.size : end])
            del self._bytes[:end]
            self._allowed = self._after(kind)
            if kind != protocol.POSITION:
                self._left -= length
                self._frames_left -= 1
            if min(self._left, self._frames_left) < 0:
                raise Full
            yield kind, text

    def _after(self, kind: bytes) -> set[bytes]:
        """Return the kinds of frames that may follow a frame."""
        if kind == protocol.END:
            return set()
        if not self._is_sought:
            return {protocol.TAPE, protocol.POSITION, protocol.END}
        return {protocol.END} if kind == protocol.SLICE else {protocol.SLICE, protocol.END}


class Reader:
    """Parses the frames of one run, one after the other."""

    def __init__(self, event_limit: int, wanted: protocol.Sought | None = None):
        self._wanted = wanted
        self._event_limit = event_limit
        self._events_left = event_limit + 2  # plus a `full` and a `fail`
        self._is_full = False
        self._left = protocol.MOST

    def body(self, kind: bytes, text: bytes) -> dict:
        """Return the parsed body of a frame. Raises Forged or Full."""
        self._left = self._left.without(text)
        if min(self._left) < 0:
            raise Full
        if kind in (protocol.READY, protocol.END):
            return body(kind, text)
        found = parsed(text)
        if kind == protocol.TAPE and self._is_tape(found):
            return found
        if kind == protocol.SLICE and self._is_sought(found):
            return found
        raise Forged

    def _is_sought(self, body: object) -> bool:
        wanted = self._wanted
        return is_slice(body, wanted.size) if isinstance(wanted, protocol.Wanted) else (
            is_check(body))

    def _is_tape(self, body: object) -> bool:
        if type(body) is not dict or body.keys() != {"events", "ops"} or not is_ops(body["ops"]):
            return False
        events = body["events"]
        if type(events) is not list or not all(map(is_event, events)):
            return False
        self._events_left -= len(events)
        for kind in map(itemgetter("kind"), events):
            if self._is_full and kind not in ("print", "fail"):
                return False
            if kind == "full":
                self._is_full = True
                self._events_left += self._event_limit  # for prints after it
        if self._events_left < 0:
            raise Full
        return True


def body(kind: bytes, text: bytes) -> dict:
    """Return the parsed body of a short frame, READY or END. Raises Forged."""
    found = parsed(text)
    if kind == protocol.READY and _is_ready(found):
        return found
    if kind == protocol.END and _is_end(found):
        return found
    raise Forged


def position(text: bytes, lines: int, events: int) -> Position:
    """Parse a POSITION frame, for code of `lines` lines and at most `events` events.

    A line that the code does not have becomes None. Raises Forged.
    """
    if len(text) < protocol.POSITION_NUMBERS.size:
        raise Forged
    line, count = protocol.POSITION_NUMBERS.unpack_from(text)
    if count > events:
        raise Forged
    output = text[protocol.POSITION_NUMBERS.size :].decode("utf-8", "ignore")
    return Position(line if 0 < line <= lines else None, count, output)


def _refused(_: str):
    raise Forged


_DECODER = json.JSONDecoder(parse_constant=_refused)  # takes as long as a short text


def parsed(text: bytes) -> object:
    """Return the JSON value of `text`; lone surrogates become U+FFFD. Raises Forged if invalid."""
    try:
        # orjson turns integers of more than 64 bits into floats.
        if _MANY not in text.translate(_DIGITS) or not _LONG_NUMBER.search(text):
            return orjson.loads(text)
    except ValueError:
        pass  # a lone surrogate, or a number that JSON lacks
    try:
        value = _DECODER.decode(text.decode("utf-8"))
    except (ValueError, RecursionError):
        raise Forged from None
    return _without_surrogates(value) if _ESCAPED_SURROGATE.search(text) else value


def _without_surrogates(value: object) -> object:
    if isinstance(value, str):
        return _LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_without_surrogates(each) for each in value]
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(each) for key, each in value.items()}
    return value


def _is_ready(body: object) -> bool:
    return type(body) is dict and body.keys() == {"engine"} and type(body["engine"]) is str


def _is_end(body: object) -> bool:
    if type(body) is not dict or body.keys() != {"kind", "limit", "line", "status"}:
        return False
    line, status = body["line"], body["status"]
    if body["kind"] == "finished":
        if type(status) is not int or not 0 <= status <= 255:
            return False
    elif status is not None:
        return False
    if line is not None and (type(line) is not int or not 0 < line < 10**6):
        return False
    return (body["kind"], body["limit"]) in {
        ("finished", None),
        ("failed", None),
        *(("stopped", limit) for limit in ("cpu", "memory", "output", "events", "user")),
    }
