"""The state of a room: what everyone sees under a sequence number, with its teacher's own part."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from server.classroom.errors import Refused
from server.classroom.questions import Question
from server.classroom.questions import tally as tally_of
from server.classroom.view import View

# Who opened the room, where a participant's id could stand.
TEACHER = "teacher"


@dataclass(frozen=True, slots=True)
class Shown:
    """The run on the screens: its digest, how many events it has, and whose snippet it is of."""

    digest: str
    events: int
    title: str | None = None
    author: str | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the class is: a frame with a fraction, the selected box, the size of steps.

    `view` is what of the picture everybody sees, None where everybody looks for themselves.
    """

    cursor: float = 0
    selection: str | None = None
    stride: str = "lesson"
    view: View | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A student's snippet, waiting for the teacher; a shelf keeps its code apart.

    `lines` and `size`, in bytes, are those of the code.
    """

    id: str
    participant: str
    title: str | None = None
    seed: int | None = None
    lines: int = 1
    size: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a participant answered, and how many seconds after the question."""

    value: Any
    seconds: float


@dataclass(frozen=True, slots=True)
class Door:
    """Who may still join: `word` is one of seats.DOORS.

    `barred` are origins from which nobody may join until that time.
    """

    word: str = "open"
    barred: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Desk:
    """What only the teacher sees; a change of it is no change of the shared state.

    `people` are names by participant, `origins` where participants joined from, as
    `seats.origin_of` has it, `answers` those of each question by participant, `past` the questions
    that are no longer on the screens, `sent` the id of each participant's last snippet, also when
    that waits no more: so a snippet that is sent again counts once.
    """

    people: dict[str, str | None] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    answers: dict[int, dict[str, Answer]] = field(default_factory=dict)
    past: tuple[Question, ...] = ()
    offers: tuple[Offer, ...] = ()
    door: Door = Door()
    sent: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Room:
    """A room at one moment; times are seconds of the server's clock.

    `secret` is the hash of the teacher's, `key` the room's own part of what signs the participants'
    tokens (server/web/secret_key.py has the rest), `url` is where the class finds the room. `wheel`
    is the participant who drives, or None for the teacher; `tab` is what the last mover called its
    tab.
    """

    code: str
    secret: str
    key: str
    url: str
    opened: float
    expires: float
    shown: Shown
    spot: Spot = Spot()
    seq: int = 1
    tab: str | None = None
    wheel: str | None = None
    question: Question | None = None
    asked: int = 0
    ended: bool = False
    desk: Desk = field(default_factory=Desk)


def named(room: Room, participant: str | None) -> dict[str, str | None] | None:
    """A participant as states tell of one; None for the teacher."""
    if participant is None:
        return None
    return {"participant": participant, "name": room.desk.people.get(participant)}


def check_open(room: Room, now: float) -> None:
    """Refused when the room is over."""
    if room.ended:
        raise Refused("ended")
    if now >= room.expires:
        raise Refused("expired", hours=f"{(room.expires - room.opened) / 3600:.3g}")


def counted(room: Room) -> Room:
    """The room with its shared state counted as new."""
    return replace(room, seq=room.seq + 1)


def state(room: Room, now: float) -> dict[str, Any]:
    """What everybody may know."""
    return {
        "room": room.code,
        "seq": room.seq,
        "now": round(now, 3),
        "expires": round(room.expires, 3),
        "url": room.url,
        "title": room.shown.title,
        "digest": room.shown.digest,
        "author": named(room, room.shown.author),
        **asdict(room.spot),
        "wheel": named(room, room.wheel),
        "tab": room.tab,
        "question": asked(room),
    }


def asked(room: Room) -> dict[str, Any] | None:
    """The question on the screens, with its truth only when that has been revealed."""
    question = room.question
    if question is None:
        return None
    told = asdict(question)
    for name in ("asked", "words", "name", "step"):
        del told[name]
    if question.phase == "revealed":
        return told | {"tally": tally(room, question)}
    del told["truth"]
    return told


def tally(room: Room, question: Question) -> dict[str, Any]:
    """How the class has answered so far."""
    answers = room.desk.answers.get(question.number, {})
    return tally_of(question, (answer.value for answer in answers.values()))


def desk(room: Room, present: set[str]) -> dict[str, Any]:
    """What the teacher sees; `present` are the participants who are connected."""
    question, origins = room.question, room.desk.origins
    alike, here = Counter(origins.values()), present & room.desk.people.keys()
    return {
        "present": len(here),
        "door": room.desk.door.word,
        "people": [
            {"participant": each, "name": name, "present": each in present,
             "alike": alike[origins[each]] if each in origins else 1}
            for each, name in room.desk.people.items()
        ],
        "question": question and {
            "number": question.number,
            "truth": question.truth,
            "tally": tally(room, question),
            # Who has answered and left is counted, too.
            "of": len(here | room.desk.answers.get(question.number, {}).keys()),
        },
        "offers": [
            {"offer": each.id, **(named(room, each.participant) or {}), "title": each.title,
             "lines": each.lines}
            for each in room.desk.offers
        ],
    }  # fmt: skip


def questions(room: Room) -> list[Question]:
    """All that were asked, in their order."""
    return [*room.desk.past, *([room.question] if room.question else [])]
