"""A server in a thread of the tests, so that a test can break what is inside of it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from server.web.serving import Server
from server.web.wsgi_bridge import Bridge


@contextmanager
def serving(app: Flask) -> Iterator[str]:
    """Serve `app` at a free port of this machine; its address."""
    bridge = Bridge(app, app.extensions["streams"], 16, app.config["MAX_CONTENT_LENGTH"])
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        server = Server(bridge, 200, is_public=True, proxies=app.extensions["proxies"])
        thread = threading.Thread(target=server.run, args=[[listener]])
        thread.start()
        try:
            yield address
        finally:
            bridge.close()
            server.should_exit = True
            thread.join()
