"""The self-test and the doctor: they see a hole when there is one."""

import pytest

from server.config import Config
from server.sandbox import doctor, prove, sandbox, strong
from server.sandbox.confine import LAYERS
from server.sandbox.timed import Timed
from tests.fence.test_attacks import fenced


def test_behind_the_whole_fence_no_attempt_succeeds():
    with fenced() as place:
        assert prove.succeeded(place._choice[0], Config()) == []


def test_without_the_list_of_system_calls_some_attempts_succeed():
    with fenced("seccomp") as place:
        holes = prove.succeeded(place._choice[0], Config())
    assert {"make memory executable", "open a network socket"} <= set(holes)


def test_every_attempt_succeeds_somewhere_or_is_one_that_only_rights_allow():
    holes = set(prove.succeeded(Timed(Config()), Config()))
    assert {"open a file", "look whether a file is there", "open a socket of this machine"} <= holes


def test_a_self_test_that_cannot_run_proves_nothing(monkeypatch):
    monkeypatch.setattr(prove, "_SCRIPT", "raise ValueError  # {room} {attempts}")
    with fenced() as place, pytest.raises(prove.Unproven, match="ValueError"):
        prove.succeeded(place._choice[0], Config())


def test_a_fence_with_a_hole_is_not_used(monkeypatch):
    with fenced():
        pass  # skips where there is no strong fence at all
    attempts = prove.ATTEMPTS | {"count to two": "False"}
    monkeypatch.setattr(prove, "ATTEMPTS", attempts)
    fence, why = sandbox._best_fence(Config())
    assert fence.strength == "timed"
    assert "count to two" in why


def test_the_doctor_names_every_layer_and_every_attempt():
    with fenced():
        pass
    lines, strong_here = doctor.report(Config())
    told = "\n".join(lines)
    assert strong_here
    assert all(layer in told for layer in LAYERS)
    assert all(attempt in told for attempt in prove.ATTEMPTS)


def test_the_doctor_says_what_is_lacking(monkeypatch):
    def unfenced(config):
        raise strong.Unfenced("There is no seccomp in this kernel.")

    monkeypatch.setattr(strong, "Strong", unfenced)
    lines, strong_here = doctor.report(Config())
    assert not strong_here
    assert "There is no seccomp in this kernel." in lines
    assert "not isolated" in lines[-1]


def test_on_another_system_the_doctor_says_that_it_needs_linux(monkeypatch):
    monkeypatch.setattr(doctor.sys, "platform", "darwin")
    lines, strong_here = doctor.report(Config())
    assert not strong_here
    assert "needs Linux" in lines[0]
    assert sandbox._best_fence(Config())[0].strength == "timed"
