"""A player where no notebook shows it: a terminal, plain Python, shells that cannot display."""

import subprocess
import sys
import types
from pathlib import Path

import pytest

import tapescope
from server.notebook.session import session

ROOT = Path(__file__).parents[2]
CODE = "import torch\nx = torch.tensor(2.0)\nprint('six', 6)\nx\nx.backward()\n"
# What each of them says, beside the reason why there is no player.
SAID = (
    "RuntimeError: element 0 of tensors", "Printed:\n    six 6\n    tensor(2.)\n",
    "Error, line 5: ", '.save("run.html")',
)


class Bare:
    """A shell without display."""

    execution_count = 1


class Broken(Bare):
    """A shell whose display raises."""

    @property
    def display_pub(self):
        raise RuntimeError("the kernel is gone")


SHELLS = {
    "no display": (Bare(), "AttributeError"),
    "a display that raises": (Broken(), "RuntimeError: the kernel is gone"),
}


@pytest.mark.parametrize(("shell", "why"), SHELLS.values(), ids=SHELLS.keys())
def test_a_shell_that_shows_nothing_gets_the_text_and_the_reason(monkeypatch, capsys, shell, why):
    module = types.SimpleNamespace(get_ipython=lambda: shell)
    monkeypatch.setitem(sys.modules, "IPython", module)
    player = tapescope.show(CODE)
    told = capsys.readouterr().out
    assert [words for words in SAID if words not in told] == []
    assert told.splitlines()[-1].startswith(f"The player cannot be shown here ({why}")
    assert player.run.outcome.kind == "failed"


def no_shell():
    return types.SimpleNamespace(get_ipython=lambda: None)


@pytest.mark.parametrize("module", [no_shell(), types.SimpleNamespace(), None])
def test_plain_python_gets_the_player_and_its_text_when_it_is_displayed(
    monkeypatch, capsys, module
):
    monkeypatch.setitem(sys.modules, "IPython", module)
    player = tapescope.show(CODE)
    assert session() is None
    assert capsys.readouterr().out == ""
    player._ipython_display_()
    told = capsys.readouterr().out
    assert [words for words in SAID if words not in told] == []


def test_much_that_was_printed_is_cut():
    data, _ = tapescope.show("print('a' * 100_000)")._repr_mimebundle_()
    assert f"{'a' * 2000}…\n" in data["text/plain"]
    assert f"{'a' * 2000}…</pre>" in data["text/html"]


@pytest.mark.nightly
def test_a_terminal_shows_the_text():
    code = "%load_ext tapescope\n%tapescope print(6 * 7)\n1 + 1"
    told = subprocess.run(
        [sys.executable, "-m", "IPython", "--no-banner", "--colors=NoColor", "-c", code],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert "Printed:\n    42\n" in told.stdout, told.stderr
