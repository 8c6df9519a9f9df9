"""`tapescope check`: the findings of files, in words and as JSON, and the exit status."""

import json
import os

import pytest

from server import __main__ as command
from server import check, cli
from server.export import page_renderer
from server.export.render_types import SEVERITIES, Checked, Diagnosed

RIGHT = "import torch\nw = torch.ones(2, requires_grad=True)\n(w * 3).sum().backward()\n"
NOTED = """import torch
w = torch.ones(1, requires_grad=True)
(w * torch.ones(3)).sum().backward()
"""
SMELL = "import torch\nw = torch.ones(2, requires_grad=True)\ntorch.relu(w - 3).sum().backward()\n"
MISTAKE = """import torch
import torch.nn.functional as F
w = torch.eye(3, requires_grad=True)
p = F.softmax(w, dim=1)
loss = F.cross_entropy(p, torch.arange(3))
loss.backward()
"""
FAILS = "import torch\nw = torch.ones(2)\nw.sum().backward()\n"


pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture(autouse=True)
def built():
    if not page_renderer.BUNDLE.is_file() and os.environ.get("CI") != "true":
        pytest.skip("the page has not been built: run `npm run build`")


@pytest.fixture
def written(tmp_path):
    def written(name, code):
        path = tmp_path / name
        path.write_text(code, "utf-8")
        return str(path)

    return written


def test_a_mistake_is_printed_with_its_place_and_makes_the_status_1(written, capsys):
    path = written("mistake.py", MISTAKE)
    assert command.main(["check", path, "--language", "en"]) == 1
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == (f"{path}:5: mistake: log_softmax on line 5 is taken of what softmax on line 4 "
                     "returned. [loss-misuse]")  # fmt: skip
    assert second.strip().startswith("Leave out the softmax")
    assert third.startswith("    fix: leave out the softmax → runs; the last loss is 0.5514")


def test_the_gravest_finding_comes_first(written, capsys):
    path = written("both.py", SMELL + "w.numpy()\n")
    assert command.main(["check", "--no-fixes", "--language", "en", path]) == 1
    places = [line for line in capsys.readouterr().out.splitlines() if line.startswith(path)]
    assert [line.split(": ")[1] for line in places] == ["error", "smell"]


def test_several_files_are_one_json_object_each(written, capsys):
    paths = [written("right.py", RIGHT), written("fails.py", FAILS), written("m.py", MISTAKE)]
    assert command.main(["check", "--json", "--language", "zh", *paths]) == 1
    right, fails, mistake = map(json.loads, capsys.readouterr().out.splitlines())
    assert right == {"file": paths[0], "outcome": "finished", "findings": []}
    assert (fails["outcome"], fails["findings"][0]["severity"]) == ("failed", "error")
    (found,) = mistake["findings"]
    assert (found["kind"], found["severity"]) == ("loss-misuse", "mistake")
    assert (found["lines"], found["names"]) == ([5, 4], ["p"])
    assert found["title"] == "softmax 做了两次"
    assert found["sentence"] and found["why"] and found["change"]
    (fix,) = found["fixes"]
    assert fix["sentence"] == "去掉 softmax"
    assert fix["outcome"].startswith("能运行；最后的 loss 是 0.5514，而不是 0.8711")
    assert fix["code"] == MISTAKE.replace("F.softmax(w, dim=1)", "w")


def test_nothing_but_the_file_is_run_where_no_fixes_are_wanted(written, capsys, monkeypatch):
    monkeypatch.setattr(check, "tried", None)
    path = written("mistake.py", MISTAKE)
    assert command.main(["check", path, "--no-fixes", "--json", "--language", "en"]) == 1
    (found,) = json.loads(capsys.readouterr().out)["findings"]
    assert (found["kind"], found["fixes"]) == ("loss-misuse", [])


def test_a_saved_run_is_not_run_again_for_its_fixes(written, capsys, monkeypatch):
    path, saved = written("mistake.py", MISTAKE), written("saved.json", "")
    command.main(["render", path, "-o", saved, "--seed", "0"])
    monkeypatch.setattr(check, "Sandbox", None)
    assert command.main(["check", saved, "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)["findings"]
    assert found["fixes"] == []


@pytest.mark.parametrize(("severity", "statuses"), [
    (None, (0, 0, 0, 0)), ("note", (0, 0, 0, 1)), ("smell", (0, 0, 1, 1)),
    ("mistake", (0, 1, 1, 1)), ("error", (1, 1, 1, 1)),
])
def test_the_status_is_1_from_the_severity_that_is_asked_for(severity, statuses):
    found = [] if severity is None else [
        Diagnosed("kind", 1, severity, [1], ["w"], "title", "sentence", "why", "change")]
    checked = Checked("finished", found, None)
    assert statuses == tuple(check.status_of([checked], least) for least in SEVERITIES)


def test_a_note_alone_makes_the_status_0_unless_it_is_asked_for(written):
    path = written("noted.py", NOTED)
    assert command.main(["check", path]) == 0
    assert command.main(["check", path, "--fail-on", "note"]) == 1


def test_what_cannot_be_checked_is_refused_in_a_sentence(written, capsys):
    assert command.main(["check", written("right.py", RIGHT), "missing.py"]) == cli.REFUSED
    assert "There is no file missing.py." in capsys.readouterr().err


def test_a_run_that_its_limit_stops_has_the_status_of_a_stopped_run(written, capsys):
    path = written("endless.py", "while True:\n    pass\n")
    assert command.main(["check", path, "--cpu-seconds", "1"]) == cli.STOPPED
    assert path in capsys.readouterr().err
