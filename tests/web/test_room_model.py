"""Whatever happens in whatever order, all who are there end on the teacher's step."""

import shutil
import tempfile
import time
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test,
)  # fmt: skip

from server.classroom.database_store import Attic
from server.classroom.errors import Refused
from server.classroom.events import (
    Answered, Asked, Joined, Moved, Offered, Returned, Revealed, Showed, Steered, Withdrawn, after,
)  # fmt: skip
from server.classroom.memory_store import Rooms
from server.classroom.questions import Question
from server.classroom.redis_store import FarRooms
from server.classroom.room import TEACHER, Offer, Shown, Spot
from server.classroom.streams import Streams
from server.classroom.view import View
from tests.sampling import by_day
from tests.web import redis_server
from tests.web.follower import Follower, Loop, until
from tests.web.rooms import DOCUMENT, room

YESNO = Question(0, "yesno", None, 0, None, None, 0.01, True, "open", 0.0)
cursors = st.integers(0, 40).map(lambda i: i / 4)
who = st.integers(0, 5)


class Class(RuleBasedStateMachine):
    """A teacher, up to six students, and a server that may be killed at any time."""

    # A file that has all tables, which is quicker than to make them.
    empty_database: Path | None = None

    def open(self):
        """A shelf on what was kept before."""
        return Rooms(Attic(f"sqlite:///{self.folder / 'rooms.db'}"))

    @initialize()
    def begin(self):
        self.folder = Path(tempfile.mkdtemp(prefix="rooms"))
        if self.empty_database:
            shutil.copy(self.empty_database, self.folder / "rooms.db")
        self.loop = Loop()
        self.shelf = self.open()
        self.streams = Streams(self.shelf)
        now = time.time()
        self.room = room(opened=now, expires=now + 3600)
        assert self.shelf.open(self.room, DOCUMENT)
        # What the test itself knows of the room.
        self.cursor, self.digest, self.wheel, self.view = 0.0, "digest", None, None
        self.question, self.asked, self.answers, self.offers = None, 0, {}, 0
        self.students: list[Follower] = []
        self.seqs: list[int] = []

    def tell(self, *messages):
        """Carry messages out; False when they were refused."""
        def change(before):
            for message in messages:
                before = after(before, message, time.time())
            return before

        try:
            self.shelf.change(self.room.code, change)
        except Refused:
            return False
        return True

    def student(self, i):
        return self.students[i % len(self.students)]

    @precondition(lambda self: len(self.students) < 6)
    @rule()
    def join(self):
        name = f"p{len(self.students)}"
        assert self.tell(Joined(name, None))
        student = Follower(self.loop, self.room.code, time.time, name)
        self.students.append(student)
        student.connect(self.shelf, self.streams)

    @precondition(lambda self: self.students)
    @rule(i=who)
    def leave(self, i):
        self.student(i).leave()

    @precondition(lambda self: self.students)
    @rule(i=who)
    def rejoin(self, i):
        self.student(i).leave()
        self.student(i).connect(self.shelf, self.streams)

    @rule(cursor=cursors)
    def the_teacher_moves(self, cursor):
        moved = self.tell(Moved(TEACHER, self.digest, Spot(cursor), None))
        assert moved == (self.wheel is None)
        self.cursor = cursor if moved else self.cursor

    @precondition(lambda self: self.wheel is None)
    @rule(view=st.sampled_from([None, View("1"), View("2f0")]))
    def the_teacher_shows_a_view(self, view):
        spot = Spot(self.cursor, view=view)
        assert self.tell(Moved(TEACHER, self.digest, spot, None, tells_view=True))
        self.view = view

    @precondition(lambda self: self.students)
    @rule(i=who, cursor=cursors)
    def a_student_moves(self, i, cursor):
        name = self.student(i).participant
        moved = self.tell(Moved(name, self.digest, Spot(cursor), None))
        assert moved == (self.wheel == name)
        self.cursor = cursor if moved else self.cursor

    @rule(cursor=st.sampled_from([-1.0, 10.5, float("nan"), float("inf"), None]))
    def a_move_that_goes_nowhere_is_refused(self, cursor):
        digest = "other" if cursor is None else self.digest
        assert not self.tell(Moved(self.wheel or TEACHER, digest, Spot(cursor or 1), None))

    @precondition(lambda self: self.students)
    @rule(i=who)
    def hand_over(self, i):
        assert self.tell(Steered(TEACHER, self.student(i).participant))
        self.wheel = self.student(i).participant

    @precondition(lambda self: self.students)
    @rule(i=who, j=who)
    def no_student_hands_over(self, i, j):
        assert not self.tell(Steered(self.student(i).participant, self.student(j).participant))

    @precondition(lambda self: self.wheel)
    @rule(by_student=st.booleans())
    def take_back(self, by_student):
        assert self.tell(Steered(self.wheel if by_student else TEACHER, None))
        self.wheel = None

    @rule(digest=st.sampled_from(["first", "second"]))
    def show_another_run(self, digest):
        assert self.tell(Showed(Shown(digest, 10), Spot(1)))
        self.cursor, self.digest, self.wheel, self.question = 1, digest, None, None
        self.view = self.view and View()

    @rule()
    def ask(self):
        self.asked += 1
        assert self.tell(Asked(replace(YESNO, text=f"Question {self.asked}"), self.digest))
        self.question, self.answers = "open", {}

    @precondition(lambda self: self.students and self.asked)
    @rule(i=who, value=st.booleans())
    def answer(self, i, value):
        name = self.student(i).participant
        assert self.tell(Answered(name, self.asked, value)) == (self.question == "open")
        if self.question == "open":
            self.answers[name] = value

    @precondition(lambda self: self.question)
    @rule()
    def reveal(self):
        assert self.tell(Revealed(self.asked))
        self.question = "revealed"

    @precondition(lambda self: self.question)
    @rule()
    def withdraw(self):
        assert self.tell(Withdrawn(self.asked))
        self.question = None

    @precondition(lambda self: self.students)
    @rule(i=who)
    def show_a_students_snippet(self, i):
        name = self.student(i).participant
        self.offers += 1
        offer = f"o{self.offers}"
        assert self.tell(Offered(Offer(offer, name, "x = 1")))
        assert self.tell(Returned(TEACHER, offer), Showed(Shown("theirs", 10, None, name), Spot()))
        self.cursor, self.digest, self.wheel, self.question = 0, "theirs", None, None
        self.view = self.view and View()

    @rule()
    def restart(self):
        """The server is killed, and all lines with it; browsers come back by themselves."""
        there = [student for student in self.students if student.line is not None]
        self.streams.close()
        for student in there:
            student.leave()
        self.shelf.close()
        self.shelf = self.open()
        self.streams = Streams(self.shelf)
        for student in there:
            student.connect(self.shelf, self.streams)

    @rule()
    def those_who_listen_catch_up(self):
        until(lambda: all(self.is_there(s) for s in self.students if s.line is not None))

    @invariant()
    def the_number_of_the_state_never_goes_back(self):
        self.seqs.append(self.shelf.get(self.room.code).seq)
        assert self.seqs == sorted(self.seqs)

    def is_there(self, student):
        question = student.state["question"]
        return (
            student.state["cursor"] == self.cursor
            and student.state["view"] == (self.view and asdict(self.view))
            and student.state["digest"] == self.digest
            and (student.state["wheel"] or {}).get("participant") == self.wheel
            and (question and question["phase"]) == self.question
        )

    def teardown(self):
        if not hasattr(self, "loop"):
            return
        try:
            self.those_who_listen_catch_up()
            for student in self.students:
                if student.line is None:
                    student.connect(self.shelf, self.streams)
            until(lambda: all(self.is_there(student) for student in self.students))
            if self.question == "revealed":
                tally = Follower(self.loop, self.room.code, time.time)
                tally.connect(self.shelf, self.streams)
                assert tally.state["question"]["tally"]["answered"] == len(self.answers)
                tally.leave()
        finally:
            for student in self.students:
                student.leave()
            self.streams.close()
            self.shelf.close()
            self.loop.close()
            shutil.rmtree(self.folder)


@pytest.fixture(scope="module")
def redis_address():
    with redis_server.running() as address:
        yield address


def run(machine, examples, steps=25):
    """Have so many classes live through so many steps each."""
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]
    run_state_machine_as_test(machine, settings=settings(
        max_examples=examples, stateful_step_count=steps, deadline=None,
        suppress_health_check=checks,
    ))  # fmt: skip


@pytest.mark.parametrize("examples", by_day([10, 40], 2))
def test_all_end_on_the_teachers_step_in_memory(empty_database, examples):
    file = empty_database

    class NearClass(Class):
        empty_database = file

    run(NearClass, examples)


def test_all_end_on_the_teachers_step_in_redis(redis_address):
    class FarClass(Class):
        def open(self):
            return FarRooms(redis_address)

    run(FarClass, 10)
