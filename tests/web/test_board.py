"""The board in Redis: when there will be room, for those who find none; errors on their way."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis

from server.config import Config
from server.jobs import celery_jobs, kinds
from server.jobs.board import Board, Bounds, Entry, Member
from server.jobs.celery_jobs import NO_WORKER
from server.jobs.wire import answer_of, error_text
from server.sandbox import Busy, HungUp
from server.web.app import close, create_app
from server.workers.pool import Failed, Unable
from tests.web import redis_server
from tests.web.far_worker import wait_until

JOB = kinds.document("x = 1", 0)
MEMBER = Member("worker", "1", 1)
DURATIONS = "tapescope:jobs:seconds"


@pytest.fixture(scope="module")
def address():
    with redis_server.running() as address:
        yield address


@pytest.fixture
def board(address):
    board = Board(address)
    board.redis.flushall()
    yield board
    board.close()


def admitted(board, identity, client, bounds):
    board.admit(identity, Entry(JOB, "open", "1"), client, bounds)


def told(board, client, bounds):
    """What a client is told that finds no room: the seconds, and how many wait."""
    with pytest.raises(Busy) as refused:
        admitted(board, "refused", client, bounds)
    return refused.value.retry_after, refused.value.place


def test_those_who_find_no_room_are_told_to_come_one_after_the_other(board):
    board.redis.rpush(DURATIONS, 10, 12)
    bounds = Bounds(most=4, slots=1)
    for each in "abcd":
        admitted(board, each, (each,), bounds)
    assert board.claim("a", MEMBER)
    assert [told(board, (each,), bounds) for each in "efgh"] == [(11, 3), (22, 3), (33, 3), (44, 3)]
    board.finish("a", b"", 11)
    admitted(board, "e", ("e",), bounds)


def test_a_redis_without_memory_is_told_at_once_and_keeps_no_half_of_a_job(board):
    board.redis.config_set("maxmemory", 1)
    try:
        with pytest.raises(redis.RedisError):
            admitted(board, "a", ("a",), Bounds(most=4, slots=1))
    finally:
        board.redis.config_set("maxmemory", 0)
    assert not board.exists("a")
    assert board.load() == (0, 0)


def test_with_more_slots_there_is_room_sooner(board):
    board.redis.rpush(DURATIONS, 20)
    bounds = Bounds(most=3, slots=2)
    for each in "abc":
        admitted(board, each, (each,), bounds)
    assert board.claim("a", MEMBER) and board.claim("b", MEMBER)
    assert [told(board, (each,), bounds)[0] for each in "efg"] == [20, 20, 40]


def test_who_has_too_many_waits_for_one_of_them_in_its_turn(board):
    board.redis.rpush(DURATIONS, 5)
    bounds = Bounds(most=8, slots=1)
    for each in ("a", "b"):
        admitted(board, each, (each,), bounds)
    assert board.claim("a", MEMBER)
    for each in ("c1", "c2", "c3", "c4"):  # half of all
        admitted(board, each, ("c",), bounds)
    # One runs, another comes before the first of theirs.
    assert told(board, ("c",), bounds) == (15, 5)
    admitted(board, "d", ("d",), bounds)


def test_a_run_that_goes_on_for_longer_than_others_is_expected_to_take_as_long_again(board):
    board.redis.rpush(DURATIONS, 0.01)
    bounds = Bounds(most=1, slots=1)
    admitted(board, "a", ("a",), bounds)
    assert board.claim("a", MEMBER)
    board.redis.zincrby("tapescope:jobs:running", -30, "a")  # it began earlier
    assert 30 <= told(board, ("b",), bounds)[0] <= 32


def test_who_comes_back_when_told_is_let_in(board):
    # Jobs of a known length, at whose end there is a third of a second until the next whole one.
    length, bounds = 0.55, Bounds(most=3, slots=1)
    board.redis.rpush(DURATIONS, length)
    over = threading.Event()

    def work():
        while not over.is_set():
            for each in board.redis.zrange("tapescope:jobs:waiting", 0, 0):
                assert board.claim(each.decode(), MEMBER)
                time.sleep(length)
                board.finish(each.decode(), b"", length)

    def come(client):
        try:
            admitted(board, client, (client,), bounds)
        except Busy as error:
            time.sleep(error.retry_after)
            admitted(board, client, (client,), bounds)
            return error.retry_after
        return 0

    with ThreadPoolExecutor() as threads:
        for each in "abc":
            admitted(board, each, (each,), bounds)
        working = threads.submit(work)
        wait_until(lambda: board.load() == (1, 2))
        assert all(threads.map(come, "def"))
        over.set()
        working.result()


def test_what_no_worker_can_do_now_is_refused_with_the_time_to_come_again_and_costs_nothing(
    address, monkeypatch
):
    monkeypatch.setattr(celery_jobs, "LOST_SECONDS", 0.2)
    monkeypatch.setattr(celery_jobs, "RENEWAL_SECONDS", 0.2)
    app = create_app(Config(
        database="sqlite://", redis=address, hosts=None, run_rate="1 per hour",
        broker_url=address.replace("unix://", "redis+socket://"),
    ))  # fmt: skip
    try:
        for _ in range(2):
            reply = app.test_client().post("/api/v1/run", json={"code": "x = 1"})
            error = reply.get_json()["error"]
            assert (reply.status_code, error["code"]) == (503, "not_started")
            assert error["sentence"] == NO_WORKER
            assert int(reply.headers["Retry-After"]) > 0
    finally:
        close(app)


@pytest.mark.parametrize("error", [
    Busy(3.0, 2, 1), Failed("It is too large."), Unable("Not now."), HungUp(), RecursionError(),
], ids=lambda each: type(each).__name__)  # fmt: skip
def test_an_error_of_a_worker_is_the_same_one_here(error):
    with pytest.raises(type(error)) as raised:
        answer_of(error_text(error))
    assert type(raised.value) is type(error)
    assert vars(raised.value) == vars(error)
    assert str(raised.value) == str(error)
