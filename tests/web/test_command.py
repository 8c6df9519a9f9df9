"""The command `tapescope`: what it serves, and what it says when it cannot."""

import json
import os
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from server.__main__ import main
from server.storage.database import Database
from server.storage.sole_process import SoleProcess
from server.web import command

ROOT = Path(__file__).parents[2]


class FakeServer:
    """Stands in for a server: notes what it was given and comes back at once."""

    def __init__(self, bridge, listener, is_public, unsent_bytes, proxies, ending):
        self.is_public, self.proxies = is_public, proxies
        self.app, self.threads = bridge.app, bridge.threads
        self.port = listener.getsockname()[1]
        FakeServer.last = self


class FakeSandbox:
    """Stands in for the sandbox, and starts no process."""

    fence, weakness = "strong", "This machine has no seccomp."

    def __init__(self, config, turns=None):
        pass

    def close(self):
        pass


@pytest.fixture
def start(monkeypatch, capsys):
    """Runs the command without serving; answers the status, its words, and the server."""
    opened = []
    monkeypatch.setattr("server.jobs.local.Sandbox", FakeSandbox)
    monkeypatch.setattr("server.web.serving.serve", FakeServer)
    monkeypatch.setattr(command.webbrowser, "open", opened.append)
    monkeypatch.setattr("server.web.upkeep.Upkeep.start", lambda upkeep: None)
    monkeypatch.setattr(command.threading.Thread, "start", command.threading.Thread.run)

    def start(*arguments):
        FakeServer.last = None
        opened.clear()
        status = main([str(each) for each in arguments])
        said = capsys.readouterr()
        return status, said.out + said.err, FakeServer.last, list(opened)

    return start


