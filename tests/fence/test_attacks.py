"""Every attack is stopped; and where its layer alone stops it, taking that away lets it through."""

import os
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from server.config import Config
from server.sandbox import Sandbox
from server.sandbox.event_schema import is_event
from server.sandbox.isolation import ESSENTIAL, LAYERS
from server.sandbox.zygote_pool import Strong, Unfenced, Zygote
from tests.fence.attacks import PRELUDE, QUIET, Attack
from tests.fence.excesses import ENDERS, EXCESSES
from tests.fence.forgeries import FORGED, forging
from tests.sampling import as_root

CONFIG = Config(wall_seconds=2.5, cpu_seconds=1, memory_bytes=64 * 2**20, output_bytes=20_000,
                event_limit=2_000)  # fmt: skip
LESSON = "import torch\nprint(torch.ones(1))"


@contextmanager
def fenced(*without):
    """A sandbox behind the strong fence, or what is left of it."""
    try:
        fence = Strong(CONFIG, without)
    except Unfenced as error:
        assert not os.environ.get("CI"), error
        pytest.skip(str(error))
    place = Sandbox(CONFIG)
    place._chosen = fence, None
    try:
        yield place
    finally:
        place.close()


@pytest.fixture(scope="module")
def place():
    os.environ["TAPESCOPE_SECRET"] = "do not tell"
    with fenced() as place:
        yield place
    del os.environ["TAPESCOPE_SECRET"]


@pytest.fixture(scope="module")
def without():
    """Answers a sandbox that lacks one layer; skips where this machine lacks another already."""
    kept = {}

    def without(layer):
        if layer not in kept:
            manager = fenced(layer)
            kept[layer] = manager, manager.__enter__()
        lacking = [name for name, why in kept[layer][1]._chosen[0].layers.items() if why]
        if lacking != [layer]:
            pytest.skip(f"This machine lacks {', '.join(lacking)}.")
        return kept[layer][1]

    yield without
    for manager, _ in kept.values():
        manager.__exit__(None, None, None)


def escaped(place, attack):
    """Whether the attack got what it wanted. A process that died of it did not."""
    code = f"{PRELUDE}{attack.code}print('escaped' if escaped else 'held')\n"
    outcome = place.run(code)
    said = [event["text"] for event in outcome.events if event.get("how") == "print"]
    assert said in (["escaped\n"], ["held\n"]), outcome
    return said == ["escaped\n"]


def test_there_are_enough_attacks_and_each_names_a_layer():
    assert len(QUIET) + len(EXCESSES) + len(FORGED) >= 80
    assert len({attack.name for attack in QUIET + EXCESSES}) == len(QUIET) + len(EXCESSES)
    assert {attack.layer for attack in QUIET} <= set(LAYERS)
    assert {excess.layer for excess in EXCESSES} == ENDERS


@pytest.mark.parametrize("attack", as_root(QUIET, 3), ids=lambda attack: attack.name)
def test_an_attack_is_stopped(place, attack):
    assert not escaped(place, attack)


@pytest.mark.parametrize(
    "attack", as_root([each for each in QUIET if each.alone], 3), ids=lambda attack: attack.name
)
def test_without_its_layer_an_attack_meets_another_or_escapes(without, attack):
    assert escaped(without(attack.layer), attack) == (attack.alone == "escapes")


def test_the_database_of_shared_snippets_is_out_of_reach(place):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "shared.db")
        path.write_text("everybody's snippets")
        os.chmod(folder, 0o755)
        path.chmod(0o666)  # so that nothing but the fence can stop a run
        code = f"escaped = works('open', {bytes(path)!r}, 2)\n"
        attack = Attack("open the database", "seccomp", code, "held")
        assert not escaped(place, attack)
        with fenced("seccomp", "landlock") as open_place:
            assert escaped(open_place, attack)


@pytest.mark.parametrize("excess", as_root(EXCESSES, 3), ids=lambda excess: excess.name)
def test_a_run_that_takes_too_much_is_ended_and_the_next_one_runs(place, excess):
    outcome = place.run(excess.code)
    assert (outcome.kind, outcome.limit) in excess.ends
    assert (outcome.sentence is None) == (outcome.kind == "finished")
    assert all(map(is_event, outcome.events))
    assert place.run(LESSON).kind == "finished"


@pytest.mark.parametrize(
    "excess", [each for each in EXCESSES if each.alone], ids=lambda excess: excess.name
)
def test_without_its_layer_an_excess_meets_another(without, excess):
    outcome = without(excess.layer).run(excess.code)
    assert (outcome.kind, outcome.limit) == excess.alone


@pytest.mark.parametrize("what", FORGED)
def test_what_is_forged_in_a_runs_channel_is_not_believed(place, what):
    outcome = place.run("import torch\ntorch.ones(1)\nprint('true')\n" + forging(FORGED[what]))
    assert outcome.kind == "died"
    assert outcome.sentence.endswith(".")
    assert all(map(is_event, outcome.events))


@pytest.mark.parametrize("layer", sorted(ESSENTIAL))
def test_without_an_essential_layer_there_is_no_strong_fence(monkeypatch, layer):
    monkeypatch.setattr("server.sandbox.zygote_pool.LEFT_OUT", "a reason that does not count")
    with pytest.raises(Unfenced, match=layer):
        Strong(CONFIG, (layer,))


def test_a_process_that_cannot_enter_the_fence_runs_nothing():
    with fenced() as place:
        fence = place._choice[0]
        # No kernel has such a limit, so that setting it fails in the child.
        role = replace(fence._options.role, cpu_seconds="soon")
        broken = Zygote(replace(fence._options, role=role))
        fence._change(broken)
        outcome = place.run(LESSON)
        assert (outcome.kind, outcome.events) == ("died", [])
        assert "could not start" in outcome.sentence
