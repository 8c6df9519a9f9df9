"""Seats of a room: who may join, how many from one address, whom the teacher removed.

An *origin* is a network address under the room's own key, which is not stored: enough to count who
comes from one place, and of no use outside of the room.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, replace
from typing import TypeVar

from server.classroom.errors import Refused
from server.classroom.room import Answer, Door, Room, counted

MOST_NAME = 40
MOST_PEOPLE = 1000
# The largest lecture that we measure, behind one address. 700 seats are left for all others.
MOST_OF_ORIGIN = 300
# Longer than somebody waits who was removed, shorter than a lesson: classmates may share the
# address, and opening the door again lets them in at once.
BARRED_SECONDS = 600.0
# `open` bounds the seats of one origin, `wide` does not, through `closed` nobody joins.
DOORS = ("open", "wide", "closed")
Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class Joined:
    """A participant came, with a name or without; `origin` is None where nobody is counted."""

    participant: str
    name: str | None
    origin: str | None = None


@dataclass(frozen=True, slots=True)
class Removed:
    """The teacher took participants out; `is_barring` keeps their origins out for a while."""

    participants: tuple[str, ...]
    is_barring: bool = True


@dataclass(frozen=True, slots=True)
class NameHidden:
    """The teacher took the name of a participant away, for all screens and results."""

    participant: str


@dataclass(frozen=True, slots=True)
class DoorSet:
    """The teacher opened or closed the door."""

    word: str


def origin_of(key: str, network: str) -> str:
    """Where a participant joins from, in a form that only this room can compare."""
    return hmac.new(key.encode("ascii"), network.encode(), hashlib.sha256).hexdigest()[:16]


def join(room: Room, message: Joined, now: float) -> Room:
    """Give a participant a seat, or raise Refused."""
    if message.name is not None and len(message.name) > MOST_NAME:
        raise Refused("bad_name", most=MOST_NAME)
    desk = room.desk
    if desk.door.word == "closed":
        raise Refused("closed_door")
    if len(desk.people) >= MOST_PEOPLE:
        raise Refused("full_room")
    origins = desk.origins
    if message.origin is not None:
        check_origin(room, message.origin, now)
        origins = origins | {message.participant: message.origin}
    people = desk.people | {message.participant: message.name}
    return replace(room, desk=replace(desk, people=people, origins=origins))


def check_origin(room: Room, origin: str, now: float) -> None:
    """Refused when nobody more may join from there."""
    door = room.desk.door
    if door.barred.get(origin, 0.0) > now:
        raise Refused("barred")
    taken = sum(each == origin for each in room.desk.origins.values())
    if door.word != "wide" and taken >= MOST_OF_ORIGIN:
        raise Refused("crowded")


def remove(room: Room, message: Removed, now: float) -> Room:
    """Free the seats of participants, with their offers and answers to the present question."""
    desk, question, gone = room.desk, room.question, set(message.participants)
    if not gone <= desk.people.keys():
        raise Refused("unknown_participant")
    barred = {origin: until for origin, until in desk.door.barred.items() if until > now}
    if message.is_barring:
        there = (desk.origins[each] for each in gone if each in desk.origins)
        barred |= dict.fromkeys(there, now + BARRED_SECONDS)
    answers = desk.answers
    given: dict[str, Answer] = {} if question is None else answers.get(question.number, {})
    has_answered = not gone.isdisjoint(given)
    if question is not None and has_answered:
        answers = answers | {question.number: without(given, gone)}
    desk = replace(
        desk, people=without(desk.people, gone), origins=without(desk.origins, gone),
        answers=answers, sent=without(desk.sent, gone), door=replace(desk.door, barred=barred),
        offers=tuple(each for each in desk.offers if each.participant not in gone),
    )  # fmt: skip
    # States name who drives and whose code is shown, and after the reveal they have the tally.
    is_told = room.wheel in gone or room.shown.author in gone or (
        question is not None and question.phase == "revealed" and has_answered
    )  # fmt: skip
    room = replace(room, desk=desk, wheel=None if room.wheel in gone else room.wheel)
    return counted(room) if is_told else room


def hide_name(room: Room, message: NameHidden, _now: float) -> Room:
    """Forget the name of a participant, who stays."""
    who, desk = message.participant, room.desk
    if who not in desk.people:
        raise Refused("unknown_participant")
    room = replace(room, desk=replace(desk, people=desk.people | {who: None}))
    return counted(room) if who in (room.wheel, room.shown.author) else room


def alike(room: Room, participant: str) -> tuple[str, ...]:
    """A participant, and all who joined from the same origin."""
    origins = room.desk.origins
    origin = origins.get(participant)
    if origin is None:
        return (participant,)
    return tuple(each for each, where in origins.items() if where == origin)


def set_door(room: Room, message: DoorSet, _now: float) -> Room:
    """Open or close the door; opening it forgets who was kept out."""
    if message.word not in DOORS:
        raise Refused("bad_door")
    barred = room.desk.door.barred if message.word == "closed" else {}
    return replace(room, desk=replace(room.desk, door=Door(message.word, barred)))


def without(found: dict[str, Kept], gone: set[str]) -> dict[str, Kept]:
    """A dictionary without some of its keys."""
    return {key: value for key, value in found.items() if key not in gone}
