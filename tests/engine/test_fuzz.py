"""Random programs print the same under our engine and under real torch.

A few dozen are run each time; `pytest -m nightly tests/engine/test_fuzz.py` runs three times as
many and 10,000 new ones, or with FUZZ_SEED=7 in the environment the same 10,000 again. What differs
is made as short as it can be: by Hypothesis, or statement by statement.
"""

import os
import re
import secrets

import pytest
from hypothesis import HealthCheck, Phase, given

from tests.engine import fuzz
from tests.engine.runner import side_by_side
from tests.engine.wide import programs as wide
from tests.sampling import examples

MANY = 10_000
TOGETHER = 100  # programs that go to an engine at once
SHOWN = 10  # of the programs that differ
SEARCH = {
    "derandomize": True, "database": None, "phases": [Phase.generate, Phase.shrink],
    "suppress_health_check": list(HealthCheck),
}  # fmt: skip


def told(source, ours, theirs) -> str:
    """A program and what it prints under both engines."""
    return "\n".join([source.removeprefix(fuzz.HEAD), "OURS", *ours, "TORCH", *theirs])


@examples(60, **SEARCH)
@given(source=fuzz.programs())
def test_a_random_program_prints_what_torch_prints(engines, source):
    (ours,), (theirs,) = side_by_side(engines, [source])
    assert fuzz.same(source, ours, theirs, engines[1]), told(source, ours, theirs)


def test_most_random_programs_make_sense_and_reach_a_gradient(engines):
    sources = fuzz.drawn(100, 1)
    outputs = engines[0].many(sources)
    statements = sum(source.count("try:\n") - source.count('state("') for source in sources)
    refused = sum(bool(re.match(r"\w+Error: ", line)) for lines in outputs for line in lines)
    reaching = sum(any(line.startswith(("  grad tensor", "(tensor(")) for line in lines)
                   for lines in outputs)
    assert len(set(sources)) == 100 and statements > 750
    assert refused < statements / 3 and reaching > 100 / 3


def test_a_number_may_differ_as_far_as_a_rounding_of_the_data_moves_it(engines):
    lines = ["v0 = torch.tensor([2.0, 0.25], dtype=torch.float64)", "v1 = (v0 * {}).cos()",
             "print(v1)"]
    for times, allowed in ((1e15, True), (1e3, False)):
        source = fuzz.HEAD + "\n".join(lines).format(times)
        (printed,) = engines[1].lines(source)
        first, second = re.findall(r"[-+]?\d\.\d{4}", printed)
        other = printed.replace(first, f"{float(first) * 0.99:.4f}")
        assert fuzz.same(source, [other], [printed], engines[1]) == allowed
        assert not fuzz.same(source, [printed.replace(second, "7.0000")], [printed], engines[1])


@examples(40, **SEARCH)
@given(source=wide.programs())
def test_a_random_program_of_all_chapters_prints_what_torch_prints(engines, source):
    (ours,), (theirs,) = side_by_side(engines, [source])
    assert wide.same(source, ours, theirs, engines[1]), told(source, ours, theirs)


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
        differing += [s for s, a, b in zip(batch, ours, theirs)
                      if not fuzz.same(s, a, b, engines[1])]

    def outputs(source):
        return [lines for (lines,) in side_by_side(engines, [source])]

    def differs(source):
        return not fuzz.same(source, *outputs(source), engines[1])

    reports = [told(source, *outputs(source))
               for source in (fuzz.shortest(each, differs) for each in differing[:SHOWN])]
    head = f"{len(differing)} of {MANY} differ, with FUZZ_SEED={number}:"
    assert not differing, "\n\n".join([head, *reports])
