"""Whatever fails whenever: nothing acknowledged is lost, nothing counts twice, all are together."""

import dataclasses
import json
import shutil
import time

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from server.classroom import streams as module
from server.classroom.events import (
    Answered, Asked, Joined, Moved, Offered, Returned, Revealed, Showed, Steered, Withdrawn,
)  # fmt: skip
from server.classroom.results import table
from server.classroom.room import TEACHER, Offer, Shown, Spot, questions, state
from server.storage.database import Down
from tests.sampling import by_day
from tests.web import redis_server
from tests.web.follower import until
from tests.web.outages import Far, Near
from tests.web.test_room_model import YESNO, run
from tests.web.unreliable_class import Page, Unreliable

who = st.integers(0, 3)
# What becomes of the next changes.
FAULTS = st.sampled_from([
    (), (), (), (), ("cut",), ("lose",), ("die",), ("lose", "lose"), ("cut", "lose"),
])  # fmt: skip


class Outages(Unreliable, RuleBasedStateMachine):
    """What a teacher and up to four students do, and what fails meanwhile."""

    @precondition(lambda self: self.waiting)
    @rule(i=who)
    def send_again(self, i):
        client = [*self.waiting][i % len(self.waiting)]
        messages, attachments, done = self.waiting[client]
        if self.is_on_screen(*messages):
            del self.waiting[client]
            done()
            return
        self.send(client, *messages, attachments=attachments, done=done)

    def is_on_screen(self, message, *_):
        """Whether the teacher sees the question, and need not ask it again."""
        if not isinstance(message, Asked):
            return False
        try:
            now = self.shelf.get(self.room.code).question
        except Down:
            return False
        return now is not None and now.text == message.question.text

    @precondition(lambda self: self.waiting)
    @rule(i=who)
    def give_up(self, i):
        self.waiting.pop([*self.waiting][i % len(self.waiting)])

    @rule(cursor=st.integers(0, 40), faults=FAULTS)
    def somebody_moves(self, cursor, faults):
        now = self.maybe[-1]
        driver = now.wheel or TEACHER
        self.waiting.pop("move", None)  # the latest step takes the place of the one before
        self.send("move", Moved(driver, now.shown.digest, Spot(cursor / 4), None), faults=faults)

    @precondition(lambda self: len(self.pages) < 4)
    @rule()
    def join(self):
        name = f"p{len(self.pages)}"
        page = Page(self.loop, self.room.code, time.time, name)
        while self.send(name, Joined(name, None)) is None:
            self.come_back()
        self.pages.append(page)
        self.connect(page)

    @precondition(lambda self: self.pages and self.asked)
    @rule(i=who, value=st.booleans(), faults=FAULTS)
    def answer(self, i, value, faults):
        name, number = self.name(i), max(self.asked)
        note = lambda: self.answers.update({(number, name): value})  # noqa: E731
        self.send(("answer", name), Answered(name, number, value), faults=faults, done=note)

    @precondition(lambda self: self.pages)
    @rule(i=who, faults=FAULTS)
    def offer(self, i, faults):
        name, offer = self.name(i), f"o{self.next()}"
        code = f"x = {offer!r}".encode()
        made = Offer(offer, name, offer, None, 1, len(code))
        note = lambda: self.sent.update({name: offer})  # noqa: E731
        attachments = {offer: code}
        self.send(("offer", name), Offered(made), faults=faults, attachments=attachments, done=note)

    # What the teacher does, who presses again when nobody answered.

    @precondition(lambda self: self.pages)
    @rule(i=who, is_back=st.booleans(), faults=FAULTS)
    def steer(self, i, is_back, faults):
        self.press(Steered(TEACHER, None if is_back else self.name(i)), faults=faults)

    @rule(faults=FAULTS)
    def show(self, faults):
        digest = f"d{self.next()}"
        self.documents[digest] = digest.encode()
        attachments = {"document": digest.encode()}
        self.press(Showed(Shown(digest, 10), Spot(1)), faults=faults, attachments=attachments)

    @rule(faults=FAULTS)
    def ask(self, faults):
        number = self.maybe[-1].asked + 1
        question = dataclasses.replace(YESNO, text=f"q{self.next()}")
        note = lambda: self.asked.add(number)  # noqa: E731
        self.press(Asked(question, self.maybe[-1].shown.digest), faults=faults, done=note)

    @precondition(lambda self: self.maybe[-1].question)
    @rule(reveals=st.booleans(), faults=FAULTS)
    def reveal_or_withdraw(self, reveals, faults):
        number = self.maybe[-1].asked
        self.press(Revealed(number) if reveals else Withdrawn(number), faults=faults)

    @precondition(lambda self: self.maybe[-1].desk.offers)
    @rule(faults=FAULTS)
    def send_back(self, faults):
        self.press_back(self.maybe[-1].desk.offers[0].id, faults)

    def press_back(self, offer, faults=()):
        self.returned.add(offer)
        self.press(Returned(TEACHER, offer), faults=faults, done=lambda: self.gone.add(offer))

    @precondition(lambda self: self.pages)
    @rule(i=who)
    def send_back_unheard(self, i):
        """The teacher sends a snippet back before its student has heard that it came."""
        self.offer(i, ("die",))
        self.come_back()
        offer, client = f"o{self.counter}", ("offer", self.name(i))
        self.press_back(offer)
        if client in self.waiting:
            self.send_again([*self.waiting].index(client))

    # What fails.

    @rule()
    def go_down(self):
        self.is_down = True
        self.world.set_down(True)

    @rule()
    def come_back(self):
        self.is_down = False
        self.world.set_down(False)

    @rule()
    def kill(self):
        """The server is killed and starts again, with what is in the store."""
        may_lose = self.shelf.count_unwritten() > 0
        self.streams.close()
        there = [page for page in self.pages if page.line is not None]
        for page in there:
            page.leave()
        self.world.kill()
        self.come_back()
        self.start()
        if not self.world.can_go_back:
            self.maybe = self.kept
            if may_lose:
                self.forget(self.look())
            self.check(self.look())
        for page in there:
            self.connect(page)

    @precondition(lambda self: self.world.can_go_back and not self.is_down)
    @rule()
    def save(self):
        self.come_back()
        self.saved = self.look(), self.world.save()

    @precondition(lambda self: self.saved)
    @rule()
    def go_back(self):
        """Redis comes back as it was some time ago."""
        self.go_down()
        found, saved = self.saved
        self.world.restore(saved)
        self.maybe = [found]
        self.forget(found)
        self.come_back()

    # What holds when nothing fails any more.

    @rule()
    def all_is_well_again(self):
        self.come_back()
        while self.waiting:
            self.send_again(0)
        self.shelf.write_unwritten()
        self.note_what_is_kept()
        found = self.look()
        self.check(found)
        shown = json.loads(json.dumps(state(found, 0)))
        for page in self.pages:
            if page.line is None:
                self.connect(page)
        until(lambda: all(page.state | {"now": 0} == shown for page in self.pages))

    def check(self, found):
        given, waiting = found.desk.answers, [offer.id for offer in found.desk.offers]
        assert self.answers.items() <= {
            (n, name): answer.value for n in given for name, answer in given[n].items()
        }.items()
        rows = [(row[0], row[8]) for row in table(found, "answer")[1:]]
        assert set(self.answers) <= {*rows} and len(rows) == len({*rows})
        texts = [question.text for question in questions(found)]
        assert len(texts) == len({*texts}) == found.asked
        assert {*self.sent.values()} - self.returned <= {*waiting}, "A snippet was lost."
        assert self.gone.isdisjoint(waiting), "A snippet waits that was sent back."
        for offer in waiting:
            assert self.shelf.offered(self.room.code, offer) == f"x = {offer!r}"
        digest = found.shown.digest
        document = self.shelf.document(self.room.code, digest)
        assert document == self.documents[digest], "The room shows another run than it says."

    def teardown(self):
        if not hasattr(self, "loop"):
            return
        try:
            self.all_is_well_again()
            self.kill()
            self.all_is_well_again()
        finally:
            for page in self.pages:
                page.leave()
            self.streams.close()
            self.world.close()
            self.loop.close()
            shutil.rmtree(self.folder)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Look at rooms at once, not each few seconds."""
    monkeypatch.setattr(module, "TICK_SECONDS", 0.01)
    monkeypatch.setattr(module, "CHECK_SECONDS", 0.05)


@pytest.fixture(scope="module")
def redis_address():
    with redis_server.running() as address:
        yield address


@pytest.mark.parametrize("examples", by_day([6, 300], 2))
def test_nothing_is_lost_when_the_database_fails(empty_database, examples):
    class Database(Outages):
        def make(self, folder):
            return Near(folder, empty_database)

    run(Database, examples, steps=30)


@pytest.mark.parametrize("examples", by_day([4, 150], 2))
def test_nothing_is_lost_when_redis_fails(redis_address, examples):
    class Redis(Outages):
        def make(self, folder):
            return Far(folder, redis_address)

    run(Redis, examples, steps=30)
