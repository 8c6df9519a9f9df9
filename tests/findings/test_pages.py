"""Each kind has a page, whose example is a program of its tests, with the words that it gets."""

from __future__ import annotations

import re
from typing import Any

import pytest

from server.findings.registry import DIAGNOSES
from tests.findings.pages import FOLDER, first_of, program_of, with_example
from tests.sampling import by_day

KINDS = list(dict.fromkeys(each.kind for each in DIAGNOSES))
LISTED = re.compile(r"\[`([a-z-]+)`\]\(findings/\1\.md\)")


def test_each_kind_has_a_page_and_a_place_in_the_list():
    assert sorted(path.stem for path in FOLDER.glob("*.md")) == sorted(KINDS)
    listed = LISTED.findall((FOLDER.parent / "findings.md").read_text("utf-8"))
    assert sorted(listed) == sorted(KINDS)


@pytest.mark.parametrize("kind", by_day(KINDS, 3))
def test_the_example_of_a_page_is_what_is_said_of_it(sandbox: Any, kind: str):
    page = (FOLDER / f"{kind}.md").read_text("utf-8")
    case = program_of(kind, page)
    assert with_example(page, kind, case, first_of(kind, case.code, sandbox)) == page
