"""Clients that send or take hardly anything are let go; those that are only slow are not."""

import socket
import threading
import time
import types

import pytest

from server.web import serving
from server.web.wsgi_bridge import Bridge
from tests.web.follower import until

STREAMS = types.SimpleNamespace(close=lambda: None)
LONG = b"x" * 2**25


def app(environ, start_response):
    """Answers slowly, with much, or at once."""
    path = environ["PATH_INFO"]
    if path == "/slow":
        time.sleep(1.5)
    reply = LONG if path == "/long" else b"done"
    start_response("200 OK", [("Content-Length", str(len(reply)))])
    return [reply]


@pytest.fixture
def served(monkeypatch):
    """A server that waits for half a second only."""
    monkeypatch.setattr(serving, "SILENT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = serving.Server(Bridge(app, STREAMS, 4, 100))
        server.address = listener.getsockname()
        thread = threading.Thread(target=server.run, args=[[listener]])
        thread.start()
        yield server
        server.handle_exit(0, None)
        thread.join()


@pytest.fixture
def address(served):
    return served.address


def get(path):
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def answered(line):
    """Read one short reply to its end."""
    reply = b""
    while not reply.endswith(b"done"):
        piece = line.recv(4096)
        assert piece, reply
        reply += piece


def drip(line, text):
    """Send a byte now and then until the server has had enough; how many it took."""
    for sent, byte in enumerate(text):
        try:
            line.sendall(bytes([byte]))
            line.settimeout(0.1)
            if line.recv(1) == b"":
                return sent
        except TimeoutError:
            continue
        except OSError:
            return sent
    return len(text)


@pytest.mark.parametrize("requests", [0, 1, 3])
def test_slow_headers_are_cut_also_after_requests(address, requests):
    with socket.create_connection(address, 20) as line:
        for _ in range(requests):
            line.sendall(get("/"))
            answered(line)
        header = b"GET / HTTP/1.1\r\nX-Slow: " + b"x" * 300
        assert drip(line, header) < 100


def test_a_body_that_nobody_waits_for_any_more_is_cut_too(address):
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n"
    with socket.create_connection(address, 20) as line:
        line.sendall(head)
        assert drip(line, b"x" * 300) < 100


def test_who_does_not_take_its_reply_is_let_go(served):
    with socket.create_connection(served.address, 20) as line:
        line.sendall(get("/long"))
        until(lambda: served.server_state.total_requests)
        assert served.server_state.connections
        until(lambda: not served.server_state.connections)


def test_who_takes_a_long_reply_slowly_gets_all_of_it(address):
    taken = 0
    with socket.create_connection(address, 20) as line:
        line.sendall(get("/long"))
        while taken < len(LONG):
            piece = line.recv(2**19)
            assert piece
            taken += len(piece)
            time.sleep(0.03)


def test_a_reply_that_takes_long_to_make_comes(address):
    with socket.create_connection(address, 20) as line:
        for path in ("/", "/slow", "/"):
            line.sendall(get(path))
            answered(line)


def test_replies_that_their_clients_do_not_take_hold_no_more_than_they_may(served, monkeypatch):
    monkeypatch.setattr(serving, "SILENT_SECONDS", 60)
    served._unsent_bytes = 2 * len(LONG)

    def unsent():
        lines = list(served.server_state.connections)
        return [line.transport.get_write_buffer_size() for line in lines]

    lines = [socket.create_connection(served.address) for _ in range(5)]
    for line in lines:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(get("/long"))
    # Two are kept, which is what there is room for; the others are given up.
    until(lambda: 0 < sum(unsent()) <= served._unsent_bytes and len(unsent()) == 2)
    for line in lines:
        line.close()
