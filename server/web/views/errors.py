"""Everything that goes wrong before a run becomes a sentence: JSON under /api, else a page."""

from __future__ import annotations

import json
import math
from pathlib import Path

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from server.logs import REQUEST_ID
from server.web.views import assets
from server.web.wsgi_bridge import PROBES
from server.workers.pool import Unable

TITLES = {
    400: "Not understood",
    401: "Not allowed",
    403: "Not allowed",
    404: "Nothing here",
    405: "Method not allowed",
    409: "Not possible now",
    410: "Gone",
    413: "Too long",
    422: "Not possible",
    429: "Busy",
    500: "Server error",
    503: "Not ready",
    507: "No space left",
}
SENTENCES = {
    404: "There is nothing at this address. Go back to the first page.",
    405: "This address does not answer that kind of request.",
    500: "The server made an error and logged it as request {id}. Your code is still in the "
    "editor.",
}
CODES = {
    400: "bad_request",
    403: "foreign",
    404: "not_found",
    405: "bad_method",
    413: "too_long",
    429: "busy",
    500: "internal",
    503: "not_ready",
}
# What does not answer is asked again this often.
DOWN_SECONDS = 5.0
# What the page says for a code in each language, and the Chinese title where it is met on the way
# to a page; static/src/words/strings/refusals.ts reads the same table.
WORDS = json.loads(Path(__file__).with_name("errors.json").read_text("utf-8"))


class Refusal(Exception):
    """A request to the API that is not carried out: HTTP status, code, sentence.

    `retry_after` is the number of seconds after which it will be, if nothing else happens.
    """

    def __init__(self, status: int, code: str, sentence: str, retry_after: float | None = None):
        super().__init__(sentence)
        self.status, self.code, self.sentence = status, code, sentence
        self.retry_after = DOWN_SECONDS if retry_after is None and status == 503 else retry_after


def init_app(app: Flask) -> None:
    """Turn refusals and errors into replies."""
    app.register_error_handler(Refusal, refused)
    app.register_error_handler(HTTPException, failed)
    app.register_error_handler(Unable, unable)


def refused(refusal: Refusal) -> tuple[Response, int]:
    """The JSON reply of docs/run-document.md, or a page for a person."""
    current_app.extensions["metrics"].refusals.labels(refusal.code).inc()
    if wants_json():
        error = {"code": refusal.code, "sentence": refusal.sentence}
        if refusal.code == CODES[500]:
            error["request"] = REQUEST_ID.get()
        reply = jsonify(error=error)
    else:
        reply = make_response(page(refusal.status, refusal.code, refusal.sentence))
    # What is gone or unknown may be there in a moment, and a cache need not be asked about that.
    reply.headers["Cache-Control"] = "no-store"
    if refusal.retry_after is not None:
        reply.headers["Retry-After"] = str(max(1, math.ceil(refusal.retry_after)))
    return reply, refusal.status


def failed(error: HTTPException) -> tuple[Response, int] | HTTPException:
    """The reply to a request that no view answered."""
    status = error.code or 500
    if status < 400:
        return error  # a redirect
    sentence = SENTENCES.get(status) or error.description or "The request was refused."
    if status == 500:
        sentence = sentence.format(id=REQUEST_ID.get())
    return refused(Refusal(status, CODES.get(status, "refused"), sentence))


def unable(error: Unable) -> tuple[Response, int]:
    """The reply where what runs programs cannot be reached."""
    return refused(Refusal(503, "not_started", str(error)))


def page(status: int, code: str, sentence: str) -> Response | str:
    """A refusal as a page in the reader's language, or as text when no page was built."""
    title = TITLES.get(status, "Refused")
    if not assets.is_built():
        return Response(f"{title}. {sentence}\n", status, mimetype="text/plain")
    offered = current_app.config["TAPESCOPE"].languages
    language = request.accept_languages.best_match(offered, offered[0])
    words = WORDS.get(code, {})
    if language == "zh" and "title" in words:
        title, sentence = words["title"], words["zh"].replace("{why}", REQUEST_ID.get())
    else:
        language = "en"
    told = {"title": title, "sentence": sentence, "language": language}
    return render_template("error.html", **told)


def wants_json() -> bool:
    """Whether a program asked, not a person's browser on its way to a page."""
    path = request.path
    return path.startswith(("/api/", "/oembed")) or path in PROBES or path.endswith(".json")
