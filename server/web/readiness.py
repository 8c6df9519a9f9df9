"""Check whether this process can serve: its fence, its store, Redis, what others add."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

# An answer serves all who ask within this time: probes of several balancers cost one look.
KEPT_SECONDS = 1.0
# Probes give up after a few seconds, so that no check is waited for longer.
PATIENCE_SECONDS = 2.0
log = logging.getLogger(__name__)

Look = Callable[[], str]


class NotReady(Exception):
    """Something that is needed is not there; the text is a sentence without secrets."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a check found, as a sentence for whoever operates the server."""

    name: str
    ok: bool
    sentence: str


@dataclass(eq=False, slots=True)
class Check:
    """A check, and its look that goes on, if any."""

    look: Callable[[], Any]
    underway: Future[Any] | None = None


@dataclass(slots=True)
class Readiness:
    """The checks of one process. Threads may share one."""

    clock: Callable[[], float] = time.monotonic
    patience: float = PATIENCE_SECONDS
    _checks: dict[str, Check] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _kept: list[Found] = field(default_factory=list)
    _until: float = float("-inf")

    def add(self, name: str, look: Look) -> None:
        """Check with `look`, too, which returns a sentence or raises NotReady.

        It may be slow: it has a thread of its own, and is given up after `patience` seconds.
        """
        self._checks[name] = Check(look)

    def found(self) -> list[Found]:
        """Return what each check finds, at most a second old."""
        with self._lock:
            if self.clock() >= self._until:
                self._kept = self._looked()
                self._until = self.clock() + KEPT_SECONDS
            return self._kept

    def _looked(self) -> list[Found]:
        until = time.monotonic() + self.patience
        looks = {name: begun(check) for name, check in self._checks.items()}
        return [result(name, look, until, self.patience) for name, look in looks.items()]


def begun(check: Check) -> Future[Any]:
    """Begin to look, unless the last look still goes on: a store that hangs costs one thread."""
    if check.underway is None or check.underway.done():
        check.underway = future = Future[Any]()
        threading.Thread(target=look_into, args=[check.look, future], daemon=True).start()
    return check.underway


def look_into(look: Callable[[], Any], future: Future[Any]) -> None:
    """Put what `look` returns or raises into a future."""
    try:
        future.set_result(look())
    except BaseException as error:
        future.set_exception(error)


def result(name: str, look: Future[str], until: float, patience: float) -> Found:
    """Wait for a look until a time, and return what it found."""
    try:
        return Found(name, True, look.result(max(0.0, until - time.monotonic())))
    except NotReady as error:
        return Found(name, False, str(error))
    except TimeoutError:
        return Found(name, False, f"No answer within {patience:g} seconds.")
    except Exception:
        log.exception("The check %s failed.", name)
        return Found(name, False, "The check itself failed; the log has the reason.")


def told(found: list[Found]) -> Mapping[str, Any]:
    """Return the JSON of /readyz."""
    checks = [{"name": each.name, "ok": each.ok, "sentence": each.sentence} for each in found]
    return {"ready": all(each.ok for each in found), "checks": checks}
