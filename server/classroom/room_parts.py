"""Split a room into JSON parts that change at different times; join them again.

A shelf writes only the parts that are others than before, so that a join does not write answers,
nor an answer what else waits. What is large has a part that only who asks for it reads: the run
document, and the code of each offer under the id of that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from server.classroom.events import MOST_QUESTIONS
from server.classroom.questions import Question, Subject
from server.classroom.room import Answer, Desk, Door, Offer, Room, Shown, Spot
from server.classroom.view import view_of

DOCUMENT = "document"
# The desk in one part, with the code of all offers, as rooms of earlier versions were written.
OLD_DESK = "desk"
ANSWERS = {number: f"given{number}" for number in range(1, MOST_QUESTIONS + 1)}
# What `room_of` reads.
NAMES = ("room", "people", "origins", "past", "offers", "door", "sent", *ANSWERS.values())


def parts_of(room: Room) -> dict[str, Any]:
    """What stands in each part; a part of two rooms that is one object is unchanged."""
    desk = room.desk
    return {
        "room": room, "people": desk.people, "origins": desk.origins, "past": desk.past,
        "offers": desk.offers, "door": desk.door, "sent": desk.sent,
        **{ANSWERS[number]: answers for number, answers in desk.answers.items()},
    }  # fmt: skip


def changed(room: Room, before: Room | None) -> dict[str, bytes]:
    """The parts of a room that are to be written, when `before` is what was written last."""
    known: dict[str, Any] = {} if before is None else parts_of(before)
    return {
        name: to_json(part) for name, part in parts_of(room).items()
        if name not in known or part is not known[name]
    }  # fmt: skip


def dropped(room: Room, before: Room) -> list[str]:
    """The parts that are to be deleted: the code of offers that wait no more."""
    if room.desk.offers is before.desk.offers:
        return []
    waiting = {offer.id for offer in room.desk.offers}
    return [offer.id for offer in before.desk.offers if offer.id not in waiting]


def room_of(found: Mapping[str, bytes]) -> Room:
    """The room of the parts that `changed` wrote."""
    kept = {name: json.loads(text) for name, text in found.items()}
    room = kept["room"]
    spot = room["spot"]
    # A room of an earlier version has no view.
    view = view_of(spot.get("view"))
    room["shown"], room["spot"] = Shown(**room["shown"]), Spot(**spot | {"view": view})
    if room["question"]:
        room["question"] = question_of(room["question"])
    desk = Desk(
        kept["people"], kept["origins"],
        {number: {who: Answer(**answer) for who, answer in kept[name].items()}
         for number, name in ANSWERS.items() if name in kept},
        tuple(map(question_of, kept["past"])), tuple(Offer(**each) for each in kept["offers"]),
        Door(**kept["door"]), kept.get("sent", {}),
    )  # fmt: skip
    return Room(**room, desk=desk)


def question_of(found: dict[str, Any]) -> Question:
    """A question as it was before it was written."""
    subject, choices = found["subject"], found["choices"]
    if subject is not None:
        entry = subject["entry"]
        subject = Subject(**subject | {"entry": None if entry is None else tuple(entry)})
    if choices is not None:
        choices = tuple(map(tuple, choices))
    return Question(**found | {"subject": subject, "choices": choices})


def upgraded(old: bytes) -> dict[str, bytes]:
    """The parts that stand for a desk as earlier versions wrote it."""
    desk = json.loads(old)
    codes = {offer["id"]: offer.pop("code") for offer in desk["offers"]}
    for offer in desk["offers"]:
        code = codes[offer["id"]]
        offer |= {"lines": lines_of(code), "size": len(code.encode())}
    parts = {name: desk[name] for name in ("people", "past", "offers")}
    parts |= {"origins": {}, "door": Door()}
    parts |= {ANSWERS[int(number)]: given for number, given in desk["answers"].items()}
    codes = {identity: code.encode() for identity, code in codes.items()}
    return {name: to_json(part) for name, part in parts.items()} | codes


def lines_of(code: str) -> int:
    """How many lines a snippet has."""
    return code.count("\n") + 1


def to_json(thing: Any) -> bytes:
    """A part as it is written; a room without its desk."""
    return json.dumps(thing, default=fields_of, separators=(",", ":")).encode()


def fields_of(thing: Any) -> dict[str, Any]:
    """The fields of a dataclass, one level deep."""
    names = [name for name in thing.__slots__ if name != "desk"]
    return {name: getattr(thing, name) for name in names}
