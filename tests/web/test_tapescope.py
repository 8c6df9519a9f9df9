"""The Python face: show code or a function, in a notebook or as a file."""

import ast
import html
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tapescope
from server.export import page_renderer
from tests.web.test_formats import READERS

ROOT = Path(__file__).parents[2]
RATE = 0.5
LESSON = """import torch
x = torch.tensor(2.0, requires_grad=True)
(x * 3).backward()
print(x.grad)
"""
FRAME = re.compile(r'<iframe srcdoc="([^"]*)" title="Tapescope" style="([^"]*)"></iframe>')


@pytest.fixture
def built():
    if not page_renderer.BUNDLE.is_file() and os.environ.get("CI") != "true":
        pytest.skip("the page has not been built: run `npm run build`")


def printed(player):
    return "".join(event["text"] for event in player.run.events if event["kind"] == "print")


def double(x):
    return x * 2


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


def test_code_is_run_and_told():
    player = tapescope.show(LESSON)
    assert printed(player) == "tensor(3.)\n"
    assert repr(player) == f"<tapescope.Player: {len(player.run.events)} events, finished>"


def test_a_failure_is_told_and_what_was_before_it_kept():
    player = tapescope.show(LESSON + "1 / 0\n")
    assert printed(player) == "tensor(3.)\n"
    assert "ZeroDivisionError" in repr(player)


def test_a_seed_draws_the_same_numbers():
    code = "import torch\nprint(torch.rand(2))\n"
    assert printed(tapescope.show(code, seed=3)) == printed(tapescope.show(code, seed=3))


def test_a_function_is_run_with_what_it_uses():
    factor = 3.0

    def lesson():
        """Doubles."""
        print(double(factor) * RATE, re.escape("."), even(4))

    assert printed(tapescope.show(lesson)) == "3.0 \\. True\n"


def test_nothing_outside_is_touched():
    def lesson():
        global RATE
        RATE = 7

    assert tapescope.show(lesson).run.outcome.kind == "finished"
    assert RATE == 0.5


def test_an_import_under_its_own_name_is_written_so():
    def lesson():
        return ast, html

    code = tapescope.code_of(lesson)
    assert "import ast\n" in code
    assert " as " not in code


def needs(x):
    return x


def uses():
    return FIRST_READER


FIRST_READER = READERS["svg"]
WRONG = {
    "a function with arguments": (needs, "it needs x"),
    "a lambda": (lambda: 1, "made with `def`"),
    "a number": (3, "made with `def`"),
    "a builtin": (print, "made with `def`"),
    "a value that is no code": (uses, "cannot be written as code"),
    "a function without source": (eval("exec('def f(): pass') or f"), "is not to be found"),
}


@pytest.mark.parametrize(("thing", "words"), WRONG.values(), ids=WRONG.keys())
def test_what_cannot_be_shown_is_a_sentence(thing, words):
    with pytest.raises(TypeError, match=words):
        tapescope.show(thing)


@pytest.mark.parametrize("form", ["html", "svg", "json", "py"])
def test_a_player_is_saved_as_its_files_name_says(built, tmp_path, form):
    path = tmp_path / f"out.{form}"
    tapescope.show(LESSON, title="One").save(path)
    READERS[form](path.read_bytes())


def test_an_unknown_ending_is_a_sentence():
    with pytest.raises(ValueError, match=r"The ending of a\.gif is none of"):
        tapescope.show("x = 1").save("a.gif")


def test_a_notebook_shows_the_page_in_a_frame_of_its_own(built):
    page = FRAME.fullmatch(tapescope.show(LESSON, height=321)._repr_html_())
    assert html.unescape(page[1]).rstrip().endswith("</html>")
    assert "height:321px" in page[2]


@pytest.mark.parametrize(
    ("language", "start"), [("en", "<b>Error, line 2: "), ("zh", "<b>错误，第 2 行：")])
def test_a_notebook_lists_what_is_wrong_under_the_frame(built, language, start):
    code = "import torch\ntorch.tensor(2.0).backward()\n"
    shown = tapescope.show(code, language=language)._repr_html_()
    frame, _, rest = shown.partition("</iframe>")
    assert FRAME.fullmatch(f"{frame}</iframe>")
    assert rest.startswith('<ul class="tapescope-findings"><li>' + start)
    assert rest.count("<li>") == 1
    told = re.sub("<[^>]*>", "", rest)
    assert "<" not in told and html.unescape(told) != ""


class Shell:
    """Stands in for IPython: remembers the magics that it was given."""

    def __init__(self):
        self.magics = {}

    def register_magic_function(self, function, kind, name):
        self.magics[kind, name] = function


def test_the_extension_shows_a_cell():
    shell = Shell()
    tapescope.load_ipython_extension(shell)
    magic = shell.magics["cell", "tapescope"]
    player = magic("--seed 5 --height 300 --step 2", LESSON)
    assert player.run.snippet.code == LESSON
    assert (player.run.snippet.seed, player.height, player.wish.step) == (5, 300, 2)


def test_an_unknown_switch_of_the_cell_is_a_sentence():
    with pytest.raises(ValueError, match="does not know --what"):
        tapescope.cell_magic("--what", LESSON)


def test_ipython_itself_takes_the_extension(tmp_path):
    interactiveshell = pytest.importorskip("IPython.core.interactiveshell")
    shell = interactiveshell.InteractiveShell(ipython_dir=str(tmp_path))
    shell.run_line_magic("load_ext", "tapescope")
    player = shell.run_cell_magic("tapescope", "", LESSON)
    assert printed(player) == "tensor(3.)\n"
    shell.history_manager.end_session()


INTERRUPTED = """
import os, signal, tapescope
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever started the tests ignores it
tapescope.show("x = 1")
try:
    os.killpg(0, signal.SIGINT)
    tapescope.show("import time\\ntime.sleep(20)")
except KeyboardInterrupt:
    print(tapescope.show("x = 1").run.outcome.kind)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups of this kind.")
def test_a_notebook_that_is_interrupted_shows_the_next_cell():
    told = subprocess.run([sys.executable, "-c", INTERRUPTED], cwd=ROOT, capture_output=True,
                          text=True, start_new_session=True)  # fmt: skip
    assert (told.stdout, told.stderr) == ("finished\n", "")
