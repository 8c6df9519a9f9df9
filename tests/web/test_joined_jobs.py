"""Equal jobs that are asked for at the same time are computed once, for all who wait."""

import threading

import pytest

from server.jobs import kinds
from server.jobs.job import Caller, TicketTaken
from server.jobs.kept_in_redis import FarKept
from server.sandbox import Busy, HungUp
from server.sandbox.progress import UNKNOWN
from tests.web.counted_jobs import (
    JOB, MOST, Counted, cached, key_of, text, until, waiters, waiting,
)  # fmt: skip


def test_those_who_ask_at_the_same_time_get_one_run(keep):
    inner = Counted()
    inner.may_end.clear()
    jobs = cached(inner, keep())
    threads, answers = waiters(jobs, 20)
    waiting(jobs, 20)
    inner.may_end.set()
    for each in threads:
        each.join()
    assert {text(each) for each in answers} == {b"answer 1"}
    assert sorted(each.programs for each in answers) == [0] * 19 + [1]


def test_two_processes_make_one_run(address):
    inners = Counted(), Counted()
    processes = [cached(inner, FarKept(address, MOST)) for inner in inners]
    for inner in inners:
        inner.may_end.clear()
    threads, answers = waiters(processes[0], 1)
    inners[0].began.acquire()
    more, others = waiters(processes[1], 2)
    waiting(processes[1], 2)
    inners[0].may_end.set()
    for each in (*threads, *more):
        each.join()
    assert [text(each) for each in answers + others] == [b"answer 1"] * 3
    assert not inners[1].done
    for each in processes:
        each.close()


def test_the_claim_of_a_process_that_died_ends(address, monkeypatch):
    monkeypatch.setattr("server.jobs.kept_in_redis.CLAIM_SECONDS", 0.3)
    dead, kept = FarKept(address, MOST), FarKept(address, MOST)
    monkeypatch.setattr(dead, "_renew", lambda: None)
    jobs = cached(Counted(), kept)
    code = kinds.document("of the dead", 7)
    assert dead.claim(key_of(jobs, code), None)
    assert text(jobs.do(code)) == b"answer 1"
    jobs.close()


def test_a_claim_that_is_renewed_lasts(address, monkeypatch):
    monkeypatch.setattr("server.jobs.kept_in_redis.CLAIM_SECONDS", 0.4)
    monkeypatch.setattr("server.jobs.kept_in_redis.RENEWAL_SECONDS", 0.1)
    one, other = FarKept(address, MOST), FarKept(address, MOST)
    assert one.claim("long", "a" * 32)
    threading.Event().wait(1.0)
    assert not other.claim("long", None)
    assert other.ticket_of("long") == "a" * 32
    other.release("long")  # it is not its own
    assert not other.claim("long", None)
    one.release("long")
    assert other.ticket_of("long") is None
    assert other.claim("long", None)
    for each in (one, other):
        each.close()


def test_who_began_it_may_leave(keep):
    inner = Counted()
    inner.may_end.clear()
    jobs = cached(inner, keep())
    gone = threading.Event()
    first, _ = waiters(jobs, 1, callers=[Caller(is_gone=gone.is_set)])
    waiting(jobs, 1)
    others, answers = waiters(jobs, 2)
    waiting(jobs, 3)
    gone.set()
    inner.may_end.set()
    for each in (*first, *others):
        each.join()
    assert [text(each) for each in answers] == [b"answer 1"] * 2


def test_a_run_for_which_nobody_waits_ends(keep):
    inner = Counted()
    inner.may_end.clear()
    jobs = cached(inner, keep())
    gone = threading.Event()
    threads, answers = waiters(jobs, 2, callers=[Caller(is_gone=gone.is_set)] * 2)
    waiting(jobs, 2)
    gone.set()
    for each in threads:
        each.join()
    assert [type(each) for each in answers] == [HungUp] * 2


def test_who_stops_a_run_stops_nobody_elses(keep):
    inner = Counted()
    inner.may_end.clear()
    jobs = cached(inner, keep())
    tickets = ["a" * 32, "b" * 32]
    first, one = waiters(jobs, 1, callers=[Caller(ticket=tickets[0])])
    waiting(jobs, 1)
    second, other = waiters(jobs, 1, callers=[Caller(ticket=tickets[1])])
    waiting(jobs, 2)
    jobs.find(tickets[1]).stop()
    second[0].join()
    assert text(other[0]) == b"stopped 1"
    inner.may_end.set()
    first[0].join()
    assert text(one[0]) == b"answer 2"


def test_all_who_wait_see_where_the_run_is(keep):
    inner = Counted()
    inner.may_end.clear()
    jobs = cached(inner, keep())
    tickets = ["a" * 32, "b" * 32]
    threads, _ = waiters(jobs, 1, callers=[Caller(ticket=tickets[0])])
    inner.began.acquire()
    more, _ = waiters(jobs, 1, callers=[Caller(ticket=tickets[1])])
    waiting(jobs, 2)
    inner.underway[tickets[0]].begin()
    assert [jobs.find(each).told()["phase"] for each in tickets] == ["running"] * 2
    with pytest.raises(TicketTaken):
        jobs.do(JOB, Caller(ticket=tickets[1]))
    inner.may_end.set()
    for each in (*threads, *more):
        each.join()
    assert [jobs.find(each).told()["phase"] for each in tickets] == [UNKNOWN] * 2


