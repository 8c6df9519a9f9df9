"""The classroom's questions, answers, teacher's desk over HTTP (docs/classroom.md)."""

from __future__ import annotations

import csv
import io
import time
from typing import Any

from flask import Blueprint, Response, jsonify, request

from server.classroom import room as rooms
from server.classroom.credentials import listening
from server.classroom.errors import Refused
from server.classroom.events import Answered, Asked, Revealed, Withdrawn, current
from server.classroom.questions import is_right
from server.classroom.results import ROWS, table
from server.document.untrusted_text import escape_formulas
from server.jobs import kinds
from server.web.views import api
from server.web.views.clients import key_of, shelf
from server.web.views.room import told_to_teacher
from server.web.views.errors import Refusal
from server.web.views.room_auth import attended, remembered, small, taught, tell

blueprint = Blueprint("predict", __name__)


@blueprint.post("/api/v1/rooms/<room>/questions")
def ask(room: str) -> tuple[Response, int]:
    """Hide something of the run and ask for it."""
    found, asked = taught(room), small()
    digest = asked.get("digest", found.shown.digest)
    if digest != found.shown.digest:
        raise Refused("other_run")
    job = kinds.question(shelf().document(found.code, digest), asked, time.time())
    question = kinds.question_told(api.done(job, queue="room"))
    return told_to_teacher(tell(found, Asked(question, digest))), 201


@blueprint.post("/api/v1/rooms/<room>/questions/<int:number>/reveal")
def reveal(room: str, number: int) -> Response:
    """Show the truth and what was answered."""
    return told_to_teacher(tell(taught(room), Revealed(number)))


@blueprint.delete("/api/v1/rooms/<room>/questions/<int:number>")
def withdraw(room: str, number: int) -> Response:
    """Take the question off the screens."""
    return told_to_teacher(tell(taught(room), Withdrawn(number)))


@blueprint.put("/api/v1/rooms/<room>/questions/<int:number>/answer")
def answer(room: str, number: int) -> Response:
    """A participant's answer, which may be changed until the reveal."""
    found, who = attended(room)
    asked = small()
    if "value" not in asked:
        raise Refused("bad_answer", what="An answer is an object with a value in it.")
    kept = tell(found, Answered(who, number, asked["value"]))
    return jsonify(value=kept.desk.answers[number][who].value)


@blueprint.get("/api/v1/rooms/<room>/questions/<int:number>/answer")
def own_answer(room: str, number: int) -> Response:
    """What a participant has answered, and after the reveal whether it is right."""
    found, who = attended(room)
    question = current(found, number)
    given = found.desk.answers.get(number, {}).get(who)
    right = None
    if given is not None and question.phase == "revealed":
        right = is_right(question, given.value)
    return jsonify(value=None if given is None else given.value, right=right)


@blueprint.get("/api/v1/rooms/<room>/desk")
def desk(room: str) -> Response:
    """What only the teacher sees: who is there, what they answer, what they send."""
    found = taught(room)
    if "listens" not in request.args:
        # A page of an earlier version, whose stream does not prove that it is the teacher's.
        shelf().seen(found.code, [rooms.TEACHER])
    listen = listening(key_of(found), rooms.TEACHER)
    response = jsonify(rooms.desk(found, shelf().present(found.code)) | {"listen": listen})
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/api/v1/rooms/<room>/answers.csv")
def answers(room: str) -> Response:
    """All answers as a table, also of a room that was ended; `by` is what a row stands for."""
    found, by = remembered(room), request.args.get("by", "answer")
    if by not in ROWS:
        raise Refusal(400, "bad_request", "A row of the table is an answer or a student.")
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerows([cell(each) for each in row] for row in table(found, by))
    # The mark tells spreadsheets that this is UTF-8.
    data = ("\ufeff" + text.getvalue()).encode("utf-8", "replace")
    response = Response(data, mimetype="text/csv")
    name = f"tapescope-{found.code}.csv"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def cell(value: Any) -> Any:
    """Return a value as a spreadsheet may read it: text never as a formula."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return " x ".join(map(str, value)) or "scalar"
    if isinstance(value, str) and value != "-inf":
        return escape_formulas(value)
    return "" if value is None else value
