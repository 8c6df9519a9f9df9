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

# The longest time until a process is ready; the user's own time begins after it.
START_SECONDS = 20.0
# The longest time for a process that has closed its channel to exit.
_END_SECONDS = 1.0
# The longest time for a run that its user stops to send the rest of its tape.
_STOP_SECONDS = 1.0
# Reads of less than 4 KB are small; after 200 of them each is followed by a pause of 5 ms. An
# honest run sends ten a second.
SMALL_PIECE, FREE_PIECES, PIECE_SECONDS = 2**12, 200, 0.005
# The most POSITION frames of a run: at first, and in each second. An honest run sends at most ten
# a second.
FREE_POSITIONS, POSITIONS_A_SECOND = 20, 20
# Waiting runs die a little later than their zygote; a new attempt gets a run of another one.
_ATTEMPTS = 3


class Verdict(NamedTuple):
    """How a run ended, in the fields of `RawRun`."""

    kind: str
    limit: str | None
    sentence: str | None
    status: int | None = None


UNABLE = Verdict("died", None, outcome.UNABLE)
# The process was gone before it read a byte of the code.
UNBORN = Verdict("died", None, outcome.UNABLE)
FORGED = Verdict("died", None, outcome.FORGED)
LOST = Verdict("died", None, outcome.LOST)


class Watch:
    """A run in progress: the frames that have arrived, and the time since the code began.

    `take_long` is called once if the run takes longer than most. The run is ended when `is_gone`
    returns True: nobody waits for it. `progress` publishes the position, and stops the run.
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
        """The events of its tape, parsed in this process: only for trusted code. Raises Forged."""
        reader = untrusted_reader.Reader(self._config.event_limit)
        return [e for text in self.tape for e in reader.body(protocol.TAPE, text)["events"]]

    def follow(
            self, fence: Any, code: str, seed: int, wanted: protocol.Sought | None = None
    ) -> Verdict:
        """Run `code` behind `fence` until it ends, or until its `wanted` part has arrived.

        Raises HungUp when nobody waits for it any more.
        """
        for _ in range(_ATTEMPTS):
            verdict = self._followed(fence, code, seed, wanted)
            if verdict is not UNBORN:  # its zygote had just died
                break
        return verdict

    def _followed(self, fence, code: str, seed: int, wanted: protocol.Sought | None) -> Verdict:
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
        """Read frames up to the run's end; return a verdict if it must be stopped before."""
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
        """Process one frame. Raises Forged."""
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
            most = 2 * self._config.event_limit + 2  # as many prints as events
            self._progress.position = untrusted_reader.position(text, self._lines, most)
        elif kind == protocol.SLICE:
            self.slice = text
        else:
            self._last = untrusted_reader.body(kind, text)

    def _next(self, child, until: float) -> bytes:
        """Return the next bytes of `child`, b"" after the last.

        Raises TimeoutError at `until`, extended by the time that the run waited for a processor,
        which other processes took from it. Raises HungUp.
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
        """Signal a run that its user stops to send the rest of its tape; return when it was."""
        if self._asked_to_stop is None:
            self._asked_to_stop = time.monotonic()
            child.interrupt()
        return self._asked_to_stop

    def _look_at_times(self, child) -> None:
        """Read the times of a long run from the kernel, at intervals."""
        now = time.monotonic()
        if self._took_long and now - self._checked >= CHECK_SECONDS:
            is_first, self._checked = self._checked == 0.0, now
            before, self._times = self._times, child.times() or self._times
            if not is_first:  # waiting before the code ran does not count
                self._delayed += self._times.delayed - before.delayed

    def _elapsed(self) -> float:
        """Return the seconds since the code began to run."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    def _unhurried(self, data: bytes) -> bytes:
        """Return `data`, after a pause if the run sends very many small pieces.

        Otherwise reading them could keep this process busy.
        """
        if len(data) < SMALL_PIECE:
            self._pieces += 1
            if self._pieces > FREE_PIECES:
                time.sleep(PIECE_SECONDS)
        return data

    def _ended(self, last: dict) -> Verdict:
        """Return the verdict in the run's own END frame."""
        if last["limit"] == "user" and not self._progress.is_stopped:
            return FORGED
        if last["limit"]:
            return self._stop(last["limit"], last["line"])
        if last["kind"] == "failed":
            return Verdict("failed", None, None, 1)
        return Verdict("finished", None, None, last["status"])

    def _died(self, by: int | None) -> Verdict:
        """Return the verdict on a process without END frame; `by` is the signal that ended it."""
        if self._progress.is_stopped:
            return self._stopped_by_user()
        if self._began is None:
            return UNBORN
        if by in (signal.SIGXCPU, signal.SIGKILL):
            # The kernel sent it, because of its CPU time or the machine's memory.
            computed = self._times.computed or self.seconds
            return self._stop("cpu" if computed >= self._config.cpu_seconds else "memory")
        return Verdict("died", None, outcome.death(by))

    def _stopped_by_user(self) -> Verdict:
        """Return the verdict on a stopped run that did not send its line itself."""
        return self._stop("user", self._progress.position.line)

    def _stop(self, limit: str, line: int | None = None) -> Verdict:
        sentence = outcome.stop(limit, self._config, line, self._elapsed())
        return Verdict("stopped", limit, sentence)