@pytest.fixture
def taken():
    """A port that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_the_address_is_printed_and_opened(start):
    status, said, server, opened = start("--port", 0)
    address = f"http://127.0.0.1:{server.port}/"
    assert status == 0
    assert address in said
    assert opened == [address]


def test_behind_a_proxy_the_public_address_is_printed_and_its_clients_are_strangers(start):
    url = "https://tape.example/lab"
    _, said, server, _ = start("--port", 0, "--public-url", url, "--trusted-proxies", "10.0.0.0/8")
    assert f"{url} (Ctrl+C" in said
    assert server.is_public
    assert ("10.1.2.3" in server.proxies, "192.0.2.1" in server.proxies) == (True, False)


def test_no_browser_opens_none(start):
    assert start("--port", 0, "--no-browser")[3] == []


def test_when_the_usual_port_is_taken_a_free_one_is_found(start, taken, monkeypatch):
    monkeypatch.setattr(command, "DEFAULT_PORT", taken)
    status, _, server, _ = start()
    assert status == 0
    assert server.port not in (0, taken)


def test_a_port_that_was_asked_for_and_is_taken_is_refused(start, taken):
    status, said, server, _ = start("--port", taken)
    assert (status, server) == (2, None)
    assert f"Port {taken} is taken" in said


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_number_that_is_no_port_is_refused(start, port):
    status, said, *_ = start(f"--port={port}")
    assert status == 2
    assert f"is '{port}'; it must be a port" in said


def test_a_word_for_a_port_is_refused(start):
    status, said, *_ = start("--port", "eighty")
    assert status == 2
    assert "The setting port (--port) is 'eighty'; it must be a whole number." in said


def test_a_host_that_is_not_here_is_refused(start):
    status, said, *_ = start("--host", "203.0.113.7", "--port", 0)
    assert status == 2
    assert "203.0.113.7" in said


def test_who_may_frame_the_page_is_said_by_switch_or_environment(start, monkeypatch):
    def allowed(*arguments):
        return start(*arguments, "--port", 0)[2].app.config["TAPESCOPE"].frame_ancestors

    assert allowed() is None
    monkeypatch.setenv("TAPESCOPE_FRAME_ANCESTORS", "https://course.example:8443 'self'")
    assert allowed() == "https://course.example:8443 'self'"
    assert allowed("--frame-ancestors", "*") == "*"


def test_how_long_a_run_may_take_is_said_by_switch_or_environment(start, monkeypatch):
    def limits(*arguments):
        config = start(*arguments, "--port", 0)[2].app.config["TAPESCOPE"]
        return config.cpu_seconds, config.wall_seconds

    assert limits() == (8, 60)
    monkeypatch.setenv("TAPESCOPE_CPU_SECONDS", "20")
    monkeypatch.setenv("TAPESCOPE_WALL_SECONDS", "90.5")
    assert limits() == (20, 90.5)
    assert limits("--cpu-seconds", "3", "--wall-seconds", "7") == (3, 7)
    assert limits("--wall-seconds", "7") == (20, 7)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("TAPESCOPE_CPU_SECONDS", "soon", "must be a number"),
        ("TAPESCOPE_WALL_SECONDS", "1 minute", "must be a number"),
        ("TAPESCOPE_CPU_SECONDS", "1.5", "whole number"),
        ("TAPESCOPE_WALL_SECONDS", "-1", "above zero"),
        ("TAPESCOPE_WALL_SECONDS", "nan", "above zero"),
        ("TAPESCOPE_CPU_SECONDS", "inf", "below 1,000,000"),
    ],
)
def test_a_limit_that_is_none_is_refused_in_a_sentence(start, monkeypatch, name, value, words):
    monkeypatch.setenv(name, value)
    status, said, server, _ = start("--port", 0)
    assert (status, server) == (2, None)
    assert words in said


@pytest.mark.parametrize("sites", ["*; script-src *", "'any'", "https://a.example,b", "a/b"])
def test_what_is_no_site_does_not_get_into_the_policy(start, sites):
    status, said, server, _ = start("--frame-ancestors", sites, "--port", 0)
    assert (status, server) == (2, None)
    assert "must be sites that may frame the page" in said


def test_the_page_opens_with_the_file(start, tmp_path):
    lesson = tmp_path / "lesson.py"
    lesson.write_text("\ufeffx = 'é'\n", "utf-8")
    config = start(lesson, "--port", 0)[2].app.config["TAPESCOPE"]
    assert (config.code, config.title) == ("x = 'é'\n", "lesson.py")


BAD_FILES = {
    "a missing file": (lambda path: None, "There is no file"),
    "a folder": (lambda path: path.mkdir(), "cannot be read"),
    "bytes that are not UTF-8": (lambda path: path.write_bytes(b"x = '\xe9'"), "not text in UTF-8"),
    "a file that is too long": (lambda path: path.write_bytes(b"#" * 65537), "longer than 64 KB"),
}


@pytest.mark.parametrize("what", BAD_FILES)
def test_a_file_that_cannot_be_opened_is_refused_in_a_sentence(start, tmp_path, what):
    make, sentence = BAD_FILES[what]
    make(tmp_path / "lesson.py")
    status, said, server, _ = start(tmp_path / "lesson.py")
    assert (status, server) == (2, None)
    assert said.startswith("tapescope: ")
    assert sentence in said
    assert said.endswith(".\n")


def test_there_is_a_thread_for_every_run_and_some_to_spare(start):
    server = start("--port", 0)[2]
    config = server.app.config["TAPESCOPE"]
    assert server.threads > config.slots + config.queue_length


def test_without_a_strong_fence_nobody_else_is_served(start, monkeypatch):
    monkeypatch.setattr(FakeSandbox, "fence", "timed")
    status, said, server, _ = start("--host", "0.0.0.0", "--port", 0)
    assert (status, server) == (2, None)
    assert "This machine has no seccomp." in said


def test_without_a_strong_fence_ones_own_code_runs_and_a_sentence_says_how(start, monkeypatch):
    monkeypatch.setattr(FakeSandbox, "fence", "timed")
    status, said, server, _ = start("--port", 0)
    assert status == 0
    assert server is not None
    assert "not isolated" in said


@pytest.mark.parametrize("missing", [True, False])
def test_a_redis_that_cannot_be_is_refused_in_a_sentence(start, monkeypatch, missing):
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1" if missing else "nowhere")
    if missing:
        monkeypatch.setitem(sys.modules, "redis", None)
        monkeypatch.delitem(sys.modules, "server.classroom.redis_store", raising=False)
    status, said, server, _ = start("--port", 0)
    assert (status, server) == (2, None)
    assert said.startswith("tapescope: REDIS_URL is ")
    assert ("pip install" in said) is missing


def test_a_store_that_is_named_and_not_there_is_refused_in_a_sentence(start):
    status, said, server, _ = start("--database", "sqlite:////nowhere/at/all.db", "--port", 0)
    assert (status, server) == (2, None)
    assert said.startswith("tapescope: The database cannot be opened: ")


def test_a_second_process_at_one_database_is_warned_of(start, tmp_path):
    database = f"sqlite:///{tmp_path / 'shared.db'}"
    first = SoleProcess(Database(database))
    assert first.is_sole()
    assert command.SECOND in start("--database", database, "--port", 0)[1]
    first.close()
    assert command.SECOND not in start("--database", database, "--port", 0)[1]


@pytest.mark.parametrize("strong", [True, False])
def test_the_doctor_prints_its_lines_and_answers_whether_the_fence_is_strong(
    monkeypatch, capsys, strong
):
    monkeypatch.setattr(command.doctor, "report", lambda config: (["first", "second"], strong))
    assert main(["doctor"]) == (0 if strong else 1)
    assert capsys.readouterr().out == "first\nsecond\n"


def test_python_m_server_serves(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-m", "server", "--no-browser", "--port", "0"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            address = next(word for word in process.stdout.readline().split() if "http" in word)
            with urllib.request.urlopen(address + "healthz") as reply:
                assert json.load(reply)["ok"] is True
        finally:
            process.terminate()
