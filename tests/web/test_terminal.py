"""`tapescope run` and `tapescope render`: words, files, exit statuses, and refusals."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from server import __main__ as command
from server import cli
from server.document.run import to_json
from server.export import page_renderer
from tests.web import tapes
from tests.web.test_formats import READERS
from tests.web.test_run import run_of

ROOT = Path(__file__).parents[2]
LESSON = """import torch
x = torch.tensor(2.0, requires_grad=True)
(x * 3).backward()
print("the gradient", x.grad)
x.grad
"""


@pytest.fixture(autouse=True)
def built():
    if not page_renderer.BUNDLE.is_file() and os.environ.get("CI") != "true":
        pytest.skip("the page has not been built: run `npm run build`")


@pytest.fixture
def lesson(tmp_path):
    path = tmp_path / "lesson.py"
    path.write_text(LESSON, "utf-8")
    return path


@pytest.fixture
def call(capfd, monkeypatch, quick):
    """Run the command; its status, and what it wrote on both streams but for who waits long."""
    monkeypatch.setattr(cli, "PATIENCE_SECONDS", 600.0)

    def call(*arguments):
        status = command.main([str(each) for each in arguments])
        said = capfd.readouterr()
        return status, said.out, said.err

    return call


def test_a_snippet_is_told_with_its_lines_and_what_it_prints(call, lesson):
    status, out, err = call("run", lesson, "--language", "en")
    assert status == 0
    assert err == ""
    lines = out.splitlines()
    assert lines[0] == "    2  x is a leaf: 2.0. It asks for a gradient."
    assert "       | the gradient tensor(3.)" in lines
    assert lines[-1] == "       | tensor(3.)"


def test_a_snippet_is_told_in_the_language_of_the_terminal(call, lesson, monkeypatch):
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert "是叶子" in call("run", lesson)[1]
    monkeypatch.setenv("LANG", "C.UTF-8")
    assert "is a leaf" in call("run", lesson)[1]


def test_a_run_ends_with_what_is_worth_a_look(call, lesson):
    assert "Worth a look" not in call("run", lesson, "--language", "en")[1]
    lesson.write_text(LESSON + "y = x * 2\ny.backward()\nprint(y.grad)\n")
    assert call("run", lesson, "--language", "en")[1].splitlines()[-3:-1] == [
        "Worth a look: 1", "    8  Why y.grad is None",
    ]  # fmt: skip
    assert "值得一看：1 处" in call("run", lesson, "--language", "zh")[1]


def test_every_event_tells_more_than_the_key_steps(call, lesson):
    few, many = call("run", lesson)[1], call("run", lesson, "--every-event")[1]
    assert len(many.splitlines()) > len(few.splitlines())


def test_the_status_is_that_of_the_snippet(call, tmp_path):
    path = tmp_path / "lesson.py"
    path.write_text("import torch\nx = torch.ones(2)\nraise ValueError('no')\n", "utf-8")
    status, out, err = call("run", path)
    assert status == 1
    assert out.splitlines()[-1] == "    3  ValueError: no"
    assert err == "tapescope: Line 3: ValueError: no\n"
    path.write_text("import sys\nsys.exit(7)\n", "utf-8")
    assert call("run", path)[0] == 7
    path.write_text("while True: pass\n", "utf-8")
    status, _, err = call("run", path, "--cpu-seconds", 1)
    assert status == cli.STOPPED
    assert "stopped" in err


@pytest.mark.parametrize("form", READERS)
def test_a_snippet_becomes_a_file_that_its_reader_reads(call, lesson, tmp_path, form):
    target = tmp_path / f"out.{'pyvis.html' if form == 'pyvis' else form}"
    assert call("render", lesson, "-o", target) == (0, "", "")
    READERS[form](target.read_bytes())


def test_a_file_goes_to_standard_output_when_asked(call, lesson):
    status, out, _ = call("render", lesson, "-o", "-", "--format", "svg")
    assert status == 0
    READERS["svg"](out)


def test_a_saved_run_is_shown_without_running_it_again(call, tmp_path):
    saved = tmp_path / "run.json"
    saved.write_text(json.dumps(to_json(run_of(tapes.diamond()))), "utf-8")
    target = tmp_path / "out.svg"
    assert call("render", saved, "-o", target)[0] == 0
    assert "the gradient" not in call("run", saved)[1]
    READERS["svg"](target.read_bytes())


def test_moment_theme_and_seed_are_what_one_asks_for(call, lesson, tmp_path):
    lesson.write_text("import torch\nx = torch.rand(2)\nprint(x)\n", "utf-8")
    said = {call("run", lesson, "--seed", 5)[1] for _ in range(2)}
    assert len(said) == 1
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    call("render", lesson, "-o", one, "--step", 0, "--theme", "dark", "--seed", 5)
    call("render", lesson, "-o", two, "--step", 9, "--seed", 5)
    assert "#14161a" in one.read_text("utf-8").splitlines()[0]
    assert len(one.read_text("utf-8")) < len(two.read_text("utf-8"))


def test_a_failed_snippet_still_becomes_a_file_and_says_so(call, tmp_path):
    path = tmp_path / "lesson.py"
    path.write_text("raise ValueError('no')\n", "utf-8")
    status, _, err = call("render", path, "-o", tmp_path / "out.html")
    assert status == 1
    assert err == "tapescope: Line 1: ValueError: no\n"
    assert (tmp_path / "out.html").stat().st_size > 0
    path.write_text("import sys\nsys.exit(7)\n", "utf-8")
    assert call("render", path, "-o", tmp_path / "out.svg")[0] == 7
    path.write_text("while True: pass\n", "utf-8")
    assert call("render", path, "-o", "-", "--format", "py", "--cpu-seconds", 1)[0] == cli.STOPPED


@pytest.mark.parametrize(
    ("command", "words"), [(["run"], "2  x is a leaf: 2.0."), (["check"], "mistake"),
                           (["render", "--format=py", "-o-"], "x = torch.tensor(2.0")])
def test_a_snippet_is_read_from_standard_input(call, monkeypatch, command, words):
    sent = io.BytesIO(f"{LESSON}y = x * 2\ny.backward()\nprint(y.grad)\n".encode())
    monkeypatch.setattr(cli.sys, "stdin", io.TextIOWrapper(sent))
    assert words in call(*command, "-", "--language=en")[1]


OLD = json.dumps({"version": 0})
WRONG = {
    "no such file": (["run", "nothing.py"], "There is no file nothing.py."),
    "an unknown form": (["render", "lesson.py", "-o", "out.gif"], "--format"),
    "an unknown form by name": (
        ["render", "lesson.py", "-o", "o.svg", "--format", "x"],
        "--format",
    ),
    "no time at all": (["run", "lesson.py", "--cpu-seconds", "0"], "seconds above zero"),
    "a seed below zero": (["run", "lesson.py", "--seed", "-1"], "The seed must be"),
    "a seed that no page can hold": (["run", "lesson.py", "--seed", str(2**53)], "from 0 to 9007"),
    "a step below zero": (["render", "lesson.py", "-o", "o.svg", "--step", "-1"], "0 or more"),
    "a folder": (["run", "folder"], "cannot be read"),
    "no place to write": (["render", "lesson.py", "-o", "no/way.svg"], "cannot be written"),
    "an older document": (["run", "old.json"], "has version 0"),
    "a document that is none": (["run", "torn.json"], "It is not JSON."),
    "text that is not UTF-8": (["run", "latin.py"], "not text in UTF-8"),
}


@pytest.mark.parametrize(("arguments", "words"), WRONG.values(), ids=WRONG.keys())
def test_what_cannot_be_done_is_a_sentence(call, lesson, monkeypatch, arguments, words):
    monkeypatch.chdir(lesson.parent)
    Path("folder").mkdir()
    Path("old.json").write_text(OLD, "utf-8")
    Path("torn.json").write_text(OLD[:-1], "utf-8")
    Path("latin.py").write_bytes(b"# \xe9\n")
    status, out, err = call(*arguments)
    assert (status, out) == (cli.REFUSED, "")
    assert err.startswith("tapescope: ")
    assert words in err


def test_whoever_waits_is_told_what_for(capfd, monkeypatch):
    monkeypatch.setattr(cli, "PATIENCE_SECONDS", 0.01)
    done = threading.Event()
    with cli.progress("Making out.html"):
        done.wait(0.2)
    assert capfd.readouterr().err == "Making out.html ...\n"
    monkeypatch.setattr(cli.sys.stderr, "isatty", lambda: True, raising=False)
    with cli.progress("Making out.html"):
        done.wait(0.2)
    said = capfd.readouterr().err
    assert said.startswith("\rMaking out.html, 0 s")
    assert said.endswith("\r\x1b[K")


def test_nothing_is_said_when_it_is_quick(capfd):
    with cli.progress("Making out.html"):
        pass
    assert capfd.readouterr().err == ""


class Impatient(cli.Progress):
    """Somebody who presses Ctrl+C when the snippet is at line 7."""

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if name == "position" and value.line == 7:
            os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_ends_the_snippet_and_tells_what_it_recorded(call, lesson, monkeypatch):
    monkeypatch.setattr(cli, "Progress", Impatient)
    before = signal.getsignal(signal.SIGINT)
    lesson.write_text(LESSON + "import time\nwhile True: time.sleep(60)\n", "utf-8")
    status, out, err = call("run", lesson, "--language", "en")
    assert status == cli.STOPPED
    assert "| the gradient tensor(3.)" in out
    assert err.startswith("tapescope: You stopped the code on line 7 after ")
    assert signal.getsignal(signal.SIGINT) is before


def test_a_reader_that_stops_reading_is_no_mistake(lesson):
    lesson.write_text("for i in range(3000): print('x' * 100)\n", "utf-8")
    told = subprocess.Popen(
        [sys.executable, "-m", "server", "run", lesson],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    told.stdout.readline()
    told.stdout.close()
    assert "Traceback" not in told.stderr.read()
    told.stderr.close()
    told.wait()


WILD = """import warnings
import torch
evil = "\\x1b]0;title\\x07\\x1b[2J\\x9b31m\\u202e\\ud800\\r over"
print(evil)
warnings.warn(evil)
x = torch.ones(1, requires_grad=True)
globals()["y" + evil] = x * 2
class E(Exception): pass
E.__name__ = evil.replace("\\ud800", "")
raise E(evil)
"""


@pytest.mark.parametrize("more", [[], ["--every-event"], ["--language", "zh"]])
def test_no_control_character_of_a_snippet_reaches_the_terminal(call, tmp_path, more):
    path = tmp_path / "lesson\x1b[31m.py"
    path.write_text(WILD, "utf-8")
    status, out, err = call("run", path, *more)
    assert status == 1
    for text in (out, err):
        assert not [each for each in text if each != "\n" and not each.isprintable()]
        assert "\\x1b]0;title\\x07" in text
    err = call("render", path, "-o", tmp_path / "out.svg")[2]
    assert err.startswith("tapescope: ") and "\x1b" not in err


@pytest.mark.parametrize(
    "arguments",
    [["run", "\x1b[2J.py"], ["run", "a.py", "\x1b[2J.py"], ["\x1b[2J.py"], ["a.py", "\x1b[2J.py"],
     ["render", "\x1b[2J.py", "-o", "x.svg"], ["render", "a.py", "-o", "\x1b[2J"]],
)  # fmt: skip
def test_no_control_character_of_a_file_name_reaches_the_terminal(capfd, arguments):
    with contextlib.suppress(SystemExit):
        assert command.main(arguments) == cli.REFUSED
    said = capfd.readouterr()
    assert "\x1b" not in said.out + said.err
    assert "\\x1b[2J" in said.err
