"""Rooms in the memory of one process, written through to the database before a change counts."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from types import MappingProxyType
from typing import Protocol

from server.classroom.database_store import Attic
from server.classroom.errors import Refused
from server.classroom.events import Ended, after, offer_of
from server.classroom.room import Room
from server.classroom.room_parts import DOCUMENT, dropped
from server.classroom.sse_message import Told, told
from server.storage.database import Down

# The documents of the rooms that are busy; the others are in the database.
MOST_DOCUMENTS = 64
# Who has not been heard of for so long is not in the room.
PRESENT_SECONDS = 40.0

Change = Callable[[Room], Room]
# None when something may have been missed, so that who watches had better look again.
Tell = Callable[[Told | None], None]
NONE: Mapping[str, bytes] = MappingProxyType({})
log = logging.getLogger(__name__)


class Shelf(Protocol):
    """Where rooms are. Threads may share one; each method may raise Down."""

    def open(self, room: Room, document: bytes, client: str | None = None) -> bool:
        """Keep a new room and its run document; False when the code is taken.

        `client` names whose open rooms are counted, None counts nobody's. Raises Refused when so
        many rooms are open, or take so many bytes, as may be.
        """

    def get(self, code: str) -> Room:
        """The room of a code, also one that is over; Refused when there is none."""

    def change(self, code: str, change: Change, attachments: Mapping[str, bytes] = NONE) -> Room:
        """Replace a room by `change(room)`, as if nobody else did anything meanwhile.

        `attachments` are kept with it: the run document as `document`, the code of an offer as its
        id. That of an offer goes when the room has the offer no more.
        """

    def document(self, code: str, digest: str) -> bytes:
        """The room's run document, compressed; Refused when it shows another run."""

    def offered(self, code: str, offer: str) -> str:
        """The code of an offer; Refused when that waits no more."""

    def watch(self, tell: Tell) -> None:
        """Call `tell`, from any thread, after each change of a shared state."""

    def seen(self, code: str, participants: Iterable[str]) -> None:
        """These participants are connected."""

    def left(self, code: str, participant: str) -> None:
        """That one is no more."""

    def present(self, code: str) -> set[str]:
        """Who is connected."""

    def clock(self) -> float | None:
        """The seconds since 1970 where the rooms are; None where that is this process."""

    def count_open(self) -> int:
        """How many rooms are open."""

    def count_unwritten(self) -> int:
        """How many rooms were changed while what keeps them did not answer."""

    def write_unwritten(self) -> None:
        """Write those rooms, if it answers again."""

    def end_asked(self) -> None:
        """End the rooms that `tapescope admin end` names, if it cannot do so itself."""

    def close(self) -> None:
        """Let go of what is behind it."""


@dataclass(slots=True)
class Held:
    """A room, what of it was written last, and the lock of those who would change it.

    `doubt` are the attachments that a write touched which nobody acknowledged, as they were before.
    """

    room: Room
    written: Room
    lock: Lock = field(default_factory=Lock)
    doubt: dict[str, bytes | None] = field(default_factory=dict)

    @property
    def is_written(self) -> bool:
        """Whether the database has this room, and nothing else."""
        return self.written is self.room and not self.doubt


