"""Runs that are under way: where they are, who may see and stop them, and what is kept."""

import contextlib
import secrets
import threading
import time
from dataclasses import replace
from typing import Any

import pytest

from server.config import Config
from server.document.run import from_json
from server.sandbox import HungUp, Sandbox, protocol
from server.sandbox.progress import Progress
from server.sandbox.subprocess_runner import Timed
from server.sandbox.untrusted_reader import Forged, position
from server.workers.pool import Unable
from tests.fence.forgeries import CHANNEL
from tests.web.test_sandbox import fenced

LESSON = "import torch\nw = torch.ones(2, requires_grad=True)\n(w * w).sum().backward()\n"
# What people stop, and a line of it (of LESSON's 3 and its own) where it may be.
ENDLESS = {
    "a loop that computes": ("while True:\n    pass", {4, 5}),
    "a loop that sleeps": ("import time\nwhile True:\n    time.sleep(30)", {6}),
    "a loop that prints": ("while True:\n    print('more')", {4, 5}),
    "a loop that records": ("while True:\n    w * 2", {4, 5}),
    "processes that make processes": (
        "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass", {5, 6, 7},
    ),
}  # fmt: skip
ROOMY = Config(wall_seconds=60, cpu_seconds=60, output_bytes=2**27, event_limit=100_000)


@pytest.fixture(scope="module", params=["strong", "timed"])
def place(request):
    found = fenced(request.param, ROOMY)
    yield found
    found.close()


class Running:
    """A run in a thread of its own."""

    def __init__(self, place, code):
        self.progress, self._place, self._code = Progress(), place, code
        self.answer: Any = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        with contextlib.suppress(HungUp):
            self.answer = self._place.record(self._code, 1, lambda raw: raw, progress=self.progress)

    def wait_for(self, holds):
        until = time.monotonic() + 30
        while not holds(self.progress.told()):
            assert time.monotonic() < until, self.progress.told()
            time.sleep(0.01)

    def stop(self):
        self.progress.stop()
        self._thread.join()
        return self.answer


@pytest.mark.parametrize("what", ENDLESS)
def test_a_run_says_where_it_is_and_is_stopped_with_its_tape(place, what):
    code, lines = ENDLESS[what]
    if "fork" in code and place.fence == "timed":
        pytest.skip("nothing holds processes back there")
    run = Running(place, LESSON + code)
    run.wait_for(lambda told: told["line"] in lines and told["events"] > 5)
    assert run.progress.told()["phase"] == "running"
    raw = run.stop()
    assert (raw.kind, raw.limit, raw.status) == ("stopped", "user", None)
    assert raw.sentence.startswith(tuple(f"You stopped the code on line {n} after" for n in lines))
    assert b'"kind":"grad"' in b"".join(raw.tape)


def test_what_a_run_has_written_so_far_is_shown_to_its_end(place):
    code = "for i in range(3000): print('line', i)\n'é' * 9\nwhile True: pass"
    run = Running(place, code)
    run.wait_for(lambda told: told["output"].endswith("line 2999\n'ééééééééé'\n"))
    assert len(run.progress.told()["output"].encode()) <= protocol.TAIL_BYTES
    run.stop()


def test_a_run_that_does_not_hear_that_it_should_stop_is_stopped_all_the_same(place):
    deaf = "import signal\nsignal.signal(signal.SIGUSR1, signal.SIG_IGN)\nprint('deaf')\n"
    run = Running(place, LESSON + deaf + "while True: pass")
    run.wait_for(lambda told: told["line"] == 7)
    raw = run.stop()
    assert (raw.kind, raw.limit) == ("stopped", "user")
    assert "on line 7 after" in raw.sentence
    assert b"deaf" in b"".join(raw.tape)


def test_a_run_that_waits_says_its_place_in_the_line():
    place = Sandbox(replace(ROOMY, slots=1, long_slots=1))
    with place._turns.place("another"):
        waiting = [Running(place, "pass") for _ in range(2)]
        waiting[1].wait_for(lambda told: told["place"] is not None)
        waiting[0].wait_for(lambda told: told["place"] is not None)
        told = [each.progress.told() for each in waiting]
        assert {each["phase"] for each in told} == {"waiting"}
        assert sorted(each["place"] for each in told) == [1, 2]
        assert all(each.stop() is None for each in waiting)
    place.close()


def test_a_run_that_is_stopped_while_it_waits_for_its_turn_is_given_up():
    place, progress = Sandbox(replace(ROOMY, slots=1, long_slots=1)), Progress()
    progress.stop()
    with place._turns.place("another"), pytest.raises(HungUp):
        place.record("pass", 1, lambda raw: raw, "one", progress=progress)
    place.close()


