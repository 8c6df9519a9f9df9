"""The same program, run by our engine and by torch, prints the same: one small program per topic.

A program that our engine does not print as torch does yet stands in `pending.txt`. One that prints
right must leave that list: `python -m tests.engine.record pending` writes it anew.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.engine import runner
from tests.engine.oracle import ask, mkl_draws

pytestmark = pytest.mark.timeout(900)  # all programs run before the first is looked at
HERE = Path(__file__).parent
FILES = sorted((HERE / "programs").glob("*.py"))
PROGRAMS = [(file.stem, file.read_text(encoding="utf-8")) for file in FILES]
GOLDEN = json.loads((HERE.parent / "golden" / "programs.json").read_text(encoding="utf-8"))
PENDING = set((HERE / "pending.txt").read_text(encoding="utf-8").split())
MKL = ("dropout", "bernoulli", "exponential", "multinomial", "Categorical")  # other on Intel


@pytest.fixture(scope="module")
def torchs():
    """What torch prints, once it has: it is asked while our engine runs."""
    with ThreadPoolExecutor(1) as thread:
        yield thread.submit(ask, "outputs", PROGRAMS)


@pytest.fixture(scope="module")
def printed(torchs):
    names = [name for name, _ in PROGRAMS]
    return dict(zip(names, runner.ours(PROGRAMS), strict=True))


def marked(name: str):
    marks = pytest.mark.xfail(strict=True, reason="pending") if name in PENDING else ()
    return pytest.param(name, marks=marks)


@pytest.mark.parametrize("name", [marked(name) for name, _ in PROGRAMS])
def test_a_program_prints_as_recorded_from_torch(printed, name):
    assert printed[name] == GOLDEN[name]


def test_the_recording_is_what_torch_prints_now(torchs):
    answers = zip(PROGRAMS, torchs.result(), strict=True)
    changed = [
        name
        for (name, source), lines in answers
        if lines != GOLDEN[name] and not (mkl_draws() and any(word in source for word in MKL))
    ]
    assert changed == []


def test_every_program_runs_to_its_end():
    assert [name for name, lines in GOLDEN.items() if lines and runner.UNREACHED in lines[-1]] == []


def test_every_program_is_recorded_and_every_pending_one_exists():
    names = {name for name, _ in PROGRAMS}
    assert set(GOLDEN) == names and names >= PENDING
