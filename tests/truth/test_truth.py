"""What the page says is true: every sentence, explanation and fix, held against the tape alone."""

import json
from functools import cache

import pytest

from server.config import Config
from server.run import to_json
from server.sandbox import Sandbox
from tests.truth.checker import check
from tests.truth.corpus import CASES, LESSONS, MENDED, MISTAKES, SAMPLE, SUITE
from tests.truth.page import Page
from tests.truth.moment import WORKED
from tests.web.runs import run_here

JUDGED = {**LESSONS, **CASES, **MISTAKES, **SAMPLE}


@pytest.fixture(scope="module")
def judge():
    """Judges a program: the problems of what the page says of it, and what is true."""
    config = Config()
    sandbox = Sandbox(config)
    with Page() as page:

        @cache
        def judged(name, code):
            run = json.loads(json.dumps(to_json(run_here(sandbox, code, 0, config))))
            return check(run, page.says(run), name)

        yield judged
    sandbox.close()


def problems_of(judge, name, code):
    """The problems of a program, in words."""
    problems, _ = judge(name, code)
    return [str(one) for one in problems]


@pytest.mark.parametrize("name", JUDGED)
def test_what_the_page_says_of_a_program_is_true(judge, name):
    assert problems_of(judge, name, JUDGED[name]) == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", [*MENDED, *SUITE])
def test_what_the_page_says_of_any_program_is_true(judge, name):
    assert problems_of(judge, name, {**MENDED, **SUITE}[name]) == []


def test_most_formulas_are_worked_out(judge):
    """One that cannot be worked out is held only to its names: few may be such."""
    WORKED.clear()
    for name in list(LESSONS)[15:30]:
        judge.__wrapped__(name, LESSONS[name])
    assert WORKED[True] > 300
    assert WORKED[True] / WORKED.total() > 0.8
