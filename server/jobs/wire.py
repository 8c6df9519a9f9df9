"""Jobs as bytes, for machines that exchange them, with their answers."""

from __future__ import annotations

import traceback
from dataclasses import asdict, replace
from typing import Any

import orjson

from server.jobs.job import Answer, Job
from server.sandbox import Busy, HungUp
from server.workers import message
from server.workers.pool import MOST_ANSWER, Failed, Unable


class Fault(Exception):
    """A mistake of the worker, which has logged it."""


def job_text(job: Job) -> bytes:
    """A job without its subject, as JSON."""
    return orjson.dumps(asdict(replace(job, subject=None)))


def job_of(text: bytes, subject: bytes | None) -> Job:
    """The job of a text, with its subject."""
    return replace(Job(**orjson.loads(text)), subject=subject)


def answer_text(answer: Answer) -> bytes:
    """An answer as one byte string."""
    told = {"outcome": answer.outcome, "programs": answer.programs, "spans": answer.spans}
    head = orjson.dumps(told)
    return b"".join(message.chunks([head, *answer.parts]))


def error_text(error: BaseException) -> bytes:
    """The error that ended a job, as `answer_of` raises it."""
    told: dict[str, Any] = {"error": type(error).__name__}
    if isinstance(error, Failed):
        told["sentence"] = str(error)
    elif isinstance(error, Busy):
        told |= {"retry_after": error.retry_after, "place": error.place, "ran": error.ran}
    elif not isinstance(error, HungUp | RecursionError):
        told["error"] = "Fault"
        last = traceback.extract_tb(error.__traceback__)[-1:]
        # Where it happened, and never its words: they may quote the code.
        told["sentence"] = " ".join(f"{each.name}:{each.lineno}" for each in last)
    return b"".join(message.chunks([orjson.dumps(told)]))


def answer_of(text: bytes) -> Answer:
    """The answer of a byte string. Raises the error that ended the job."""
    head, *parts = message.received(lambda: b"", MOST_ANSWER, bytearray(text))
    told = orjson.loads(head)
    match told.get("error"):
        case None:
            return Answer(tuple(parts), **told)
        case "Failed":
            raise Failed(told["sentence"])
        case "Unable":
            raise Unable(told["sentence"])
        case "Busy":
            raise Busy(told["retry_after"], told["place"], told["ran"])
        case "HungUp":
            raise HungUp
        case "RecursionError":
            raise RecursionError
    raise Fault(told["sentence"])
