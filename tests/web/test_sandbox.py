"""Runs behind the fence: how they end, what they keep, and what they are told."""

import os
import threading
import time
from dataclasses import replace

import pytest

from server.config import Config
from server.sandbox import Busy, Sandbox
from server.sandbox.event_schema import is_event
from server.sandbox.subprocess_runner import Timed
from tests.sampling import by_day

LESSON = """
import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (w * w).sum()
print("before")
loss.backward()
w.grad
"""
FEW = Config(wall_seconds=1.5, cpu_seconds=1, memory_bytes=64 * 2**20, output_bytes=2_000,
             event_limit=200, slots=2)  # fmt: skip
# For what the clock of a busy machine must not end first.
PATIENT = replace(FEW, wall_seconds=60)


@pytest.fixture(scope="module", params=by_day(["strong", "timed"], 2))
def run(request):
    """Runs code behind small limits, soon met; by day only behind the fence of servers."""
    places = {}

    def run(code, seed=None, config=FEW):
        if config not in places:
            places[config] = fenced(request.param, config)
        return places[config].run(code, seed)

    yield run
    for place in places.values():
        place.close()


def fenced(strength, config):
    """A sandbox with a fence of this strength. In CI, the strong one must be there."""
    place = Sandbox(config)
    if strength == "timed":
        place._chosen = Timed(config), "A test asked for it."
    elif place.fence != "strong":
        assert not os.environ.get("CI"), place.weakness
        pytest.skip(place.weakness)
    return place


def said(outcome, *hows):
    return [e["text"] for e in outcome.events if e["kind"] == "print" and e["how"] in hows]


def test_a_lesson_finishes_with_its_whole_tape(run):
    outcome = run(LESSON, seed=7)
    assert (outcome.kind, outcome.limit, outcome.sentence) == ("finished", None, None)
    assert (outcome.seed, outcome.seeded) == (7, True)
    assert said(outcome, "print", "value") == ["before\n", "tensor([2., 4.])"]
    kinds = [event["kind"] for event in outcome.events]
    assert kinds.index("op") < kinds.index("print") < kinds.index("backward") < kinds.index("grad")
    assert {"mul", "sum"} <= outcome.ops.keys()
    assert all(map(is_event, outcome.events))


def test_variables_have_their_names_and_lines(run):
    named = {(e["name"], e["line"]) for e in run(LESSON).events if e["kind"] == "name"}
    assert {("w", 3), ("loss", 4)} <= named


def test_the_same_code_and_seed_give_the_same_tape(run):
    code = (
        "import random, torch\nimport numpy as np\n"
        "print(torch.rand(2), random.random())\n"
        "print(np.random.rand(), np.random.default_rng().random())\n"
        "print({'a', 'b', 'c', 'd', 'e'})\n"
    )
    first, second, other = run(code, seed=3), run(code, seed=3), run(code, seed=4)
    assert first.events == second.events != other.events


def test_a_seed_that_we_drew_can_be_asked_for_again(run):
    code = "import torch\nprint(torch.rand(3))"
    drawn = run(code)
    assert not drawn.seeded
    assert run(code, seed=drawn.seed).events == drawn.events


FAILURES = {
    "x = (": (1, "SyntaxError", "'(' was never closed"),
    "\n  x = 1": (2, "IndentationError", "unexpected indent"),
    "x = 1\n\0": (None, None, "null bytes"),
    "x = 1\nx / 0": (2, "ZeroDivisionError", "division by zero"),
    "def f(): return f()\nf()": (1, "RecursionError", "maximum recursion depth exceeded"),
    "x = input('?')": (1, "EOFError", "nobody to ask"),
    "raise KeyboardInterrupt": (1, "KeyboardInterrupt", ""),
    "import torch\nx = torch.ones(2, requires_grad=True)\n(x * 2).backward()": (
        3, "RuntimeError", "grad can be implicitly created only for scalar outputs",
    ),
}  # fmt: skip


