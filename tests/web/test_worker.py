"""The command `tapescope worker`: its signals, its log, what it does not do when it comes late."""

import json
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.config import Config
from server.jobs import celery_jobs
from server.jobs.board import Bounds, Entry
from server.jobs.celery_app import send
from server.jobs.celery_jobs import NO_WORKER, CeleryJobs
from server.jobs.job import Caller
from server.logs import REQUEST_ID
from server.sandbox import Busy
from server.workers.pool import Unable
from tests.web import redis_server
from tests.web.far_jobs import PRODUCT, TICKET, begun, claims, document
from tests.web.far_worker import wait_until, working

REQUEST = "0123456789abcdef"
SLOW = f"{PRODUCT}import time\nprint('here')\ntime.sleep(1)\n"


@pytest.fixture
def settings():
    with redis_server.running() as address:
        broker = address.replace("unix://", "redis+socket://")  # the same Redis
        yield {"redis": address, "broker_url": broker, "slots": 1, "long_slots": 0}


@pytest.fixture
def jobs(settings):
    jobs = CeleryJobs(Config(**settings))
    yield jobs
    jobs.close()


@pytest.fixture
def hasty(monkeypatch):
    """A job is soon given up that no worker can begin."""
    monkeypatch.setattr(celery_jobs, "LOST_SECONDS", 0.5)


@pytest.fixture
def threads():
    with ThreadPoolExecutor(4) as pool:
        yield pool


def test_a_worker_that_is_told_to_end_ends_its_run_and_logs_whose_it_was(
    settings, jobs, threads, tmp_path
):
    def asked(request, code, caller=Caller()):
        REQUEST_ID.set(request)
        return jobs.do(document(code), caller)

    path = tmp_path / "log"
    with path.open("w") as log, working(log.fileno(), log_format="json", **settings) as process:
        threads.submit(asked, "id of\nanother form", PRODUCT).result()
        coming = threads.submit(asked, REQUEST, SLOW, Caller(ticket=TICKET))
        wait_until(lambda: jobs.find(TICKET).told()["output"] == "here\n")
        process.send_signal(signal.SIGTERM)
        assert coming.result().outcome == "finished"
        assert process.wait(60) == 0
    assert jobs.missing() == NO_WORKER
    lines = [json.loads(each) for each in path.read_text("utf-8").splitlines()]
    assert [(each["logger"], each["request_id"]) for each in lines] == [
        ("server.jobs.celery_worker", ""), ("server.jobs.celery_worker", REQUEST)
    ]  # fmt: skip
    assert lines[1]["message"].startswith("document finished ")


def test_at_a_second_signal_a_worker_gives_its_runs_up(settings, jobs, hasty, threads):
    with working(**settings) as process:
        coming = begun(jobs, threads)
        process.send_signal(signal.SIGTERM)
        # It goes on, and takes no other job.
        waiting = threads.submit(jobs.do, document(), Caller(ticket="e" * 32))
        wait_until(lambda: jobs.find("e" * 32).told()["place"] == 1)
        assert jobs.find(TICKET).told()["phase"] == "running"
        process.send_signal(signal.SIGTERM)
        with pytest.raises(Busy):
            coming.result()
        assert process.wait(60) == 0
        with pytest.raises((Busy, Unable)):
            waiting.result()
    assert claims(jobs) == 1


def test_a_worker_that_comes_late_runs_nothing_for_which_nobody_waits(
    settings, jobs, hasty, threads, monkeypatch
):
    with pytest.raises(Unable, match=NO_WORKER):
        jobs.do(document())
    # Its client has no more patience, though its web process is still there.
    entry = Entry(document(), "open", jobs.version)
    priority = jobs.board.admit(TICKET, entry, ("late",), Bounds(1, 1), seconds=0.1)
    send(jobs.app, TICKET, priority)
    is_over = threading.Event()

    def renew():
        while not is_over.wait(0.5):
            jobs.board.renew(TICKET)

    renewing = threads.submit(renew)
    monkeypatch.undo()
    try:
        with working(**settings):
            assert jobs.do(document()).outcome == "finished"
            assert jobs.board.exists(TICKET)
            assert claims(jobs) == 1
    finally:
        is_over.set()
        renewing.result()
