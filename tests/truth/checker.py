"""The checker: everything that the page says of a run, judged against the tape alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.truth import (  # noqa: F401 - these fill the table
    accounts, backward, causes, cuts, errors, fixes, forward, growth, kept, layers, library,
    memory, mistakes, nonfinite, optimizers, program, reasons, saved, shapes, slopes, stops,
    surprises, training, updates, writes,
)
from tests.truth.page import copied
from tests.truth.reader import Reader
from tests.truth.table import Row
from tests.truth.tape import Tape
from tests.truth.written import check_written


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
    match: re.Match
    tape: Tape
    first: int
    end: int
    finding: dict | None = None


def check_step(reader: Reader, where: str, step: dict, first: int) -> tuple[list, list]:
    """The problems of one step's sentences in one language, and the readings of the true ones."""
    text, end = step[reader.language], step["to"]
    first = start_of(reader.tape, first, end)
    verdict = reader.read(text, first, end)
    readings = [Reading(row, match, reader.tape, first, end) for row, match, _ in verdict.rows]
    wrong = [] if verdict.wrong is None else [Problem(where, text, verdict.wrong)]
    if not wrong:
        wrong = check_line(reader.tape, where, step, first, verdict.rows)
    return wrong, readings


def start_of(tape: Tape, first: int, end: int) -> int:
    """Where a step begins: the end of a call of the library is about the whole of it."""
    event = tape.events[first] if first < len(tape.events) else {"kind": None}
    if end - first > 1 or event["kind"] != "leave":
        return first
    began = next(i for i in range(first, -1, -1) if tape.events[i]["kind"] == "enter"
                 and tape.events[i]["frame"] == event["frame"])
    return began if tape.events[began]["of"] == "library" else first


def check_line(tape: Tape, where: str, step: dict, first: int, rows: tuple) -> list[Problem]:
    """The lit line is that of an event of the step, and of what its first sentence is about."""
    line = step["line"]
    lines = {tape.line(i) for i in range(first, step["to"])}
    if line not in lines and lines - {None}:
        return [Problem(where, step["en"], f"lights line {line}, and happens on {sorted(lines)}")]
    for _, match, i in rows:
        told = None if i is None else tape.line(i)
        if told not in (None, line):
            return [Problem(where, match.string, f"lights line {line}, and happens on line {told}")]
    return []


def check_steps(run: dict, steps: list[dict], where: str, most: int) -> tuple[list, list]:
    """Judge the sentences of steps, at most so many, in both languages."""
    tape, every = Tape(run), -(-len(steps) // most)
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


PARTS = ("title", "what", "why", "change")


def check_explained(run: dict, findings: list[dict], nones: list[dict], where: str):
    """Judge every explanation and fix, in both languages."""
    tape = Tape(run)
    last = len(tape.events)
    told = [(f"{where}, {one['kind']}", one, one["at"]) for one in findings]
    told += [(f"{where}, {one['name']}.grad", one, last - 1) for one in nones]
    problems, readings = [], []
    for place, one, at in told:
        for language in ("en", "zh"):
            reader = Reader(tape, language)
            for part in PARTS:
                if part not in one[language]:
                    continue
                text = one[language][part]
                verdict = reader.read(text, at, at + 1, one)
                readings += [Reading(row, match, tape, at, at + 1, one)
                             for row, match, _ in verdict.rows]
                if verdict.wrong is not None:
                    problems.append(Problem(place, text, verdict.wrong))
    return problems, readings


# So many steps and events of a program are judged one by one; of more every second, third, ...
MOST_STEPS, MOST_EVENTS = 300, 200


def check(run: dict, said: dict, name: str) -> tuple[list[Problem], list[Reading]]:
    """Everything that the page says of a run: its problems, and the readings of what is true."""
    found = [
        check_steps(copied(run), said["lesson"], f"{name}, lesson", MOST_STEPS),
        check_steps(copied(run), said["event"], f"{name}, event", MOST_EVENTS),
        check_steps(copied(run), said["line"], f"{name}, line", MOST_STEPS),
        check_explained(copied(run), said["findings"], said["nones"], name),
    ]
    written = [Problem(f"{name}, formulas", tex, wrong)
               for tex, wrong in check_written(Tape(copied(run)), said.get("written", []))]
    problems = written + [problem for wrong, _ in found for problem in wrong]
    return problems, [reading for _, true in found for reading in true]
