"""Who runs next: a bounded line, a fair turn for each client, a lane for long runs."""

import threading
import time
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.sandbox import Busy
from server.sandbox.scheduler import Turns


class Clients:
    """Asks for places from threads, and lets each go when told to."""

    def __init__(self, turns):
        self.turns, self.order, self.places = turns, [], {}
        self._let_go, self._threads = {}, []

    def ask(self, client, name):
        """Ask in a thread; the place is there when `name` is in `places`."""
        asked = threading.Event()
        self._let_go[name] = threading.Event()

        def hold():
            asked.set()
            with self.turns.place(client) as place:
                self.order.append(name)
                self.places[name] = place
                self._let_go[name].wait()

        self._threads.append(threading.Thread(target=hold))
        self._threads[-1].start()
        asked.wait()
        self.settle(len(self._threads))

    def settle(self, threads):
        """Wait until each of so many threads has a place, waits for one, or is done."""
        while True:
            with self.turns._lock:
                waiting = sum(map(len, self.turns._waiting.values()))
            done = sum(not thread.is_alive() for thread in self._threads)
            if waiting + len(self.places) + done >= threads:
                return
            time.sleep(0.001)

    def let_go(self, name):
        before = len(self.order)
        with self.turns._lock:
            expected = before + bool(self.turns._waiting)
        self.places.pop(name)
        self._let_go[name].set()
        while len(self.order) < expected:
            time.sleep(0.001)

    def close(self):
        for event in self._let_go.values():
            event.set()
        for thread in self._threads:
            thread.join()


@pytest.fixture
def clients():
    made = []

    def clients(*arguments):
        made.append(Clients(Turns(*arguments)))
        return made[-1]

    yield clients
    for each in made:
        each.close()


def test_runs_go_on_at_once_up_to_the_slots(clients):
    here = clients(2, 2, 4)
    for name in "abc":
        here.ask(name, name)
    assert here.order == ["a", "b"]
    here.let_go("a")
    assert here.order == ["a", "b", "c"]


def test_those_who_wait_have_turns_whatever_number_one_of_them_brings(clients):
    here = clients(2, 0, 10)
    here.ask("other", "first")
    for i in range(4):
        here.ask("greedy", f"greedy {i}")
    here.ask("modest", "modest 0")
    here.let_go("greedy 0")
    here.let_go("greedy 1")
    assert here.order == ["first", "greedy 0", "greedy 1", "modest 0"]


def test_no_client_has_more_than_half_of_all_places(clients):
    here = clients(3, 1, 10)
    for i in range(3):
        here.ask("greedy", f"greedy {i}")
    assert here.order == ["greedy 0", "greedy 1"]
    here.ask("modest", "modest")
    assert here.order[-1] == "modest"


def test_a_long_run_makes_room_for_short_ones(clients):
    here = clients(1, 1, 4)
    here.ask("a", "long")
    here.ask("b", "short")
    assert here.order == ["long"]
    here.places["long"].lengthen()
    here.settle(2)
    assert here.places.keys() == {"long", "short"} or here.order[-1] == "short"


def test_where_the_lane_for_long_runs_is_full_a_run_keeps_its_slot():
    turns = Turns(2, 1, 0)
    with turns.place("a") as first, turns.place("b") as second:
        first.lengthen()
        first.lengthen()
        second.lengthen()
        assert (first.long, second.long) == (True, False)
        assert turns._free == 1


def test_a_full_line_refuses(clients):
    here = clients(1, 0, 2)
    here.ask("a", "running")
    here.ask("b", "waiting 1")
    here.ask("c", "waiting 2")
    with pytest.raises(Busy), here.turns.place("d"):
        pass


def test_no_client_has_more_than_half_of_the_line(clients):
    here = clients(1, 0, 4)
    here.ask("a", "running")
    here.ask("b", "waiting 1")
    here.ask("b", "waiting 2")
    with pytest.raises(Busy), here.turns.place("b"):
        pass
    here.ask("c", "waiting 3")


def test_a_run_that_fails_gives_its_place_back():
    turns = Turns(1, 0, 0)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), turns.place("a"):
            raise ZeroDivisionError
    with turns.place("a"):
        pass


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=30))
def test_places_are_never_lost_or_made(steps):
    turns = Turns(3, 2, 0)
    with ExitStack() as stack:
        for client, long in steps:
            try:
                place = stack.enter_context(turns.place(client))
            except Busy:
                continue
            if long:
                place.lengthen()
            assert turns._free >= 0
            assert turns._free_long >= 0
            assert max(turns._running.values()) <= 2
    assert (turns._free, turns._free_long, turns._running) == (3, 2, {})
