"""What runs have sent is read, drawn and rendered in processes with limits."""

import itertools
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from server import pipeline
from server.config import Config, machine
from server.document import run
from server.export import page_renderer
from server.export.render_types import PLAIN
from server.jobs import kinds
from server.jobs.job import UNDRAWN
from server.sandbox import HungUp, Sandbox
from server.sandbox.raw_run import read
from server.sandbox.role import Role
from server.sandbox.subprocess_runner import Timed
from server.sandbox.zygote_pool import Unfenced
from server.web.wsgi_bridge import IS_GONE
from server.workers import pool
from server.workers.client import Client
from server.workers.pool import Failed, Workers
from tests.fence.test_soak import soak
from tests.sampling import by_day

CODE = """import torch
x = torch.tensor([1., 2.], requires_grad=True)
(x * x).sum().backward()
"""
CONFIG = Config()
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def raw():
    """A run as it was sent."""
    sandbox = Sandbox(CONFIG)
    yield sandbox.record(CODE, 0, lambda raw: raw)
    sandbox.close()


@pytest.fixture(scope="module")
def workers():
    made = Workers(CONFIG)
    yield made
    made.close()


@pytest.fixture
def unruly(monkeypatch):
    """Workers of a program that does what it is asked, with small limits."""
    role = Role("tests.web.unruly", 64 * 2**20, 1)
    monkeypatch.setattr(pool, "drawing", lambda *_: role)
    monkeypatch.setattr(pool, "SHORT_SECONDS", 0.5)
    monkeypatch.setattr(pool, "CLOCK_PER_SECOND", 0.75)
    made = Workers(replace(CONFIG, draw_workers=3))
    made.warm()
    if made._fences[False].strength != "strong":
        assert not os.environ.get("CI"), "CI must have the strong fence."
        pytest.skip("Workers are not confined here.")
    yield made
    made.close()


def asked(workers, task="answer", client=None, **more):
    """What a program of the test tells."""
    return orjson.loads(workers.do({"task": task, **more}, [b""], client=client)[0])


def test_a_run_is_drawn_by_a_worker_as_it_would_be_here(raw, workers):
    here = run.text_of(pipeline.document(raw.code, read(raw, CONFIG), CONFIG))
    assert Client(workers).document(raw) == here


def test_a_document_and_the_run_that_it_is_of_make_the_same_file(raw, workers):
    client = Client(workers)
    document = client.document(raw)
    for form in ("dot", "svg"):
        files = {client.export(each, form, PLAIN, "a", None) for each in (raw, document)}
        assert len(files) == 1


def test_a_worker_writes_the_words_of_a_picture_in_the_fonts_of_this_machine(raw, workers):
    client = Client(workers)
    svg = client.export(raw, "svg", PLAIN, None, None).decode()
    assert client.export(raw, "png", PLAIN, None, None) == page_renderer.png(svg)


def test_a_run_that_cannot_be_drawn_has_its_events_all_the_same(raw, app, monkeypatch):
    do = Workers.do

    def without_drawing(self, task, *rest):
        if task["task"] == "document":
            raise Failed("It is too large.")
        return do(self, task, *rest)

    monkeypatch.setattr(Workers, "do", without_drawing)
    answer = app.extensions["jobs"].do(kinds.document(CODE, 0))
    assert answer.outcome == UNDRAWN
    found = orjson.loads(answer.parts[0])
    assert len(found["events"]) == len(read(raw, CONFIG).events)
    assert not any(part["boxes"] for part in found["passes"])
    assert run.from_json(found).outcome.kind == "finished"


def test_where_there_is_no_fence_a_worker_is_a_process_of_its_own(raw, monkeypatch):
    monkeypatch.setattr(pool, "fence", lambda role, _: Timed(None, role, waiting=1))
    bare = Workers(CONFIG)
    client = Client(bare)
    try:
        for _ in range(2):
            assert orjson.loads(client.document(raw))["passes"][0]["boxes"]
        assert client.export(raw, "svg", PLAIN, None, None).startswith(b"<svg ")
    finally:
        bare.close()


def test_a_worker_has_no_files_no_sockets_no_processes_and_no_descriptors(unruly):
    told = asked(unruly)
    assert told["found"] == []
    assert told["open"] <= 4


@pytest.mark.parametrize("deed", ["forever", "grow", "crash", "stop", "sleep", "leave"])
def test_a_worker_that_does_not_answer_is_ended_and_the_next_task_is_done(unruly, deed):
    began = time.monotonic()
    with pytest.raises(Failed, match=r"\.$"):
        asked(unruly, deed)
    assert time.monotonic() - began < 30
    assert asked(unruly)["found"] == []


@pytest.mark.parametrize("status", [None, [], {}, "x", [1, 2, 3], {"error": None}])
def test_an_answer_of_no_known_form_is_a_sentence(unruly, status):
    with pytest.raises(Failed, match="too large"):
        asked(unruly, status=status)
    assert asked(unruly)["found"] == []


def test_where_the_fence_is_strong_no_worker_goes_without(raw, monkeypatch):
    def fail(*_):
        raise Unfenced("It did not start for once.")

    strict = Workers(CONFIG, lambda: True)
    with monkeypatch.context() as broken, pytest.raises(Failed, match="could not start"):
        broken.setattr("server.sandbox.zygote_pool.Zygote", fail)
        Client(strict).document(raw)
    assert Client(strict).document(raw)
    assert strict._fences[False].strength == "strong"
    strict.close()


