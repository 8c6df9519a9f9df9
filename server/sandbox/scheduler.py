"""Schedule runs: a bounded queue, fair to each client, with a lane for long runs."""

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from .outcome import Busy, HungUp

# A run that takes longer than this is a long one.
PATIENCE_SECONDS = 0.15
# The interval at which a waiting run checks that its client is still there.
CHECK_SECONDS = 0.25


def never() -> bool:
    """Return False: the client does not disconnect."""
    return False


class Turns:
    """Slots for runs, distributed so that no client with many runs keeps others waiting.

    `slots` runs go on at a time. A long run moves to one of `long_slots` slots, so that short ones
    do not wait for it. `queue_length` runs may wait. No client has more than half of all slots, or
    of the queue; waiting clients take turns, however many runs each has queued.
    """

    def __init__(self, slots: int, long_slots: int, queue_length: int):
        self._free, self._free_long = slots, long_slots
        self._room, self._most_waiting = queue_length, max(1, queue_length // 2)
        self._share = max(1, (slots + long_slots) // 2)
        self._running: Counter[Hashable] = Counter()
        self._waiting: OrderedDict[Hashable, deque[threading.Event]] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def place(
        self, client: Hashable, is_gone: Callable[[], bool] = never
    ) -> Iterator["Place"]:
        """Hold a slot for one run of `client` within a block, as soon as it is its turn.

        Raises Busy if the queue is full, and HungUp if `is_gone` returns True while it waits.
        """
        self._wait_for(client, is_gone)
        place = Place(self)
        try:
            yield place
        finally:
            with self._lock:
                self._running[client] -= 1
                if place.long:
                    self._free_long += 1
                else:
                    self._free += 1
                self._call_next()

    def lengthen(self, place: "Place") -> None:
        """Move a run to the lane for long runs, if that has room."""
        with self._lock:
            if not place.long and self._free_long > 0:
                place.long = True
                self._free_long -= 1
                self._free += 1
                self._call_next()

    def _wait_for(self, client: Hashable, is_gone: Callable[[], bool]) -> None:
        with self._lock:
            if self._may_run(client) and not self._waiting.get(client):
                self._take(client)
                return
            mine = self._waiting.get(client, ())
            if self._room == 0 or len(mine) >= self._most_waiting:
                raise Busy
            self._room -= 1
            turn = threading.Event()
            self._waiting.setdefault(client, deque()).append(turn)
        while not turn.wait(CHECK_SECONDS):
            if is_gone() and self._gives_up(client, turn):
                raise HungUp

    def _gives_up(self, client: Hashable, turn: threading.Event) -> bool:
        """Leave the queue; return False if the turn has come meanwhile."""
        with self._lock:
            if turn.is_set():
                return False
            turns = self._waiting[client]
            turns.remove(turn)
            if not turns:
                del self._waiting[client]
            self._room += 1
            return True

    def _may_run(self, client: Hashable) -> bool:
        return self._free > 0 and self._running[client] < self._share

    def _take(self, client: Hashable) -> None:
        self._free -= 1
        self._running[client] += 1

    def _call_next(self) -> None:
        """Assign free slots to waiting clients, one to each before a second to any."""
        for client in list(self._waiting):
            if self._may_run(client):
                self._take(client)
                self._room += 1
                turns = self._waiting.pop(client)
                turns.popleft().set()
                if turns:
                    self._waiting[client] = turns  # at the end of the queue
        # Counters keep entries that are zero; this removes them.
        self._running = +self._running


class Place:
    """The slot of a run; `long` is True if it is in the lane for long runs."""

    def __init__(self, turns: Turns):
        self._turns, self.long = turns, False

    def lengthen(self) -> None:
        """Move this run to the lane for long runs, if that has room."""
        self._turns.lengthen(self)
