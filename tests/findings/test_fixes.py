"""Every fix of a finding works: the program runs to its end without it, and without others."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from server import pipeline
from server.document.finding import Finding
from server.findings import facts, trial
from server.findings.facts import Facts
from server.sandbox import Sandbox
from tests.findings.programs import programs
from tests.sampling import by_day

LESSONS = Path(__file__).parents[2] / "server" / "examples"

# The programs of all kinds, of which by day a sample is run, and all lessons.
CODES = {f"{each.kind}: {name}": case.code
         for each in programs() for name, case in each.positive.items()}
CODES |= {path.stem: path.read_text("utf-8") for path in sorted(LESSONS.glob("[0-9]*.py"))}

# Verb + object: the page and the command line put it where it fits.
PHRASE = re.compile(r"[a-z].*[^.]", re.DOTALL)

# Programs with a fix that does not do, and is not offered: another line of the program has the
# mistake as well, or the program has another one that comes to light then.
NOT_OFFERED = {
    "cut: a metric in a function",
    "stale-gradient: a GAN whose discriminator keeps the generator's gradient",
}

# What a program did, and what was found in it.
Did = Callable[[str], tuple[Sequence[Finding], Facts]]


@pytest.fixture(scope="module")
def did(sandbox: Sandbox) -> Did:
    """Run a program, once."""

    @cache
    def did(code: str) -> tuple[Sequence[Finding], Facts]:
        outcome = sandbox.run(code, 0)
        found = pipeline.diagnosed(code, outcome.events)
        return found, facts.facts_of(code, outcome.events, outcome.kind, outcome.status, found)

    return did


@pytest.mark.parametrize("name", by_day(CODES, 5))
def test_each_fix_ends_its_finding_and_brings_no_other(did: Did, name: str):
    code = CODES[name]
    found, before = did(code)
    failed = []
    for finding in found:
        for fix in trial.candidates(code, finding):
            assert PHRASE.fullmatch(fix.en) and not fix.zh.endswith("。"), fix
            _, after = did(fix.code)
            if trial.outcome(before, after, facts.brief(finding)) is None:
                failed.append((finding.kind, fix.en, after.ended, after.findings))
    assert bool(failed) == (name in NOT_OFFERED), failed
