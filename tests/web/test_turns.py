"""Who runs next: a bounded line, fair turns at each level of a name, a lane for long runs."""

import threading
from contextlib import ExitStack
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.sandbox import Busy, HungUp
from server.sandbox.scheduler import Turns
from server.sandbox.waiting_line import share
from tests.web.crowds import Clients


def test_runs_go_on_at_once_up_to_the_slots():
    here = Clients(2, 2, 4)
    for name in "abc":
        here.ask(name, name)
    assert here.running == ["a", "b"]
    here.let_go("a")
    assert here.running == ["b", "c"]


def test_those_who_wait_have_turns_whatever_number_one_of_them_brings():
    here = Clients(2, 0, 10)
    here.ask("other", "first")
    here.ask("greedy", *(f"greedy {i}" for i in range(4)))
    here.ask("modest", "modest")
    assert here.running == ["first", "greedy 0"]
    here.let_go("greedy 0")
    assert here.running == ["first", "greedy 1"]
    here.let_go("greedy 1")
    assert here.running == ["first", "modest"]


def test_the_names_in_a_network_take_turns_and_so_do_the_members_of_a_room():
    here = Clients(1, 0, 100)
    here.ask("other", "running")
    for i in range(3):
        here.ask(("school", "room", "greedy"), f"greedy {i}")
    here.ask(("school", "room", "modest"), "modest")
    here.ask(("school", "other room", "else"), "else 0", "else 1")
    here.ask(("home", ""), "home")
    expected = ["greedy 0", "home", "else 0", "modest", "else 1", "greedy 1", "greedy 2"]
    assert here.numbers() == expected
    assert here.order() == expected


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(*[st.sampled_from("ab")] * 3), max_size=12))
def test_the_place_in_the_line_is_the_order_of_the_calls(clients):
    here = Clients(2, 0, 100)
    here.ask("first", "first")
    here.ask("second", "second")
    for number, client in enumerate(clients):
        here.ask(client, number)
    numbers = here.numbers()
    # One client alone may be held back when it has as many slots as it may have.
    assert sorted(numbers) == list(range(len(clients)))
    here.let_go("first")
    assert here.running[1:] == numbers[:1]


def test_no_client_has_more_than_half_of_all_places():
    here = Clients(3, 1, 10)
    here.ask("greedy", "greedy 0", "greedy 1", "greedy 2")
    assert here.running == ["greedy 0", "greedy 1"]
    here.ask("modest", "modest")
    assert here.running[-1] == "modest"


def test_a_long_run_makes_room_for_short_ones():
    here = Clients(1, 1, 4)
    here.ask("a", "long")
    here.ask("b", "short")
    assert here.running == ["long"]
    here.places["long"].lengthen()
    assert here.running == ["long", "short"]


def test_where_the_lane_for_long_runs_is_full_a_run_keeps_its_slot():
    turns = Turns(2, 1, 0)
    with turns.place("a") as first, turns.place("b") as second:
        first.lengthen()
        first.lengthen()
        second.lengthen()
        assert (first.long, second.long) == (True, False)
        assert turns._free == 1


def test_a_full_line_refuses():
    here = Clients(1, 0, 2)
    for name in "abc":
        here.ask(name, name)
    with pytest.raises(Busy) as refused:
        here.ask("d", "d")
    assert refused.value.place == 2


def test_no_client_has_more_than_half_of_the_line():
    here = Clients(1, 0, 4)
    here.ask("a", "running")
    here.ask("b", "waiting 1", "waiting 2")
    with pytest.raises(Busy):
        here.ask("b", "waiting 3")
    here.ask("c", "waiting 3")


def test_a_run_that_fails_gives_its_place_back():
    turns = Turns(1, 0, 0)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), turns.place("a"):
            raise ZeroDivisionError
    with turns.place("a"):
        pass


def test_a_run_waits_in_the_line_with_its_number_until_it_is_called():
    turns, queued = Turns(1, 0, 4), threading.Event()
    numbers: list[Any] = []
    runs: list[str] = []

    def keep(number):
        numbers.append(number)
        queued.set()

    def wait():
        with turns.place("b", queued=keep):
            runs.append("b")

    with turns.place("a"):
        waiting = threading.Thread(target=wait)
        waiting.start()
        queued.wait()
        assert numbers[0]() == 1
        assert runs == []
    waiting.join()
    assert numbers[0]() is None
    assert runs == ["b"]


def test_who_hangs_up_leaves_the_line():
    turns = Turns(1, 0, 1)
    with turns.place("a"):
        for _ in range(2):
            with pytest.raises(HungUp), turns.place("b", lambda: True):
                pass
    assert (len(turns._line), turns._waiting, turns._running) == (0, {}, {})


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=20))
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
            assert max(turns._running.values()) <= 3
    assert (turns._free, turns._free_long, turns._running) == (3, 2, {})


@pytest.mark.parametrize("total", range(2, 40))
def test_beside_each_network_there_is_room_for_another(total):
    assert share(total, ("a",)) < total
    shares = [share(total, tuple("abc"[:depth])) for depth in (1, 2, 3)]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] >= 1
