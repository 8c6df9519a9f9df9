"""What drawing one run may cost: boxes, edges, passes, bytes of the reply, processor time.

Counts are the same on every machine and stop nearly everything; the time is the last resort.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from server.config import Config

# However much was drawn before, a pass shows this much, in this many passes.
LEAST_BOXES, LEAST_EDGES, LEAST_PASSES = 40, 160, 50
# Of the boxes of a run, what evaluations may take in all: backwards come first.
EVALUATIONS = 0.25
# Processor seconds for one small picture of the pass in which the budget ended.
RESERVE = 1.0
# The timer rings again, because code in between may swallow what it raises.
AGAIN = 0.25
# What a pass adds to the reply besides the ids of its boxes, about.
PASS_BYTES = 120


class OutOfTime(BaseException):
    """Drawing took too long; no `except Exception` in between may stop it."""


class TooLarge(Exception):
    """A layout does not fit into what is left of the reply."""


@dataclass(slots=True)
class Budget:
    """What is left for drawing a run.

    `boxes` and `edges` count what is placed anew, edges also in the folds; `shown` counts boxes
    and edges of all passes, also of those that share a layout; `bytes` are those of the reply
    besides the events. `evaluation_boxes` is what evaluations may take of `boxes`.
    """

    boxes: int
    edges: int
    shown: int
    bytes: int
    pass_boxes: int
    pass_edges: int
    evaluation_boxes: int

    @classmethod
    def of(cls, config: Config) -> Budget:
        """The whole budget of a run."""
        return cls(
            config.run_boxes, config.run_edges, config.run_shown, config.drawn_bytes,
            config.pass_boxes, config.pass_edges, int(EVALUATIONS * config.run_boxes),
        )  # fmt: skip

    @property
    def is_spent(self) -> bool:
        """Whether no further pass can be drawn."""
        least = -LEAST_BOXES * LEAST_PASSES
        return self.boxes <= least or min(self.edges, self.shown, self.bytes) <= 0

    def for_pass(self, is_evaluation: bool = False) -> tuple[int, int]:
        """The most boxes and edges that the next pass may have."""
        boxes = min(self.boxes, self.evaluation_boxes) if is_evaluation else self.boxes
        return (
            max(LEAST_BOXES, min(self.pass_boxes, boxes)),
            max(LEAST_EDGES, min(self.pass_edges, self.edges)),
        )

    def spend_pass(self, boxes: list[str], looked_at: int) -> None:
        """Count a pass that lists `boxes`, after looking at so many boxes and edges."""
        self.shown -= looked_at
        self.bytes -= PASS_BYTES + sum(len(box) + 3 for box in boxes)

    def spend_layout(
        self, boxes: int, edges: int, size: int, is_evaluation: bool = False
    ) -> None:
        """Count a new layout of `size` bytes; raises TooLarge where these do not fit."""
        if size > self.bytes:
            raise TooLarge
        self.boxes -= boxes
        self.edges -= edges
        if is_evaluation:
            self.evaluation_boxes -= boxes
        self.bytes -= size


@contextmanager
def limited(seconds: float) -> Iterator[Callable[[], None]]:
    """Raise OutOfTime in the body once it took so many processor seconds.

    In the main thread of a process on POSIX a timer does that at any place. Elsewhere only the
    function that is yielded does, when it is called.
    """
    is_main = threading.current_thread() is threading.main_thread()
    clock = time.process_time if is_main else time.thread_time
    end = clock() + seconds

    def check() -> None:
        if clock() > end:
            raise OutOfTime

    if not (is_main and hasattr(signal, "setitimer")):
        yield check
        return
    former = signal.signal(signal.SIGPROF, lambda *_: check())
    try:
        try:
            signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
            yield check
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    finally:
        # Twice: the timer may have rung while it was being stopped.
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, former or signal.SIG_DFL)
