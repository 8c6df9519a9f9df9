"""Every lesson of the gallery prints under our engine what it prints under torch."""

import json
from pathlib import Path

import pytest

from tests.engine import runner
from tests.engine.oracle import ask

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "server" / "examples").glob("[0-9]*.py"))
PROGRAMS = [(file.stem, file.read_text(encoding="utf-8")) for file in FILES]
GOLDEN = json.loads((ROOT / "tests" / "golden" / "examples.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def printed():
    names = [name for name, _ in PROGRAMS]
    return dict(zip(names, runner.ours(PROGRAMS), strict=True))


@pytest.mark.parametrize("name", [name for name, _ in PROGRAMS])
def test_a_lesson_prints_as_recorded_from_torch(printed, name):
    assert printed[name] == GOLDEN[name]


def test_the_recording_is_what_torch_prints_now():
    assert dict(zip(GOLDEN, ask("outputs", PROGRAMS), strict=True)) == GOLDEN


@pytest.mark.parametrize("name,source", PROGRAMS)
def test_a_lesson_opens_with_its_title(name, source):
    first = source.splitlines()[0]
    assert first.startswith("# ") and len(first) > 4


def test_the_first_lesson_adds_up_to_0_4(printed):
    name, source = PROGRAMS[0]
    shown = [line for line in printed[name] if line.startswith("tensor([")]
    assert shown[1:3] == [
        "tensor([ 0.2000,  2.0000, 20.0000])",
        "tensor([ 0.4000,  4.0000, 40.0000])",
    ]