@pytest.fixture
def two(address):
    """Two processes, in the second of which one job is done by the first."""
    inners = Counted(), Counted()
    processes = [cached(inner, FarKept(address, MOST)) for inner in inners]
    inners[1].underway = inners[0].underway  # as workers' is, through Redis
    inners[0].may_end.clear()
    yield inners[0], *processes
    for each in processes:
        each.close()


def test_who_waits_for_another_process_sees_where_the_run_is(two):
    inner, first, second = two
    tickets = ["a" * 32, "b" * 32, "c" * 32]
    job = kinds.document("seen from elsewhere", 7)
    threads, answers = waiters(first, 1, job, [Caller(ticket=tickets[0])])
    inner.began.acquire()
    more, others = waiters(second, 2, job, [Caller(ticket=each) for each in tickets[1:]])
    waiting(second, 2)
    inner.underway[tickets[0]].begin()
    until(lambda: [second.find(each).told()["phase"] for each in tickets[1:]] == ["running"] * 2)
    inner.may_end.set()
    for each in (*threads, *more):
        each.join()
    assert {text(each) for each in answers + others} == {b"answer 1"}


@pytest.mark.parametrize("who", [0, 1])
def test_who_stops_waiting_for_another_process_stops_nobody_elses_run(two, who):
    inner, first, second = two
    tickets = ["b" * 32, "c" * 32]
    job = kinds.document(f"{who} stops", 7)
    threads, answers = waiters(first, 1, job, [Caller(ticket="a" * 32)])
    inner.began.acquire()
    asking = [waiters(second, 1, job, [Caller(ticket=tickets[0])])]
    waiting(second, 1)
    asking.append(waiters(second, 1, job, [Caller(ticket=tickets[1])]))
    waiting(second, 2)
    until(lambda: next(iter(second._flights.values())).is_far)
    second.find(tickets[who]).stop()
    asking[who][0][0].join()
    assert [type(each) for each in asking[who][1]] == [HungUp]
    inner.may_end.set()
    for each in (*threads, *asking[1 - who][0]):
        each.join()
    assert [text(each) for each in answers + asking[1 - who][1]] == [b"answer 1"] * 2
    assert not second.jobs.done


def test_any_process_tells_of_one_who_waits_for_the_job_of_another_and_lets_it_leave(two):
    inner, first, second = two
    third = cached(inner, first.kept)
    tickets = ["a" * 32, "b" * 32, "c" * 32]
    job = kinds.document("seen from everywhere", 7)
    threads, answers = waiters(first, 1, job, [Caller(ticket=tickets[0])])
    inner.began.acquire()
    near, here = waiters(first, 1, job, [Caller(ticket=tickets[1])])
    waiting(first, 2)
    far, there = waiters(second, 1, job, [Caller(ticket=tickets[2])])
    inner.underway[tickets[0]].begin()
    until(lambda: [third.find(each).told()["phase"] for each in tickets] == ["running"] * 3)
    for each in tickets[1:]:
        third.find(each).stop()
    for each in (*near, *far):
        each.join()
    assert [type(each) for each in here + there] == [HungUp] * 2
    assert [third.find(each).told()["phase"] for each in tickets] == ["running", UNKNOWN, UNKNOWN]
    inner.may_end.set()
    threads[0].join()
    assert text(answers[0]) == b"answer 1"


def test_who_stops_a_run_through_another_process_stops_nobody_elses(two):
    inner, first, second = two
    tickets = ["a" * 32, "b" * 32]
    job = kinds.document("stopped from elsewhere", 7)
    threads, answers = waiters(first, 1, job, [Caller(ticket=tickets[0])])
    inner.began.acquire()
    more, others = waiters(first, 1, job, [Caller(ticket=tickets[1])])
    waiting(first, 2)
    second.find(tickets[0]).stop()
    threads[0].join()
    assert text(answers[0]) == b"stopped 1"
    inner.may_end.set()
    more[0].join()
    assert text(others[0]) == b"answer 2"


def test_when_it_could_not_be_done_each_has_a_turn_of_its_own(keep):
    inner = Counted(error=Busy(3.0))
    inner.may_end.clear()
    jobs = cached(inner, keep())
    threads, answers = waiters(jobs, 3)
    waiting(jobs, 3)
    inner.may_end.set()
    for each in threads:
        each.join()
    assert [type(each) for each in answers] == [Busy] * 3
    assert len(inner.done) == 3


def test_only_so_many_wait_for_others(keep):
    inner = Counted()
    inner.may_end.clear()
    jobs = cached(inner, keep(), most_waiting=2)
    threads, _ = waiters(jobs, 3)
    waiting(jobs, 3)
    with pytest.raises(Busy):
        jobs.do(JOB)
    inner.may_end.set()
    for each in threads:
        each.join()
    assert text(jobs.do(JOB)) == b"answer 1"
