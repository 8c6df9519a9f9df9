"""In lessons and programs of the suite nothing is found above a note but what was recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.findings.golden import ROOT, grave, paths, recorded
from tests.sampling import by_day

RECORDED = recorded()


@pytest.mark.parametrize("path", by_day(paths(), 64))
def test_nothing_else_is_found_than_was_recorded(document_of: Callable[[str], Any], path: str):
    run = document_of((ROOT / path).read_text("utf-8"))
    assert grave(run["findings"]) == RECORDED.get(path, [])


def test_what_was_recorded_is_of_programs_that_are_there():
    assert set(RECORDED) <= set(paths())
