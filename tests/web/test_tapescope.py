"""The Python face: show code or a function, in a notebook or as a file."""

import ast
import base64
import html
import os
import re
import struct
import subprocess
import sys
import textwrap
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


def test_a_player_is_a_bundle_of_player_picture_and_sentences(built):
    data, metadata = tapescope.show(LESSON, height=321)._repr_mimebundle_()
    assert data.keys() == {"text/html", "image/png", "text/plain"}
    size = metadata["image/png"]
    width, height = struct.unpack(">II", data["image/png"][16:24])
    assert (width, height) == (size["width"] * 1.5, size["height"] * 1.5)
    assert base64.b64encode(data["image/png"]).decode() in data["text/html"]
    assert 'data-height="321"' in data["text/html"]
    assert data["text/plain"].startswith("<tapescope.Player: ")


@pytest.mark.parametrize(
    ("language", "start"), [("en", "Error, line 2: "), ("zh", "错误，第 2 行：")])
def test_a_notebook_lists_what_is_wrong_under_the_player(built, language, start):
    code = "import torch\ntorch.tensor(2.0).backward()\n"
    data, _ = tapescope.show(code, language=language)._repr_mimebundle_()
    listed = data["text/html"].partition('<ul class="tapescope-findings">')[2]
    assert listed.startswith(f"<li><b>{start}")
    assert listed.count("<li>") == 1
    assert f"\n{start}" in data["text/plain"]


def test_a_page_that_was_never_built_is_a_sentence_in_a_notebook(monkeypatch):
    def fail(*_):
        raise tapescope.Failed("The page has not been built yet.")

    player = tapescope.show(LESSON)
    monkeypatch.setattr(tapescope.Player, "_cell", fail)
    told = f"{player!r}\nThe page has not been built yet."
    assert player._repr_mimebundle_() == ({"text/plain": told}, {})


def test_the_example_of_the_module_runs():
    example = textwrap.dedent(tapescope.__doc__.split("\n\n")[1])
    names: dict[str, tapescope.Player] = {}
    exec(f"{example.replace('tapescope.show', 'shown = tapescope.show')}", names)
    assert names["shown"].run.outcome.kind == "finished"


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


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("\n    a = 1\n    b = 2\n", "\na = 1\nb = 2\n"),
        ('a = """\n    \n"""', 'a = """\n    \n"""'),
    ],
)
def test_indented_code_is_moved_to_the_margin_and_other_code_is_left_alone(text, code):
    assert tapescope.at_margin(text) == code
