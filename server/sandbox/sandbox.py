"""Run untrusted code inside the strongest fence of this machine; report the outcome."""

import secrets
import sys
import threading
from collections.abc import Callable, Hashable
from typing import TypeVar

from . import self_test
from .outcome import Outcome
from .progress import Progress
from .protocol import Wanted
from .raw_run import RawRun, read
from .run_monitor import Watch
from .scheduler import Turns, never
from .subprocess_runner import Timed

if sys.platform == "linux":
    from . import zygote_pool

# Seeds that we draw are short, because they stand in links.
DRAWN_SEEDS = 1_000_000

Answer = TypeVar("Answer")


class Sandbox:
    """Places in which snippets run. Threads may share one; processes are started when needed.

    `config` is the server's: `wall_seconds`, `cpu_seconds`, `memory_bytes`, `output_bytes`,
    `event_limit`, `slots`, `long_slots` and `queue_length`.
    """

    def __init__(self, config):
        self._config = config
        self._turns = Turns(config.slots, config.long_slots, config.queue_length)
        self._lock = threading.Lock()
        self._chosen: tuple | None = None

    @property
    def fence(self) -> str:
        """How strong the fence is: "strong", or "timed" where only time and memory are bounded."""
        return self._choice[0].strength

    @property
    def weakness(self) -> str | None:
        """Why the fence is not strong, as a sentence; None when it is."""
        return self._choice[1]

    def run(self, code: str, seed: int | None = None, client: Hashable = None) -> Outcome:
        """Run `code` for `client` to its end, or to a limit, and read its events in this process.

        For code that is one's own. Raises Busy when the line is full.
        """
        return self.record(code, seed, lambda raw: read(raw, self._config), client)

    def record(
        self,
        code: str,
        seed: int | None,
        then: Callable[[RawRun], Answer],
        client: Hashable = None,
        is_gone: Callable[[], bool] = never,
        progress: Progress | None = None,
    ) -> Answer:
        """Run `code` for `client` to its end, or to a limit, and answer what `then` makes of it.

        The client's turn lasts until that is made. `progress` tells where the run is, and stops it.
        Raises Busy when the line is full, and HungUp when `is_gone` tells that nobody waits any
        more, or the run is stopped before its turn comes.
        """
        progress = progress or Progress()
        fence = self._choice[0]
        drawn = secrets.randbelow(DRAWN_SEEDS) if seed is None else seed
        with self._turns.place(client, lambda: is_gone() or progress.is_stopped) as place:
            watch = Watch(self._config, place.lengthen, is_gone, progress)
            verdict = watch.follow(fence, code, drawn)
            progress.end()
            raw = RawRun(
                code, drawn, seed is not None, fence.strength, watch.engine,
                *verdict, round(watch.seconds, 6), tuple(watch.tape),
            )  # fmt: skip
            return then(raw)

    def cut(
        self,
        code: str,
        seed: int,
        wanted: Wanted,
        then: Callable[[bytes], Answer],
        client: Hashable = None,
        is_gone: Callable[[], bool] = never,
    ) -> tuple[Answer | None, str | None]:
        """Run `code` again, as far as the large value of which a part is wanted.

        Answers with what `then` makes of its text (autograd/recording/value_region.py, not read
        yet), and None; or where the value never came with None, and why the run was ended before,
        if it was. Raises Busy and HungUp as `record` does.
        """
        with self._turns.place(client, is_gone) as place:
            watch = Watch(self._config, place.lengthen, is_gone)
            verdict = watch.follow(self._choice[0], code, seed, wanted)
            answer = None if watch.slice is None else then(watch.slice)
        return answer, verdict.sentence if verdict.kind in ("stopped", "died") else None

    def close(self) -> None:
        """Let go of what is kept between runs."""
        with self._lock:
            if self._chosen:
                self._chosen[0].close()
                self._chosen = None

    @property
    def _choice(self) -> tuple:
        with self._lock:
            if self._chosen is None:
                self._chosen = _best_fence(self._config)
            return self._chosen


def _best_fence(config) -> tuple:
    """The strong fence where this machine proves it, else the timed one and why."""
    if sys.platform != "linux":
        return Timed(config), f"The strong fence needs Linux, and this is {sys.platform}."
    try:
        fence = zygote_pool.Strong(config)
    except zygote_pool.Unfenced as error:
        return Timed(config), str(error)
    try:
        holes = self_test.succeeded(fence, config)
    except self_test.Unproven as error:
        why = f"The fence's self-test could not run: {error}"
    else:
        if not holes:
            return fence, None
        why = f"Behind the fence a run could {', '.join(holes)}."
    fence.close()
    return Timed(config), why
