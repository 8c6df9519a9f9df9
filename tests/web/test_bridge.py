"""What the Flask app gets to see of a request, and a client of its reply."""

import ast
import asyncio
import contextlib
import http.client
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from server.classroom.streams import HOLD
from server.web import serving, wsgi_bridge
from server.web.wsgi_bridge import Bridge

MOST = 100


def run(coroutine):
    """To its end, in a thread of its own: Playwright keeps a loop running in the main one."""
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, coroutine).result()


def echo(environ, start_response):
    """Tells what it was asked."""
    body = environ["wsgi.input"].read()
    start_response("207 Multi-Status", [("X-One", "1"), ("Set-Cookie", "a"), ("Set-Cookie", "b")])
    seen = {key: environ[key] for key in environ if key.isupper()}
    return [repr(seen | {"body": body}).encode()]


def scope(**changes):
    return {
        "type": "http", "method": "GET", "path": "/é", "query_string": b"a=%20", "headers": [],
        "http_version": "1.1", "scheme": "http", "server": ("127.0.0.1", 80),
        "client": ("192.0.2.1", 5),
    } | changes  # fmt: skip


def ask(app=echo, pieces=(b"",), streams=None, goes=False, **changes):
    """What is sent for a request whose body comes in these pieces."""
    sent = []
    coming = [
        {"type": "http.request", "body": piece, "more_body": goes or i < len(pieces) - 1}
        for i, piece in enumerate(pieces)
    ]
    coming += [{"type": "http.disconnect"}]

    async def receive():
        return coming.pop(0)

    async def send(message):
        sent.append(message)

    run(Bridge(app, streams, 1, MOST)(scope(**changes), receive, send))
    return sent


def environ(**how):
    start, body = ask(**how)
    assert (start["status"], body["more_body"]) == (207, False)
    return ast.literal_eval(body["body"].decode())


def test_the_app_can_see_that_the_client_has_hung_up():
    seen = []

    def wait(environ, start_response):
        for _ in range(500):
            if environ[wsgi_bridge.IS_GONE]():
                break
            time.sleep(0.01)
        seen.append(environ[wsgi_bridge.IS_GONE]())
        start_response("200 OK", [])
        return [b""]

    ask(wait)  # behind the body comes the word that the client has hung up
    assert seen == [True]


def test_a_request_is_told_as_wsgi_has_it():
    head = [(b"host", b"x:1"), (b"content-type", b"text/plain"), (b"accept", b"a"),
            (b"accept", b"b"), (b"x_forwarded_for", b"evil")]  # fmt: skip
    seen = environ(headers=head, method="PUT", pieces=(b"one ", b"two"))
    assert seen["REQUEST_METHOD"] == "PUT"
    assert seen["PATH_INFO"].encode("latin-1").decode() == "/é"
    assert seen["QUERY_STRING"] == "a=%20"
    assert (seen["HTTP_HOST"], seen["CONTENT_TYPE"]) == ("x:1", "text/plain")
    assert seen["HTTP_ACCEPT"] == "a,b"
    assert seen["REMOTE_ADDR"] == "192.0.2.1"
    assert (seen["body"], seen["CONTENT_LENGTH"]) == (b"one two", "7")
    assert not any("evil" in str(value) for value in seen.values())


def test_headers_of_a_reply_keep_their_number_and_order():
    assert ask()[0]["headers"] == [(b"x-one", b"1"), (b"set-cookie", b"a"), (b"set-cookie", b"b")]


def test_a_body_that_says_that_it_is_too_long_is_not_read():
    seen = environ(headers=[(b"content-length", b"101")], pieces=(b"x" * 101,))
    assert (seen["body"], seen["CONTENT_LENGTH"]) == (b"", "101")


def test_a_body_without_a_length_is_read_until_it_is_too_long():
    seen = environ(pieces=[b"x" * 60] * 50)
    assert (len(seen["body"]), seen["CONTENT_LENGTH"]) == (120, "120")


def test_a_client_that_goes_away_in_its_body_is_not_answered():
    assert ask(pieces=(b"half",), goes=True) == []


