"""Write logs as text or JSON, each line with the id of its request, none with users' code.

Web processes and workers use it alike. `REQUEST_ID` names the request that a thread works on.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from server.document.untrusted_text import escape_controls

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}", re.ASCII)
TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
# What a message of an exception quotes may be of a user: a name, a line of code.
QUOTED = re.compile(r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""", re.DOTALL)
MOST_MESSAGE = 300


def configure(form: str) -> None:
    """Send all logs to standard error, in the form "text" or "json"."""
    handler = logging.StreamHandler()
    handler.addFilter(add_request_id)
    handler.setFormatter(ObjectFormatter() if form == "json" else TextFormatter(TEXT))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    server = logging.getLogger("server")
    server.handlers.clear()  # Flask may have given it one
    server.setLevel(logging.INFO)


def new_request_id() -> str:
    """Return an id that no other request has."""
    return secrets.token_hex(8)


def add_request_id(record: logging.LogRecord) -> bool:
    """Give a record the id of the request that its thread works on."""
    record.request_id = REQUEST_ID.get()
    return True


class TextFormatter(logging.Formatter):
    """Formats a record as a line, with the id of its request at the end."""

    converter = time.gmtime
    default_msec_format = "%s.%03dZ"

    def formatMessage(self, record: logging.LogRecord) -> str:
        line = escape_controls(super().formatMessage(record)).replace("\n", "\\n")
        identity = getattr(record, "request_id", "")
        return f"{line} [{identity}]" if identity else line

    def formatException(self, ei: Any) -> str:
        return format_exception(ei[1])


class ObjectFormatter(JsonFormatter):
    """Formats a record as an object in JSON, on one line."""

    def __init__(self) -> None:
        super().__init__(
            "%(levelname)s %(name)s %(message)s %(request_id)s",
            rename_fields={"levelname": "level", "name": "logger", "timestamp": "time"},
            json_ensure_ascii=False,
            timestamp=True,
        )

    def formatException(self, ei: Any) -> str:
        return format_exception(ei[1])


def format_exception(error: BaseException | None) -> str:
    """Format an exception and its causes; what their messages quote becomes an ellipsis.

    A message may quote the code or the name of a user, which no log shall have.
    """
    lines: list[str] = []
    for each in causes_of(error):
        if lines:
            lines.append("\nThen, while that was handled:\n\n")
        lines.append("Traceback (most recent call last):\n")
        lines += traceback.StackSummary.extract(traceback.walk_tb(each.__traceback__)).format()
        message = QUOTED.sub("'…'", str(each))[:MOST_MESSAGE]
        lines.append(f"{type(each).__qualname__}: {message}\n")
    return escape_controls("".join(lines)).rstrip()


def causes_of(error: BaseException | None) -> Iterator[BaseException]:
    """Iterate over an exception and what led to it, the first cause first."""
    known: list[BaseException] = []
    while error is not None and error not in known:
        known.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    yield from reversed(known)
