"""A server that says what a proxy sent it, in the place of Tapescope."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Backend(ThreadingHTTPServer):
    """The server, with the event that lets a stream go on."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        self.first_was_read = threading.Event()
        super().__init__(("127.0.0.1", port), Echo)


class Echo(BaseHTTPRequestHandler):
    """Answers with the path and the headers; a path that ends in /events is a stream."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Say what came; of a stream the second event waits until the first was read."""
        if self.path.endswith("/events"):
            self.stream()
        else:
            self.say()

    def do_POST(self) -> None:
        """Say what came, once the whole body has."""
        self.rfile.read(int(self.headers["Content-Length"]))
        self.say()

    def say(self) -> None:
        """Send the path and the headers as JSON."""
        body = json.dumps({"path": self.path, "headers": self.headers.items()}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")  # a server that ends is gone
        self.end_headers()
        self.wfile.write(body)

    def stream(self) -> None:
        """Send an event, and the next one when the test has read it."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"data: 1\n\n")
        self.wfile.flush()
        assert isinstance(self.server, Backend)
        self.server.first_was_read.wait(10)
        self.wfile.write(b"data: 2\n\n")

    def log_message(self, format: str, *args: object) -> None:
        """Be silent."""


@contextmanager
def running(port: int = 0) -> Iterator[Backend]:
    """Serve on a port of this machine, a free one unless given."""
    with Backend(port) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server
        finally:
            server.first_was_read.set()
            server.shutdown()
            thread.join()
