"""What a worker can make of a run: its document, files, pictures, sentences, parts of values.

Each task takes its arguments and the byte strings that it is about, and answers with byte strings.
They run in a process with limits (process.py), and nowhere in the web process.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import orjson

from server import pipeline
from server.classroom.errors import Refused
from server.classroom.questions import question_of
from server.config import Config
from server.document.run import Run, from_json, text_of
from server.export import exporters, html_file, notebook_cell, page_renderer
from server.export.page_renderer import Press
from server.export.render_types import TOO_LARGE, PressError, Wish
from server.export.thumbnail import sketch
from server.findings import facts, trial
from server.sandbox import Outcome, protocol, raw_run
from server.sandbox.raw_run import RawRun
from server.sandbox.untrusted_reader import Forged, Full, Reader

# Of the gzip of a room's document: as small as its many readers need it, and soon done.
PACKED = 6
# A smaller tape is read and drawn before anybody would see its first pass.
OPENING_BYTES = 2**19
# How often it is looked for the end of the first pass.
TRIES = 8


class Failed(Exception):
    """The task cannot be done; the text is a sentence for the user."""


@dataclass(frozen=True)
class Work:
    """One task: its arguments, what it is about, and what it is done with."""

    asked: dict[str, Any]
    parts: list[bytes]
    config: Config
    press: Press
    # Takes what is done of the answer before the rest.
    early: Callable[[bytes], None]

    @property
    def run(self) -> Run:
        """The run that it is about: one that was just sent, or one that was saved."""
        if not self.asked["is_raw"]:
            return from_json(orjson.loads(self.parts[0]))
        return pipeline.document(self.raw.code, self.outcome, self.config)

    @property
    def raw(self) -> RawRun:
        """The run that was just sent."""
        return RawRun.from_parts(self.parts)

    @property
    def outcome(self) -> Outcome:
        """How that ended, with its events."""
        return raw_run.read(self.raw, self.config)


class Opening:
    """Sends the first pass of a large run before the rest of its tape is read.

    Of a run that did not finish, the page shows the end; of one whose first pass is most of it,
    the rest comes soon.
    """

    def __init__(self, work: Work, raw: RawRun):
        self._work, self._code = work, raw.code
        self.known: pipeline.Known = {}
        size = sum(map(len, raw.tape))
        self._is_wanted = raw.kind == "finished" and size > OPENING_BYTES and work.asked["opens"]
        self._tries, self._frames, self._seen = TRIES, len(raw.tape) // 2, 0

    def look(self, outcome: Outcome) -> None:
        """Send the first pass, if that is whole now."""
        fresh, self._seen = range(self._seen, len(outcome.events)), len(outcome.events)
        self._frames -= 1
        if not self._is_wanted or self._frames < 0:
            return
        if not any(outcome.events[i]["kind"] == "backward" for i in fresh):
            return
        self._tries -= 1
        run = pipeline.opening(self._code, outcome, self._work.config, self.known)
        if run is not None:
            self._work.early(text_of(run))
        self._is_wanted = run is None and self._tries > 0


def document(work: Work) -> list[bytes]:
    """The run document as JSON; of a large run, before it that of its first pass."""
    raw = work.raw
    opening = Opening(work, raw)
    outcome = raw_run.read(raw, work.config, opening.look)
    return [text_of(pipeline.document(raw.code, outcome, work.config, opening.known))]


def undrawn(work: Work) -> list[bytes]:
    """The run document without any picture: of a run whose drawing did not come to its end."""
    return [text_of(pipeline.document(work.raw.code, work.outcome, None))]


def export(work: Work) -> list[bytes]:
    """The run as a file of a form."""
    asked = work.asked
    order = exporters.Order(work.run, Wish(**asked["wish"]), asked["title"], asked["story"])
    try:
        return [exporters.made(asked["form"], order, work.press)]
    except exporters.NotMade as error:
        raise Failed(str(error)) from None


def notebook(work: Work) -> list[bytes]:
    """The output of a notebook's cell: its picture, and the rest as JSON."""
    asked = work.asked
    try:
        made = notebook_cell.cell(work.run, Wish(**asked["wish"]), asked["title"],
                                  asked["height"], asked["has_code"], work.press)  # fmt: skip
    except html_file.NotBuilt as error:
        raise Failed(str(error)) from None
    told = asdict(made)
    return [told.pop("picture"), orjson.dumps(told)]


