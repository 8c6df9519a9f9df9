"""The lessons as the gallery tells them: complete in both languages, found on their own runs."""

import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest

from server import examples
from server.config import Config
from server.document.run import to_json
from server.export.thumbnail import sketch
from tests.web.runs import run_here

LESSONS = examples.index()
GROUPS = ["first", "sums", "paths", "errors", "trouble", "training", "deeper", "chinese"]
IDS = [lesson["id"] for lesson in LESSONS]


@pytest.fixture(scope="module")
def runs(sandbox):
    return {lesson["id"]: run_here(sandbox, lesson["code"], 0, Config()) for lesson in LESSONS}


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_a_lesson_says_everything_in_both_languages(lesson):
    said = [lesson["title"], lesson["story"], *(moment["words"] for moment in lesson["moments"])]
    for words in said:
        assert set(words) == {"en", "zh"}
        assert all(text == text.strip() and text for text in words.values())
        assert not any("\n" in text for text in words.values())
    for words in said[1:]:
        assert words["en"][-1] in ".?" and words["zh"][-1] in "。？"


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_a_lesson_has_two_to_five_moments_and_opens_at_one_of_them(lesson):
    assert 2 <= len(lesson["moments"]) <= 5
    assert 1 <= lesson["opens"] <= len(lesson["moments"])
    assert lesson["group"] in GROUPS


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_the_file_of_a_lesson_opens_with_its_title(lesson):
    first = lesson["code"].splitlines()[0].removeprefix("# ")
    assert first in lesson["title"].values()


def test_no_two_lessons_share_a_title_or_an_id():
    titles = Counter(title for lesson in LESSONS for title in set(lesson["title"].values()))
    assert [title for title, count in titles.items() if count > 1] == []
    assert len(set(IDS)) == len(IDS)


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_every_moment_is_an_event_of_the_lessons_own_run(lesson, runs, page):
    run = to_json(runs[lesson["id"]])
    placed = page.ask("moments", run, lesson=lesson)
    assert [each["number"] for each in placed] == [*range(1, len(lesson["moments"]) + 1)]
    events = [each["event"] for each in placed]
    stops = [each["stop"] for each in placed]
    assert stops == sorted(set(stops))
    for moment, event in zip(lesson["moments"], events, strict=True):
        assert run["events"][event]["kind"] == moment["kind"]


def test_a_run_of_other_code_has_no_marked_moments(runs, page):
    lesson, other = LESSONS[0], LESSONS[1]
    assert page.ask("moments", to_json(runs[other["id"]]), lesson=lesson) == []


@pytest.mark.parametrize("name", IDS)
def test_the_sketch_of_a_lesson_shows_the_boxes_of_its_richest_pass(name, runs):
    run = runs[name]
    drawn = ElementTree.fromstring(sketch(run))
    boxes = [part for part in drawn if part.tag.endswith("rect")]
    passes = [each for each in run.passes if each.call is not None] or run.passes
    assert len(boxes) == max(len(each.boxes) for each in passes)
    assert all(part.tag.endswith(("rect", "path")) for part in drawn)


def test_a_card_gets_its_picture_which_is_made_once(app, client):
    reply = client.get("/api/examples/diamond.svg")
    assert (reply.status_code, reply.mimetype) == (200, "image/svg+xml")
    assert ElementTree.fromstring(reply.text).tag.endswith("svg")
    counts = app.extensions["jobs"].jobs.counts
    made = counts.misses
    assert client.get("/api/examples/diamond.svg").text == reply.text
    assert counts.misses == made


def test_a_lesson_that_is_not_there_has_no_picture(client):
    reply = client.get("/api/examples/nothing.svg")
    assert (reply.status_code, reply.get_json()["error"]["code"]) == (404, "unknown_lesson")
