"""The faults: each a block during which something is broken, at a site under load."""

from __future__ import annotations

import random
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass

import redis

from server.jobs.kept_in_redis import ENTRY
from tests.faults.crowd import Crowd
from tests.faults.line import Line
from tests.faults.load import Load
from tests.faults.site import Site

# What a client is told of each fault: the codes of refusals that stand in the page's own words.
NO_RUNS, NO_ROOMS, NO_LINKS, BUSY = "not_started", "rooms_down", "store_down", "busy"
# A web process whose clock is an hour fast.
FAST = """
import sys, time
real = time.time
time.time = lambda: real() + 3600
from server.__main__ import main
sys.exit(main())
"""


# For requests that are under way when their server is to be killed.
UNDERWAY_SECONDS = 3.0
# A cache is left alone for a while after a fault of its Redis, and met by clients after that.
CACHE_SECONDS = 20.0
# Of each piece that goes over a slow line, in each direction.
SLOW_SECONDS = 0.2
Block = Callable[[Site, Load], AbstractContextManager[None]]


@dataclass(frozen=True)
class Fault:
    """What is broken in `block`, with what clients may be told, and what metric moves.

    It lasts so many seconds; `after` is done before what was acknowledged is looked for.
    """

    block: Block
    told: frozenset[str] = frozenset()
    metric: str = ""
    seconds: float = 2.0
    after: Callable[[Site], None] = lambda _: None


def lined(service: str, act: Callable[[Line], None]) -> Block:
    """A block in which something was done to the line to a service."""

    @contextmanager
    def block(site: Site, _: Load) -> Iterator[None]:
        act(site.lines[service])
        try:
            yield
        finally:
            site.lines[service].mend()

    return block


def gone(service: str) -> Block:
    """Its connections end, and there are no new ones."""
    return lined(service, Line.cut)


def hanging(service: str) -> Block:
    """It takes what is sent, and answers nothing."""
    return lined(service, Line.hold)


def slow(service: str) -> Block:
    """Whatever is sent or answered is late."""
    return lined(service, lambda line: line.slow_down(SLOW_SECONDS))


@contextmanager
def full_redis(site: Site, _: Load) -> Iterator[None]:
    """Redis takes nothing any more."""
    with redis.Redis.from_url(site.addresses["redis"]) as client:
        client.config_set("maxmemory", 1)
        try:
            yield
        finally:
            client.config_set("maxmemory", 0)


@contextmanager
def poisoned_cache(site: Site, _: Load) -> Iterator[None]:
    """Again and again each answer that is kept gets the bytes of another, or some of its own."""
    ended = threading.Event()

    def poison() -> None:
        with redis.Redis.from_url(site.addresses["redis"]) as client:
            while not ended.wait(0.02):
                names = list(client.scan_iter(f"{ENTRY}*", 1000))
                entries = client.mget(names) if names else []
                for name in names:
                    entry = random.choice(entries) or b""
                    client.set(name, random.choice([entry, entry[:-1], b"{}"]), xx=True)

    def met() -> float:
        return site.web.numbers()["tapescope_cache_poisoned"]

    thread, before = threading.Thread(target=poison), met()
    thread.start()
    end = time.monotonic() + CACHE_SECONDS
    try:
        while met() == before and time.monotonic() < end:
            time.sleep(0.1)
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def killed_worker(site: Site, load: Load) -> Iterator[None]:
    """A worker dies in the middle of a long run, and is not replaced until the end."""
    long = "import time\nprint('begun')\nwhile True:\n    time.sleep(0.01)\n"
    body = {"code": long, "ticket": f"{random.getrandbits(128):032x}"}
    asking = threading.Thread(target=load.ask, args=["long run", "POST", "/api/v1/run", body])
    asking.start()
    while load.server.ask("GET", f"/api/v1/runs/{body['ticket']}").json["output"] != "begun\n":
        assert asking.is_alive()
    with redis.Redis.from_url(site.addresses["redis"]) as client:
        name = str(client.hget(f"tapescope:job:{body['ticket']}", "worker"))
    [worker] = [each for each in site.workers if f":{each.process.pid}:" in name]
    worker.close()
    asking.join()
    try:
        yield
    finally:
        worker.start()


@contextmanager
def fast_clock(site: Site, load: Load) -> Iterator[None]:
    """Clients are served by a second web process, whose clock is an hour fast."""
    usual = load.server
    with ExitStack() as stack:
        other = stack.enter_context(site.another_web("-c", FAST))
        load.server = other
        try:
            yield
        finally:
            load.server = usual
            time.sleep(UNDERWAY_SECONDS)


