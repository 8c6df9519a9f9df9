"""Runs by Celery workers, against a real Redis and a real RabbitMQ."""

import os
import re
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace

import orjson
import pytest

from server.config import Config
from server.export.render_types import PLAIN
from server.jobs import board, celery_jobs, kinds
from server.jobs.cached_jobs import CachedJobs
from server.jobs.celery_app import send
from server.jobs.celery_jobs import NO_BROKER, NO_WORKER, OTHER_VERSION, CeleryJobs
from server.jobs.job import Caller, TicketTaken
from server.jobs.kept_in_redis import FarKept
from server.jobs.local import LocalJobs
from server.sandbox import Busy, HungUp, NodeCheck
from server.workers.pool import Unable
from tests.web import rabbitmq_server, redis_server
from tests.web.counted_jobs import MOST, key_of
from tests.web.far_jobs import (
    PRODUCT, TICKET, answered, begun, claims, document, served_in_order,
)  # fmt: skip
from tests.web.far_worker import wait_until, working

FORGOTTEN = "import torch\nx = torch.tensor(3.0)\n(x * x).backward()\n"
# One run at a time, and none that takes long beside it.
ONE = {"slots": 1, "long_slots": 0}


@pytest.fixture(scope="module")
def address():
    with redis_server.running() as address:
        yield address


def broker_at(address):
    return address.replace("unix://", "redis+socket://")  # the same Redis


@pytest.fixture(scope="module")
def settings(address):
    return {"redis": address, "broker_url": broker_at(address), **ONE}


@pytest.fixture(scope="module")
def worker(settings):
    with working(**settings) as process:
        yield process


@pytest.fixture
def far(settings, worker):
    jobs = CeleryJobs(Config(**settings))
    yield jobs
    jobs.close()


@pytest.fixture(scope="module")
def near():
    jobs = LocalJobs(Config())
    yield jobs
    jobs.close()


@pytest.fixture
def hasty(monkeypatch):
    """A job is soon given up that no worker can begin."""
    monkeypatch.setattr(celery_jobs, "LOST_SECONDS", 0.5)


@pytest.fixture
def threads():
    with ThreadPoolExecutor(12) as pool:
        yield pool


def timeless(text):
    """A run document without what differs from run to run."""
    document = orjson.loads(text)
    del document["outcome"]["seconds"]
    return document


def test_a_worker_answers_as_this_process_does(far, near):
    here, there = (jobs.do(document()) for jobs in (near, far))
    assert timeless(here.parts[0]) == timeless(there.parts[0])
    assert (here.outcome, here.programs) == (there.outcome, there.programs)
    assert here.spans.keys() == there.spans.keys()
    for job in (
        kinds.export(PRODUCT, 0, "py", PLAIN, "A title", None),
        kinds.fixes(FORGOTTEN, 0, finding_of(near)),
        kinds.part(PRODUCT, 0, NodeCheck("n0")),
    ):
        assert replace(near.do(job), spans={}) == replace(far.do(job), spans={})
    digest, events, packed = kinds.room_run_of(far.do(kinds.for_room(PRODUCT, 0)))
    asked = {"kind": "value", "text": "What is it?", "subject": {"of": "value", "tensor": "t0"}}
    told = [jobs.do(kinds.question(packed, asked, 7.0)) for jobs in (near, far)]
    assert told[0].parts == told[1].parts


def finding_of(jobs):
    finding = orjson.loads(jobs.do(document(FORGOTTEN)).parts[0])["findings"][0]
    return finding["kind"], finding["at"]


def test_any_web_process_sees_a_run_and_stops_it(settings, far, threads):
    coming = begun(far, threads)
    other = CeleryJobs(Config(**settings))
    told = other.find(TICKET).told()
    assert (told["phase"], told["place"], told["line"] in (2, 3)) == ("running", None, True)
    with pytest.raises(TicketTaken):
        other.do(document(), Caller(ticket=TICKET))
    other.find(TICKET).stop()
    assert coming.result().outcome == "stopped"
    assert other.find(TICKET).told()["phase"] == "unknown"
    other.close()


def test_a_run_whose_client_hangs_up_is_ended(far, threads):
    gone = threading.Event()
    coming = begun(far, threads, is_gone=gone.is_set)
    gone.set()
    with pytest.raises(HungUp):
        coming.result()
    assert far.do(document()).outcome == "finished"  # by the only slot of the worker


def test_the_opening_of_a_large_run_is_seen_from_another_web_process(settings, far, threads):
    large = PRODUCT + "for _ in range(1500):\n    (x * x).backward()\n"
    other = CeleryJobs(Config(**settings))
    coming = threads.submit(far.do, document(large), Caller(ticket=TICKET))
    wait_until(lambda: other.board.exists(TICKET))
    opening = orjson.loads(other.find(TICKET).opening(coming.done) or b"null")
    assert orjson.loads(far.find(TICKET).opening(coming.done) or b"null") == opening
    assert opening["passes"] == orjson.loads(coming.result().parts[0])["passes"][:1]
    other.close()


def test_a_room_comes_first_then_who_has_little_under_way(far, threads):
    served_in_order(far, threads)


def test_a_run_that_waits_is_stopped_before_it_begins(far, threads):
    coming = begun(far, threads)
    waiting = threads.submit(far.do, document(), Caller(ticket="e" * 32))
    wait_until(lambda: far.find("e" * 32).told()["place"] == 1)
    far.find("e" * 32).stop()
    with pytest.raises(HungUp):
        waiting.result()
    far.find(TICKET).stop()
    coming.result()


