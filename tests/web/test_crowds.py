"""Nobody starves in a crowd, and who is refused is let in when told to come back."""

import pytest

from tests.web.crowds import Crowd, learned


@pytest.mark.parametrize("slots", [1, 2, 4])
@pytest.mark.parametrize("seconds", [0.1, 0.7, 3.0])
def test_who_comes_back_exactly_when_told_is_let_in(seconds, slots):
    crowd = learned(slots, 8, seconds)
    for client in range(25):
        crowd.at(60, crowd.ask, client, client)
    crowd.go_on()
    assert len(crowd.waited) == 29
    assert set(crowd.refused.values()) == {1}


@pytest.mark.parametrize("slots", [2, 4])
@pytest.mark.parametrize("seconds", [0.1, 0.7, 3.0])
def test_who_finds_only_the_own_share_full_is_let_in_when_told(seconds, slots):
    crowd = learned(slots, 8, seconds)
    for i in range(20):
        crowd.at(60, crowd.ask, "one", f"one {i}")
    crowd.go_on()
    assert set(crowd.refused.values()) == {1}


def test_a_client_that_asks_without_end_does_not_starve_a_modest_one():
    crowd = Crowd(2, 16, 0.1)
    for i in range(400):
        crowd.at(i * 0.01, crowd.ask, ("greedy", ""), f"greedy {i}")
    for i in range(5):
        crowd.at(1 + i / 2, crowd.ask, ("modest", ""), f"modest {i}")
    crowd.go_on(until=5)
    waited = crowd.of("modest")
    assert len(waited) == 5
    assert max(waited) <= 0.2


def test_a_thousand_invented_members_do_not_starve_a_class_elsewhere():
    crowd = Crowd(4, 192, 0.1)
    for i in range(1000):
        crowd.at(i * 0.004, crowd.ask, ("away", "theirs", i), f"invented {i}")
    for number in range(60):
        student = ("school", "ours", number)
        crowd.at(1 + number / 30, crowd.ask, student, f"student {number}")
    crowd.go_on(until=5)
    waited = crowd.of("student")
    assert len(waited) == 60
    assert max(waited) < 1.5


def test_a_room_of_invented_members_does_not_starve_another_room_of_the_same_network():
    crowd = Crowd(4, 192, 0.1)
    for i in range(600):
        crowd.at(i * 0.005, crowd.ask, ("school", "theirs", i % 300), f"invented {i}")
    for number in range(10):
        student = ("school", "ours", number)
        crowd.at(1 + number / 10, crowd.ask, student, f"student {number}")
    crowd.go_on(until=5)
    assert len(crowd.of("student")) == 10


def test_a_class_that_runs_in_the_same_moment_waits_and_is_not_refused():
    crowd = Crowd(4, 192, 0.1)
    for number in range(60):
        crowd.at(0, crowd.ask, ("school", "room", number), f"student {number}")
    crowd.go_on()
    assert len(crowd.of("student")) == 60
