"""Schedule runs: a bounded queue, fair at each level of a client's name, a lane for long runs."""

import math
import threading
import time
from bisect import insort
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from .outcome import Busy, HungUp
from .waiting_line import Line, Path, is_within, levels, path_of, share

# A run that takes longer than this is a long one.
PATIENCE_SECONDS = 0.15
# The interval at which a waiting run checks that its client is still there.
CHECK_SECONDS = 0.25
# So many of the latest runs say for how long a run has its slot.
REMEMBERED = 32
# Nobody is told to come back later than this: what goes on by then is not known.
MOST_SECONDS = 60
# So many times are remembered that were named to those who were refused.
MOST_NAMED = 1000


def never() -> bool:
    """Return False: the client does not disconnect."""
    return False


def ignore(_: Callable[[], int | None]) -> None:
    """Take the number of a place in the queue, and do nothing with it."""


class Turns:
    """Slots for runs, distributed so that no client with many runs keeps others waiting.

    `slots` runs go on at a time. A long run moves to one of `long_slots` slots, so that short ones
    do not wait for it. `queue_length` runs may wait. A client's name is a path, widest first, such
    as (network, room, member). At each level names take turns, however many runs each has
    queued, and none has more of all slots, or of the queue, than `share` says. `clock` returns
    seconds. Threads may share one.
    """

    def __init__(
        self, slots: int, long_slots: int, queue_length: int,
        clock: Callable[[], float] = time.monotonic,
    ):  # fmt: skip
        self._free, self._free_long = slots, long_slots
        self._slots, self._queue_length, self._clock = slots + long_slots, queue_length, clock
        self._held: dict[Place, float] = {}  # since when
        self._line: Line[Place] = Line()
        self._running: Counter[Path] = Counter()
        self._waiting: Counter[Path] = Counter()
        # By level: the times, in order, that were named to those who found no room there.
        self._named: dict[Path, list[float]] = {}
        self._durations: deque[float] = deque(maxlen=REMEMBERED)
        self._lock = threading.Lock()

    @contextmanager
    def place(
        self,
        client: Hashable,
        is_gone: Callable[[], bool] = never,
        queued: Callable[[Callable[[], int | None]], None] = ignore,
    ) -> Iterator["Place"]:
        """Hold a slot for one run of `client` within a block, as soon as it is its turn.

        If it has to wait, `queued` gets what returns its place in the queue. Raises Busy if the
        queue is full, and HungUp if `is_gone` returns True while it waits.
        """
        place = self.enter(client)
        try:
            if not place.called.is_set():
                queued(place.number)
            while not place.called.wait(CHECK_SECONDS):
                if is_gone():
                    raise HungUp
            yield place
        finally:
            self.leave(place)

    def enter(self, client: Hashable) -> "Place":
        """Return a slot for `client`, or its place in the queue. Raises Busy if that is full."""
        place = Place(self, path_of(client))
        with self._lock:
            if self._may_run(place.path):
                self._take(place)
                return place
            full = self._full_level(place.path)
            if full is not None:
                raise Busy(self._name_time(place.path, full), len(self._line))
            self._line.add(place)
            self._waiting.update(levels(place.path))
        return place

    def leave(self, place: "Place") -> None:
        """Give a slot back, or leave the queue."""
        with self._lock:
            if not place.called.is_set():
                self._line.remove(place)
                self._uncount(self._waiting, place.path)
                return
            self._note_duration(place)
            del self._held[place]
            self._uncount(self._running, place.path)
            if place.long:
                self._free_long += 1
            else:
                self._free += 1
            self._call_next()

    def lengthen(self, place: "Place") -> None:
        """Move a run to the lane for long runs, if that has room."""
        with self._lock:
            if not place.long and self._free_long > 0:
                self._note_duration(place)
                place.long = True
                self._free_long -= 1
                self._free += 1
                self._call_next()

    def number(self, place: "Place") -> int | None:
        """Return the place in the queue, 1 for the next; None if it has a slot, or left."""
        with self._lock:
            order = self._line.order()
        return order.index(place) + 1 if place in order else None

    def load(self) -> tuple[int, int]:
        """Return how many slots are taken, and how many runs wait for one."""
        with self._lock:
            return len(self._held), len(self._line)

    def _may_run(self, path: Path) -> bool:
        return self._free > 0 and self._capped_level(path) is None

    def _capped_level(self, path: Path) -> Path | None:
        """Return the level of a name that has as many slots as it may have."""
        over = (each for each in levels(path) if self._running[each] >= share(self._slots, each))
        return next(over, None)

    def _full_level(self, path: Path) -> Path | None:
        """Return the level of a name that has no room in the queue; () if the queue is full."""
        if len(self._line) >= self._queue_length:
            return ()
        waiting, length = self._waiting, self._queue_length
        return next((each for each in levels(path) if waiting[each] >= share(length, each)), None)

    def _take(self, place: "Place") -> None:
        self._free -= 1
        self._running.update(levels(place.path))
        self._held[place] = self._clock()
        place.called.set()

    def _call_next(self) -> None:
        """Assign free slots to those who wait, one to each name before a second to any."""
        while self._free > 0:
            place = self._line.take(lambda path: self._capped_level(path) is None)
            if place is None:
                return
            self._uncount(self._waiting, place.path)
            self._take(place)

    def _uncount(self, counter: Counter[Path], path: Path) -> None:
        for each in levels(path):
            counter[each] -= 1
            if not counter[each]:
                del counter[each]

    def _note_duration(self, place: "Place") -> None:
        """Remember for how long a run had its short slot."""
        if not place.long:
            self._durations.append(self._clock() - self._held[place])

    def _name_time(self, path: Path, full: Path) -> int:
        """Return after how many seconds there should be room for one who found a level full.

        Those who were refused before are expected to come back at their times, and take theirs.
        """
        now = self._clock()
        self._named = {level: [at for at in times if at > now]
                       for level, times in self._named.items() if times[-1] > now}  # fmt: skip
        named = self._named.setdefault(full, [])
        at = now + max(1, math.ceil(self._seconds_to_room(path, full, len(named))))
        # In one second not more come back than there is room for.
        room = max(1, share(self._queue_length, full))
        if len(named) >= room:
            at = max(at, named[-room] + 1)
        at = min(at, now + MOST_SECONDS)
        insort(named, at)
        del named[MOST_NAMED:]
        return round(at - now)

    def _seconds_to_room(self, path: Path, full: Path, named: int) -> float:
        """Return the expected seconds until one of a full level is called, which makes room there.

        `named` others come first. A run is expected to take as long as the latest did, and one that
        goes on for longer to take as long again.
        """
        capped, now = self._capped_level(path) or (), self._clock()
        rivals = [each.path for each in self._line.order() if is_within(each.path, capped)]
        called = next((n for n, each in enumerate(rivals) if is_within(each, full)), 0)
        known = self._durations or (PATIENCE_SECONDS,)
        usual = sum(known) / len(known)
        ages = [
            now - since for place, since in self._held.items()
            if (is_within(place.path, capped) if capped else not place.long)
        ]  # fmt: skip
        left = sorted(usual - age if age < usual else age for age in ages) or [usual]
        rounds, last = divmod(called + named, len(left))
        return rounds * usual + left[last]


class Place:
    """The place of a run in the queue, then its slot, from when `called` is set.

    `long` is True if it is in the lane for long runs.
    """

    def __init__(self, turns: Turns, path: Path):
        self._turns, self.path, self.long = turns, path, False
        self.called = threading.Event()

    def number(self) -> int | None:
        """Return its place in the queue, 1 for the next; None if it waits no more."""
        return self._turns.number(self)

    def lengthen(self) -> None:
        """Move this run to the lane for long runs, if that has room."""
        self._turns.lengthen(self)
