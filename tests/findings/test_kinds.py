"""Each kind is found in the programs that have it, at its line, and in none that looks as if."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from server.findings.registry import DIAGNOSES
from tests.findings.programs import Positive, Programs, programs
from tests.page.questions import Page
from tests.sampling import by_day

# The findings of a program, and how it ended.
Reader = Callable[[str], tuple[Any, str]]

ALL = programs()
FEWEST = 5

POSITIVE = [(each.kind, name, case) for each in ALL for name, case in each.positive.items()]
NEGATIVE = [(each.kind, name, code) for each in ALL for name, code in each.negative.items()]


def names_of(cases: list[Any]) -> list[str]:
    return [f"{kind}: {name}" for kind, name, _ in cases]


@pytest.fixture(scope="module")
def found_in(document_of: Callable[[str], Any], page: Page) -> Reader:
    """The findings of a program, and how it ended."""

    def found_in(code: str) -> tuple[Any, str]:
        run = document_of(code)
        return page.ask("findings", run), run["outcome"]["kind"]

    return found_in


@pytest.mark.parametrize("one", by_day(POSITIVE, 2), ids=names_of(POSITIVE))
def test_a_kind_is_found_at_its_line_and_said_in_both_languages(
    found_in: Reader, one: tuple[str, str, Positive]
):
    kind, _, case = one
    told, _ = found_in(case.code)
    ours = [each for each in told if each["kind"] == kind]
    assert ours, [(each["kind"], each["line"]) for each in told]
    assert (ours[0]["line"], ours[0]["severity"]) == (case.line, case.severity)
    english, chinese = (" ".join(ours[0][language].values()) for language in ("en", "zh"))
    assert [part for part in case.says if part not in english] == [], english
    assert [part for part in case.zh if part not in chinese] == [], chinese
    for words in (english, chinese):
        assert not re.search(r"undefined|null\b|NaN of|\[object|  |line \?", words), words


@pytest.mark.parametrize("one", by_day(NEGATIVE, 4), ids=names_of(NEGATIVE))
def test_a_kind_is_not_found_where_it_only_looks_as_if(
    found_in: Reader, one: tuple[str, str, str]
):
    _, _, code = one
    told, ending = found_in(code)
    assert ending == "finished"
    assert [each["en"]["title"] for each in told if each["severity"] != "note"] == []


MENDED = [(kind, name, case) for kind, name, case in POSITIVE if case.fixed is not None]


@pytest.mark.parametrize("one", by_day(MENDED, 5), ids=names_of(MENDED))
def test_the_change_that_is_said_ends_the_finding(
    found_in: Reader, one: tuple[str, str, Positive]
):
    kind, _, case = one
    assert case.fixed is not None
    told, ending = found_in(case.fixed)
    assert ending == "finished"
    assert kind not in [each["kind"] for each in told if each["severity"] != "note"]


def test_each_kind_has_programs():
    assert sorted(each.kind for each in ALL) == sorted({each.kind for each in DIAGNOSES})


@pytest.mark.parametrize("each", ALL, ids=[each.kind for each in ALL])
def test_each_kind_has_enough_programs_of_both_sorts(each: Programs):
    assert min(len(each.positive), len(each.negative)) >= FEWEST