def test_a_worker_does_short_tasks_one_after_the_other_until_it_says_that_it_is_the_last(unruly):
    first, second = asked(unruly)["pid"], asked(unruly, is_last=True)["pid"]
    assert first == second != asked(unruly)["pid"]


def test_the_sentence_of_a_task_that_failed_is_told_and_the_worker_goes_on(unruly):
    pid = asked(unruly)["pid"]
    with pytest.raises(Failed, match="too blue"):
        asked(unruly, error="It is too blue.")
    assert asked(unruly)["pid"] == pid


def test_a_short_task_does_not_wait_for_six_long_ones(unruly, monkeypatch):
    monkeypatch.setattr(pool, "CLOCK_PER_SECOND", 2.0)
    over = threading.Event()
    long = [threading.Thread(target=sleeps, args=[unruly, f"client {i}", over]) for i in range(6)]
    for each in long:
        each.start()
    time.sleep(0.2)
    began = time.monotonic()
    asked(unruly, client="another")
    # Behind all of them it would wait for twelve seconds; in the short line half a second each.
    assert time.monotonic() - began < 6
    over.set()
    for each in long:
        each.join()


def sleeps(workers, client, over):
    """Have a task run until its time is over, or nobody waits for it any more."""
    with pytest.raises((Failed, HungUp)):
        workers.do({"task": "sleep"}, [b""], client=client, is_gone=over.is_set)


def fails(workers, client):
    with pytest.raises(Failed):
        asked(workers, "sleep", client)


def test_work_that_nobody_waits_for_any_more_is_given_up(unruly):
    began = time.monotonic()
    with pytest.raises(HungUp):
        unruly.do({"task": "sleep"}, [b""], is_gone=lambda: time.monotonic() > began + 0.2)
    assert time.monotonic() - began < 3
    assert asked(unruly)["found"] == []


def test_a_client_who_hangs_up_while_waiting_for_a_turn_leaves_the_line(unruly):
    workers = unruly
    busy = [threading.Thread(target=fails, args=[workers, f"client {i}"]) for i in range(4)]
    for each in busy:
        each.start()
    time.sleep(0.2)
    with pytest.raises(HungUp):
        workers.do({"task": "answer"}, [b""], is_gone=lambda: True)
    for each in busy:
        each.join()
    assert asked(workers)["found"] == []


def test_a_container_has_the_memory_that_it_may_take(tmp_path, monkeypatch):
    limit, none = tmp_path / "memory.max", tmp_path / "there is none"
    monkeypatch.setattr(machine, "CGROUPS", (none, limit))
    measure = machine.physical_memory.__wrapped__
    limit.write_text("max\n")
    whole = measure()
    limit.write_text(f"{3 * 2**30}\n")
    assert measure() == min(whole, 3 * 2**30)
    limit.write_text(f"{2**60}\n")
    assert measure() == whole


def test_what_all_processes_may_take_together_must_fit_the_machine():
    with pytest.raises(ValueError, match="set slots"):
        Config(draw_workers=10**6)
    assert CONFIG.needed_bytes >= CONFIG.draw_workers * CONFIG.draw_memory_bytes


def test_runs_that_are_drawn_and_rendered_leave_nothing_behind(workers):
    draw_and_soak(workers, 60)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_ten_thousand_runs_that_are_drawn_leave_nothing_behind(workers):
    draw_and_soak(workers, 10_000)


def draw_and_soak(workers, runs):
    """Draw runs of every ending, render some, and look whether anything has grown."""
    client, count = Client(workers), itertools.count()

    def draw(raw):
        assert orjson.loads(client.document(raw))["snippet"]["code"] == raw.code
        if next(count) % 20 == 0:
            client.export(raw, "svg", PLAIN, None, None)

    # A worker that is free for the next task: its two sockets and its handle.
    soak(runs, draw, kept=3)
    assert len(workers._pools[False].free) <= CONFIG.draw_workers


def test_a_run_whose_client_hangs_up_is_ended_and_its_place_is_free(app):
    began = time.monotonic()
    sandbox = app.extensions["jobs"].jobs.jobs.sandbox
    places = sandbox._turns._free
    reply = app.test_client().post(
        "/api/run", json={"code": "while True: pass"},
        environ_overrides={IS_GONE: lambda: time.monotonic() > began + 0.3},
    )  # fmt: skip
    assert reply.get_json()["error"]["code"] == "hung_up"
    assert sandbox._turns._free == places
    assert time.monotonic() - began < CONFIG.cpu_seconds


SWEEP = """
import os, sys
real, refused, first, step = os.sysconf, [], *map(int, sys.argv[1:])
for megabytes in [*range(first, 9000, step), 16_000, 32_000, 64_000, 256_000]:
    for cores in (1, 2, 8, 64):
        os.sysconf = lambda name: megabytes * 256 if name == "SC_PHYS_PAGES" else real(name)
        os.cpu_count = lambda: cores
        for name in [name for name in sys.modules if name.startswith("server.config")]:
            del sys.modules[name]
        from server.config import Config
        try:
            Config()
        except ValueError as error:
            refused.append((megabytes, cores, str(error)))
print(refused)
"""


@pytest.mark.parametrize("first", by_day(range(1000, 1148, 37), 4))
def test_the_default_settings_fit_every_machine_of_a_gigabyte_or_more(first):
    done = subprocess.run(
        [sys.executable, "-c", SWEEP, str(first), "148"], cwd=ROOT, capture_output=True, check=True,
        text=True,
    )
    assert done.stdout == "[]\n"
