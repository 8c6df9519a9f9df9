"""Events of a room, each with a pure function from the room before to the room after.

`after(room, message, now)` is the next room. What changes the shared state counts `seq` up; what
is only for the teacher's desk does not. Refused says, in a sentence, what cannot happen now.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from server.classroom import questions, seats
from server.classroom.errors import Refused
from server.classroom.questions import Question
from server.classroom.room import TEACHER, Answer, Offer, Room, Shown, Spot, check_open, counted
from server.classroom.seats import DoorSet, Joined, NameHidden, Removed
from server.classroom.view import View

STRIDES = ("lesson", "line", "event")
MOST_SELECTION = 200
MOST_TAB = 40
MOST_QUESTIONS = 100
# A snippet of a lesson has about a kilobyte; nobody reads a hundred of them in a lesson.
MOST_OFFERS = 100
MOST_OFFERED_BYTES = 2 * 2**20


@dataclass(frozen=True, slots=True)
class Moved:
    """Whoever has the wheel went to another moment of the run, or looks at another part of it.

    A move that does not tell a view, as pages of earlier versions make, leaves the view as it is.
    """

    who: str
    digest: str
    spot: Spot
    tab: str | None
    tells_view: bool = False


@dataclass(frozen=True, slots=True)
class Showed:
    """The teacher put another run on the screens."""

    shown: Shown
    spot: Spot


@dataclass(frozen=True, slots=True)
class Steered:
    """The wheel went to a participant, or (None) back to the teacher."""

    who: str
    to: str | None


@dataclass(frozen=True, slots=True)
class Asked:
    """The teacher asked the class about the run of that digest."""

    question: Question
    digest: str


@dataclass(frozen=True, slots=True)
class Answered:
    """A participant answered, or thought better of it."""

    who: str
    number: int
    value: Any


@dataclass(frozen=True, slots=True)
class Revealed:
    """The teacher showed the truth."""

    number: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The question left the screens."""

    number: int


@dataclass(frozen=True, slots=True)
class Offered:
    """A participant sent a snippet to the teacher."""

    offer: Offer


