"""Answers to jobs are kept, so that equal jobs are computed once."""

from typing import Any

import pytest
import redis

from server.export import page_files
from server.jobs import kinds
from server.jobs.job import UNDRAWN
from server.jobs.kept_answers import LARGEST, NearKept
from server.jobs.kept_in_redis import ENTRY, FarKept
from server.jobs.version import sources
from server.workers.pool import Failed
from tests.web.counted_jobs import JOB, MOST, Counted, cached, key_of, text



def test_the_same_job_is_done_once_and_says_that_nothing_was_run(keep):
    inner = Counted()
    jobs = cached(inner, keep())
    first, second = jobs.do(JOB), jobs.do(JOB)
    assert text(first) == text(second) == b"answer 1"
    assert (first.programs, second.programs) == (1, 0)
    assert (jobs.counts.misses, jobs.counts.hits) == (1, 1)


@pytest.mark.parametrize("other", [
    kinds.document("x = 2", 7), kinds.document("x = 1", 8), kinds.for_room("x = 1", 7),
])  # fmt: skip
def test_another_program_seed_or_kind_is_another_job(keep, other):
    jobs = cached(Counted(), keep())
    assert text(jobs.do(JOB)) != text(jobs.do(other))


def test_another_version_has_answers_of_its_own(keep):
    inner, kept = Counted(), keep()
    assert text(cached(inner, kept, "1").do(JOB)) != text(cached(inner, kept, "2").do(JOB))


def test_a_server_with_another_page_is_of_another_version(monkeypatch, tmp_path):
    before = sources.__wrapped__()
    assert sources.__wrapped__() == before
    monkeypatch.setattr(page_files, "BUILD", tmp_path)
    (tmp_path / "page-1.js").touch()
    assert sources.__wrapped__() != before


def test_a_run_without_a_seed_is_always_made(keep):
    jobs = cached(Counted(), keep())
    job = kinds.document("x = 1", None)
    assert text(jobs.do(job)) != text(jobs.do(job))


@pytest.mark.parametrize("outcome", ["stopped", "died", UNDRAWN])
def test_what_might_end_otherwise_is_not_kept(keep, outcome):
    jobs = cached(Counted(outcome), keep())
    assert text(jobs.do(JOB)) != text(jobs.do(JOB))


@pytest.mark.parametrize("outcome, count", [("stopped", 1), ("died", 2)])
def test_a_picture_is_kept_unless_the_run_died_even_without_a_seed(keep, outcome, count):
    inner = Counted(outcome)
    jobs, job = cached(inner, keep()), kinds.sketch("import time", None)
    jobs.do(job)
    jobs.do(job)
    assert len(inner.done) == count


def test_a_program_that_raises_is_kept(keep):
    jobs = cached(Counted("failed"), keep())
    assert text(jobs.do(JOB)) == text(jobs.do(JOB))


@pytest.mark.parametrize("code", [
    "import time\nprint(time.time())", "from datetime import datetime", "import os, uuid",
    "print(id(x))", "from os import urandom",
])  # fmt: skip
def test_a_program_that_reads_a_clock_is_not_kept(keep, code):
    jobs = cached(Counted(), keep())
    job = kinds.document(code, 7)
    assert text(jobs.do(job)) != text(jobs.do(job))


@pytest.mark.parametrize("code", ["timeline = 3  # at that time", "valid(3)", "grid(x)"])
def test_a_word_in_passing_is_no_clock(code):
    jobs = cached(Counted(), NearKept(MOST))
    job = kinds.document(code, 7)
    assert text(jobs.do(job)) == text(jobs.do(job))


def test_an_error_is_not_kept(keep):
    inner = Counted(error=Failed("It could not be drawn."))
    jobs = cached(inner, keep())
    with pytest.raises(Failed):
        jobs.do(JOB)
    inner.error = None
    assert text(jobs.do(JOB)) == b"answer 2"


@pytest.mark.parametrize("harm", [
    lambda entry: entry[:-1], lambda entry: b"", lambda entry: entry[:40] + b"!" + entry[41:],
    lambda entry: b"x" * len(entry),
])  # fmt: skip
def test_a_damaged_entry_is_dropped_and_computed_anew(address, harm):
    kept = FarKept(address, MOST)
    jobs = cached(Counted(), kept)
    jobs.do(JOB)
    with redis.Redis.from_url(address) as client:
        [name] = client.keys(f"{ENTRY}*")
        entry: Any = client.get(name)
        client.set(name, harm(entry))
        assert text(jobs.do(JOB)) == b"answer 2"
        assert text(jobs.do(JOB)) == b"answer 2"
    assert jobs.counts.poisoned == 1
    jobs.close()


def test_an_entry_of_another_job_is_not_taken_for_it(address):
    kept = FarKept(address, MOST)
    jobs, other = cached(Counted(), kept), kinds.document("x = 2", 7)
    jobs.do(JOB)
    with redis.Redis.from_url(address) as client:
        [name] = client.keys(f"{ENTRY}*")
        entry: Any = client.get(name)
        client.set(ENTRY + key_of(jobs, other), entry)
        assert text(jobs.do(other)) == b"answer 2"
    jobs.close()


def test_what_nobody_asked_for_longest_goes_first(keep):
    kept = keep()
    size = MOST // LARGEST - 200
    jobs = cached(Counted(size=size), kept)
    programs = [kinds.document(f"x = {i}", 7) for i in range(9)]
    for each in programs[:8]:
        jobs.do(each)
    assert 8 * size < kept.size() <= MOST
    assert jobs.do(programs[0]).programs == 0
    jobs.do(programs[8])
    assert kept.size() <= MOST
    assert sum(jobs.do(each).programs for each in (programs[0], *programs[2:])) == 0
    assert jobs.do(programs[1]).programs == 1


def test_one_run_does_not_push_out_all_others(keep):
    kept = keep()
    jobs = cached(Counted(size=MOST // LARGEST), kept)
    assert text(jobs.do(JOB))[:8] != text(jobs.do(JOB))[:8]
    assert kept.size() == 0


def test_without_redis_everything_is_computed(caplog):
    jobs = cached(Counted(), FarKept("redis://127.0.0.1:1/0", MOST))
    assert text(jobs.do(JOB)) != text(jobs.do(JOB))
    assert [each.levelname for each in caplog.records] == ["WARNING"]
    jobs.close()
