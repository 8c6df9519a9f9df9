"""Read what a run sends as if its sender were an enemy: it may be one.

Code inside the fence can write any bytes into its channel. Here they become events in the exact
form of docs/run-document.md, or `Forged`; nothing else gets through, and reading takes bounded
memory.
"""

import json
import re
from collections.abc import Iterator
from operator import itemgetter

from . import wire
from .form import is_event, is_ops, is_slice

_ESCAPED_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Forged(Exception):
    """The bytes are not frames of a run."""


class Full(Exception):
    """The tape is larger than the server is willing to hold."""


class Reader:
    """Turns the bytes of one run into its frames, in the only order that they may have."""

    def __init__(self, event_limit: int, wanted: wire.Wanted | None = None):
        self._wanted = wanted
        self._event_limit = event_limit
        self._events_left = event_limit + 2  # that the tape is full, and an exception
        self._is_full = False
        self._left = wire.MOST
        self._bytes = bytearray()
        self._allowed = {wire.READY}

    def feed(self, data: bytes) -> Iterator[tuple[bytes, dict]]:
        """The frames that `data` completes, as (kind, body). Raises Forged or Full."""
        self._bytes += data
        while len(self._bytes) >= wire.HEADER.size:
            kind, length = wire.HEADER.unpack_from(self._bytes)
            if kind not in self._allowed or length > wire.BOUNDS[kind]:
                raise Forged
            end = wire.HEADER.size + length
            if len(self._bytes) < end:
                return
            text = bytes(self._bytes[wire.HEADER.size : end])
            del self._bytes[:end]
            self._allowed = self._after(kind)
            yield kind, self._body(kind, text)

    def _after(self, kind: bytes) -> set[bytes]:
        """What may follow a frame."""
        if kind == wire.END:
            return set()
        if self._wanted is None:
            return {wire.TAPE, wire.END}
        return {wire.END} if kind == wire.SLICE else {wire.SLICE, wire.END}

    def _body(self, kind: bytes, text: bytes) -> dict:
        self._left = self._left.without(text)
        if min(self._left) < 0:
            raise Full
        body = parsed(text)
        if kind == wire.READY and _is_ready(body):
            return body
        if kind == wire.END and _is_end(body):
            return body
        if kind == wire.TAPE and self._is_tape(body):
            return body
        if kind == wire.SLICE and is_slice(body, self._wanted.size):
            return body
        raise Forged

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
                self._events_left += self._event_limit  # of what is printed after it
        if self._events_left < 0:
            raise Full
        return True


def _refused(_: str):
    raise Forged


_DECODER = json.JSONDecoder(parse_constant=_refused)  # to make one takes as long as a short text


def parsed(text: bytes) -> object:
    """The JSON value of `text`; lone surrogates become U+FFFD. Raises Forged for anything else."""
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
        *(("stopped", limit) for limit in ("cpu", "memory", "output", "events")),
    }