@contextmanager
def forged_headers(site: Site, load: Load) -> Iterator[None]:
    """One client guesses codes of rooms, each time as if it had another address."""
    for i in range(80):
        named = f"198.51.100.{i}"
        forged = {"X-Forwarded-For": named, "Forwarded": f"for={named};host=evil.example"}
        load.ask("guess", "GET", f"/api/v1/rooms/{'222' + random_code()}", **forged)
    yield


def random_code() -> str:
    return "".join(random.choices("3456789", k=3))


@contextmanager
def crowd(site: Site, load: Load, size: int) -> Iterator[None]:
    """So many clients want a run in the same moment, and come back when they are told."""
    load.crowd = Crowd(site.web.port)
    load.crowd.come(size, load.marks(size))
    yield


@contextmanager
def idle_connections(site: Site, _: Load) -> Iterator[None]:
    """A thousand connections are open on which nothing is said."""
    with ExitStack() as stack:
        for _number in range(1000):
            stack.enter_context(socket.create_connection(("127.0.0.1", site.web.port), 30))
        yield


@contextmanager
def full_disk(site: Site, load: Load) -> Iterator[None]:
    """No file of a server grows any more: not its database, nor its log."""
    size = max(each.stat().st_size for each in site.log.parent.iterdir())
    _, hard = resource.prlimit(site.web.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(site.web.process.pid, resource.RLIMIT_FSIZE, (min(size, 4096), hard))
    try:
        yield
    finally:
        resource.prlimit(site.web.process.pid, resource.RLIMIT_FSIZE, (hard, hard))


def die(site: Site) -> None:
    """Kill a server for which nothing waits to be written any more, and start it again."""
    while site.web.numbers()["tapescope_rooms_unwritten"]:
        time.sleep(0.2)
    site.web.close()
    site.web.start()


def refused(name: str) -> str:
    """The metric of refusals with a code."""
    return f'tapescope_refusals_total{{code="{name}"}}'


NO_STORE = frozenset({NO_RUNS, NO_ROOMS})
# At a site with PostgreSQL, Redis and workers over a broker.
OF_SITE = {
    "Redis is gone": Fault(gone("redis"), NO_STORE, refused(NO_ROOMS)),
    "Redis hangs": Fault(hanging("redis"), NO_STORE, refused(NO_ROOMS), 15.0),
    "Redis is slow": Fault(slow("redis"), NO_STORE | {BUSY}, "", 10.0),
    "Redis is full": Fault(full_redis, NO_STORE, refused(NO_ROOMS)),
    "the broker is gone": Fault(gone("broker"), frozenset({NO_RUNS}), refused(NO_RUNS)),
    "the broker hangs": Fault(hanging("broker"), frozenset({NO_RUNS, BUSY}), "", 12.0),
    "the broker is slow": Fault(slow("broker"), frozenset({NO_RUNS, BUSY}), "", 10.0),
    "the database is gone": Fault(gone("database"), frozenset({NO_LINKS}), refused(NO_LINKS)),
    "the database hangs": Fault(
        hanging("database"), frozenset({NO_LINKS}), refused(NO_LINKS), 12.0
    ),
    "the database is slow": Fault(slow("database"), frozenset({NO_LINKS}), "", 10.0),
    "a poisoned cache": Fault(poisoned_cache, frozenset(), "tapescope_cache_poisoned"),
    "a worker is killed": Fault(
        killed_worker, frozenset({BUSY, NO_RUNS}), "tapescope_dead_workers_total"
    ),
    "a clock is an hour fast": Fault(
        fast_clock, frozenset(), 'tapescope_clock_ahead_seconds{service="redis"}'
    ),
    "a full queue, of 400": Fault(
        lambda site, load: crowd(site, load, 400), frozenset({BUSY}), refused(BUSY), 1.0
    ),
    "2,000 requests in flight": Fault(
        lambda site, load: crowd(site, load, 2000), frozenset({BUSY}), refused(BUSY), 1.0
    ),
    "1,000 idle connections": Fault(idle_connections, frozenset(), "process_open_fds"),
    "forged forwarded headers": Fault(
        forged_headers, frozenset({"guessing", "unknown_room"}), refused("guessing"), 1.0
    ),
}  # fmt: skip
# At a server alone, with SQLite.
OF_ONE = {
    "the disk is full": Fault(full_disk, frozenset({NO_LINKS}), refused(NO_LINKS), after=die),
}