def test_above_the_bound_a_server_is_busy_and_tells_when_to_come_again(settings, far, threads):
    small = CeleryJobs(Config(**settings, queue_length=1))
    coming = begun(far, threads)
    waiting = threads.submit(small.do, document(), Caller(("waits",), ticket="d" * 32))
    wait_until(lambda: far.find("d" * 32).told()["place"] == 1)
    with pytest.raises(Busy) as refused:
        small.do(document(), Caller(("comes late",)))
    assert refused.value.place == 1 and refused.value.retry_after >= 1
    far.find(TICKET).stop()
    waiting.result()
    coming.result()
    assert small.do(document()).outcome == "finished"
    small.close()


def test_nobody_runs_what_nobody_waits_for(far, threads):
    coming = begun(far, threads)
    waiting = threads.submit(far.do, document(), Caller(is_gone=lambda: True))
    with pytest.raises(HungUp):
        waiting.result()
    far.find(TICKET).stop()
    coming.result()
    before = claims(far)
    far.do(document())
    assert claims(far) == before + 1


def test_a_message_that_comes_twice_is_run_once(far, monkeypatch):
    before = claims(far)
    send = celery_jobs.send
    monkeypatch.setattr(celery_jobs, "send", lambda *given: (send(*given), send(*given)))
    far.do(document())
    far.do(document())
    assert claims(far) == before + 2


def test_the_broker_holds_no_code(settings, hasty, threads):
    with redis_server.running() as alone:
        jobs = CeleryJobs(Config(**settings | {"redis": alone, "broker_url": broker_at(alone)}))
        coming = threads.submit(jobs.do, document(), Caller(ticket=TICKET))
        wait_until(lambda: jobs.board.redis.keys("tapescope:tapescope.*"))
        [queue] = jobs.board.redis.keys("tapescope:tapescope.*")
        assert "torch" not in str(jobs.board.redis.lindex(queue, 0))
        with pytest.raises(Unable, match="No worker"):
            coming.result()
        jobs.close()


def test_a_worker_with_other_limits_is_not_used(settings, worker, hasty):
    other = CeleryJobs(Config(**settings, event_limit=99_999))
    with pytest.raises(Unable, match=re.escape(OTHER_VERSION)):
        other.do(document())
    assert other.missing() == OTHER_VERSION
    assert other.count_workers() == (0, 1)
    other.close()


def test_the_run_of_a_worker_that_dies_is_refused_as_busy(settings, threads):
    with redis_server.running() as address:
        own = settings | {"redis": address, "broker_url": broker_at(address)}
        with working(**own) as process:
            deaths: list[None] = []
            jobs = CeleryJobs(Config(**own), lambda: deaths.append(None))
            assert jobs.missing() is None
            coming = begun(jobs, threads)
            os.kill(process.pid, signal.SIGKILL)
            with pytest.raises(Busy):
                coming.result()
            assert len(deaths) == 1
            assert jobs.missing() == NO_WORKER
            jobs.close()


def test_who_waits_for_a_web_process_that_dies_sees_its_run_and_gets_one(
    far, address, threads, monkeypatch
):
    monkeypatch.setattr("server.jobs.kept_in_redis.CLAIM_SECONDS", 1.5)
    dead = FarKept(address, MOST)
    monkeypatch.setattr(dead, "_renew", lambda: None)
    jobs = CachedJobs(far, FarKept(address, MOST), "1", 1)
    slow = document(f"{PRODUCT}import time\nprint('here')\ntime.sleep(1)\n")
    assert dead.claim(key_of(jobs, slow), TICKET)
    entry, before = board.Entry(slow, "open", far.version), claims(far)
    send(far.app, TICKET, far.board.admit(TICKET, entry, ("dead",), board.Bounds(9, 1)))
    coming = threads.submit(jobs.do, slow, Caller(ticket="e" * 32))
    wait_until(lambda: jobs.find("e" * 32).told()["output"] == "here\n")
    answer = coming.result()
    assert (answer.outcome, answer.programs) == ("finished", 1)
    assert claims(far) == before + 2
    for each in (dead, jobs.kept):
        each.close()


def test_without_redis_a_server_says_so_and_comes_back(settings, threads):
    with ExitStack() as stack:
        folder = stack.enter_context(redis_server.folder())
        own = settings | {"redis": f"unix://{folder}/socket"}
        own["broker_url"] = broker_at(own["redis"])
        with redis_server.running(folder):
            stack.enter_context(working(**own))
            jobs = CeleryJobs(Config(**own))
            stack.callback(jobs.close)
            assert jobs.do(document()).outcome == "finished"
        with pytest.raises(Unable, match=re.escape(board.UNREACHED)):
            jobs.do(document())
        assert jobs.missing() == board.UNREACHED
        with redis_server.running(folder):
            wait_until(lambda: jobs.board.workers())
            assert answered(jobs).outcome == "finished"


@pytest.mark.nightly
def test_rabbitmq_serves_in_order_and_comes_back(address, near, threads):
    with rabbitmq_server.running() as rabbit:
        own = {"redis": address, "broker_url": rabbit.address, **ONE, "output_bytes": 10_000}
        serve_and_come_back(own, rabbit, near, threads)


def serve_and_come_back(own, rabbit, near, threads):
    """Have jobs done over a broker, which ends and starts again."""
    jobs = CeleryJobs(Config(**own))
    with working(**own) as process:
        assert timeless(jobs.do(document()).parts[0]) == timeless(near.do(document()).parts[0])
        served_in_order(jobs, threads)
        rabbit.stop()
        with pytest.raises(Unable, match=re.escape(NO_BROKER)):
            jobs.do(document())
        assert jobs.missing() == NO_BROKER
        rabbit.start()
        assert answered(jobs).outcome == "finished"
        process.terminate()
        assert process.wait() == 0
    jobs.close()