class Rooms:
    """The shelf of a single process. `clock` gives seconds since the epoch.

    `steady` gives seconds that nobody sets back or forward; `is_sole` tells whether no other
    process has rooms of its own over the same database.
    """

    def __init__(
        self, attic: Attic, clock: Callable[[], float] = time.time,
        is_sole: Callable[[], bool] = lambda: True, steady: Callable[[], float] = time.monotonic,
    ):  # fmt: skip
        self._attic, self._clock, self._is_sole, self._steady = attic, clock, is_sole, steady
        self._held: dict[str, Held] = {}
        self._documents: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._seen: dict[str, dict[str, float]] = defaultdict(dict)
        self._watching: list[Tell] = []
        self._lock = Lock()

    def open(self, room: Room, document: bytes, client: str | None = None) -> bool:
        self._check_sole()
        self._sweep()
        with self._lock:
            if not self._attic.add(room, document, self._clock(), client):
                return False
            self._held[room.code] = Held(room, room)
            self._remember(room, document)
        return True

    def get(self, code: str) -> Room:
        return self._find(code).room

    def change(self, code: str, change: Change, attachments: Mapping[str, bytes] = NONE) -> Room:
        held = self._find(code)
        with held.lock:
            before, room = held.room, change(held.room)
            try:
                self._write(held, room, attachments)
            except Down as error:
                if attachments:
                    raise
                # The lesson goes on; it is written as soon as that is possible.
                log.error("A room could not be written: %s", error.__cause__)
            held.room = room
            if DOCUMENT in attachments:
                with self._lock:
                    self._remember(room, attachments[DOCUMENT])
            if room.seq != before.seq:
                news = told(room, self._clock())
                for tell in self._watching:
                    tell(news)
        return room

    def document(self, code: str, digest: str) -> bytes:
        with self._lock:
            kept, data = self._documents.get(code, (None, b""))
        if kept != digest:
            room = self.get(code)
            if room.shown.digest != digest:
                raise Refused("other_run")
            data = self._attachment(code, DOCUMENT, "unknown_room")
            with self._lock:
                self._remember(room, data)
        return data

    def offered(self, code: str, offer: str) -> str:
        offer_of(self.get(code), offer)
        return self._attachment(code, offer, "unknown_offer").decode()

    def watch(self, tell: Tell) -> None:
        self._watching.append(tell)

    def seen(self, code: str, participants: Iterable[str]) -> None:
        now = self._steady()
        with self._lock:
            self._seen[code].update(dict.fromkeys(participants, now))

    def left(self, code: str, participant: str) -> None:
        with self._lock:
            self._seen[code].pop(participant, None)

    def present(self, code: str) -> set[str]:
        since = self._steady() - PRESENT_SECONDS
        with self._lock:
            return {who for who, when in self._seen[code].items() if when >= since}

    def clock(self) -> float | None:
        return None

    def count_unwritten(self) -> int:
        return len(self._unwritten())

    def write_unwritten(self) -> None:
        for held in self._unwritten():
            with held.lock:
                self._write(held, held.room, NONE)

    def end_asked(self) -> None:
        for code in self._attic.asked_to_end():
            with suppress(Refused):
                self.change(code, lambda room: after(room, Ended(), self._clock()))

    def count_open(self) -> int:
        return self._attic.count_open(self._clock())

    def close(self) -> None:
        with suppress(Down):
            self.write_unwritten()
        self._attic.close()

    def _unwritten(self) -> list[Held]:
        with self._lock:
            return [held for held in self._held.values() if not held.is_written]

    def _write(self, held: Held, room: Room, attachments: Mapping[str, bytes]) -> None:
        """Write a room, and undo what a write without an acknowledgement may have done."""
        touched = self._touched(held, room, attachments) if attachments else {}
        repairs = None
        if held.doubt:
            waiting = {DOCUMENT, *(offer.id for offer in room.desk.offers)}
            repairs = {
                name: data if name in waiting else None
                for name, data in held.doubt.items() if name not in attachments
            }  # fmt: skip
        try:
            self._attic.write(room, held.written, attachments, self._clock(), repairs)
        except Down:
            held.doubt = touched | held.doubt
            raise
        held.written = room
        held.doubt = {}

    def _touched(
        self, held: Held, room: Room, attachments: Mapping[str, bytes]
    ) -> dict[str, bytes | None]:
        """The attachments that a write replaces or deletes, as they are."""
        code, found = room.code, dict[str, bytes | None]()
        for name in {*attachments, *dropped(room, held.room)}:
            if name == DOCUMENT:
                found[name] = self.document(code, held.room.shown.digest)
            else:
                found[name] = self._attic.attachment(code, name)
        return found

    def _find(self, code: str) -> Held:
        """The room, from the database when this process has not seen it."""
        held = self._held.get(code)
        if held is None:
            self._check_sole()
            room = self._attic.load(code)
            if room is None:
                raise Refused("unknown_room")
            with self._lock:
                held = self._held.setdefault(code, Held(room, room))
        return held

    def _check_sole(self) -> None:
        """Refused before this process takes a room that another one may change."""
        if not self._is_sole():
            raise Refused("second_process")

    def _attachment(self, code: str, part: str, otherwise: str) -> bytes:
        """What is kept with a room, or Refused."""
        found = self._attic.attachment(code, part)
        if found is None:
            raise Refused(otherwise)
        return found

    def _remember(self, room: Room, document: bytes) -> None:
        self._documents[room.code] = (room.shown.digest, document)
        self._documents.move_to_end(room.code)
        if len(self._documents) > MOST_DOCUMENTS:
            self._documents.popitem(last=False)

    def _sweep(self) -> None:
        """Forget rooms that are over; their codes are known in the database for another day."""
        now = self._clock()
        with self._lock:
            over = [c for c, held in self._held.items() if held.is_written
                    and (held.room.ended or held.room.expires <= now)]  # fmt: skip
            for code in over:
                del self._held[code]
                self._documents.pop(code, None)
                self._seen.pop(code, None)
        self._attic.sweep(now)
