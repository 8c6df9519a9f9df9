"""Follow one run from its request to its outcome."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from . import outcome, protocol, untrusted_reader
from .outcome import HungUp
from .process_times import Times
from .progress import Progress
from .scheduler import CHECK_SECONDS, PATIENCE_SECONDS, never

# How long a process may take to get ready; the user's own time begins after it.
START_SECONDS = 20.0
# How long a process that has closed its channel may take to end by itself.
_END_SECONDS = 1.0
# How long a run that its user stops may take to send the rest of its tape.
_STOP_SECONDS = 1.0
# Reads of less than 4 KB are small; after 200 of them each is followed by a pause of 5 ms. An
# honest run sends ten a second.
SMALL_PIECE, FREE_PIECES, PIECE_SECONDS = 2**12, 200, 0.005
# How many times a run may say where it is: at first, and in each second. An honest one says so ten
# times a second at most.
FREE_POSITIONS, POSITIONS_A_SECOND = 20, 20
# The runs that wait die a little later than their zygote; whoever asks once more gets another's.
_ATTEMPTS = 3


class Verdict(NamedTuple):
    """How a run ended, as `RawRun` has it."""

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

    `take_long` is called once when the run goes on for longer than most do. A run that nobody waits
    for any more, as `is_gone` tells, is ended. `progress` tells others where it is, and stops it.
    """

    def __init__(
        self,
        config,
        take_long: Callable[[], None] = lambda: None,
        is_gone: Callable[[], bool] = never,
        progress: Progress | None = None,
    ):
        self._config, self._take_long, self._is_gone = config, take_long, is_gone
        self._progress = progress or Progress()
        self._began: float | None = None
        self._last: dict | None = None
        self._took_long = False
        self._pieces = self._positions = 0
        self._times, self._delayed, self._checked = Times(0.0, 0.0), 0.0, 0.0
        self._asked_to_stop: float | None = None
        self.seconds, self.engine = 0.0, ""
        self.tape: list[bytes] = []
        self.slice: bytes | None = None

    @property
    def events(self) -> list[dict]:
        """The events of its tape, read in this process: for code of our own. Raises Forged."""
        reader = untrusted_reader.Reader(self._config.event_limit)
        return [e for text in self.tape for e in reader.body(protocol.TAPE, text)["events"]]

    def follow(
            self, fence: Any, code: str, seed: int, wanted: protocol.Wanted | None = None
    ) -> Verdict:
        """Run `code` behind `fence` until it is over, or what is `wanted` of it has come.

        Raises HungUp when nobody waits for it any more.
        """
        for _ in range(_ATTEMPTS):
            verdict = self._followed(fence, code, seed, wanted)
            if verdict is not UNBORN:  # of a zygote that just died
                break
        return verdict

    def _followed(self, fence, code: str, seed: int, wanted: protocol.Wanted | None) -> Verdict:
        self._frames = untrusted_reader.Frames(is_sought=wanted is not None)
        self._lines = code.count("\n") + code.count("\r") + 1
        until = time.monotonic() + START_SECONDS
        try:
            child = fence.start([protocol.request(code, seed, wanted)], until)
        except OSError:
            return UNABLE
        stopped = None
        try:
            stopped = self._stopped_while_reading(child, until)
            self.seconds = self._elapsed()
            if self._last:
                return self._ended(self._last)
            by = child.end(0.0 if stopped else _END_SECONDS)
            return stopped or self._died(by)
        except ChildProcessError:
            return stopped or (LOST if self._began else UNBORN)
        finally:
            child.leave()

    def _stopped_while_reading(self, child, until: float) -> Verdict | None:
        """Take what arrives up to the run's end; a verdict when it must be stopped before that."""
        try:
            while self._last is None and (data := self._next(child, until)):
                for kind, text in self._frames.feed(data):
                    self._take(kind, text)
                if self._began is not None:
                    until = self._began + self._config.wall_seconds
        except TimeoutError:
            if self._progress.is_stopped:
                return self._stopped_by_user()
            return self._stop("wall") if self._began else UNABLE
        except untrusted_reader.Full:
            return self._stop("events")
        except untrusted_reader.Forged:
            return FORGED
        return None

    def _take(self, kind: bytes, text: bytes) -> None:
        """Take one frame. Raises Forged."""
        if kind == protocol.READY:
            self.engine = untrusted_reader.body(kind, text)["engine"]
            self._began = time.monotonic()
            self._progress.begin()
        elif kind == protocol.TAPE:
            self.tape.append(text)
        elif kind == protocol.POSITION:
            self._positions += 1
            if self._positions > FREE_POSITIONS + POSITIONS_A_SECOND * self._elapsed():
                raise untrusted_reader.Forged
            most = 2 * self._config.event_limit + 2  # with as many prints
            self._progress.position = untrusted_reader.position(text, self._lines, most)
        elif kind == protocol.SLICE:
            self.slice = text
        else:
            self._last = untrusted_reader.body(kind, text)

    def _next(self, child, until: float) -> bytes:
        """The next bytes of `child`, b"" after the last.

        Raises TimeoutError at `until`, which the time that the run waited for a processor puts off:
        others may not take a run's time from it. Raises HungUp.
        """
        while True:
            if self._is_gone():
                raise HungUp
            self._look_at_times(child)
            last = until + self._delayed
            if self._progress.is_stopped:
                last = min(last, self._interrupt(child) + _STOP_SECONDS)
            soon = min(last, time.monotonic() + CHECK_SECONDS)
            if self._began is not None and not self._took_long:
                soon = min(soon, self._began + PATIENCE_SECONDS)
            try:
                return self._unhurried(child.receive(soon))
            except TimeoutError:
                if time.monotonic() >= last:
                    raise
            if self._began is not None and not self._took_long:
                self._took_long = time.monotonic() >= self._began + PATIENCE_SECONDS
                if self._took_long:
                    self._take_long()
                    child.step_back()

    def _interrupt(self, child) -> float:
        """Let a run that its user stops send the rest of its tape; when it was asked to."""
        if self._asked_to_stop is None:
            self._asked_to_stop = time.monotonic()
            child.interrupt()
        return self._asked_to_stop

    def _look_at_times(self, child) -> None:
        """Ask the kernel now and then how long a run that takes long has computed and waited."""
        now = time.monotonic()
        if self._took_long and now - self._checked >= CHECK_SECONDS:
            is_first, self._checked = self._checked == 0.0, now
            before, self._times = self._times, child.times() or self._times
            if not is_first:  # what the process waited for before it ran the code does not count
                self._delayed += self._times.delayed - before.delayed

    def _elapsed(self) -> float:
        """The seconds since the code began to run."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    def _unhurried(self, data: bytes) -> bytes:
        """The same bytes, a moment later if a run sends very many small pieces.

        It could otherwise keep this process busy with nothing but reading them.
        """
        if len(data) < SMALL_PIECE:
            self._pieces += 1
            if self._pieces > FREE_PIECES:
                time.sleep(PIECE_SECONDS)
        return data

    def _ended(self, last: dict) -> Verdict:
        """What a run's own last frame says."""
        if last["limit"] == "user" and not self._progress.is_stopped:
            return FORGED
        if last["limit"]:
            return self._stop(last["limit"], last["line"])
        if last["kind"] == "failed":
            return Verdict("failed", None, None, 1)
        return Verdict("finished", None, None, last["status"])

    def _died(self, by: int | None) -> Verdict:
        """What ended a process that sent no last frame; `by` is the signal, if one did."""
        if self._progress.is_stopped:
            return self._stopped_by_user()
        if self._began is None:
            return UNBORN
        if by in (signal.SIGXCPU, signal.SIGKILL):
            # Nobody here sent it: the kernel did, for its CPU time or for the machine's memory.
            computed = self._times.computed or self.seconds
            return self._stop("cpu" if computed >= self._config.cpu_seconds else "memory")
        return Verdict("died", None, outcome.death(by))

    def _stopped_by_user(self) -> Verdict:
        """The verdict of a stopped run that did not say its line itself."""
        return self._stop("user", self._progress.position.line)

    def _stop(self, limit: str, line: int | None = None) -> Verdict:
        sentence = outcome.stop(limit, self._config, line, self._elapsed())
        return Verdict("stopped", limit, sentence)
