"""Clients may run and share only so often, where strangers are clients."""

from typing import Any

import pytest

from server.config import Config
from server.jobs.job import Answer
from server.sandbox import Busy
from server.web.app import close, create_app
from server.web.views import rate_limits
from tests.web.rooms import DOCUMENT, Class

HOME, ELSEWHERE = "192.0.2.1", "192.0.2.2"


class Clock:
    """The time of the server and of its counters."""

    def __init__(self):
        self.now = 1_000_000.25

    def time(self):
        return self.now

    def monotonic(self):
        return self.now


class Site:
    """A server whose jobs answer at once, and of which strangers ask."""

    def __init__(self, monkeypatch, **settings):
        rates = {"run_rate": "3 per minute", "share_rate": "3 per minute"}
        given: dict[str, Any] = {"database": "sqlite://", "hosts": None, **rates, **settings}
        self.app = create_app(Config(**given))
        self.client, self.busy = self.app.test_client(), None
        self.asked: list[Any] = []
        monkeypatch.setattr(self.app.extensions["jobs"], "do", self.do)

    def do(self, job, caller):
        """Answer as if the program had been run."""
        self.asked.append(caller)
        if self.busy is not None:
            raise self.busy
        return Answer((b'["digest", 10]', DOCUMENT) if job.kind == "room" else (b"{}",))

    def run(self, address=HOME, who=None, room=None, code="1"):
        headers = {**(who or {}), **({"Tapescope-Room": room} if room else {})}
        here = {"REMOTE_ADDR": address}
        return self.client.post(
            "/api/run", json={"code": code}, environ_base=here, headers=headers
        )

    def statuses(self, count, *arguments, **more):
        return [self.run(*arguments, **more).status_code for _ in range(count)]


@pytest.fixture
def site(monkeypatch):
    """A site with these settings."""
    made = []

    def site(**settings):
        made.append(Site(monkeypatch, **settings))
        return made[-1]

    yield site
    for each in made:
        close(each.app)


@pytest.fixture(scope="module")
def lesson_site():
    """A site with one room, its teacher and its members; nobody there is refused."""
    patch = pytest.MonkeyPatch()
    made = Site(patch, run_rate="1000 per minute")
    lesson = Class(made.client)
    yield made, lesson, lesson.opened["room"]
    patch.undo()
    close(made.app)


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr("limits.storage.memory.time", made)
    monkeypatch.setattr(rate_limits, "time", made)
    return made


def test_a_client_that_asks_too_often_is_told_to_wait(site):
    here = site()
    assert here.statuses(4) == [200, 200, 200, 429]
    reply = here.run()
    assert reply.json["error"]["code"] == "too_often"
    assert reply.json["error"]["sentence"].endswith(".")


@pytest.mark.parametrize("rate", ["3 per minute", "3 per 5 seconds", "3 per hour"])
def test_who_waits_exactly_as_long_as_told_is_let_in(site, clock, rate):
    here = site(run_rate=rate)
    here.statuses(3)
    clock.now += 2.5
    wait = int(here.run().headers["Retry-After"])
    clock.now += wait - 1
    assert here.run().status_code == 429
    clock.now += 1
    assert here.statuses(4) == [200, 200, 200, 429]


def test_a_refusal_for_busy_costs_nothing_and_says_when_there_should_be_room(site):
    here = site()
    here.busy = Busy(6.2, 40)
    replies = [here.run() for _ in range(10)]
    assert {reply.json["error"]["code"] for reply in replies} == {"busy"}
    assert {reply.headers["Retry-After"] for reply in replies} == {"7"}
    here.busy = None
    assert here.statuses(4) == [200, 200, 200, 429]


def test_bad_input_costs_nothing(site):
    here = site()
    assert set(here.statuses(10, code="")) == {400}
    assert set(here.statuses(10, code="#" * 70_000)) == {413}
    assert here.statuses(4) == [200, 200, 200, 429]


def test_what_a_busy_request_took_of_a_window_that_is_over_is_not_given_back_twice(site, clock):
    here = site()

    jobs = here.app.extensions["jobs"]

    def wait(job, caller):
        clock.now += 61
        jobs.do = here.do
        assert here.statuses(3) == [200] * 3
        raise Busy

    jobs.do = wait
    assert [here.run().json["error"]["code"] for _ in range(2)] == ["busy", "too_often"]


def test_who_guesses_at_what_others_shared_is_counted(site):
    client = site().client
    asked = [client.delete("/api/v1/share/22222222").status_code for _ in range(4)]
    assert asked == [404, 404, 404, 429]


def test_making_files_counts_as_running(site):
    here = site()
    asked = [here.client.post("/api/v1/export/html", json={"code": "1"}) for _ in range(4)]
    assert [reply.status_code for reply in asked] == [200, 200, 200, 429]


