"""A lesson: a room, its teacher, and a class whose members all ask at the same time."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from typing import Any, TypeVar

from server import examples
from tests.university.campus import Campus
from tests.university.students import Follower, Line, Member, Reply

CODES = [found["code"] for each in examples.index() if (found := examples.named(each["id"]))]
PRODUCT = """import torch

x = torch.tensor(3.0, requires_grad=True)
y = x * x
y.backward()
"""
Result = TypeVar("Result")


@contextmanager
def held(campus: Campus, size: int, room: str = "", code: str = PRODUCT) -> Iterator[Lesson]:
    """A lesson, which is over after the block."""
    lesson = Lesson(campus, size, room, code)
    try:
        yield lesson
    finally:
        lesson.end()


class Lesson:
    """A room that a teacher opens or has opened, in which so many students listen."""

    def __init__(self, campus: Campus, size: int, room: str = "", code: str = PRODUCT):
        self.campus = campus
        # No run is one that was there before.
        self._seeds = count(2)
        self.teacher = Member(campus, room)
        # What the server told when the room was opened, unless somebody else did that.
        self.opened: dict[str, Any] = {}
        if not room:
            reply = self.teacher.ask("POST", "/api/v1/rooms", {"code": code, "seed": 1})
            assert reply.status == 201, reply.body
            self.opened = reply.json()
            self.teacher.room, self.teacher.word = self.opened["room"], self.opened["secret"]
        self.students = [Member(campus, self.teacher.room) for _ in range(size)]
        self.at_once(lambda student, number: student.join(f"student {number}"))
        self.followers = [Follower(campus, student) for student in self.students]
        for follower in self.followers:
            follower.start()
        self.listen(lambda heard: heard.begun > 0 and "seq" in heard.state)

    def at_once(self, do: Callable[[Member, int], Result]) -> list[Result]:
        """Have all students do something at the same time; what came of it."""
        with ThreadPoolExecutor(len(self.students)) as pool:
            return list(pool.map(do, self.students, range(len(self.students))))

    def listen(self, is_so: Callable[[Any], bool]) -> None:
        """Wait until all followers have heard something."""
        for follower in self.followers:
            follower.until(is_so)

    def move(self, cursor: int) -> float:
        """Have the teacher move, and wait until all have heard it; seconds until the last did."""
        began = time.monotonic()
        moved = {"digest": self.opened["state"]["digest"], "cursor": cursor, "stride": "event"}
        reply = self.teacher.in_room("POST", "/moves", moved)
        assert reply.status == 200, reply.body
        seq = reply.json()["seq"]
        self.listen(lambda heard: heard.state["seq"] >= seq)
        # Who lost the line may have heard a later state in its place.
        came = [follower.heard.came.get(seq, began) for follower in self.followers]
        return max(came) - began

    def ask(self) -> int:
        """Ask the class for the gradient of the first leaf; the question's number."""
        run = self.teacher.in_room("GET", f"/runs/{self.opened['state']['digest']}").json()
        grad = next(each for each in run["events"] if each["kind"] == "grad")
        asked = {"kind": "number", "subject": {"of": "grad", "tensor": grad["tensor"]},
                 "at": len(run["events"])}  # fmt: skip
        reply = self.teacher.in_room("POST", "/questions", asked)
        assert reply.status == 201, reply.body
        number = reply.json()["state"]["question"]["number"]
        self.listen(lambda heard: (heard.state["question"] or {}).get("number") == number)
        return number

    def answer(self, number: int, value: float) -> None:
        """Have all students answer a question."""
        path = f"/questions/{number}/answer"
        replies = self.at_once(lambda student, _: student.in_room("PUT", path, {"value": value}))
        assert {reply.status for reply in replies} == {200}

    @contextmanager
    def studying(self, every: float) -> Iterator[list[tuple[Reply, float]]]:
        """All run something again and again, each once in so many seconds; the replies.

        With each reply, how many seconds it took until the run was there, refusals included.
        """
        over = threading.Event()
        replies: list[tuple[Reply, float]] = []

        def study(student: Member, number: int) -> None:
            due = time.monotonic() + every * number / len(self.students)
            run = 0
            while not over.wait(max(0.0, due - time.monotonic())):
                began = time.monotonic()
                asked = {"code": CODES[(number + run) % len(CODES)], "seed": next(self._seeds)}
                reply = student.patient("POST", "/api/v1/run", asked)
                replies.append((reply, time.monotonic() - began))
                run, due = run + 1, due + every

        with ThreadPoolExecutor(1) as pool:
            studied = pool.submit(self.at_once, study)
            try:
                yield replies
            finally:
                over.set()
            studied.result()

    def statuses(self) -> Counter[int]:
        """How often each status was answered to the class and its teacher."""
        lines: list[Line] = [self.teacher, *self.students]
        return Counter(status for line in lines for status in line.statuses)

    def end(self) -> None:
        """End the room if it is ours, and hang up."""
        if self.teacher.word:
            self.teacher.in_room("DELETE", "")
            self.listen(lambda heard: heard.ended)
        for follower in self.followers:
            follower.hang_up()
        for line in (self.teacher, *self.students):
            line.close()
