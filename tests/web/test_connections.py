"""Many connections, few descriptors, and clients that keep them."""

import contextlib
import http.client
import re
import socket
import subprocess
import sys
import time
import types
from pathlib import Path
from typing import Any

import pytest

from server.web import connections
from server.web.connections import Listener, Notice, most_connections
from server.web.forwarded import Networks
from server.web.serving import Server

ROOT = Path(__file__).parents[2]
# A server that answers with the processor time that it has had, where few descriptors are allowed.
SERVER = """
import resource, socket, sys, time, types
from server.web.wsgi_bridge import Bridge
from server.web.serving import Server
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[1])))

def app(environ, start_response):
    start_response("200 OK", [("Content-Length", "12")])
    return [f"{time.process_time():012.6f}".encode()]

listener = socket.create_server(("127.0.0.1", 0), backlog=512)
print(listener.getsockname()[1], flush=True)
streams = types.SimpleNamespace(close=lambda: None)
Server(Bridge(app, streams, 1, 100), int(sys.argv[2])).run(sockets=[listener])
"""
linux = pytest.mark.skipif(sys.platform != "linux", reason="Descriptors are counted as on Linux.")


class Small:
    """A server in a process of its own with few descriptors."""

    def __init__(self, descriptors, most):
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(descriptors), str(most)],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.address = ("127.0.0.1", int(self.process.stdout.readline()))

    def busy(self):
        """Seconds of processor time, as the server itself says over a new connection."""
        with contextlib.closing(http.client.HTTPConnection(*self.address, timeout=30)) as line:
            line.request("GET", "/")
            return float(line.getresponse().read())

    def end(self):
        """Stop it; what it logged."""
        self.process.terminate()
        _, logged = self.process.communicate(timeout=30)
        return logged


@pytest.fixture
def small():
    made = []

    def start(descriptors, most):
        made.append(Small(descriptors, most))
        return made[-1]

    yield start
    for server in made:
        if server.process.poll() is None:
            server.end()