def test_other_clients_are_not_held_up_by_one(site):
    here = site()
    here.statuses(5)
    assert here.run(ELSEWHERE).status_code == 200


def test_all_addresses_of_one_host_are_one_client(site):
    here = site()
    assert [here.run(f"2001:db8::{n}").status_code for n in range(4)] == [200, 200, 200, 429]
    assert here.run("2001:db8:0:1::1").status_code == 200


def test_on_ones_own_machine_nobody_is_counted(site):
    here = site(hosts=("localhost",))
    assert set(here.statuses(10, "127.0.0.1")) == {200}


def test_pages_are_not_counted(site):
    client = site().client
    assert {client.get("/healthz").status_code for _ in range(10)} == {200}


def test_the_members_of_a_room_count_as_themselves_though_they_share_an_address(site):
    here = site()
    lesson = Class(here.client)
    room = lesson.opened["room"]
    students = [lesson.join()[1] for _ in range(5)]
    for who in (*students, lesson.teacher):
        assert here.statuses(4, HOME, who, room) == [200, 200, 200, 429]
    assert here.statuses(4) == [200, 200, 200, 429]


def test_a_member_counts_as_one_from_whatever_address(site):
    here = site()
    lesson = Class(here.client)
    _, student = lesson.join()
    asked = [here.run(f"192.0.2.{n}", student, lesson.opened["room"]) for n in range(4)]
    assert [reply.status_code for reply in asked] == [200, 200, 200, 429]


@pytest.mark.parametrize("what", ["network", "room"])
def test_a_thousand_invented_members_may_not_do_more_than_a_crowd(site, what):
    here = site(crowd=2)
    lesson = Class(here.client, code="x = 1")
    students = [lesson.join()[1] for _ in range(5)]
    room = lesson.opened["room"]
    statuses = [
        here.run(HOME if what == "network" else f"192.0.2.{n}", student, room).status_code
        for n, student in enumerate(2 * students)
    ]
    assert statuses == [200] * 6 + [429] * 4
    assert here.run("198.51.100.1").status_code == 200


FORGERIES = {
    "a forged token": lambda lesson, student: {"Authorization": "Bearer 22222222.forged"},
    "a changed token": lambda lesson, student: {"Authorization": student["Authorization"] + "0"},
    "no token": lambda lesson, student: {"Authorization": "Bearer "},
    "another scheme": lambda lesson, student: {"Authorization": "Basic eDp5"},
    "no header": lambda lesson, student: dict[str, str](),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_whoever_proves_nothing_counts_by_the_address_and_sees_no_error(lesson_site, what):
    here, lesson, room = lesson_site
    _, student = lesson.join()
    assert here.run(HOME, FORGERIES[what](lesson, student), room).status_code == 200
    assert here.asked[-1].name == (HOME, "")


@pytest.mark.parametrize("room", ["222222", "not a code", "\xe9", "K" * 5000])
def test_a_token_of_no_room_counts_by_the_address(lesson_site, room):
    here, lesson, _ = lesson_site
    _, student = lesson.join()
    assert here.run(HOME, student, room).status_code == 200
    assert here.asked[-1].name == (HOME, "")


def test_who_was_removed_and_who_is_of_another_room_count_by_the_address(lesson_site):
    here, lesson, room = lesson_site
    participant, student = lesson.join()
    here.run(HOME, student, room)
    assert here.asked[-1].name == (HOME, room, participant)
    assert here.asked[-1].queue == "room"
    lesson.ask("DELETE", f"/people/{participant}", who=lesson.teacher)
    here.run(HOME, student, room)
    assert here.asked[-1].name == (HOME, "")
    assert here.asked[-1].queue == "open"
    other = Class(here.client)
    _, theirs = other.join()
    here.run(HOME, theirs, room)
    assert here.asked[-1].name == (HOME, "")
    other.ask("DELETE", "", who=other.teacher)
    here.run(HOME, theirs, other.opened["room"])
    assert here.asked[-1].name == (HOME, "")


def test_a_teacher_counts_as_one_client_of_the_room(lesson_site):
    here, lesson, room = lesson_site
    here.run(HOME, lesson.teacher, room)
    assert here.asked[-1].name == (HOME, room, "teacher")
    lesson.ask("PUT", "/run", {"code": "1"}, lesson.teacher, environ_base={"REMOTE_ADDR": HOME})
    assert here.asked[-1].name == (HOME, room, "teacher")


def test_what_goes_on_at_a_time_is_counted_before_it_ends(site):
    here = site()
    statuses: list[int] = []

    def ask_again(job, caller):
        statuses.append(here.run().status_code)
        return Answer((b"{}",))

    here.app.extensions["jobs"].do = ask_again
    here.run()
    assert statuses == [429, 200, 200]
