"""What the page says is true: every sentence, explanation and fix, held against the tape alone."""

import pytest

from tests.sampling import by_day
from tests.truth.corpus import CASES, FOUND, LESSONS, MENDED, MISTAKES, SUITE
from tests.truth.moment import WORKED
from tests.truth.written import TRIED

JUDGED = {**LESSONS, **CASES, **MISTAKES}


def problems_of(judge, name, code):
    """The problems of a program, in words."""
    problems, _ = judge.check(name, code)
    return [str(one) for one in problems]


@pytest.mark.parametrize("name", JUDGED)
def test_what_the_page_says_of_a_program_is_true(judge, name):
    assert problems_of(judge, name, JUDGED[name]) == []


@pytest.mark.parametrize("name", by_day(FOUND, 8))
def test_what_the_page_says_of_a_program_with_a_finding_is_true(judge, name):
    assert problems_of(judge, name, FOUND[name]) == []


@pytest.mark.parametrize("name", by_day(SUITE, 86))
def test_what_the_page_says_of_a_program_of_the_suite_is_true(judge, name):
    assert problems_of(judge, name, SUITE[name]) == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", MENDED)
def test_what_the_page_says_of_a_mended_program_is_true(judge, name):
    assert problems_of(judge, name, MENDED[name]) == []


@pytest.fixture(scope="module")
def counted(judge):
    """How many formulas of some lessons were worked out, and how many equations of them and of a
    case of layers; and how many were not."""
    WORKED.clear()
    TRIED.clear()
    for name in list(LESSONS)[15:30]:
        judge.check_anew(name, LESSONS[name])
    worked = WORKED.copy()
    layers = "tests/truth/cases/formulas_of_layers.py"
    judge.check_anew(layers, CASES[layers])
    return worked, TRIED.copy()


def test_most_formulas_are_worked_out(counted):
    """One that cannot be worked out is held only to its names: few may be such."""
    worked, _ = counted
    assert worked[True] > 300
    assert worked[True] / worked.total() > 0.8


def test_many_equations_of_the_inspector_are_worked_out(counted):
    """Those with functions and texts of their own are held to the numbers of their results."""
    _, tried = counted
    assert tried[True] > 300
    assert tried[True] / tried.total() > 0.9
