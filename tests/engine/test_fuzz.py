"""Random programs print the same under our engine and under real torch.

A few dozen are run each time; `pytest -m nightly tests/engine/test_fuzz.py` runs 10,000 new ones,
or with FUZZ_SEED=7 in the environment the same 10,000 again. What differs is made as short as it
can be: by Hypothesis, or statement by statement.
"""

import os
import re
import secrets

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.engine import fuzz
from tests.engine.runner import side_by_side
from tests.engine.wide import programs as wide

MANY = 10_000
TOGETHER = 100  # programs that go to an engine at once
SHOWN = 10  # of the programs that differ


def told(source, ours, theirs) -> str:
    """A program and what it prints under both engines."""
    return "\n".join([source.removeprefix(fuzz.HEAD), "OURS", *ours, "TORCH", *theirs])


@settings(max_examples=60, derandomize=True, database=None, deadline=None,
          phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck))
@given(source=fuzz.programs())
def test_a_random_program_prints_what_torch_prints(engines, source):
    (ours,), (theirs,) = side_by_side(engines, [source])
    assert fuzz.alike(ours, theirs), told(source, ours, theirs)


def test_most_random_programs_make_sense_and_reach_a_gradient(engines):
    sources = fuzz.drawn(200, 1)
    outputs = engines[0].many(sources)
    statements = sum(source.count("try:\n") - source.count('state("') for source in sources)
    refused = sum(bool(re.match(r"\w+Error: ", line)) for lines in outputs for line in lines)
    reaching = sum(any(line.startswith(("  grad tensor", "(tensor(")) for line in lines)
                   for lines in outputs)
    assert len(set(sources)) == 200 and statements > 1500
    assert refused < statements / 3 and reaching > 200 / 3


@settings(max_examples=40, derandomize=True, database=None, deadline=None,
          phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck))
@given(source=wide.programs())
def test_a_random_program_of_all_chapters_prints_what_torch_prints(engines, source):
    (ours,), (theirs,) = side_by_side(engines, [source])
    assert wide.alike(source, ours, theirs), told(source, ours, theirs)


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_ten_thousand_random_programs_print_what_torch_prints(engines):
    number = int(os.environ.get("FUZZ_SEED") or secrets.randbelow(1 << 32))
    sources = fuzz.drawn(MANY, number)
    assert len(set(sources)) == MANY
    differing = []
    for first in range(0, MANY, TOGETHER):
        batch = sources[first:first + TOGETHER]
        ours, theirs = side_by_side(engines, batch)
        differing += [s for s, a, b in zip(batch, ours, theirs) if not fuzz.alike(a, b)]

    def outputs(source):
        return [lines for (lines,) in side_by_side(engines, [source])]

    reports = [told(source, *outputs(source)) for source in (
        fuzz.shortest(source, lambda s: not fuzz.alike(*outputs(s))) for source in differing[:SHOWN]
    )]
    head = f"{len(differing)} of {MANY} differ, with FUZZ_SEED={number}:"
    assert not differing, "\n\n".join([head, *reports])