@pytest.mark.parametrize("code", FAILURES)
def test_an_exception_is_the_last_event_and_the_sentence(run, code):
    line, kind, message = FAILURES[code]
    outcome = run(code)
    last = outcome.events[-1]
    assert (outcome.kind, outcome.limit, last["kind"]) == ("failed", None, "fail")
    assert last["line"] == line
    assert kind in (None, last["type"])
    assert message in last["message"]
    assert message in outcome.sentence


def test_what_happened_before_an_exception_is_kept(run):
    outcome = run(LESSON + "\nundefined")
    assert said(outcome, "print") == ["before\n"]
    assert any(event["kind"] == "grad" for event in outcome.events)


LIMITS = {
    "wall": "import time\ntime.sleep(60)",
    "cpu": "while True: pass",
    "memory": "import numpy as np\nkept = []\nwhile True: kept.append(np.ones(10**6))",
    "output": "while True: print('more and more')",
    "events": "while True: print()",
}


@pytest.mark.parametrize("limit", LIMITS)
def test_a_run_that_meets_a_limit_names_it_and_keeps_its_tape(run, limit):
    outcome = run(LESSON + LIMITS[limit], config=FEW if limit == "wall" else PATIENT)
    assert (outcome.kind, outcome.limit) == ("stopped", limit)
    assert outcome.sentence.endswith(".")
    assert said(outcome, "print")[0] == "before\n"
    assert any(event["kind"] == "grad" for event in outcome.events)


@pytest.mark.parametrize(("last", "kind"), [("", "finished"), ("\nnothing", "failed")])
def test_a_run_whose_tape_is_full_goes_on_unrecorded_with_its_prints(run, last, kind):
    code = "for i in range(500):\n    w = w * 1\n    if i % 100 == 99: print(i)\nprint('end')"
    outcome = run(LESSON + code + last, config=PATIENT)
    kinds = [event["kind"] for event in outcome.events]
    assert (outcome.kind, outcome.limit) == (kind, None)
    assert kinds.index("full") == PATIENT.event_limit
    assert outcome.events[PATIENT.event_limit]["line"] in (8, 9)
    assert set(kinds[PATIENT.event_limit + 1 :]) <= {"print", "fail"}
    assert said(outcome, "print") == ["before\n", "99\n", "199\n", "299\n", "399\n", "499\n",
                                      "end\n"]  # fmt: skip


STUBBORN = {
    "a loop that ignores the signal of the CPU limit": (
        "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass",
        "wall or cpu",  # the kernel kills it a second after the signal
    ),
    "one print of more than the limit": ("print('x' * 50_000)", "output"),
    "a value of more than the limit": ("'x' * 50_000", "output"),
    "lists of small things": ("kept = []\nwhile True: kept.append([1.5, 2.5])", "memory"),
}


@pytest.mark.parametrize("what", STUBBORN)
def test_a_run_that_resists_is_stopped_all_the_same(run, what):
    code, limit = STUBBORN[what]
    outcome = run(LESSON + code)
    assert outcome.kind == "stopped" and outcome.limit in limit.split(" or ")
    assert any(event["kind"] == "grad" for event in outcome.events)


def test_output_up_to_the_limit_is_kept_to_the_byte(run):
    outcome = run("for i in range(10**6): print('é' * 7)")
    kept = "".join(said(outcome, "print")).encode()
    assert FEW.output_bytes - 1 <= len(kept) <= FEW.output_bytes
    assert "Line 1" in outcome.sentence


DEATHS = {
    "import os\nos._exit(3)": "ended its own process",
    "import os\nos.abort()": "aborted",
    "import ctypes\nctypes.string_at(0)": "segmentation fault",
}


@pytest.mark.parametrize("code", DEATHS)
def test_a_process_that_dies_without_a_word_is_told_in_a_sentence(run, code):
    outcome = run(code)
    assert (outcome.kind, outcome.limit) == ("died", None)
    assert DEATHS[code] in outcome.sentence


