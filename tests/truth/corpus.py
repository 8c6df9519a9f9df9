"""The programs whose sentences are judged: lessons, cases, mistakes, and programs of the suite."""

from __future__ import annotations

from pathlib import Path

from tests.findings.programs import programs
from tests.web.explained import ERRORS, SURPRISES

ROOT = Path(__file__).parents[2]


def read(folder: str) -> dict[str, str]:
    """The programs in a folder, by name."""
    paths = sorted((ROOT / folder).glob("[!_]*.py"))
    return {f"{folder}/{path.name}": path.read_text("utf-8") for path in paths}


LESSONS = read("server/examples")
CASES = read("tests/truth/cases")
MISTAKES = {f"mistake: {name}": case.broken for name, case in {**ERRORS, **SURPRISES}.items()}
MENDED = {f"mended: {name}": case.fixed for name, case in {**ERRORS, **SURPRISES}.items()}
FOUND = {f"{each.kind}: {name}": case.code
         for each in programs() for name, case in each.positive.items()}
# The first program of each kind of finding.
FIRST_FOUND = {f"{each.kind}: {name}": each.positive[name].code
               for each in programs() for name in list(each.positive)[:1]}
SUITE = read("tests/engine/programs")