def card(work: Work) -> list[bytes]:
    """The moment as a card for sites that unfold a link, in PNG."""
    svg = work.press.svg(work.run, Wish(**work.asked["wish"]))
    return [page_renderer.png(page_renderer.card(svg), 1)]


def small_picture(work: Work) -> list[bytes]:
    """The run as a sketch for the gallery, in SVG."""
    return [sketch(work.run).encode("utf-8")]


def story(work: Work) -> list[bytes]:
    """The run in sentences, as JSON; the last part is how it ended."""
    run = work.run
    told = work.press.story(run, work.asked["stride"], work.asked["language"])
    return [orjson.dumps(asdict(told)), orjson.dumps(run.outcome.status)]


def check(work: Work) -> list[bytes]:
    """The findings of the run in one language, as JSON."""
    return [orjson.dumps(asdict(work.press.check(work.run, work.asked["language"])))]


def fixes(work: Work) -> list[bytes]:
    """The fixes of the finding that is asked for, or of all above a note, and what the run did.

    The answer is JSON: `facts` to compare with those of a fixed program, `findings` with the
    programs that their fixes make.
    """
    outcome, code, asked = work.outcome, work.raw.code, work.asked["finding"]
    found = pipeline.diagnosed(code, outcome.events)
    wanted = [each for each in found
              if (each.severity != "note" if asked is None else [each.kind, each.at] == asked)]
    listed = [{"finding": [each.kind, each.at], "brief": asdict(facts.brief(each)),
               "fixes": [asdict(fix) for fix in trial.candidates(code, each)]} for each in wanted]
    did = facts.facts_of(code, outcome.events, outcome.kind, outcome.status, found)
    return [orjson.dumps({"facts": asdict(did), "findings": listed})]


def tried(work: Work) -> list[bytes]:
    """What a fix changes, of the run of the fixed program, as JSON; null if it does not work."""
    outcome, code, asked = work.outcome, work.raw.code, work.asked
    found = pipeline.diagnosed(code, outcome.events)
    did = facts.facts_of(code, outcome.events, outcome.kind, outcome.status, found)
    told = trial.outcome(facts.from_json(asked["facts"]), did, facts.brief_of(asked["brief"]))
    return [orjson.dumps(told and asdict(told))]


def ending(work: Work) -> list[bytes]:
    """Why the run did not finish, as JSON; the last part is its exit status."""
    run = work.run
    told = work.press.ending(run, work.asked["language"])
    return [orjson.dumps(told), orjson.dumps(run.outcome.status)]


def for_room(work: Work) -> list[bytes]:
    """The digest of a run's events and their number, as JSON; and its document, compressed."""
    run = work.run
    events = json.dumps(run.events, separators=(",", ":")).encode("ascii")
    digest = hashlib.sha256(events).hexdigest()[:16]
    document = gzip.compress(text_of(run), PACKED, mtime=0)
    return [orjson.dumps([digest, len(run.events)]), document]


def question(work: Work) -> list[bytes]:
    """A question about the run of a room, checked against its events, as JSON.

    Of one that cannot be asked, the code and the words of the refusal instead.
    """
    events = orjson.loads(gzip.decompress(work.parts[0]))["events"]
    try:
        found = question_of(work.asked["question"], events, work.asked["now"])
    except Refused as refusal:
        return [orjson.dumps({"code": refusal.code, "words": refusal.words})]
    return [orjson.dumps({"question": asdict(found)})]


def region(work: Work) -> list[bytes]:
    """A part of a large value, or the check of a node, as JSON."""
    reader = Reader(work.config.event_limit, protocol.sought_of(work.asked["wanted"]))
    try:
        return [orjson.dumps(reader.body(protocol.SLICE, work.parts[0]))]
    except (Forged, Full):
        raise Failed("The run sent something that was not asked for.") from None


TASKS: dict[str, Callable[[Work], list[bytes]]] = {
    "document": document,
    "undrawn": undrawn,
    "export": export,
    "notebook": notebook,
    "card": card,
    "sketch": small_picture,
    "story": story,
    "check": check,
    "fixes": fixes,
    "tried": tried,
    "ending": ending,
    "room": for_room,
    "question": question,
    "region": region,
}


def done(work: Work) -> tuple[str | None, list[bytes]]:
    """Why a task was not done, as a sentence, or None; and what it made."""
    try:
        return None, TASKS[work.asked["task"]](work)
    except (Failed, PressError) as failure:
        return str(failure), []
    except MemoryError:
        return TOO_LARGE, []
