"""Runs strangers' code behind the best fence that this machine has, and says how it ended."""

import secrets
import sys
import threading
from collections.abc import Hashable

from . import prove
from .outcome import Outcome
from .timed import Timed
from .turns import Turns
from .watch import Watch
from .wire import Wanted

# Seeds that we draw are short, because they stand in links.
DRAWN_SEEDS = 1_000_000


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
        """Run `code` for `client` to its end, or to a limit. Raises Busy when the line is full."""
        fence = self._choice[0]
        drawn = secrets.randbelow(DRAWN_SEEDS) if seed is None else seed
        with self._turns.place(client) as place:
            watch = Watch(self._config, place.lengthen)
            verdict = watch.follow(fence, code, drawn)
        return Outcome(
            *verdict,
            seconds=round(watch.seconds, 6),
            fence=fence.strength,
            seed=drawn,
            seeded=seed is not None,
            engine=watch.engine,
            events=watch.events,
            ops=watch.ops,
        )

    def cut(
        self, code: str, seed: int, wanted: Wanted, client: Hashable = None
    ) -> tuple[dict | None, str | None]:
        """Run `code` again, as far as the large value of which a part is wanted.

        Answers with what autograd/recording/inside.py tells of it, and None; or where the value
        never came with None, and why the run was ended before, if it was. Raises Busy as `run`
        does.
        """
        with self._turns.place(client) as place:
            watch = Watch(self._config, place.lengthen)
            verdict = watch.follow(self._choice[0], code, seed, wanted)
        return watch.slice, verdict.sentence if verdict.kind in ("stopped", "died") else None

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
    from .strong import Strong, Unfenced

    try:
        fence = Strong(config)
    except Unfenced as error:
        return Timed(config), str(error)
    try:
        holes = prove.succeeded(fence, config)
    except prove.Unproven as error:
        why = f"The fence's self-test could not run: {error}"
    else:
        if not holes:
            return fence, None
        why = f"Behind the fence a run could {', '.join(holes)}."
    fence.close()
    return Timed(config), why