@contextlib.contextmanager
def crowd(address, size):
    """So many connections on which nothing is said."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(socket.create_connection(address, 30)) for _ in range(size)]


@linux
def test_a_server_without_descriptors_is_quiet_and_comes_back(small):
    server = small(descriptors=40, most=1000)
    before = server.busy()
    unfinished = [socket.create_connection(server.address, 30) for _ in range(100)]
    for each in unfinished:  # a request that is never complete keeps its connection
        each.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
    time.sleep(4)
    for each in unfinished:
        each.close()
    assert server.busy() - before < 2
    logged = server.end()
    assert logged.count("\n") <= 2, logged
    assert "No descriptors are left" in logged
    assert "Traceback" not in logged


@linux
def test_a_full_server_answers_who_asks_while_others_keep_silent(small):
    server = small(descriptors=100, most=50)
    with crowd(server.address, 300) as silent:
        before = server.busy()
        for _ in range(20):
            server.busy()
        assert server.busy() - before < 2
        silent[-1].sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert silent[-1].recv(12) == b"HTTP/1.1 200"
    assert server.end() == ""


@linux
def test_who_finds_all_connections_in_use_is_told_so_at_once(small):
    server = small(descriptors=100, most=20)
    with crowd(server.address, 20) as working:
        for each in working:
            each.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1234")
        time.sleep(0.5)
        for _ in range(30):
            with socket.create_connection(server.address, 30) as late:
                assert late.recv(12) == b"HTTP/1.1 503"
        working[0].sendall(b"56789")
        assert working[0].recv(12) == b"HTTP/1.1 200"
    server.busy()
    assert re.fullmatch(r"20 connections are open, as many .*\.\n", server.end())


@contextlib.contextmanager
def listening(most, most_of_one, make_room=lambda: None, proxies=()):
    with (
        socket.create_server(("127.0.0.1", 0)) as plain,
        Listener(plain, most, most_of_one, make_room, proxies) as listener,
    ):
        listener.settimeout(10)
        yield listener


def arrive(listener, stack):
    return stack.enter_context(socket.create_connection(listener.getsockname(), 10))


def test_one_client_gets_its_share_of_all_connections():
    with contextlib.ExitStack() as stack, listening(10, 2) as listener:
        arrive(listener, stack), arrive(listener, stack)
        first, second = listener.accept()[0], stack.enter_context(listener.accept()[0])
        third = arrive(listener, stack)
        with pytest.raises(ConnectionAbortedError):
            listener.accept()
        assert third.recv(1000) == connections.REFUSAL
        first.close()
        first.close()
        arrive(listener, stack)
        stack.enter_context(listener.accept()[0])
        assert listener.clients == {"127.0.0.1": 2}
        second.close()
        assert listener.clients.total() == 1


def test_a_trusted_proxy_is_not_one_client():
    proxies = Networks(["127.0.0.0/8"])
    with contextlib.ExitStack() as stack, listening(10, 2, proxies=proxies) as listener:
        for _ in range(10):
            arrive(listener, stack)
            stack.enter_context(listener.accept()[0])
        assert listener.clients.total() == 10


def test_room_is_made_among_clients_before_a_proxy_that_has_more():
    proxy, client = (types.SimpleNamespace(client=(each, 1)) for each in ("10.0.0.1", "192.0.2.1"))
    bridge: Any = types.SimpleNamespace(threads=1)
    server = Server(bridge, 10, proxies=Networks(["10.0.0.0/8"]))
    with listening(10, 10) as listener:
        server._listeners = [listener]
        listener.clients.update({"10.0.0.1": 9, "192.0.2.1": 1})
        assert [server._connections_of(each) for each in (proxy, client)] == [0, 1]


def test_a_connection_more_takes_the_place_of_one_that_is_closed_for_it():
    held, addresses = [], []

    def make_room():
        line.release(addresses.pop(0))
        line.release(("192.0.2.1", 1))  # a connection that is none

    with contextlib.ExitStack() as stack, listening(2, 100, make_room) as line:
        for _ in range(2 + connections.SPARE):
            arrive(line, stack)
            accepted, address = line.accept()
            held.append(stack.enter_context(accepted))
            addresses.append(address)
            assert line.clients.total() <= 2
        arrive(line, stack)
        with pytest.raises(BlockingIOError):
            line.accept()  # before those have been closed for which others were let in
        held[0].close()
        stack.enter_context(line.accept()[0])


def test_room_is_made_only_when_somebody_waits():
    made = []
    with contextlib.ExitStack() as stack, listening(1, 100, lambda: made.append(1)) as line:
        arrive(line, stack)
        stack.enter_context(line.accept()[0])
        with pytest.raises(BlockingIOError):
            line.accept()
        assert made == []
        arrive(line, stack)
        with pytest.raises(ConnectionAbortedError):
            line.accept()
        assert made == [1]


def test_where_descriptors_run_out_the_queue_is_left_alone_for_a_moment(monkeypatch):
    made_room = []
    monkeypatch.setattr(connections, "PAUSE_SECONDS", 0.1)
    with contextlib.ExitStack() as stack, listening(9, 9, lambda: made_room.append(1)) as line:
        arrive(line, stack)
        with monkeypatch.context() as exhausted:
            exhausted.setattr(socket.socket, "accept", exhausted_accept)
            with pytest.raises(OSError, match="files"):
                Listener.accept(line)
        with pytest.raises(BlockingIOError):
            line.accept()
        assert made_room == [1]
        time.sleep(0.2)
        stack.enter_context(line.accept()[0])


def exhausted_accept(_self):
    raise OSError(24, "Too many open files")


def test_a_notice_is_logged_once_a_minute(caplog, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(connections.time, "monotonic", lambda: now[0])
    notice = Notice("Enough.")
    for now[0] in (100.0, 100.5, 159.0, 161.0):
        notice.log()
    assert caplog.messages == ["Enough."] * 2


@pytest.mark.parametrize(
    ("descriptors", "threads", "most"),
    [(256, 32, 64), (1024, 32, 832), (16_384, 32, 16_192), (1024, 500, 256)],
)
def test_descriptors_are_left_for_runs_and_the_database(descriptors, threads, most):
    assert most_connections(descriptors, threads) == most
