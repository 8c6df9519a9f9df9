"""A class whose store fails, and whose pages send again what nobody answered.

`maybe` are the rooms that the store may have: a change that was answered leaves one of them, a
change that was not answered adds what it would have made. What was acknowledged is held apart.
"""

import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from server.classroom.errors import Refused
from server.classroom.events import after
from server.classroom.memory_store import NONE
from server.classroom.room import Room
from server.classroom.streams import Streams
from server.storage.database import Down
from tests.web.follower import Follower, Loop
from tests.web.rooms import DOCUMENT, room


class Page(Follower):
    """A follower that takes a state for older than its own, unless it was told to expect that."""

    is_first = True

    def connect(self, *arguments, **more):
        self.is_first = True
        super().connect(*arguments, **more)

    def read(self, text):
        before = self.state
        super().read(text)
        if self.told[-1] == "late":
            self.is_first = True
        elif self.told[-1] == "state":
            if not self.is_first and self.state["seq"] < before["seq"]:
                self.state = before
            self.is_first = False


def distinct(rooms: Iterable[Room | None]) -> list[Room]:
    """Rooms that differ, each once: what is sent again and again must not double them."""
    kept: list[Room] = []
    for each in rooms:
        if each is not None and each not in kept:
            kept.append(each)
    return kept


class Unreliable:
    """A teacher and up to four students, whose pages send again what nobody answered."""

    def make(self, folder):
        """The store of this room."""
        raise NotImplementedError

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="rooms"))
        self.world, self.loop = self.make(self.folder), Loop()
        self.now = time.time()
        self.room = room(opened=self.now, expires=self.now + 36_000)
        self.start()
        assert self.shelf.open(self.room, DOCUMENT)
        self.maybe: list[Room] = [self.room]
        self.kept: list[Room] = [self.room]
        self.saved: tuple[Any, ...] = ()
        self.documents, self.counter, self.is_down = {"digest": DOCUMENT}, 0, False
        # What was acknowledged: answers by question and participant; questions; codes of offers.
        self.answers: dict[tuple[int, str], Any] = {}
        self.sent: dict[str, str] = {}
        self.asked, self.gone = set[int](), set[str]()
        # What the teacher sent back, acknowledged or not.
        self.returned = set[str]()
        self.waiting: dict[Any, tuple[Any, ...]] = {}
        self.pages: list[Page] = []

    def start(self):
        self.shelf = self.world.open()
        self.streams = Streams(self.shelf)

    # What a page sends, and sends again.

    def send(self, client, *messages, faults=(), attachments=NONE, done=lambda: None):
        """Send; None when nobody answered, else whether it was done."""
        if faults:
            self.world.fail(*faults)

        def change(before):
            for message in messages:
                before = after(before, message, self.now)
            return before

        def made(before: Room) -> Room | None:
            try:
                return change(before)
            except Refused:
                return None

        wanted: list[Room | None] = [made(before) for before in self.maybe]
        try:
            found = self.shelf.change(self.room.code, change, attachments)
        except Refused:
            self.maybe = [old for old, new in zip(self.maybe, wanted, strict=True) if not new]
            assert self.maybe, "What may be done was refused."
            is_done = False
        except Down:
            self.maybe = distinct([*self.maybe, *wanted])
            self.kept = distinct([*self.kept, *wanted])
            self.waiting[client] = (messages, attachments, done)
            return None
        else:
            assert found in wanted, "It was not done, or done twice."
            self.maybe = [found]
            is_done = True
            done()
        self.waiting.pop(client, None)
        self.note_what_is_kept()
        return is_done

    def note_what_is_kept(self):
        """The database may have any of the rooms since all was written."""
        self.kept = [*self.kept, *self.maybe] if self.shelf.count_unwritten() else [*self.maybe]

    def look(self):
        """The room as the store has it, which must be one that it may have."""
        found: Room = self.shelf.get(self.room.code)
        assert found in self.maybe, "A change was lost, or half of it was."
        self.maybe = [found]
        return found

    def next(self):
        self.counter += 1
        return self.counter

    def name(self, i):
        return self.pages[i % len(self.pages)].participant

    def press(self, *messages, **more):
        """Have the teacher send, who waits for one answer before the next thing."""
        if "press" not in self.waiting:
            self.send("press", *messages, **more)

    def connect(self, page):
        """Open the line of a page, which comes back by itself where that fails."""
        try:
            page.connect(self.shelf, self.streams)
        except Down:
            page.line = None  # the browser comes back

    def forget(self, found):
        """What a store has lost that came back old, or that was killed before it could write."""
        given = found.desk.answers
        self.answers = {
            (n, name): given[n][name].value for n, name in self.answers if name in given.get(n, {})
        }
        self.asked = {number for number in self.asked if number <= found.asked}
        self.sent = {n: o for n, o in self.sent.items() if found.desk.sent.get(n) == o}
        self.gone -= {offer.id for offer in found.desk.offers}
        people = found.desk.people
        for page in [page for page in self.pages if page.participant not in people]:
            page.leave()
            self.pages.remove(page)
