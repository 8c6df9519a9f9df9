"""No correct program has a finding above a note, however suspicious it looks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.page.questions import Page
from tests.sampling import by_day

# Programs that do on purpose what elsewhere is a mistake: each trains, or asks for, what it means.
CORRECT = sorted((Path(__file__).parent / "correct").glob("*.py"))
FEWEST = 40


@pytest.mark.parametrize("path", by_day(CORRECT, 3), ids=[path.stem for path in CORRECT])
def test_a_correct_program_has_no_finding_above_a_note(
    document_of: Callable[[str], Any], page: Page, path: Path
):
    run = document_of(path.read_text("utf-8"))
    assert run["outcome"]["kind"] == "finished", run["outcome"]["sentence"]
    found: Any = page.ask("findings", run)
    grave = [each for each in found if each["severity"] != "note"]
    assert [(each["kind"], each["line"], each["en"]["title"]) for each in grave] == []


def test_there_are_enough_correct_programs():
    assert len(CORRECT) >= FEWEST
