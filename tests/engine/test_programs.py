"""The same program, run by our engine and by torch, prints the same: one small program per topic.

A program that our engine does not print as torch does yet stands in `pending.txt`. One that prints
right must leave that list: `python -m tests.engine.record pending` writes it anew.

Our engine runs all programs but a few long ones each time. Torch runs one program in eight again.
With `-m nightly` both run all.
"""

import json
import re
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from tests.engine import runner
from tests.engine.oracle import ask, mkl_draws
from tests.sampling import at_night

pytestmark = pytest.mark.timeout(900)  # all programs run before the first is looked at
HERE = Path(__file__).parent
FILES = sorted((HERE / "programs").glob("*.py"))
PROGRAMS = [(file.stem, file.read_text(encoding="utf-8")) for file in FILES]
GOLDEN = json.loads((HERE.parent / "golden" / "programs.json").read_text(encoding="utf-8"))
PENDING = set((HERE / "pending.txt").read_text(encoding="utf-8").split())
# Take a sixth of the time of all, for derivatives that test_derivatives holds, too. None of them
# gives a warning that comes once in a process.
LONG = {"linalg_wide_and_tall_factors", "grad_of_grad_of_grids", "gradcheck_of_every_kind"}
ONE_IN = 8  # programs that torch runs again by day
COUNTS_HOOKS = {"hooks_of_nodes_in_order"}  # prints how many hooks all programs have registered
WARNING = re.compile(r"\w+Warning: ")
MKL = ("dropout", "bernoulli", "exponential", "multinomial", "Categorical")  # other on Intel


@pytest.fixture(scope="module")
def printed():
    programs = [each for each in PROGRAMS if at_night() or each[0] not in LONG]
    names = [name for name, _ in programs]
    return dict(zip(names, runner.ours(programs), strict=True))


def marked(name: str):
    pending = [pytest.mark.xfail(strict=True, reason="pending")] * (name in PENDING)
    return pytest.param(name, marks=pending + [pytest.mark.nightly] * (name in LONG))


@pytest.mark.parametrize("name", [marked(name) for name, _ in PROGRAMS])
def test_a_program_prints_as_recorded_from_torch(printed, name):
    assert printed[name] == GOLDEN[name]


def changed(programs, is_as_recorded) -> list[str]:
    """The names of the programs that torch prints otherwise now."""
    return [
        name
        for (name, source), lines in zip(programs, ask("outputs", programs), strict=True)
        if not is_as_recorded(name, lines)
        if not (mkl_draws() and any(word in source for word in MKL))
    ]


def is_as_recorded_but_for_warnings(name: str, lines: list[str]) -> bool:
    """Whether lines are the recorded ones, or these with warnings between them.

    Torch gives some warnings once in a process, and all programs were recorded in one process.
    """
    changes = SequenceMatcher(None, GOLDEN[name], lines, autojunk=False).get_opcodes()
    return all(
        kind == "equal" or kind == "insert" and WARNING.match(lines[start])
        for kind, _, _, start, _ in changes
    )


def test_the_recording_of_a_sample_is_what_torch_prints_now():
    sample = [program for program in PROGRAMS[::ONE_IN] if program[0] not in COUNTS_HOOKS]
    assert changed(sample, is_as_recorded_but_for_warnings) == []


@pytest.mark.nightly
def test_the_recording_is_what_torch_prints_now():
    assert changed(PROGRAMS, lambda name, lines: lines == GOLDEN[name]) == []


def test_every_program_runs_to_its_end():
    assert [name for name, lines in GOLDEN.items() if lines and runner.UNREACHED in lines[-1]] == []


def test_every_program_is_recorded_and_every_pending_one_exists():
    names = {name for name, _ in PROGRAMS}
    assert set(GOLDEN) == names and names >= PENDING
