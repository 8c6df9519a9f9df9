"""The outcome of a run: all that the rest of the server uses of the sandbox."""

from __future__ import annotations

import signal
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run, with all events that it recorded before its end.

    `kind` is "finished", "failed" (an exception; the last event is its `fail`), "stopped" (by
    `limit`: wall, cpu, memory, output, events, or user, who pressed Stop) or "died" (the process
    ended without an END frame). `sentence` is None when finished. `status` is the exit status that
    Python would have ended with (1 after an exception, else the argument of `sys.exit`), None when
    stopped or died. `fence` is "strong" or "timed". `events` and `ops` have the JSON form of
    docs/run-document.md. `seeded` is False if no `seed` was requested, so that the server drew it.
    `engine` is the version of the engine that ran it, "" if none started.
    """

    kind: str
    limit: str | None
    sentence: str | None
    status: int | None
    seconds: float
    fence: str
    seed: int
    seeded: bool
    engine: str
    events: list[dict] = field(default_factory=list)
    ops: dict = field(default_factory=dict)


class Busy(Exception):
    """Raised when all slots are taken and the queue is full.

    `retry_after` is the number of seconds after which there should be room, `place` how many wait,
    and `ran` how many programs were run before, of a job that needs several.
    """

    def __init__(self, retry_after: float = 1.0, place: int = 0, ran: int = 0):
        super().__init__(f"{place} runs wait; there should be room in {retry_after:.1f} s")
        self.retry_after, self.place, self.ran = retry_after, place, ran


class HungUp(Exception):
    """Raised when nobody waits for the result any more, so the work was given up."""


def failure(events: list[dict]) -> str:
    """Return the sentence about a run that ended with an exception, its last event."""
    last = events[-1] if events else {}
    if last.get("kind") != "fail":
        return "The code raised an exception."
    where = f"Line {last['line']}: " if last["line"] else ""
    return f"{where}{last['type']}: {last['message']}"[:2000].removesuffix(": ")


def stop(limit: str, config: Any, line: int | None = None, seconds: float = 0.0) -> str:
    """Return the sentence about a run that met `limit`: what happened, why, what to change.

    `seconds` is the duration of the run, which is named if its user stopped it.
    """
    where = f"Line {line}: the" if line else "The"
    megabytes = config.memory_bytes // 2**20
    return {
        "wall": f"The code ran for more than {config.wall_seconds:g} seconds by the clock and was "
        "stopped. Take out waits, such as time.sleep.",
        "cpu": f"The code computed for more than {config.cpu_seconds:g} seconds of processor time "
        "and was stopped. Look for a loop that never ends, or do fewer steps.",
        "memory": f"{where} code asked for more than {megabytes} MB of memory and was stopped. "
        "Use smaller tensors, or keep fewer of them.",
        "output": f"{where} code wrote more than {_size(config.output_bytes)} and was stopped. "
        "Print less, or only every hundredth step.",
        "events": f"{where} code did and printed more than the tape holds, "
        f"{config.event_limit:,} events, and was stopped. Do fewer steps, and print less.",
        "user": f"You stopped the code{f' on line {line}' if line else ''} after {seconds:.1f} "
        "seconds.",
    }[limit]


def death(signal_number: int | None) -> str:
    """Return the sentence about a process that ended early, by a signal or by itself."""
    if signal_number is None:
        return (
            "The code ended its own process, so the tape stops here. Let it end by itself instead."
        )
    name = signal.strsignal(signal_number) or f"signal {signal_number}"
    return (
        f"The process of the code died ({name.lower()}). Very deep recursion or a fault in "
        "compiled code does this; the tape shows everything up to there."
    )


FORGED = (
    "The run sent something that is not a tape, so it was stopped. Code that writes into the "
    "recorder's own channel does this."
)
LOST = (
    "The process that runs are born from has ended, and this run with it. Run it again: there is a "
    "new one."
)
UNABLE = (
    "The server could not start a process for the code, so nothing was run. Try again; if it stays "
    "so, `tapescope doctor` shows what is wrong."
)


def _size(count: int) -> str:
    return f"{count / 2**20:g} MB of text"
