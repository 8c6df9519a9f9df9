"""Clients who ask for turns at a simulated time: none of them is a thread."""

import heapq
import math
from collections import Counter
from typing import Any

from server.sandbox import Busy
from server.sandbox.scheduler import Turns


class Clients:
    """Asks for places at a time of its own, and lets each go."""

    def __init__(self, *arguments):
        self.now = 0.0
        self.turns = Turns(*arguments, clock=lambda: self.now)
        self.places: dict[Any, Any] = {}

    def ask(self, client, *names):
        for name in names:
            self.places[name] = self.turns.enter(client)

    def let_go(self, *names):
        for name in names:
            self.turns.leave(self.places.pop(name))

    @property
    def running(self):
        return [name for name, place in self.places.items() if place.called.is_set()]

    def numbers(self):
        """The names of those who wait, in the order of their numbers."""
        waiting = {name: place.number() for name, place in self.places.items()}
        return sorted(filter(waiting.get, waiting), key=lambda name: waiting[name] or 0)

    def order(self):
        """The order in which those who wait are called, one for each that ends."""
        called: list[Any] = []
        while self.numbers():
            before = set(self.running)
            self.let_go(self.running[0])
            called += [name for name in self.running if name not in before]
        return called


class Crowd:
    """A server at a simulated time: clients ask, and those who are refused come back when told."""

    def __init__(self, slots, queue_length, seconds):
        self.here, self._seconds = Clients(slots, 0, queue_length), seconds
        self._events: list[Any] = []
        self._count = 0
        # Those who wait, with when they came.
        self._waiting: dict[Any, float] = {}
        self.refused: Counter[Any] = Counter()
        self.waited: dict[Any, float] = {}

    def at(self, time, act, *arguments):
        self._count += 1
        # A run that ends in the same moment makes room.
        order = (round(time, 6), act == self.ask, self._count)
        heapq.heappush(self._events, (order, act, arguments))

    def ask(self, client, name, came=None):
        came = self.here.now if came is None else came
        try:
            self.here.ask(client, name)
        except Busy as error:
            self.refused[name] += 1
            back = self.here.now + math.ceil(error.retry_after)
            self.at(back, self.ask, client, name, came)
            return
        self._waiting[name] = came
        self._look()

    def end(self, name):
        self.here.let_go(name)
        self._look()

    def _look(self):
        """Begin the runs that have been called."""
        places = self.here.places
        for name in [name for name in self._waiting if places[name].called.is_set()]:
            self.waited[name] = self.here.now - self._waiting.pop(name)
            self.at(self.here.now + self._seconds, self.end, name)

    def go_on(self, until=math.inf):
        while self._events and self._events[0][0][0] <= until:
            (self.here.now, *_), act, arguments = heapq.heappop(self._events)
            act(*arguments)

    def of(self, who):
        """How long each of those waited, none of whom was ever refused."""
        assert not any(name.startswith(who) for name in self.refused)
        return [waited for name, waited in self.waited.items() if name.startswith(who)]


def learned(slots, queue_length, seconds):
    """A crowd at a server that has seen how long runs take."""
    crowd = Crowd(slots, queue_length, seconds)
    for i in range(4):
        crowd.at(0, crowd.ask, "first", f"first {i}")
    return crowd
