"""How often somebody did something lately: wrong codes of an address, moves of a room."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from threading import Lock

# Those who have done nothing for longest are forgotten.
MOST_KNOWN = 10_000


class Pace:
    """Counts up to `most` for each name `within` so many seconds. Threads may share one."""

    def __init__(self, most: int, within: float, clock: Callable[[], float] = time.monotonic):
        self._most, self._within, self._clock = most, within, clock
        self._times: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = Lock()

    def count(self, name: str) -> None:
        """It was done once more."""
        with self._lock:
            self._times.setdefault(name, deque(maxlen=self._most)).append(self._clock())
            self._times.move_to_end(name)
            if len(self._times) > MOST_KNOWN:
                self._times.popitem(last=False)

    def is_over(self, name: str) -> bool:
        """Whether it was done as often as it may be."""
        with self._lock:
            times = self._times.get(name)
            if times is None or len(times) < self._most:
                return False
            return times[0] > self._clock() - self._within

    def seconds_left(self, name: str) -> float:
        """The seconds after which it is over no more, if nothing is done meanwhile."""
        with self._lock:
            times = self._times.get(name)
            if times is None or len(times) < self._most:
                return 0.0
            return max(0.0, times[0] + self._within - self._clock())


def network_of(address: str) -> str:
    """What is counted as one client: an IPv4 address, or the /64 that one IPv6 host is given."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, 64), strict=False))
