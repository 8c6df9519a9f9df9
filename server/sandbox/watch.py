"""Follow one run from its request to its end, and say how it ended."""

import signal
import time
from collections.abc import Callable
from typing import NamedTuple

from . import hostile, outcome, wire
from .turns import PATIENCE_SECONDS

# How long a process may take to get ready; the user's own time begins after it.
START_SECONDS = 20.0
# How long a process that has closed its channel may take to end by itself.
_END_SECONDS = 1.0
# The runs that wait die a little later than their zygote; whoever asks once more gets another's.
_ATTEMPTS = 3


class Verdict(NamedTuple):
    """How a run ended, as `Outcome` has it."""

    kind: str
    limit: str | None
    sentence: str | None
    status: int | None = None


UNABLE = Verdict("died", None, outcome.UNABLE)
# The same of a process that was gone before it read a byte of the code.
UNBORN = Verdict("died", None, outcome.UNABLE)
FORGED = Verdict("died", None, outcome.FORGED)
LOST = Verdict("died", None, outcome.LOST)


class Watch:
    """One run while it goes on: what has arrived of it, and since when it computes.

    `take_long` is called once when the run goes on for longer than most do.
    """

    def __init__(self, config, take_long: Callable[[], None] = lambda: None):
        self._config, self._take_long = config, take_long
        self._began: float | None = None
        self._last: dict | None = None
        self._took_long = False
        self.seconds, self.engine = 0.0, ""
        self.events: list[dict] = []
        self.ops: dict = {}
        self.slice: dict | None = None

    def follow(self, fence, code: str, seed: int, wanted: wire.Wanted | None = None) -> Verdict:
        """Run `code` behind `fence` until it is over, or what is `wanted` of it has come."""
        for _ in range(_ATTEMPTS):
            verdict = self._followed(fence, code, seed, wanted)
            if verdict is not UNBORN:  # of a zygote that just died
                break
        return verdict

    def _followed(self, fence, code: str, seed: int, wanted: wire.Wanted | None) -> Verdict:
        self._reader = hostile.Reader(self._config.event_limit, wanted)
        try:
            child = fence.start(wire.request(code, seed, wanted))
        except OSError:
            return UNABLE
        stopped = None
        try:
            stopped = self._stopped_while_reading(child)
            self.seconds = time.monotonic() - self._began if self._began else 0.0
            if self._last:
                return self._ended(self._last)
            by = child.end(0.0 if stopped else _END_SECONDS)
            return stopped or self._died(by)
        except ChildProcessError:
            return stopped or (LOST if self._began else UNBORN)
        finally:
            child.leave()

    def _stopped_while_reading(self, child) -> Verdict | None:
        """Take what arrives up to the run's end; a verdict when it must be stopped before that."""
        until = time.monotonic() + START_SECONDS
        try:
            while self._last is None and (data := self._next(child, until)):
                for kind, body in self._reader.feed(data):
                    if kind == wire.READY:
                        self._began, self.engine = time.monotonic(), body["engine"]
                        until = self._began + self._config.wall_seconds
                    elif kind == wire.TAPE:
                        self.events += body["events"]
                        self.ops |= body["ops"]
                    elif kind == wire.SLICE:
                        self.slice = body
                    else:
                        self._last = body
        except TimeoutError:
            return self._stop("wall") if self._began else UNABLE
        except hostile.Full:
            return self._stop("events")
        except hostile.Forged:
            return FORGED
        return None

    def _next(self, child, until: float) -> bytes:
        """The next bytes of `child`, b"" after the last. TimeoutError at `until`."""
        if self._took_long or self._began is None:
            return child.receive(until)
        try:
            return child.receive(min(until, self._began + PATIENCE_SECONDS))
        except TimeoutError:
            self._took_long = True
            self._take_long()
            child.step_back()
            return child.receive(until)

    def _ended(self, last: dict) -> Verdict:
        """What a run's own last frame says."""
        if last["limit"]:
            return self._stop(last["limit"], last["line"])
        if last["kind"] == "failed":
            return Verdict("failed", None, outcome.failure(self.events), 1)
        return Verdict("finished", None, None, last["status"])

    def _died(self, by: int | None) -> Verdict:
        """What ended a process that sent no last frame; `by` is the signal, if one did."""
        if self._began is None:
            return UNBORN
        if by in (signal.SIGXCPU, signal.SIGKILL):
            # Nobody here sent it: the kernel did, for its CPU time or for the machine's memory.
            return self._stop("cpu" if self.seconds >= self._config.cpu_seconds else "memory")
        return Verdict("died", None, outcome.death(by))

    def _stop(self, limit: str, line: int | None = None) -> Verdict:
        return Verdict("stopped", limit, outcome.stop(limit, self._config, line))
