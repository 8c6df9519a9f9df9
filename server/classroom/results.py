"""Results of a room: the tables for its teacher, which outlive the end of the room."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from server.classroom.questions import Question, is_right
from server.classroom.room import Desk, Room, questions

ABOUT_QUESTION = ("question", "asked", "kind", "subject", "tensor", "entry", "step", "truth")
ABOUT_ANSWER = ("participant", "name", "answer", "right", "seconds")
# What a row of the table may stand for.
ROWS = ("answer", "student")

Row = tuple[Any, ...]


def results_of(room: Room) -> Room:
    """Return an ended room with its questions, its answers and the names, and nothing else.

    A room that has asked nothing keeps no names.
    """
    desk = room.desk
    results = Desk(desk.people, answers=desk.answers, past=desk.past) if room.asked else Desk()
    return replace(room, desk=results)


def table(room: Room, by: str) -> list[Row]:
    """Return the results with their header, `by` one of ROWS."""
    return by_student(room) if by == "student" else by_answer(room)


def by_answer(room: Room) -> list[Row]:
    """Return a row for each answer, by question."""
    rows = [
        (*about(question), who, room.desk.people.get(who), given.value,
         is_right(question, given.value), given.seconds)
        for question in questions(room)
        for who, given in room.desk.answers.get(question.number, {}).items()
    ]  # fmt: skip
    return [(*ABOUT_QUESTION, *ABOUT_ANSWER), *rows]


def about(question: Question) -> Row:
    """Return the cells of a question under ABOUT_QUESTION."""
    subject = question.subject
    hidden = (None, None, None)
    if subject is not None:
        entry = None if subject.entry is None else ", ".join(map(str, subject.entry))
        hidden = (subject.of, question.name or subject.tensor, entry)
    words = question.text or question.words
    return (question.number, words, question.kind, *hidden, question.step, question.truth)


def by_student(room: Room) -> list[Row]:
    """Return a row for each student, with two cells for each question."""
    asked, answers, people = questions(room), room.desk.answers, room.desk.people
    # Who was removed has no seat any more, but answers.
    everybody = dict.fromkeys([*people, *(who for given in answers.values() for who in given)])
    rows = []
    for who in everybody:
        cells: list[Any] = []
        for question in asked:
            given = answers.get(question.number, {}).get(who)
            cells += (None, None) if given is None else (
                given.value, is_right(question, given.value))  # fmt: skip
        marks = cells[1::2]
        counts = (sum(mark is not None for mark in marks), marks.count(True))
        rows.append((who, people.get(who), *counts, *cells))
    heads = [head for each in asked for head in heads_of(each)]
    return [("participant", "name", "answered", "right", *heads), *rows]


def heads_of(question: Question) -> tuple[str, str]:
    """Return the heads of the two columns of a question."""
    words = question.text or question.words or question.kind
    return f"{question.number}. {words}", f"{question.number} right"
