"""Zygotes and runs come and go: nothing is left behind, nobody hangs, and the next run works."""

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from server.config import Config
from server.sandbox import Sandbox, zygote_pool
from tests.fence.test_attacks import LESSON, fenced

# The zygote, the process that waits for it, and the runs that wait for their code.
AT_REST = 2 + zygote_pool.SPARE_RUNS
SLEEP = "print('asleep')\nimport time\ntime.sleep(60)"


def alive(process):
    """Whether a process is there and is more than a name that nobody has asked for yet."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def descendants(process):
    """The processes below `process`, however deep."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text("ascii").rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found, todo = [], [process]
    while todo:
        below = parents.get(todo.pop(), [])
        found += below
        todo += below
    return found


def eventually(true):
    """Wait for `true()`; processes take a moment to go."""
    for _ in range(1000):
        if true():
            return True
        time.sleep(0.01)
    return False


def zygote_of(place):
    return place._choice[0]._zygote


def born_processes(place):
    """The zygote and all that lives below it."""
    first = zygote_of(place)._process.pid
    return [first, *descendants(first)]


def start_run(place, code):
    """A run in a thread of its own; answers the thread and the list that its outcome comes to."""
    outcomes = []
    thread = threading.Thread(target=lambda: outcomes.append(place.run(code)))
    thread.start()
    return thread, outcomes


def test_a_zygote_that_was_stopped_is_replaced(monkeypatch):
    monkeypatch.setattr(zygote_pool, "BIRTH_SECONDS", 0.5)
    monkeypatch.setattr(zygote_pool, "_RUN_LENGTHS", 0.01)
    with fenced() as place:
        old = born_processes(place)
        zygote = old[1] if not place._choice[0].layers["namespaces"] else old[0]
        os.kill(zygote, signal.SIGSTOP)
        # Those that are born already run all the same, and then comes another zygote.
        for _ in range(zygote_pool.SPARE_RUNS + 2):
            assert place.run(LESSON).kind == "finished"
        assert eventually(lambda: not any(map(alive, old)))


def test_a_server_with_very_many_open_descriptors_runs_code():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2000:
        pytest.skip("This system allows too few descriptors.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (2000, hard))
    taken = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        with fenced() as place:
            assert place.run(LESSON).kind == "finished"
    finally:
        for each in taken:
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_the_kernel_ends_runs_before_the_server_when_memory_runs_out():
    with fenced() as place:
        place.run(LESSON)
        scores = [oom_score(process) for process in born_processes(place)]
        assert len(scores) >= zygote_pool.SPARE_RUNS
        assert min(scores) > oom_score("self")


def oom_score(process):
    """How much the kernel would rather end a process than others: -1000 to 1000."""
    return int(Path(f"/proc/{process}/oom_score_adj").read_text("ascii"))


@pytest.mark.parametrize("which", [0, 1], ids=["the one that waits", "the zygote itself"])
def test_when_a_zygote_dies_its_runs_do_and_the_next_one_works(which):
    with fenced() as place:
        if which and place._choice[0].layers["namespaces"]:
            pytest.skip("Without namespaces there is only one process.")
        long = place._turns._free_long
        thread, outcomes = start_run(place, SLEEP)
        assert eventually(lambda: place._turns._free_long < long)  # its code runs
        old = born_processes(place)
        os.kill(old[which], signal.SIGKILL)
        thread.join()
        assert outcomes[0].kind == "died"
        assert outcomes[0].sentence.endswith(".")
        assert place.run(LESSON).kind == "finished"
        assert eventually(lambda: not any(map(alive, old)))


def test_a_run_that_is_stopped_leaves_no_process():
    with fenced() as place:
        assert place.run(SLEEP).limit == "wall"
        assert eventually(lambda: len(born_processes(place)) <= AT_REST)


def test_a_closed_sandbox_leaves_no_process():
    with fenced() as place:
        place.run(LESSON)
        old = born_processes(place)
    assert eventually(lambda: not any(map(alive, old)))


SERVER = """
import sys, threading
from server.config import Config
from server.sandbox import Sandbox
place = Sandbox(Config())
threading.Thread(target=place.run, args=["import time; time.sleep(60)"], daemon=True).start()
threading.Thread(target=place.run, args=["while True: pass"], daemon=True).start()
place.run("pass")
print("ready", flush=True)
threading.Event().wait()
"""


def test_when_the_server_is_killed_no_process_of_its_runs_stays():
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, "-c", SERVER],
        env=os.environ | {"PYTHONPATH": root},
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout.readline() == "ready\n"
        below = descendants(server.pid)
        assert len(below) >= 3
        server.kill()
    assert eventually(lambda: not any(map(alive, below)))


def test_the_zygote_is_replaced_before_it_grows_and_nobody_notices(monkeypatch):
    monkeypatch.setattr(zygote_pool, "RUNS_PER_ZYGOTE", 10)
    with fenced() as place:
        first = zygote_of(place)
        old = born_processes(place)
        while zygote_of(place) is first:
            assert place.run(LESSON).kind == "finished"
        assert place.run(LESSON).kind == "finished"
        assert eventually(lambda: not any(map(alive, old)))


def test_a_run_that_goes_on_while_its_zygote_is_replaced_comes_to_its_own_end(monkeypatch):
    monkeypatch.setattr(zygote_pool, "RUNS_PER_ZYGOTE", 10)
    with fenced() as place:
        first = zygote_of(place)
        thread, outcomes = start_run(place, "import time\ntime.sleep(2)\nprint('awake')")
        while zygote_of(place) is first:
            place.run("pass")
        thread.join()
        assert outcomes[0].kind == "finished"
        assert outcomes[0].events[0]["text"] == "awake\n"


def test_a_zygote_that_has_threads_bears_nothing(monkeypatch, tmp_path):
    # A library that starts a thread when it is loaded, in place of numpy's settings for one.
    monkeypatch.setattr(zygote_pool, "environment", lambda: {"OPENBLAS_NUM_THREADS": "4"})
    if (os.cpu_count() or 1) < 2:
        pytest.skip("With one core numpy starts no thread.")
    with pytest.raises(zygote_pool.Unfenced, match="more than one thread"):
        zygote_pool.Strong(Config())


def test_where_the_strong_fence_cannot_be_the_timed_one_says_why(monkeypatch):
    monkeypatch.setattr(zygote_pool, "environment", lambda: {"OPENBLAS_NUM_THREADS": "4"})
    place = Sandbox(Config())
    if place.fence == "strong":
        pytest.skip("With one core numpy starts no thread.")
    assert "more than one thread" in place.weakness
    assert place.run(LESSON).kind == "finished"
    place.close()