def test_a_reply_that_fails_half_way_is_closed():
    closed = []

    class Reply:
        def __iter__(self):
            yield b"half"
            raise OSError("broken")

        def close(self):
            closed.append(True)

    def app(_environ, start_response):
        start_response("200 OK", [])
        return Reply()

    with pytest.raises(OSError, match="broken"):
        ask(app)
    assert closed == [True]


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(wsgi_bridge, "BODY_SECONDS", 0.01)
    sent = []

    async def receive():
        await asyncio.Event().wait()

    async def send(message):
        sent.append(message)

    run(Bridge(echo, None, 1, MOST)(scope(method="POST"), receive, send))
    assert (sent[0]["status"], sent[0]["headers"]) == (408, [(b"connection", b"close")])
    assert len(sent) == 2


@pytest.fixture
def address(monkeypatch):
    """Where the app is served by the server itself, in a thread of its own."""
    monkeypatch.setattr(serving, "SILENT_SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        here = listener.getsockname()
        server = serving.Server(Bridge(echo, FakeStreams(), 1, MOST))
        thread = threading.Thread(target=server.run, args=[[listener]])
        thread.start()
        yield here
        server.handle_exit(0, None)
        thread.join()


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_a_probe_is_answered_while_all_threads_are_taken(path):
    begun, release = threading.Event(), threading.Event()

    def app(environ, start_response):
        if environ["PATH_INFO"] == "/work":
            begun.set()
            assert release.wait(60)
        return echo(environ, start_response)

    async def look():
        streams: Any = None
        bridge = Bridge(app, streams, 1, MOST)
        working = asyncio.create_task(asked(bridge, "/work"))
        await asyncio.to_thread(begun.wait)
        assert (await asked(bridge, path))["status"] == 207
        assert not working.done()
        release.set()
        await working

    run(look())


async def asked(bridge, path):
    """The beginning of the reply to a request."""
    sent: list[dict[str, Any]] = []
    coming, hung_up = [{"type": "http.request", "body": b""}], asyncio.Event()

    async def receive():
        if not coming:
            await hung_up.wait()
        return coming.pop(0)

    async def send(message):
        sent.append(message)

    await bridge(scope(path=path), receive, send)
    return sent[0]


def test_who_says_nothing_is_let_go(address):
    with socket.create_connection(address, 20) as silent:
        assert silent.recv(1) == b""
    with socket.create_connection(address, 20) as half:
        half.send(b"GET / HTTP/1.1\r\n")
        assert half.recv(1) == b""


def test_who_asks_is_answered_over_one_connection(address):
    with contextlib.closing(http.client.HTTPConnection(*address, timeout=20)) as line:
        for path in ("/one", "/two"):
            line.request("POST", path, iter([b"in", b" chunks"]))
            reply = line.getresponse()
            seen = ast.literal_eval(reply.read().decode())
            assert (reply.status, seen["PATH_INFO"]) == (207, path)
            assert seen["body"] == b"in chunks"


class FakeStreams:
    """Notes what it is to hold."""

    def __init__(self):
        self.held = []

    def close(self):
        """There are none."""

    async def hold(self, hold, _receive, _send):
        self.held.append(hold)


def held(_environ, start_response):
    hold = '{"room": "ABCDEF", "seq": 3, "participant": null, "once": false}'
    start_response("200 OK", [(HOLD, hold), ("Content-Length", "5"), ("Vary", "x")])
    return [b"first"]


def test_a_reply_that_asks_to_be_held_is_not_ended():
    streams = FakeStreams()
    start, body = ask(held, streams=streams)
    assert start["headers"] == [(b"vary", b"x")]
    assert body == {"type": "http.response.body", "body": b"first", "more_body": True}
    assert (streams.held[0].room, streams.held[0].seq) == ("ABCDEF", 3)


def test_only_a_get_is_held():
    streams = FakeStreams()
    assert ask(held, streams=streams, method="HEAD")[1]["more_body"] is False
    assert streams.held == []


def test_what_is_not_http_is_not_spoken():
    with pytest.raises(ValueError, match="websocket"):
        ask(type="websocket")
