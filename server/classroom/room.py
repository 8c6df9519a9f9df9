"""A room: its latest shared state with a sequence number, what only its teacher sees, and JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from server.classroom import predict
from server.classroom.predict import Question, Subject
from server.classroom.refused import Refused

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
    """Where the class is: a frame with a fraction, the selected box, the size of steps."""

    cursor: float = 0
    selection: str | None = None
    stride: str = "lesson"


@dataclass(frozen=True, slots=True)
class Offer:
    """A student's snippet, waiting for the teacher."""

    id: str
    participant: str
    code: str
    title: str | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a participant answered, and how many seconds after the question."""

    value: Any
    seconds: float


@dataclass(frozen=True, slots=True)
class Desk:
    """What only the teacher sees; a change of it is no change of the shared state.

    `people` are names by participant, `answers` those of each question by participant, `past` the
    questions that are no longer on the screens.
    """

    people: dict[str, str | None] = field(default_factory=dict)
    answers: dict[int, dict[str, Answer]] = field(default_factory=dict)
    past: tuple[Question, ...] = ()
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True)
class Room:
    """A room at one moment; times are seconds of the server's clock.

    `secret` is the hash of the teacher's, `key` signs the participants' tokens, `url` is where the
    class finds the room. `wheel` is the participant who drives, or None for the teacher; `tab` is
    what the last mover called its tab.
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
    del told["asked"]
    if question.phase == "revealed":
        return told | {"tally": tally(room, question)}
    del told["truth"]
    return told


def tally(room: Room, question: Question) -> dict[str, Any]:
    """How the class has answered so far."""
    answers = room.desk.answers.get(question.number, {})
    return predict.tally(question, (answer.value for answer in answers.values()))


def desk(room: Room, present: set[str]) -> dict[str, Any]:
    """What the teacher sees; `present` are the participants who are connected."""
    question = room.question
    return {
        "present": len(present),
        "people": [
            {"participant": each, "name": name, "present": each in present}
            for each, name in room.desk.people.items()
        ],
        "question": question and {
            "number": question.number,
            "truth": question.truth,
            "tally": tally(room, question),
        },
        "offers": [
            {"offer": each.id, **(named(room, each.participant) or {}), "title": each.title,
             "lines": each.code.count("\n") + 1}
            for each in room.desk.offers
        ],
    }  # fmt: skip


def questions(room: Room) -> list[Question]:
    """All that were asked, in their order."""
    return [*room.desk.past, *([room.question] if room.question else [])]


def to_json(thing: Room | Desk) -> str:
    """A room without its desk, or a desk: they change at different times."""
    return json.dumps(fields_of(thing), default=fields_of, separators=(",", ":"))


def fields_of(thing: Any) -> dict[str, Any]:
    """The fields of a dataclass, one level deep."""
    names = [name for name in thing.__slots__ if name != "desk"]
    return {name: getattr(thing, name) for name in names}


def from_json(room: str | bytes, desk: str | bytes) -> Room:
    """The room of two texts that `to_json` wrote."""
    found, kept = json.loads(room), json.loads(desk)
    found["shown"], found["spot"] = Shown(**found["shown"]), Spot(**found["spot"])
    if found["question"]:
        found["question"] = question_from(found["question"])
    return Room(
        **found,
        desk=Desk(
            kept["people"],
            {
                int(number): {who: Answer(**answer) for who, answer in answers.items()}
                for number, answers in kept["answers"].items()
            },
            tuple(map(question_from, kept["past"])),
            tuple(Offer(**offer) for offer in kept["offers"]),
        ),
    )


def question_from(found: dict[str, Any]) -> Question:
    subject, choices = found["subject"], found["choices"]
    if subject is not None:
        entry = subject["entry"]
        subject = Subject(**subject | {"entry": None if entry is None else tuple(entry)})
    if choices is not None:
        choices = tuple(map(tuple, choices))
    return Question(**found | {"subject": subject, "choices": choices})