FORGED = {
    "is too short": b"\0" * 7,
    "has more events than any tape": protocol.POSITION_NUMBERS.pack(1, 203),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_position_that_nobody_honest_sends_is_forged(what):
    with pytest.raises(Forged):
        position(FORGED[what], 10, 202)


def test_a_position_is_read_field_by_field():
    assert position(protocol.POSITION_NUMBERS.pack(3, 7) + b"a\xff\xc3", 10, 202) == (3, 7, "a")
    assert position(protocol.POSITION_NUMBERS.pack(0, 0), 10, 202) == (None, 0, "")
    assert position(protocol.POSITION_NUMBERS.pack(11, 0), 10, 202)[0] is None


END = '{"kind":"stopped","limit":"user","line":1,"status":null}'
FORGERIES = {
    "floods of positions": "while True: send(b'P', b'\\0' * 8)",
    "a position that is too long": "send(b'P', b'\\0' * 3000)\ntime.sleep(30)",
    "a stop that nobody asked for": (
        f"send(b'E', b'{END}')\ntime.sleep(30)"
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_forged_words_about_where_a_run_is_end_it(place, what):
    raw = place.record(CHANNEL + FORGERIES[what], 1, lambda raw: raw)
    assert raw.kind == "died"
    assert "not a tape" in raw.sentence


def test_time_in_which_others_had_the_processors_is_not_the_runs(monkeypatch):
    """The wall clock waits for a run that the kernel kept from computing."""
    from server.sandbox import subprocess_runner
    from server.sandbox.process_times import Times

    delays = iter(range(0, 1000, 5))
    monkeypatch.setattr(subprocess_runner.Process, "times", lambda self: Times(0.1, next(delays)))
    place = Sandbox(replace(ROOMY, wall_seconds=0.5))
    place._chosen = Timed(ROOMY), "A test asked for it."
    outcome = place.run("import time\ntime.sleep(1.5)")
    assert (outcome.kind, outcome.limit) == ("finished", None)


def test_runs_that_sleep_keep_no_short_one_of_the_same_class_waiting():
    place = Sandbox(replace(ROOMY, slots=2, long_slots=10))
    sleeping = [Running(place, "import time\ntime.sleep(60)") for _ in range(5)]
    for each in sleeping:
        each.wait_for(lambda told: told["line"] == 2)
    assert place.run("print(1)").kind == "finished"
    assert [each.stop().limit for each in sleeping] == ["user"] * 5
    place.close()


def test_a_class_that_runs_at_once_on_few_processors_loses_no_run():
    place = Sandbox(Config(slots=2, long_slots=2, wall_seconds=3, cpu_seconds=5))
    kinds = []
    code = "import time\nwhile time.process_time() < 0.2: pass"

    def run():
        kinds.append(place.run(code, client="a school").kind)

    threads = [threading.Thread(target=run) for _ in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    place.close()
    assert kinds == ["finished"] * 30


def test_the_page_sees_and_stops_its_own_run_by_its_ticket(app, client, schema):
    ticket, replies = secrets.token_hex(16), []
    body = {"code": LESSON + "print('on')\nwhile True: pass", "ticket": ticket}
    asking = threading.Thread(
        target=lambda: replies.append(app.test_client().post("/api/v1/run", json=body))
    )
    asking.start()
    until = time.monotonic() + 30
    while (told := client.get(f"/api/v1/runs/{ticket}").get_json()).get("line") != 5:
        assert time.monotonic() < until, told
        time.sleep(0.01)
    assert (told["phase"], told["output"]) == ("running", "on\n")
    assert client.post("/api/v1/run", json=body).get_json()["error"]["code"] == "bad_ticket"
    assert client.post(f"/api/v1/runs/{ticket}/stop").status_code == 200
    asking.join()
    made = replies[0].get_json()
    schema.validate(made)
    run = from_json(made)
    assert (run.outcome.kind, run.outcome.limit) == ("stopped", "user")
    assert run.outcome.sentence.startswith("You stopped the code on line 5 after ")
    assert len(run.passes[0].boxes) > 2
    assert client.get(f"/api/v1/runs/{ticket}").get_json()["phase"] == "unknown"


@pytest.mark.parametrize("path", ["", "/stop"])
def test_whoever_guesses_a_ticket_is_told_nothing(client, path):
    ask = client.post if path else client.get
    reply = ask(f"/api/v1/runs/{secrets.token_hex(16)}{path}")
    nothing = {"phase": "unknown", "place": None, "seconds": 0, "line": None, "events": 0}
    assert (reply.status_code, reply.get_json()) == (200, nothing | {"output": ""})


@pytest.mark.parametrize("path", ["", "/opening", "/stop"])
def test_who_asks_for_a_run_that_cannot_be_reached_is_told_so(app, client, monkeypatch, path):
    def fail(_ticket):
        raise Unable("The server cannot reach it.")

    monkeypatch.setattr(app.extensions["jobs"], "find", fail)
    ask = client.post if path == "/stop" else client.get
    reply = ask(f"/api/v1/runs/{secrets.token_hex(16)}{path}")
    assert (reply.status_code, reply.headers["Retry-After"]) == (503, "5")
    error = {"code": "not_started", "sentence": "The server cannot reach it."}
    assert reply.get_json() == {"error": error}


@pytest.mark.parametrize("ticket", ["", "1", "g" * 32, "A" * 32, "a" * 33, 5, []])
def test_a_ticket_that_can_be_guessed_is_refused(client, ticket):
    reply = client.post("/api/v1/run", json={"code": "1", "ticket": ticket})
    assert (reply.status_code, reply.get_json()["error"]["code"]) == (400, "bad_ticket")
