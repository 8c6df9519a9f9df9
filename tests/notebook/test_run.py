"""A notebook that is run without anybody looking: what its file has then."""

import base64
import json
import re
import textwrap

import pytest

from tests.notebook import lesson
from tests.notebook.jupyter import ROOT

# An environment may have to be made first.
pytestmark = [pytest.mark.nightly, pytest.mark.timeout(600)]

# What GitHub, VS Code without trust and printed forms show of an output.
PLAIN = {"image/png", "text/plain"}
# Characters. The player's code is in the first output alone; each has its picture twice.
CODE, MOST_OF_AN_OUTPUT, MOST_OF_A_MODEL = 1_300_000, 200_000, 1_500_000


def shown(outputs):
    """The MIME bundles of all players, in order."""
    return [each["data"] for cell in outputs for each in cell
            if "text/html" in each.get("data", {})]


def size(data):
    return sum(len("".join(value)) for value in data.values())


def test_each_cell_shows_its_players(outputs):
    assert [len(shown([each])) for each in outputs] == list(lesson.CELLS.values())


def test_each_output_has_a_picture_and_text_for_whoever_shows_no_html(outputs):
    for data in shown(outputs):
        assert data.keys() >= PLAIN
        assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
        assert "".join(data["text/plain"]).startswith("<tapescope.Player: ")


def test_the_text_has_what_is_wrong(outputs):
    (data,) = shown([outputs[list(lesson.CELLS).index(lesson.WRONG)]])
    assert "\n错误，第 3 行：" in "".join(data["text/plain"])


def test_the_file_stays_small(outputs):
    first, *others, model = map(size, shown(outputs))
    assert 1_000_000 < first < CODE
    assert max(others) < MOST_OF_AN_OUTPUT
    assert model < MOST_OF_A_MODEL


def test_what_cannot_be_shown_is_a_sentence_and_the_notebook_is_untouched(outputs):
    refused, untouched = (
        [each["text"] for each in outputs[list(lesson.CELLS).index(cell)]]
        for cell in (lesson.REFUSED, lesson.UNTOUCHED)
    )
    ((sentence,),) = refused
    assert sentence.startswith("UsageError: big has 100,000 numbers;")
    assert sentence.count("\n") == 1
    assert untouched == [["None False\n"]]


def test_the_examples_of_the_docs_run_under_nbconvert(jupyter, tmp_path):
    text = (ROOT / "docs" / "sharing.md").read_text("utf-8")
    section = text.partition("\n## Notebooks\n")[2].partition("\n### ")[0]
    examples = re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", section, re.M)
    cells = [textwrap.dedent(each).strip() for each in examples]
    path = lesson.write(tmp_path / "docs.ipynb", *cells)
    jupyter.run("jupyter", "nbconvert", "--to", "notebook", "--execute", "--inplace", path)
    made = json.loads(path.read_text("utf-8"))["cells"]
    assert [len(shown([cell["outputs"]])) for cell in made] == [0, 1]
