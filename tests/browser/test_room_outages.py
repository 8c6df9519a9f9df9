"""A class whose server or Redis goes away in the middle, and comes back."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import redis
from playwright.sync_api import expect

from tests.web import redis_server

ROOT = Path(__file__).parents[2]


class Server:
    """A server of its own port and store, which can be killed in the middle of a lesson."""

    def __init__(self, store, port=0, **settings):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "server", "--no-browser", "--port", str(port)],
            cwd=ROOT, stdout=subprocess.PIPE, text=True,
            env=os.environ | {"DATABASE_URL": f"sqlite:///{store}"} | settings,
        )
        assert self.process.stdout is not None
        said = re.search(r"http://\S+", self.process.stdout.readline())
        assert said is not None, "The server did not start."
        self.address = said.group()
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=10)


@pytest.fixture
def start(tmp_path):
    """Starts servers on one store, and leaves none behind."""
    started = []

    def make(port=0, **settings):
        started.append(Server(tmp_path / "rooms.db", port, **settings))
        return started[-1]

    yield make
    for server in started:
        if server.process.poll() is None:
            server.kill()


def says(one, words):
    expect(one.page.locator("#notices")).to_contain_text(words)


def is_quiet(one):
    expect(one.page.locator("#notices .notice.error p")).to_have_text([], timeout=15_000)


COVERED = """() => {
    const asked = document.querySelector("#question").getBoundingClientRect();
    return [...document.querySelectorAll("#notices .notice")].some((notice) => {
        const { left, right, top, bottom } = notice.getBoundingClientRect();
        return left < asked.right && right > asked.left && top < asked.bottom && bottom > asked.top;
    });
}"""


@pytest.mark.nightly
def test_the_teachers_absence_is_told_and_ends_when_they_are_back(desk, address):
    teacher = desk()
    url = teacher.open(address)
    student = desk().enter(url, "Ada")
    teacher.page.goto("about:blank")
    notices = student.page.locator("#notices")
    expect(notices).to_contain_text("The teacher is away", timeout=20_000)
    teacher.page.goto(url)
    expect(notices).not_to_contain_text("The teacher is away", timeout=10_000)


def test_what_is_done_while_the_server_is_dead_arrives_once_and_is_not_undone(desk, start):
    server = start()
    teacher = desk()
    student = desk().enter(teacher.open(server.address), "Ada")
    teacher.do("Ask the class")
    teacher.do("Ask")
    field = student.page.locator("#question input")
    field.fill("1")
    server.kill()
    student.sees(re.compile("Connecting"))
    says(teacher, "no connection to the room")
    says(student, "no connection to the room")
    for width in (1280, 900, 400):
        student.page.set_viewport_size({"width": width, "height": 800})
        assert not student.page.evaluate(COVERED)
    student.page.set_viewport_size({"width": 1280, "height": 800})
    teacher.press("Home")  # the first move of this room, which nobody hears
    says(teacher, "does not see your last step")
    field.press("Enter")
    says(student, "Your answer has not arrived")
    field.fill("2")
    field.press("Enter")  # instead of that
    start(server.port)
    for one in (student, teacher):
        one.at(0)
        is_quiet(one)
    expect(student.page.locator(".room-outcome")).to_contain_text("Sent: 2.")
    expect(teacher.page.locator("#question")).to_contain_text("1 of 1 answered")
    student.sees("Following")


class Redis:
    """A Redis that can be killed and comes back as it was saved last."""

    def __init__(self, place):
        self.place, self.address = place, f"unix://{place / 'socket'}"
        self.start()

    def start(self):
        program = ["redis-server", "--port", "0", "--unixsocket", self.place / "socket"]
        rest = ["--save", "", "--dir", self.place, "--dbfilename", "rooms.rdb"]
        self.process = subprocess.Popen([*program, *rest], stdout=subprocess.DEVNULL)
        redis_server.wait_for(self.place / "socket")

    def save(self):
        with redis.Redis.from_url(self.address) as client:
            client.save()

    def stop(self):
        self.process.kill()
        self.process.wait()
        (self.place / "socket").unlink(missing_ok=True)


@pytest.fixture
def near_redis():
    with redis_server.folder() as place:
        made = Redis(place)
        yield made
        made.stop()


def test_after_an_outage_of_redis_all_are_on_the_teachers_step(desk, start, near_redis):
    server = start(REDIS_URL=near_redis.address)
    teacher = desk()
    student = desk().enter(teacher.open(server.address), "Ada")
    teacher.press("Home", "ArrowRight", "ArrowRight")
    student.at(2)
    near_redis.save()
    teacher.press("ArrowRight", "ArrowRight")
    student.at(4)
    near_redis.stop()
    student.sees(re.compile("Waiting"))
    says(student, "cannot reach its rooms")
    teacher.press("ArrowLeft")
    says(teacher, "does not see your last step")
    near_redis.start()  # with step 2, which is long ago
    for one in (student, teacher):
        one.at(3)
        is_quiet(one)
    student.sees("Following")
    teacher.press("ArrowRight")
    student.at(4)


def test_a_redis_that_hangs_is_told_and_nothing_is_lost(desk, start, near_redis):
    server = start(REDIS_URL=near_redis.address)
    teacher = desk()
    student = desk().enter(teacher.open(server.address), "Ada")
    near_redis.process.send_signal(signal.SIGSTOP)
    teacher.press("Home")
    says(teacher, "does not see your last step")
    student.page.locator("#editor .cm-content").fill("x = 1")
    student.do("Send my code")
    student.do("Send")
    says(student, "Your code has not arrived")
    near_redis.process.send_signal(signal.SIGCONT)
    expect(student.page.locator("#room-box")).to_contain_text("Sent.")
    teacher.do("People")
    expect(teacher.page.get_by_role("button", name="Read")).to_have_count(1)
    student.press("Escape", "g")
    student.at(0)
    is_quiet(student)
