"""Try the fixes of findings: run each fixed program, which workers compare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from server.sandbox.raw_run import RawRun
from server.workers.client import Client
from server.workers.pool import Failed, Unable

# So many fixes of a finding are tried.
MOST_FIXES = 3

# Runs a program, and returns what is made of the run.
Record = Callable[[str, Callable[[RawRun], Any]], Any]


@dataclass(frozen=True, slots=True)
class Offer:
    """A fix that works: its phrase, the fixed program, and what the fix changes."""

    sentence: dict[str, str]
    outcome: dict[str, str]
    code: str


def offers(found: dict[str, Any], each: dict[str, Any], client: Client, record: Record,
           most_bytes: int) -> list[Offer]:
    """Return those fixes of a finding that work, each of which is run by `record`.

    `found` is what `Client.fixes` returned, and `each` one of its findings.
    """
    made = []
    for fix in each["fixes"][:MOST_FIXES]:
        code = fix["code"]
        if len(code.encode("utf-8")) > most_bytes:
            continue

        def compare(raw: RawRun) -> dict[str, str] | None:
            try:
                return client.tried(raw, found["facts"], each["brief"])
            except Unable:
                raise  # what the server cannot do now says nothing about the fix
            except Failed:
                return None  # it may be too large to be read

        outcome = record(code, compare)
        if outcome is not None:
            made.append(Offer({"en": fix["en"], "zh": fix["zh"]}, outcome, code))
    return made
