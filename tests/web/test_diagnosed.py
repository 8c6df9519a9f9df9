"""What was explained wrongly once is explained rightly, in both languages, and the fix works."""

import re

import pytest

from tests.web.diagnosed import DIAGNOSES

# What no explanation may say of a line.
WRONG_LINE = re.compile(r"\bin line \d|line (null|undefined|\?)")


@pytest.fixture(scope="module")
def found_in(document_of, page):
    """The findings of a program, and how it ended."""

    def found_in(code):
        run = document_of(code)
        return page.ask("findings", run), run["outcome"]["kind"]

    return found_in


def words_of(finding, language):
    return " ".join(finding[language].values())


@pytest.mark.parametrize("name", DIAGNOSES)
def test_a_program_is_explained_by_what_is_on_its_tape(found_in, name):
    case = DIAGNOSES[name]
    found, _ = found_in(case.code)
    found = [each for each in found if each["severity"] != "note" or each["kind"] == case.id]
    if case.id is None:
        assert [words_of(each, "en") for each in found] == []
        return
    assert [each["kind"] for each in found] == [case.id]
    english, chinese = words_of(found[0], "en"), words_of(found[0], "zh")
    assert [part for part in case.says if part not in english] == [], english
    assert [part for part in case.zh if part not in chinese] == [], chinese
    assert [part for part in case.never if part in english or part in chinese] == [], english
    for words in (english, chinese):
        assert not WRONG_LINE.search(words), words
        assert not re.search(r"undefined|null\b|\[object|  ", words), words


@pytest.mark.parametrize("name", [name for name, case in DIAGNOSES.items() if case.fixed])
def test_the_change_that_is_said_works(found_in, name):
    found, ending = found_in(DIAGNOSES[name].fixed)
    assert ending == "finished"
    assert DIAGNOSES[name].id not in [each["kind"] for each in found]
