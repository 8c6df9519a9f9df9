"""The kinds of jobs, with what their answers say."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import orjson

from server.classroom.errors import Refused
from server.classroom.questions import Question
from server.classroom.room_parts import question_of
from server.export.render_types import Wish
from server.jobs.job import Answer, Job
from server.sandbox.protocol import Sought
from server.workers.fixes import MOST_FIXES

# How many programs a job of a kind runs at most, where that is more than one.
MOST_PROGRAMS = {"fixes": 1 + MOST_FIXES, "question": 0}


def document(code: str, seed: int | None) -> Job:
    """The run document of a program. Its answer has that, as JSON."""
    return Job("document", code, seed)


def export(
    code: str, seed: int | None, form: str, wish: Wish, title: str | None, story: str | None
) -> Job:
    """A run as a file of a form (server/export/formats.py). Its answer has the file."""
    asked = {"form": form, "wish": asdict(wish), "title": title, "story": story}
    return Job("export", code, seed, asked)


def card(code: str, seed: int | None, wish: Wish) -> Job:
    """A moment as a card for sites that unfold a link. Its answer has the PNG."""
    return Job("card", code, seed, {"wish": asdict(wish)})


def sketch(code: str, seed: int | None) -> Job:
    """A run as a sketch for the gallery. Its answer has the SVG."""
    return Job("sketch", code, seed)


def for_room(code: str, seed: int | None) -> Job:
    """A run as rooms keep it; `room_run_of` reads its answer."""
    return Job("room", code, seed)


def room_run_of(answer: Answer) -> tuple[str, int, bytes]:
    """The digest of a run's events, how many there are, and its document, compressed."""
    told, packed = answer.parts
    digest, events = orjson.loads(told)
    return digest, events, packed


def fixes(code: str, seed: int | None, finding: tuple[str, int]) -> Job:
    """Those fixes of a finding that work: its kind, and its event. Its answer has a JSON array."""
    return Job("fixes", code, seed, {"finding": list(finding)})


def part(code: str, seed: int, wanted: Sought) -> Job:
    """A part of a large value, or the check of a node, for which a program is run again.

    Its answer has the part as JSON, null if it never came, and as JSON the sentence on why the run
    ended early, or null.
    """
    return Job("part", code, seed, {"wanted": list(wanted)})


def question(packed: bytes, asked: dict[str, Any], now: float) -> Job:
    """A question about the run of a room; `question_told` reads its answer."""
    return Job("question", asked={"question": asked, "now": now}, subject=packed)


def question_told(answer: Answer) -> Question:
    """The question, checked against the run. Raises Refused when it cannot be asked."""
    told = orjson.loads(answer.parts[0])
    if "question" not in told:
        raise Refused(told["code"], **told["words"])
    return question_of(told["question"])
