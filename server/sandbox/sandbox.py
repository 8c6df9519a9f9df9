"""Run untrusted code inside the strongest fence of this machine; report the outcome."""

import secrets
import sys
import threading
from collections.abc import Callable, Hashable
from typing import TypeVar

from . import self_test
from .outcome import Outcome
from .progress import Progress
from .protocol import Sought
from .raw_run import RawRun, read
from .run_monitor import Watch
from .scheduler import Turns, never
from .subprocess_runner import Timed

if sys.platform == "linux":
    from . import zygote_pool

# Drawn seeds are short, because links contain them.
DRAWN_SEEDS = 1_000_000

Answer = TypeVar("Answer")


class Sandbox:
    """Runs snippets in processes that are started when needed. Threads may share one.

    `config` is the server's: `wall_seconds`, `cpu_seconds`, `memory_bytes`, `output_bytes`,
    `event_limit`, `slots`, `long_slots` and `queue_length`. `turns` are its own unless given.
    """

    def __init__(self, config, turns: Turns | None = None):
        self._config = config
        self._turns = turns or Turns(config.slots, config.long_slots, config.queue_length)
        self._lock = threading.Lock()
        self._chosen: tuple | None = None

    @property
    def fence(self) -> str:
        """The strength of the fence: "strong", or "timed" if it limits only time and memory."""
        return self._choice[0].strength

    @property
    def weakness(self) -> str | None:
        """The reason why the fence is not strong, as a sentence; None if it is."""
        return self._choice[1]

    def run(self, code: str, seed: int | None = None, client: Hashable = None) -> Outcome:
        """Run `code` for `client` to its end or to a limit; parse its events in this process.

        Only for trusted code. Raises Busy if the queue is full.
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
        """Run `code` for `client` to its end or to a limit; return `then` of the raw run.

        The client's slot is held until `then` returns. `progress` publishes the position, and stops
        the run. Raises Busy if the queue is full, and HungUp if `is_gone` returns True, or the run
        is stopped before its turn comes.
        """
        progress = progress or Progress()
        fence = self._choice[0]
        drawn = secrets.randbelow(DRAWN_SEEDS) if seed is None else seed
        with self._turns.place(
            client, lambda: is_gone() or progress.is_stopped, progress.queue
        ) as place:
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
        wanted: Sought,
        then: Callable[[bytes], Answer],
        client: Hashable = None,
        is_gone: Callable[[], bool] = never,
    ) -> tuple[Answer | None, str | None]:
        """Run `code` again, up to the large value of which a part is wanted, or a node's op.

        Returns `then` of the text of the part (autograd/recording/value_region.py) or of the check
        (gradient_check.py), not parsed yet, or None if it never came; and the reason why the run
        ended early, or None. Raises Busy and HungUp as `record` does.
        """
        with self._turns.place(client, is_gone) as place:
            watch = Watch(self._config, place.lengthen, is_gone)
            verdict = watch.follow(self._choice[0], code, seed, wanted)
            answer = None if watch.slice is None else then(watch.slice)
        return answer, verdict.sentence if verdict.kind in ("stopped", "died") else None

    def load(self) -> tuple[int, int]:
        """Return how many slots are taken, and how many runs wait for one."""
        return self._turns.load()

    def close(self) -> None:
        """End the processes that are kept between runs."""
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
    """Return the strong fence if it passes its self-test here, else the timed one and the reason.
    """
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
