"""The Flask app under an asyncio server: each request has a thread only while the app works on it.

Bodies are read before, and replies sent after, so a slow client holds up nobody. A reply that
asks to be held (classroom/streams.py) keeps its line without a thread: 300 students are sockets.
"""

from __future__ import annotations

import asyncio
import io
import json
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from server.classroom.line import Hold
from server.classroom.streams import HOLD, Receive, Send, Streams

Headers = list[tuple[str, str]]
# Where a request says whether its client has hung up: a function.
IS_GONE = "tapescope.is_gone"
# When a request came, by time.perf_counter: it may have waited for a thread.
ARRIVED = "tapescope.arrived"
CLOSE = (b"connection", b"close")
# Who takes longer to send half a megabyte is not sending it.
BODY_SECONDS = 60.0
# What CGI does not call HTTP_*.
PLAIN = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


# What programs ask that watch the server. A process that is busy is alive, so these have threads of
# their own, some of which may wait for a check that hangs.
PROBES = {"/healthz", "/readyz", "/metrics"}
PROBE_THREADS = 4


class Bridge:
    """An ASGI app that asks the WSGI app `app`, at most `threads` requests at a time.

    Of PROBES it asks besides.
    """

    def __init__(self, app: Callable, streams: Streams, threads: int, most_body: int):
        self.app, self.threads = app, threads
        self.streams, self._most_body = streams, most_body
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self._probes = ThreadPoolExecutor(PROBE_THREADS, thread_name_prefix="probe")

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"Only HTTP is spoken here, not {scope['type']}.")
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await body_of(scope, receive, self._most_body)
        except TimeoutError:
            await send({"type": "http.response.start", "status": 408, "headers": [CLOSE]})
            await send({"type": "http.response.body", "body": b"The request did not come.\n"})
            return
        if body is None:
            return  # the client has gone away
        try:
            status, headers, reply = await self._worked_on(environ_of(scope, body), receive)
        except asyncio.CancelledError:  # the server ends, and cannot wait for the app
            status, headers, reply = 503, [("Connection", "close")], b"The server has ended.\n"
        hold = next((json.loads(value) for name, value in headers if name == HOLD), None)
        await send({
            "type": "http.response.start",
            "status": status,
            "headers": [(name.lower().encode("latin-1"), value.encode("latin-1"))
                        for name, value in headers if name not in kept_back(hold)],
        })  # fmt: skip
        is_held = hold is not None and scope["method"] == "GET"
        await send({"type": "http.response.body", "body": reply, "more_body": is_held})
        if is_held:
            await self.streams.hold(Hold(**hold), receive, send)

    async def _worked_on(
        self, environ: dict[str, Any], receive: Receive
    ) -> tuple[int, Headers, bytes]:
        """What the app answers. While it works it can see whether the client has hung up."""
        gone = threading.Event()
        environ[IS_GONE], environ[ARRIVED] = gone.is_set, time.perf_counter()
        listening = asyncio.create_task(heard_hanging_up(receive, gone))
        try:
            loop = asyncio.get_running_loop()
            pool = self._probes if environ["PATH_INFO"] in PROBES else self._pool
            return await loop.run_in_executor(pool, answered, self.app, environ)
        finally:
            # Where the server ends before the app has answered, nobody waits any more.
            gone.set()
            listening.cancel()

    def close(self) -> None:
        """End the streams, which would never end by themselves."""
        self.streams.close()


async def heard_hanging_up(receive: Receive, gone: threading.Event) -> None:
    """Set `gone` when the client hangs up."""
    while (await receive())["type"] != "http.disconnect":
        pass
    gone.set()


def kept_back(hold: dict | None) -> set[str]:
    """Headers that are not for the client: a held reply has no length."""
    return set() if hold is None else {HOLD, "Content-Length"}


async def body_of(scope: dict[str, Any], receive: Receive, most: int) -> bytes | None:
    """The body of a request; what is longer than `most` is not read to its end.

    The app refuses such a request for its length. None when the client went away.
    """
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    if not length.isdigit() or int(length) > most:
        return b""
    body = bytearray()
    while len(body) <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return bytes(body)


def environ_of(scope: dict[str, Any], body: bytes) -> dict[str, Any]:
    """A request as PEP 3333 tells it."""
    server = scope.get("server") or ("localhost", 80)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(server[0]),
        "SERVER_PORT": str(server[1] or 80),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("", 0))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        word = name.decode("latin-1")
        if "_" in word:
            continue  # X_Y would pass for X-Y
        field = PLAIN.get(word) or f"HTTP_{word.upper().replace('-', '_')}"
        text = value.decode("latin-1")
        environ[field] = f"{environ[field]},{text}" if field in environ else text
    if "CONTENT_LENGTH" not in environ:
        environ["CONTENT_LENGTH"] = str(len(body))  # it came in chunks
    return environ


def answered(app: Callable, environ: dict[str, Any]) -> tuple[int, Headers, bytes]:
    """What the app answers: its status, headers and whole body."""
    began: list = []
    pieces: list[bytes] = []

    def start_response(status: str, headers: Headers, exc_info=None) -> Callable:
        began[:] = [int(status.split(" ", 1)[0]), headers]
        return pieces.append

    reply = app(environ, start_response)
    try:
        pieces.extend(reply)
    finally:
        if hasattr(reply, "close"):
            reply.close()
    status, headers = began
    return status, headers, b"".join(pieces)