def test_bytes_forged_into_the_channel_end_the_run(run):
    outcome = run(
        "import os\nfor fd in range(3, 16):\n    try: os.write(fd, b'T' * 100)\n"
        "    except OSError: pass\nimport time\ntime.sleep(60)"
    )
    assert (outcome.kind, outcome.events) == ("died", [])
    assert "not a tape" in outcome.sentence


def test_the_words_of_an_exit_are_shown(run):
    assert said(run("import sys\nsys.exit('done with it')"), "print") == ["done with it\n"]


def test_warnings_are_shown_once_in_pythons_words_with_their_line(run):
    code = "import warnings\nfor _ in range(3):\n    warnings.warn('careful')\nx = 1 is 1"
    shown = [(e["text"], e["line"]) for e in run(code).events if e["kind"] == "print"]
    assert ("UserWarning: careful", 3) in shown
    assert len(shown) == 2  # the other is Python's own, about `is`
    assert shown[0][1] == 4


def test_one_print_is_one_event(run):
    outcome = run("import sys\nprint('a', 1, sep='-', end='!')\nprint('b', file=sys.stderr)")
    assert said(outcome, "print") == ["a-1!", "b\n"]


def test_redirected_output_goes_where_it_is_redirected(run):
    code = (
        "import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()) as out:\n"
        "    print('hidden')\nprint(len(out.getvalue()))"
    )
    assert said(run(code), "print") == ["7\n"]


def test_a_pasted_session_runs_with_its_lines_as_the_user_sees_them(run):
    outcome = run(">>> x = 3\n>>> x\n3\n>>> x.zero_()\n")
    assert said(outcome, "value") == ["3"]
    assert outcome.events[-1]["line"] == 4


def test_the_program_is_main_and_can_be_inspected(run):
    code = (
        "import inspect\nclass C:\n    def m(self): pass\n"
        "print(__name__, C.__module__, inspect.getsource(C.m).strip())"
    )
    assert said(run(code), "print") == ["__main__ __main__ def m(self): pass\n"]


def test_a_run_sees_nothing_of_the_servers_environment(run, monkeypatch):
    monkeypatch.setenv("TAPESCOPE_SECRET", "do not tell")
    assert "do not tell" not in said(run("import os\nprint(os.environ)"), "print")[0]


def test_the_torch_that_runs_is_ours(run):
    code = "import torch, autograd\nprint(torch.__version__, autograd.__name__)"
    assert said(run(code), "print") == ["2.13.0+tapescope autograd\n"]


def test_many_threads_may_run_at_once_and_each_has_its_own_tape(request):
    place = Sandbox(replace(FEW, queue_length=20))
    request.addfinalizer(place.close)
    outcomes = {}

    def go(i):
        outcomes[i] = place.run(f"print({i})")

    threads = [threading.Thread(target=go, args=[i]) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {i: said(outcome, "print") for i, outcome in outcomes.items()} == {
        i: [f"{i}\n"] for i in range(6)
    }


def test_when_all_places_and_the_line_for_them_are_full_nothing_is_run(request):
    place = Sandbox(replace(FEW, slots=1, long_slots=1, queue_length=0))
    request.addfinalizer(place.close)

    def occupy():
        while True:
            try:
                return place.run("import time\ntime.sleep(60)")
            except Busy:
                continue

    waiting = threading.Thread(target=occupy)
    waiting.start()
    time.sleep(0.3)  # it takes the place: two that ask at once would be in each other's way
    with pytest.raises(Busy):
        while waiting.is_alive():
            place.run("pass")
    waiting.join()
    assert place.run("pass").kind == "finished"


def test_where_no_process_can_start_the_run_says_so(monkeypatch):
    place = Sandbox(FEW)
    monkeypatch.setattr("sys.executable", "/missing")
    outcome = place.run("print(1)")
    assert (outcome.kind, outcome.events) == ("died", [])
    assert "could not start" in outcome.sentence
