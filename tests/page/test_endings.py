"""Every sentence with which the server ends a run has its Chinese, with the same numbers."""

import json
import re
from dataclasses import replace

import pytest

from server.config import Config
from server.document.run import to_json
from server.sandbox import outcome
from tests.web import tapes
from tests.web.test_run import run_of

LIMITS = ("wall", "cpu", "memory", "output", "events", "user")
ENDS = {
    **{limit: outcome.stop(limit, Config()) for limit in LIMITS},
    **{f"{limit} at a line": outcome.stop(limit, Config(), 7) for limit in LIMITS},
    "by itself": outcome.death(None), "by a signal": outcome.death(11),
    "forged": outcome.FORGED, "lost": outcome.LOST, "unable": outcome.UNABLE,
}  # fmt: skip


def endings(page, kind, sentence):
    run = run_of(tapes.diamond())
    ended = replace(run, outcome=replace(run.outcome, kind=kind, sentence=sentence))
    return page.ask("ending", json.loads(json.dumps(to_json(ended))))


@pytest.mark.parametrize("name", ENDS)
def test_an_ending_is_said_in_chinese_with_its_numbers(page, name):
    en, zh = endings(page, "died", ENDS[name])
    assert en == ENDS[name]
    assert not re.search("[A-Za-z]{2,}", re.sub(r"MB|`tapescope doctor`|（.*?）", "", zh))
    assert re.findall(r"\d[\d,.]*", zh) == re.findall(r"\d[\d,.]*", en)


def test_an_exception_keeps_pythons_words(page):
    en, zh = endings(page, "failed", "Line 3: ValueError: no")
    assert (en, zh) == ("Line 3: ValueError: no", "第 3 行：ValueError: no")


def test_a_run_that_finished_has_no_ending(page):
    assert endings(page, "finished", None) == [None, None]
