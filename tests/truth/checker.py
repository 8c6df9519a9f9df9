"""The checker: everything that the page says of a run, judged against the tape alone."""

from __future__ import annotations

from dataclasses import dataclass

from tests.truth import (  # noqa: F401 - these fill the table
    accounts, backward, forward, layers, library, program,
)
from tests.truth.table import Reader, Row
from tests.truth.tape import Tape


@dataclass(frozen=True)
class Problem:
    """Something that the page says and the tape does not bear out."""

    where: str
    said: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.where}: {self.said!r} {self.wrong}"


@dataclass(frozen=True)
class Reading:
    """A sentence that is true, with what it was judged by."""

    row: Row
    fields: dict
    text: str
    first: int
    end: int


def check_step(reader: Reader, where: str, step: dict, first: int) -> tuple[list, list]:
    """The problems of one step's sentences in one language, and the readings of the true ones."""
    text, end = step[reader.language], step["to"]
    verdict = reader.read(text, first, end)
    readings = [Reading(row, match.groupdict(), match.string, first, end)
                for row, match, _ in verdict.rows]
    wrong = [] if verdict.wrong is None else [Problem(where, text, verdict.wrong)]
    if not wrong:
        wrong = check_line(reader.tape, where, step, first, verdict.rows)
    return wrong, readings


def check_line(tape: Tape, where: str, step: dict, first: int, rows: tuple) -> list[Problem]:
    """The lit line is that of an event of the step, and of what its first sentence is about."""
    line = step["line"]
    lines = {tape.line(i) for i in range(first, step["to"])}
    if line not in lines and lines - {None}:
        return [Problem(where, step["en"], f"lights line {line}, and happens on {sorted(lines)}")]
    about = [i for _, _, i in rows[:1] if i is not None]
    told = {tape.line(i) for i in about}
    if told and line not in told and None not in told:
        return [Problem(where, step["en"], f"lights line {line}, and speaks of {told}")]
    return []


def check_steps(run: dict, steps: list[dict], where: str, every: int = 1) -> tuple[list, list]:
    """Judge the sentences of all steps, in both languages."""
    tape = Tape(run)
    problems, readings, first = [], [], 0
    readers = [Reader(tape, language) for language in ("en", "zh")]
    for n, step in enumerate(steps):
        if n % every == 0:
            for reader in readers:
                wrong, true = check_step(reader, f"{where}, step {n + 1}", step, first)
                problems += wrong
                readings += true
        first = step["to"]
    return problems, readings
