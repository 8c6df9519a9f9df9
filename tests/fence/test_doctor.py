"""The self-test and the doctor: they see a hole when there is one."""

import re
from functools import partial

import pytest

from server.config import Config
from server.sandbox import doctor, sandbox, self_test, zygote_pool
from server.sandbox.isolation import ESSENTIAL, LAYERS
from tests.fence.births import run_first
from tests.fence.test_attacks import fenced
from tests.fence.test_memory import SHARED_MODULES
from tests.sampling import as_root


def test_behind_the_whole_fence_no_attempt_succeeds():
    with fenced() as place:
        assert self_test.succeeded(place._choice[0], Config()) == []


# What the self-test must name when only this layer is away. Without its rights given up, a process
# may enter the filter only where it has a namespace of its own; elsewhere no run comes to its code.
SEEN = {
    "seccomp": "make memory executable",
    "rlimits": "take more memory than its limit",
    "descriptors": "use what its parent has open",
    "rights": "gain rights or be debugged|could not start a process",
    "memory": "change memory that later runs read",
}


@pytest.mark.parametrize("layer", as_root(sorted(ESSENTIAL), 3))
def test_without_an_essential_layer_the_self_test_fails_and_names_what_succeeded(
    monkeypatch, layer
):
    with fenced():
        pass  # skips where there is no strong fence at all
    if layer == "memory":
        run_first(monkeypatch, SHARED_MODULES)
    monkeypatch.setattr(zygote_pool, "Strong", partial(zygote_pool.Strong, without=(layer,)))
    fence, why = sandbox._best_fence(Config())
    assert fence.strength == "timed"
    assert re.search(SEEN[layer], why)
    lines, strong_here = doctor.report(Config())
    assert not strong_here
    assert re.search(SEEN[layer], "\n".join(lines))


@pytest.mark.parametrize("layer", sorted(set(LAYERS) - ESSENTIAL))
def test_without_another_layer_no_attempt_succeeds(layer):
    with fenced(layer) as place:
        assert self_test.succeeded(place._choice[0], Config()) == []


def test_every_attempt_succeeds_where_there_is_no_fence():
    """But for those that need rights which no server's user has, or memory that runs share."""
    with fenced(*LAYERS) as place:
        holes = self_test.succeeded(place._choice[0], Config())
    assert set(self_test.ATTEMPTS) - set(holes) <= {
        "raise its own limits", "trace another process", "change memory that later runs read",
    }  # fmt: skip


def test_a_self_test_that_cannot_run_proves_nothing(monkeypatch):
    monkeypatch.setattr(self_test, "_SCRIPT", "raise ValueError  # {more} {attempts} {earlier}")
    with fenced() as place, pytest.raises(self_test.Unproven, match="ValueError"):
        self_test.succeeded(place._choice[0], Config())


@pytest.mark.parametrize("said", ["'nothing'", "1", "[1]", "[]"])
def test_a_self_test_that_says_something_else_proves_nothing(monkeypatch, said):
    monkeypatch.setattr(self_test, "_SCRIPT", f"print({said})  # {{more}} {{attempts}} {{earlier}}")
    with fenced() as place, pytest.raises(self_test.Unproven, match="understood"):
        self_test.succeeded(place._choice[0], Config())


def test_a_fence_with_a_hole_is_not_used(monkeypatch):
    with fenced():
        pass  # skips where there is no strong fence at all
    attempts = self_test.ATTEMPTS | {"count to two": "False"}
    monkeypatch.setattr(self_test, "ATTEMPTS", attempts)
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
    assert all(attempt in told for attempt in self_test.ATTEMPTS)


def test_the_doctor_says_what_is_lacking(monkeypatch):
    def unfenced(config):
        raise zygote_pool.Unfenced("There is no seccomp in this kernel.")

    monkeypatch.setattr(zygote_pool, "Strong", unfenced)
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