@dataclass(frozen=True, slots=True)
class Returned:
    """A snippet waits no more: it was accepted, sent back, or withdrawn by its author."""

    who: str
    offer: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The teacher closed the room."""


Message = (
    Joined | Removed | NameHidden | DoorSet | Moved | Showed | Steered | Asked | Answered | Revealed
    | Withdrawn | Offered | Returned | Ended
)  # fmt: skip


def after(room: Room, message: Message, now: float) -> Room:
    """The room after a message; raises Refused, also for any message to a room that is over."""
    check_open(room, now)
    return CHANGES[type(message)](room, message, now)


def moved(room: Room, message: Moved, _now: float) -> Room:
    if message.who != (room.wheel or TEACHER):
        raise Refused("not_driving", driver=driver(room))
    if message.digest != room.shown.digest:
        raise Refused("other_run")
    if message.tab is not None and len(message.tab) > MOST_TAB:
        raise Refused("bad_move", what="The name of a tab is too long.")
    check_spot(message.spot, room.shown)
    spot = replace(message.spot, view=view_after(room, message))
    return counted(replace(room, spot=spot, tab=message.tab))


def view_after(room: Room, message: Moved) -> View | None:
    """The view after a move: that of whoever drives, while the teacher has it followed."""
    before, told = room.spot.view, message.spot.view
    is_told = message.tells_view
    if message.who != TEACHER and (before is None or told is None):
        is_told = False
    return told if is_told else before


def showed(room: Room, message: Showed, _now: float) -> Room:
    check_spot(message.spot, message.shown)
    # The view was of the run before; the teacher's page tells that of the new one.
    spot = replace(message.spot, view=room.spot.view and View())
    room = put_away(room)
    return counted(replace(room, shown=message.shown, spot=spot, wheel=None, tab=None))


def steered(room: Room, message: Steered, _now: float) -> Room:
    if message.who != TEACHER and message.to is None and room.wheel is None:
        return room  # given back again, because nobody said that it was
    if message.who != TEACHER and (message.to is not None or message.who != room.wheel):
        raise Refused("not_teacher")
    if message.to is not None and message.to not in room.desk.people:
        raise Refused("unknown_participant")
    return counted(replace(room, wheel=message.to, tab=None))


def asked(room: Room, message: Asked, _now: float) -> Room:
    if message.digest != room.shown.digest:
        raise Refused("other_run")
    number = room.asked + 1
    now = room.question
    is_same = now and replace(message.question, number=now.number, asked=now.asked) == now
    if is_same and not room.desk.answers.get(room.asked):
        return room  # asked again, because nobody said that it was
    if room.asked >= MOST_QUESTIONS:
        raise Refused("full_questions", most=MOST_QUESTIONS)
    question = replace(message.question, number=number)
    return counted(replace(put_away(room), question=question, asked=number))


def answered(room: Room, message: Answered, now: float) -> Room:
    if message.who not in room.desk.people:
        raise Refused("not_joined")
    question = current(room, message.number)
    if question.phase == "revealed":
        raise Refused("revealed")
    value = questions.understood(question, message.value)
    before = room.desk.answers.get(question.number, {}).get(message.who)
    if before is not None and before.value == value and type(before.value) is type(value):
        return room  # sent again, because nobody said that it had come
    # A clock may have been set back since.
    answer = Answer(value, round(max(0.0, now - question.asked), 1))
    given = room.desk.answers.get(question.number, {}) | {message.who: answer}
    answers = room.desk.answers | {question.number: given}
    return replace(room, desk=replace(room.desk, answers=answers))


def revealed(room: Room, message: Revealed, _now: float) -> Room:
    question = current(room, message.number)
    return counted(replace(room, question=replace(question, phase="revealed")))


def withdrawn(room: Room, message: Withdrawn, _now: float) -> Room:
    current(room, message.number)
    return counted(put_away(room))


def offered(room: Room, message: Offered, _now: float) -> Room:
    offer = message.offer
    if offer.participant not in room.desk.people:
        raise Refused("not_joined")
    if room.desk.sent.get(offer.participant) == offer.id:
        return room  # sent again, because nobody said that it had come
    waiting = [each for each in room.desk.offers if each.participant != offer.participant]
    size = offer.size + sum(each.size for each in waiting)
    if len(waiting) >= MOST_OFFERS or size > MOST_OFFERED_BYTES:
        raise Refused("full_offers")
    sent = room.desk.sent | {offer.participant: offer.id}
    return replace(room, desk=replace(room.desk, offers=(*waiting, offer), sent=sent))


def returned(room: Room, message: Returned, _now: float) -> Room:
    offer = offer_of(room, message.offer)
    if message.who not in (TEACHER, offer.participant):
        raise Refused("not_teacher")
    waiting = tuple(each for each in room.desk.offers if each is not offer)
    return replace(room, desk=replace(room.desk, offers=waiting))


def ended(room: Room, _message: Ended, _now: float) -> Room:
    return counted(replace(room, ended=True))


CHANGES: dict[type, Callable[[Room, Any, float], Room]] = {
    Joined: seats.join, Removed: seats.remove, NameHidden: seats.hide_name,
    DoorSet: seats.set_door,
    Moved: moved, Showed: showed, Steered: steered, Asked: asked, Answered: answered,
    Revealed: revealed, Withdrawn: withdrawn, Offered: offered, Returned: returned, Ended: ended,
}  # fmt: skip


def offer_of(room: Room, identity: str) -> Offer:
    """The waiting snippet of that id, or Refused."""
    for offer in room.desk.offers:
        if offer.id == identity:
            return offer
    raise Refused("unknown_offer")


def current(room: Room, number: int) -> Question:
    """The question on the screens, which must be that one."""
    if not 1 <= number <= room.asked:
        raise Refused("unknown_question")
    if room.question is None or room.question.number != number:
        raise Refused("closed")
    return room.question


def put_away(room: Room) -> Room:
    """The room with nothing asked; the question and its answers are kept for the teacher."""
    if room.question is None:
        return room
    past = (*room.desk.past, room.question)
    return replace(room, question=None, desk=replace(room.desk, past=past))


def check_spot(spot: Spot, shown: Shown) -> None:
    """Refused when the run has no such moment."""
    if not (math.isfinite(spot.cursor) and 0 <= spot.cursor <= shown.events):
        what = f"This run has the steps 0 to {shown.events}, and the move went beyond them."
        raise Refused("bad_move", what=what)
    if spot.selection is not None and len(spot.selection) > MOST_SELECTION:
        raise Refused("bad_move", what="That is not the id of a box.")
    if spot.stride not in STRIDES:
        raise Refused("bad_move", what="The stride is lesson, line or event.")


def driver(room: Room) -> str:
    """Who has the wheel, for a sentence."""
    if room.wheel is None:
        return "The teacher"
    return room.desk.people.get(room.wheel) or "A student"
