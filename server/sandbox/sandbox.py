"""Runs strangers' code behind the best fence that this machine has, and says how it ended."""

import secrets
import signal
import threading
import time

from . import hostile, outcome, wire
from .outcome import Busy, Outcome
from .timed import Timed

# How long a process may take to get ready; the user's own time begins after it.
START_SECONDS = 20.0
# Seeds that we draw are short, because they stand in links.
DRAWN_SEEDS = 1_000_000


class Sandbox:
    """Places in which snippets run, `config.slots` at a time. Threads may share one.

    `config` is the server's: `wall_seconds`, `cpu_seconds`, `memory_bytes`, `output_bytes`,
    `event_limit`, `slots` and `queue_length`.
    """

    def __init__(self, config):
        self._config = config
        self._fence = Timed(config)
        self._slots = threading.BoundedSemaphore(config.slots)
        self._admitted = threading.BoundedSemaphore(config.slots + config.queue_length)

    @property
    def fence(self) -> str:
        """How strong the fence is: "strong", or "timed" where only time and memory are bounded."""
        return self._fence.strength

    def run(self, code: str, seed: int | None = None) -> Outcome:
        """Run `code` to its end, or to a limit. Raises Busy when too many wait already."""
        drawn = secrets.randbelow(DRAWN_SEEDS) if seed is None else seed
        if not self._admitted.acquire(blocking=False):
            raise Busy
        try:
            with self._slots:
                run = _Run(self._config)
                verdict = run.watch(self._fence, code, drawn)
        finally:
            self._admitted.release()
        kind, limit, sentence = verdict
        return Outcome(
            kind=kind,
            limit=limit,
            sentence=sentence,
            seconds=round(run.seconds, 6),
            fence=self._fence.strength,
            seed=drawn,
            seeded=seed is not None,
            engine=run.engine,
            events=run.events,
            ops=run.ops,
        )

    def close(self) -> None:
        """Let go of what is kept between runs."""
        self._fence.close()


class _Run:
    """One run while it goes on: what has arrived of it, and since when it computes."""

    def __init__(self, config):
        self._config = config
        self._reader = hostile.Reader(config.event_limit + 1)
        self._began: float | None = None
        self._end: dict | None = None
        self.seconds, self.engine = 0.0, ""
        self.events: list[dict] = []
        self.ops: dict = {}

    def watch(self, fence, code: str, seed: int) -> tuple[str, str | None, str | None]:
        """Run `code` behind `fence` until it is over: the outcome's kind, limit and sentence."""
        try:
            child = fence.start()
        except OSError:
            return "died", None, outcome.UNABLE
        try:
            request = {"code": code, "seed": seed}
            child.send(wire.framed(wire.REQUEST, wire.text_of(request)))
            stopped = self._collect(child)
        finally:
            child.kill()
            by = child.wait()
        self.seconds = time.monotonic() - self._began if self._began else 0.0
        return self._verdict(stopped, by)

    def _collect(self, child) -> tuple[str, str | None, str | None] | None:
        """Take what arrives, up to the run's end; a verdict when it must be stopped before."""
        until = time.monotonic() + START_SECONDS
        try:
            while self._end is None and (data := child.receive(until)):
                for kind, body in self._reader.feed(data):
                    if kind == wire.READY:
                        self._began, self.engine = time.monotonic(), body["engine"]
                        until = self._began + self._config.wall_seconds
                    elif kind == wire.TAPE:
                        self.events += body["events"]
                        self.ops |= body["ops"]
                    else:
                        self._end = body
        except TimeoutError:
            return self._stopped("wall") if self._began else ("died", None, outcome.UNABLE)
        except hostile.Full:
            return self._stopped("events")
        except hostile.Forged:
            return "died", None, outcome.FORGED
        return None

    def _verdict(self, stopped, by: int | None) -> tuple[str, str | None, str | None]:
        if stopped:
            return stopped
        if self._end is None:
            return self._death(by)
        if self._end["limit"]:
            return self._stopped(self._end["limit"], self._end["line"])
        failed = self._end["kind"] == "failed"
        return self._end["kind"], None, outcome.failure(self.events) if failed else None

    def _death(self, by: int | None) -> tuple[str, str | None, str | None]:
        """What ended a process that sent no end."""
        if self._began is None:
            return "died", None, outcome.UNABLE
        if by in (getattr(signal, name, None) for name in ("SIGXCPU", "SIGKILL") if by):
            # Nobody here killed it: the kernel did, for its CPU time or for the machine's memory.
            late = self.seconds >= self._config.cpu_seconds
            return self._stopped("cpu" if late else "memory")
        return "died", None, outcome.death(by)

    def _stopped(self, limit: str, line: int | None = None) -> tuple[str, str, str]:
        return "stopped", limit, outcome.stop(limit, self._config, line)
