"""A class of a teacher and three students, and the servers that fail it."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import redis
from playwright.sync_api import expect

from tests.web import redis_server

ROOT = Path(__file__).parents[2]
PHONE = {"viewport": {"width": 400, "height": 800}, "reduced_motion": "reduce", "has_touch": True}


class Class:
    """A teacher, Ada at a desktop, 小明 with a phone in Chinese, and Eve, who comes late."""

    def __init__(self, desk, address):
        self._desk = desk
        self.teacher = desk()
        self.url = self.teacher.open(address)
        self.ada = desk().enter(self.url, "Ada")
        self.phone = desk(**PHONE, locale="zh-CN").enter(self.url, "小明")
        self.students = [self.ada, self.phone]

    @property
    def all(self):
        return [self.teacher, *self.students]

    def eve_comes(self):
        """The one who is late joins."""
        self.students.append(self._desk().enter(self.url, "Eve"))
        return self.students[-1]

    def at(self, step):
        """Wait until everybody is at that step, and no notice of a fault is left."""
        for one in self.all:
            one.at(step)
            is_quiet(one)
        for one in self.students:
            one.sees(re.compile("Following|跟随中"))


def says(one, english, chinese=None):
    """Wait for a notice, in the language of the page."""
    words = chinese if chinese and one.page.evaluate("navigator.language") == "zh-CN" else english
    expect(one.page.locator("#notices")).to_contain_text(words, timeout=20_000)


def is_quiet(one):
    expect(one.page.locator("#notices .notice.error p")).to_have_text([], timeout=15_000)


class Server:
    """A server of its own port and store, which can be killed in the middle of a lesson."""

    def __init__(self, port=0, **settings):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "server", "--no-browser", "--port", str(port)],
            cwd=ROOT, stdout=subprocess.PIPE, text=True, env=os.environ | settings,
        )
        assert self.process.stdout is not None
        lines = iter(self.process.stdout.readline, "")
        said = next((found for line in lines if (found := re.search(r"http://\S+", line))), None)
        assert said is not None, "The server did not start."
        self.address = said.group()
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=10)


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
