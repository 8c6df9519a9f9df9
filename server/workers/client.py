"""What the server asks of workers, as functions: one for each task of tasks.py."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import asdict
from typing import Any

import orjson

from server.export.formats import FORMATS
from server.export.render_types import Cell, Checked, Story, Wish, checked_of, story_of
from server.sandbox.protocol import Sought
from server.sandbox.raw_run import RawRun
from server.sandbox.scheduler import never
from server.workers.pool import Early, Gone, Workers, unread

# A run as it was sent, or a run document as JSON.
Subject = RawRun | bytes


class Client:
    """Somebody who has work done by `workers`, in turn with the others.

    Methods raise Failed with a sentence, Busy when too many wait, and HungUp when `is_gone` tells
    that nobody waits for the answer any more.
    """

    def __init__(self, workers: Workers, name: Hashable = None, is_gone: Gone = never):
        self.name, self.is_gone = name, is_gone
        self._workers = workers

    def document(self, raw: RawRun, early: Early | None = None) -> bytes:
        """The run document of a run, as JSON; Failed when it cannot be drawn within the limits.

        Of a large run, `early` is given the document of its first pass before the rest is read.
        """
        return self._do("document", raw, early=early or unread, opens=early is not None)[0]

    def undrawn(self, raw: RawRun) -> bytes:
        """The run document of a run without pictures, as JSON."""
        return self._do("undrawn", raw)[0]

    def export(
        self, subject: Subject, form: str, wish: Wish, title: str | None, story: str | None
    ) -> bytes:
        """The run as a file of a form (server/export/formats.py)."""
        asked = {"form": form, "wish": asdict(wish), "title": title, "story": story}
        return self._do("export", subject, FORMATS[form].is_rendered, **asked)[0]

    def notebook(
        self, document: bytes, wish: Wish, title: str | None, height: int, has_code: bool
    ) -> Cell:
        """The output of a notebook's cell for a run; one that `has_code` holds the player's."""
        asked = {"wish": asdict(wish), "title": title, "height": height, "has_code": has_code}
        picture, told = self._do("notebook", document, True, **asked)
        return Cell(**orjson.loads(told) | {"picture": picture})

    def card(self, raw: RawRun, wish: Wish) -> bytes:
        """The moment as a card for sites that unfold a link, in PNG."""
        return self._do("card", raw, True, wish=asdict(wish))[0]

    def sketch(self, raw: RawRun) -> bytes:
        """The run as a sketch for the gallery, in SVG."""
        return self._do("sketch", raw)[0]

    def story(self, subject: Subject, stride: str, language: str) -> tuple[Story, int | None]:
        """The run in sentences, and the exit status of its code (None when it was stopped)."""
        told, status = self._do("story", subject, True, stride=stride, language=language)
        return story_of(orjson.loads(told)), orjson.loads(status)

    def check(self, subject: Subject, language: str) -> Checked:
        """The findings of the run."""
        return checked_of(orjson.loads(self._do("check", subject, True, language=language)[0]))

    def fixes(self, raw: RawRun, finding: tuple[str, int] | None) -> dict[str, Any]:
        """The fixes of a finding, or of all above a note, and what the run did (tasks.py)."""
        return orjson.loads(self._do("fixes", raw, finding=finding)[0])

    def tried(
        self, raw: RawRun, facts: dict[str, Any], brief: dict[str, Any]
    ) -> dict[str, str] | None:
        """What a fix changes, by the run of the fixed program; None if it does not work."""
        return orjson.loads(self._do("tried", raw, facts=facts, brief=brief)[0])

    def ending(self, subject: Subject, language: str) -> tuple[str | None, int | None]:
        """Why the run did not finish (None: it did), and its exit status (None: it was stopped)."""
        told, status = self._do("ending", subject, True, language=language)
        return orjson.loads(told), orjson.loads(status)

    def for_room(self, raw: RawRun) -> tuple[bytes, bytes]:
        """As JSON the digest of a run's events and their number; its document, compressed."""
        told, document = self._do("room", raw)
        return told, document

    def question(self, document: bytes, question: dict[str, Any], now: float) -> bytes:
        """A question about the run of a room as JSON, or why it cannot be asked (tasks.py)."""
        return self._do("question", document, question=question, now=now)[0]

    def region(self, text: bytes, wanted: Sought) -> bytes:
        """A part of a large value, or a check, as JSON, of what a run sent."""
        return self._do("region", text, wanted=list(wanted))[0]

    def _do(
        self,
        task: str,
        subject: Subject,
        renders: bool = False,
        early: Early = unread,
        **asked: Any,
    ) -> list[bytes]:
        is_raw = isinstance(subject, RawRun)
        parts = subject.parts() if is_raw else [subject]
        request = {"task": task, "is_raw": is_raw, **asked}
        return self._workers.do(request, parts, renders, self.name, self.is_gone, early)
