"""Variables by frame: what the tape says of them is what a debugger sees, line by line."""

import json

import pytest

from server.config import Config
from server.sandbox import Sandbox
from tests.web import debugger
from tests.web.frames import Fold, first_difference

PROGRAMS = sorted(debugger.PEOPLE.glob("*.py"))
CONFIG = Config(wall_seconds=60, cpu_seconds=60)


@pytest.fixture(scope="module")
def golden():
    return json.loads(debugger.GOLDEN.read_text("utf-8"))


@pytest.fixture(scope="module")
def events():
    """Runs code behind the fence; answers its events."""
    sandbox = Sandbox(CONFIG)

    def events(code, kind="finished"):
        outcome = sandbox.run(code, 0)
        assert outcome.kind == kind, outcome
        return outcome.events

    yield events
    sandbox.close()


def changes(events):
    """What changed on each line, in the form of the debugger's."""
    fold = Fold()
    for event in events:
        fold.take(event)
    return json.loads(json.dumps(fold.changes))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_variables_are_what_a_debugger_sees_under_torch_at_each_line(path, events, golden):
    told = events(path.read_text("utf-8"))
    assert first_difference(changes(told), golden[path.stem]) is None


def test_a_value_that_is_wrong_or_missing_is_found(events, golden):
    told = events((debugger.PEOPLE / "closures.py").read_text("utf-8"))
    values = [i for i, event in enumerate(told)
              if event["kind"] == "value" and event["frame"] == 0]
    for i in values[::4]:
        other = told[i] | {"text": "other", "type": "str"}
        for forged in ([*told[:i], other, *told[i + 1:]], [*told[:i], *told[i + 1:]]):
            assert first_difference(changes(forged), golden["closures"]) is not None


@pytest.mark.nightly
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_golden_file_is_what_torch_says_today(path, golden):
    torch = pytest.importorskip("torch")
    found = json.loads(json.dumps(debugger.changes_of(path.read_text("utf-8"), torch)))
    assert found == golden[path.stem]
