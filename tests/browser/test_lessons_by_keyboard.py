"""Every lesson from its first moment to its last, in both languages, with no pointer."""

import json
import os
import re
from pathlib import Path

import pytest

from server.examples import index
from tests.sampling import by_day

GOLDENS = Path(__file__).parents[1] / "golden" / "accessibility"
# What a reader of the screen is told of a lesson, each part by what it is.
PARTS = {"boxes": "#mirror", "story": "#story", "steps": ".transport"}
READ = ["accumulate", "diamond", "backward_twice"]
LESSONS = [lesson for lesson in index() if lesson["moments"]]
SHARES = 8


def title(lesson):
    return lesson["title"]["en"]


def is_told(visit, moment):
    """The moment's own sentence and the step's, in English and then in 中文."""
    page = visit.page
    for language in ("en", "zh"):
        assert page.locator(".story-now").inner_text() == moment["words"][language]
        said = page.locator("#caption").inner_text()
        assert said.strip() and not re.search(r"undefined|\[object|\{\w+\}", said)
        if language == "zh":
            assert re.search("[一-鿿]|Error", said), said
        page.keyboard.press("l")


@pytest.mark.parametrize("share", by_day(range(SHARES), SHARES))
def test_every_lesson_is_walked_by_keyboard_alone(visit, share):
    visit.open()
    for lesson in LESSONS[share::SHARES]:
        visit.choose(title(lesson))
        assert visit.page.locator("#lesson-title").inner_text() == title(lesson)
        visit.page.keyboard.press("Home")
        for moment in lesson["moments"]:
            visit.page.keyboard.press("m")
            is_told(visit, moment)
    assert visit.complaints == []


@pytest.mark.parametrize("name", by_day(READ, 3))
def test_what_a_screen_reader_is_told_of_a_lesson_is_as_recorded(visit, name):
    lesson = next(lesson for lesson in LESSONS if lesson["id"] == name)
    visit.open().choose(title(lesson))
    page = visit.page
    page.locator("#mirror [tabindex='0']").focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    told = {part: page.locator(where).aria_snapshot() for part, where in PARTS.items()}
    golden = GOLDENS / f"{name}.json"
    if os.environ.get("RECORD_GOLDENS"):  # then read what changed
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")
    assert told == json.loads(golden.read_text("utf-8"))
