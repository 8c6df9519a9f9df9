"""The magics of a notebook, what its cells show, and which output holds the player's code."""

import os
import re
import sys
import types
from collections.abc import Callable

import numpy
import pytest
from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

import tapescope
from server.export import page_renderer

LESSON = """import torch
x = torch.tensor(2.0, requires_grad=True)
(x * 3).backward()
print(x.grad)
"""


@pytest.fixture
def built():
    if not page_renderer.BUNDLE.is_file() and os.environ.get("CI") != "true":
        pytest.skip("the page has not been built: run `npm run build`")


def printed(player):
    return "".join(event["text"] for event in player.run.events if event["kind"] == "print")


class Publisher:
    """Remembers what a shell shows."""

    def __init__(self):
        self.published: list[dict[str, str]] = []

    def publish(self, data, metadata):
        self.published.append(data)

    @property
    def carriers(self):
        """Which of what was shown holds the player's code."""
        return [DATA in data["text/html"] for data in self.published]


DATA = 'data-tapescope="page"'


class Shell:
    """Stands in for a notebook's IPython: runs cells, and remembers magics and what is shown."""

    def __init__(self):
        self.magics: dict[tuple[str, str], Callable[..., tapescope.Player]] = {}
        self.user_ns: dict[str, object] = {}
        self.execution_count = 0
        self.display_pub = Publisher()

    def register_magic_function(self, function, kind, name):
        self.magics[kind, name] = function

    def get_parent(self):
        return {"header": {"msg_id": self.execution_count}, "metadata": {"cellId": self.cell}}

    def run(self, cell, *codes):
        """Run a cell of that id; the last of its codes is an expression, as in a notebook."""
        self.cell, self.execution_count = cell, self.execution_count + 1
        players = [tapescope.show(code) for code in codes]
        players[-1]._ipython_display_()


@pytest.fixture
def shell(monkeypatch):
    made = Shell()
    module = types.SimpleNamespace(get_ipython=lambda: made)
    monkeypatch.setitem(sys.modules, "IPython", module)
    tapescope.load_ipython_extension(made)
    return made


def test_a_player_shows_itself_in_a_loop_and_once_as_the_last_expression(built, shell):
    shell.run("a", "x = 1", "x = 2", "x = 3")
    assert len(shell.display_pub.published) == 3


def test_a_player_of_another_cell_is_shown_again(built, shell):
    shell.run("a", "x = 1")
    player = tapescope.show("x = 2")
    shell.execution_count += 1
    player._ipython_display_()
    assert len(shell.display_pub.published) == 3


def test_the_code_of_the_player_is_in_one_output_of_a_notebook(built, shell):
    shell.run("a", "x = 1", "x = 2")
    shell.run("b", "x = 3")
    assert shell.display_pub.carriers == [True, False, False]
    sizes = [len(data["text/html"]) for data in shell.display_pub.published]
    assert sizes[0] > 20 * sizes[1]


def test_the_cell_that_has_the_code_has_it_again_when_it_runs_again(built, shell):
    shell.run("a", "x = 1")
    shell.run("b", "x = 2")
    shell.run("a", "x = 1", "x = 2")
    assert shell.display_pub.carriers == [True, False, True, False]
    tapescope.load_ipython_extension(shell)
    shell.run("b", "x = 2")
    assert shell.display_pub.carriers[-1]


def test_the_extension_shows_a_cell(built, shell):
    shell.cell = "a"
    player = shell.magics["cell", "tapescope"]("--seed 5 --height=300 --step 2", LESSON)
    assert player.run.snippet.code == LESSON
    assert (player.run.snippet.seed, player.height, player.wish.step) == (5, 300, 2)


def test_a_line_is_shown_after_its_switches(built, shell):
    shell.cell, shell.user_ns = "a", {"re": re, "x": [1, 2]}
    line = "--with 're, x' --step 1 print(re.escape('--'), -x[1])"
    player = shell.magics["line", "tapescope"](line)
    assert player.run.snippet.code == "import re\nx = [1, 2]\nprint(re.escape('--'), -x[1])\n"
    assert printed(player) == "\\-\\- -2\n"


REFUSED: dict[str, tuple[str, dict[str, object], str]] = {
    "an unknown switch": ("--what", {}, "does not know --what"),
    "a wrong value": ("--seed x", {}, "invalid int value: 'x'"),
    "a name that is not there": ("--with y", {}, "The notebook has no y"),
    "a kind that cannot be written": ("--with y", {"y": object()}, "y is of type object"),
    "a lambda": ("--with y", {"y": lambda: 1}, "y is a lambda"),
    "too many numbers": ("--with y", {"y": numpy.zeros(5000)}, "y has 5,000 numbers"),
    "an array of objects": ("--with y", {"y": numpy.array([None])}, "not made of numbers"),
}


@pytest.mark.parametrize(("line", "known", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_what_a_cell_cannot_do_is_one_sentence(shell, line, known, words):
    shell.user_ns = known
    with pytest.raises(UsageError, match=words):
        shell.magics["cell", "tapescope"](line, LESSON)


def test_ipython_itself_takes_the_extension(built, tmp_path):
    shell = InteractiveShell.instance(ipython_dir=str(tmp_path))
    shell.run_line_magic("load_ext", "tapescope")
    with capture_output() as shown:
        shell.run_cell_magic("tapescope", "", LESSON)
        shell.run_line_magic("tapescope", "print(6 * 7)")
    assert len(shown.outputs) == 2
    assert shown.outputs[0].data["text/plain"].startswith("<tapescope.Player: ")
    shell.history_manager.end_session()
    InteractiveShell.clear_instance()
