"""Random programs print the same under our engine and under real torch.

A few dozen are run each time; `pytest -m nightly tests/engine/test_fuzz.py` runs 10,000 new ones.
What differs is shrunk by Hypothesis to the shortest program that does.
"""

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.engine import fuzz

ALL = {
    "database": None, "deadline": None, "phases": [Phase.generate, Phase.shrink],
    "suppress_health_check": list(HealthCheck),
}  # fmt: skip


def compare(engines, source):
    ours, theirs = (engine.lines(source) for engine in engines)
    assert fuzz.alike(ours, theirs), "\n".join([source, "OURS", *ours, "TORCH", *theirs])


@settings(max_examples=60, derandomize=True, **ALL)
@given(source=fuzz.programs())
def test_a_random_program_prints_what_torch_prints(engines, source):
    compare(engines, source)


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@settings(max_examples=10_000, **ALL)
@given(source=fuzz.programs())
def test_ten_thousand_random_programs_print_what_torch_prints(engines, source):
    compare(engines, source)
