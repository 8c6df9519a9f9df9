"""The command `tapescope FILE.py`: serve the page on this machine, for a browser that it opens."""

import argparse
import contextlib
import errno
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Any

from server import cli, logs
from server.cli import Refused, complain, text_of
from server.config import Config
from server.config.sources import add_arguments
from server.jobs.job import Jobs
from server.sandbox import doctor
from server.storage.why_down import check_database
from server.web import serving
from server.web.app import close, create_app
from server.web.wsgi_bridge import Bridge

DEFAULT_PORT = 8765
SECOND = (
    "Another process serves from the same database, and without Redis each has rooms and rates of "
    "its own. Set the setting redis (REDIS_URL) to one Redis for all of them."
)
# Threads that answer while every request that may wait for a process has one.
SPARE_THREADS = 8


def serve(given: list[str]) -> int:
    """Serve the page as the arguments say, until Ctrl+C; the exit status. Raises Refused."""
    asked = _parser().parse_args(given)
    if asked.file == "doctor":
        return _doctor()
    config = _config(asked)
    logs.configure(config.log_format)
    with _listening(config.host, config.port) as listener:
        app = _app(config)
        with contextlib.ExitStack() as stack:
            stack.callback(close, app)
            _check_fence(app.extensions["jobs"], public=config.is_public)
            _check_store(app, config)
            _serve(app, listener, config, asked)
    return 0


def _app(config: Config):
    """The app; Refused when a setting cannot work here."""
    try:
        return create_app(config)
    except ValueError as error:
        raise Refused(str(error)) from None


def _serve(app, listener: socket.socket, config: Config, asked: argparse.Namespace) -> None:
    """Answer on `listener` until Ctrl+C."""
    threads = _most_waiting(config) + SPARE_THREADS
    bridge = Bridge(app, app.extensions["streams"], threads, app.config["MAX_CONTENT_LENGTH"])
    address = _address(listener)
    public = "" if config.public_url is None else f" and {config.public_url}"
    print(f"Tapescope is at {address}{public} (Ctrl+C ends it)", flush=True)
    if not asked.no_browser:
        # Browsers in a terminal do not come back until they are closed.
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
    # The first run should not wait for it.
    threading.Thread(target=app.extensions["jobs"].warm, daemon=True).start()
    if config.is_public or config.retention_days is not None:
        app.extensions["upkeep"].start()
    draining = app.extensions["draining"]
    serving.serve(
        bridge, listener, is_public=config.is_public, unsent_bytes=config.unsent_bytes,
        proxies=app.extensions["proxies"],
        ending=serving.Ending(draining, config.drain_seconds, config.shutdown_seconds),
    )  # fmt: skip


def _most_waiting(config: Config) -> int:
    """How many requests may wait at a time.

    They wait for a run, their own or another's, for the opening of one that goes on, or, with a
    question of a class, in the two lines for drawing; in the two for rendering are only runs that
    go on.
    """
    runs = 2 * (config.slots + config.long_slots + config.queue_length)
    return runs + config.draw_workers + config.render_workers + 2 * config.worker_line


def _check_store(app: Any, config: Config) -> None:
    """A store that was named must be there; warn of a second process, whose rooms are others."""
    if not config.is_store_needed:
        return
    try:
        check_database(app.extensions["store"].database)
        is_sole = config.redis is not None or app.extensions["sole"].is_sole()
    except ValueError as error:
        raise Refused(str(error)) from None
    if not is_sole:
        complain(SECOND)


def _check_fence(jobs: Jobs, public: bool) -> None:
    """Strangers' code must not run where nothing holds it."""
    if jobs.fence == "strong":
        return
    if public:
        raise Refused(
            f"Others may not run code on this machine, because nothing would hold it. "
            f"{jobs.weakness} Leave --host out to run your own."
        )
    print(f"Runs are not isolated here; run only code that you have read. {jobs.weakness}")


def _doctor() -> int:
    """Tell which layers of the fence hold."""
    lines, strong = doctor.report(cli.config_of(None))
    print(*lines, sep="\n")
    return 0 if strong else 1


def _parser() -> argparse.ArgumentParser:
    parser = cli.Parser(
        "tapescope",
        description="See autograd work, step by step.",
        epilog="`tapescope config` prints all settings; each of them is an argument as well.",
    )
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE.py",
        help="open the page with this file; `doctor` instead tells what holds runs back here, "
        "`config` every setting, `run FILE.py` tells a snippet in words, `check FILE.py` its "
        "mistakes, `render FILE.py -o OUT` makes a file of it",
    )
    add_arguments(parser, cli.LIMITS | {
        "host": "address to listen on (127.0.0.1)",
        "port": f"port to listen on ({DEFAULT_PORT}, or a free one)",
        "public_url": "where browsers find the page, behind a proxy",
        "frame_ancestors": "sites that may show the page in a frame, e.g. 'https://course.example'",
    })  # fmt: skip
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    return parser


def _config(asked: argparse.Namespace) -> Config:
    """The settings, with the file that the page opens."""
    config = cli.config_of(asked)
    if asked.file is None:
        return config
    path = Path(asked.file)
    return replace(config, code=text_of(path, config.code_bytes), title=path.name)


def _listening(host: str, port: int | None) -> socket.socket:
    """A socket on `port`; on a free one when none was asked for and the usual one is taken."""
    try:
        found = socket.getaddrinfo(host, port or 0, type=socket.SOCK_STREAM)
    except OSError:
        raise Refused(f"{host} is not an address of this machine.") from None
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    if sys.platform != "win32":  # there it would let two programs share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    wanted = [DEFAULT_PORT, 0] if port is None else [port]
    for each in wanted:
        try:
            listener.bind((address[0], each, *address[2:]))
            listener.listen()
            return listener
        except OSError as error:
            if error.errno != errno.EADDRINUSE or each == wanted[-1]:
                listener.close()
                raise Refused(_unheard(host, each, error)) from None


def _unheard(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program. Leave --port out to get a free one."
    if error.errno == errno.EACCES:
        return f"Port {port} is not allowed for you. Ports from 1024 on are."
    return f"Cannot listen on {host}, port {port}: {error.strerror}."


def _address(listener: socket.socket) -> str:
    """The address to open in a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
