"""Jobs for workers: what tests have done, what they wait for."""

import time
from concurrent.futures import Future

from server.jobs import kinds
from server.jobs.job import Caller
from server.sandbox import Busy
from server.workers.pool import Failed
from tests.web.far_worker import wait_until

PRODUCT = "import torch\nx = torch.tensor(3.0, requires_grad=True)\n(x * x).backward()\n"
ENDLESS = "print('here')\nwhile True:\n    pass\n"
TICKET = "0123456789abcdef" * 2


def document(code=PRODUCT):
    return kinds.document(code, 0)


def claims(jobs):
    """How many jobs workers have begun."""
    return int(jobs.board.redis.get("tapescope:jobs:claims") or 0)


def begun(jobs, threads, ticket=TICKET, **caller):
    """An endless run that a worker has begun, and what comes of it."""
    coming = threads.submit(jobs.do, document(ENDLESS), Caller(("busy",), ticket=ticket, **caller))
    wait_until(lambda: jobs.find(ticket).told()["output"] == "here\n")
    return coming


def served_in_order(jobs, threads):
    """Fill the queue while the only slot is taken, and see who is served when."""
    coming = begun(jobs, threads)
    served: list[str] = []

    def wanted(name, caller):
        jobs.do(document(f"{PRODUCT}# {name}"), caller)
        served.append(name)

    waiting: list[Future[None]] = []
    tickets: dict[str, str] = {}
    for name, client, queue in (
        ("first of many", "many", "open"),
        ("second of many", "many", "open"),
        ("third of many", "many", "open"),
        ("of few", "few", "open"),
        ("of a room", "room", "room"),
    ):
        ticket = f"{len(tickets):032x}"
        tickets[ticket] = name
        waiting.append(threads.submit(wanted, name, Caller((client,), queue, ticket=ticket)))
        wait_until(lambda: jobs.board.redis.zcard("tapescope:jobs:waiting") == len(waiting))
    places = {jobs.find(each).told()["place"]: name for each, name in tickets.items()}
    jobs.find(TICKET).stop()
    for each in (coming, *waiting):
        each.result()
    assert served == ["of a room", "first of many", "of few", "second of many", "third of many"]
    assert [places[each] for each in range(1, 6)] == served


def answered(jobs):
    """The answer to who tries again, as the page does."""
    end = time.monotonic() + 60
    while True:
        try:
            return jobs.do(document())
        except (Busy, Failed):
            assert time.monotonic() < end
