"""What pasted notebooks, and scripts made from them, take from their shell."""

import pytest

from tests.fence.test_attacks import fenced

NOTEBOOK = """
import torch
from IPython.display import HTML, clear_output, display
from IPython import display as shown
%time x = torch.ones(2)
files = !ls
torch.add?
??x
clear_output(wait=True)
display(x, HTML("<b>"), 3)
shown.display("s")
shown.clear_output()
x
"""
SCRIPT = """
get_ipython().run_line_magic('matplotlib', 'inline')
get_ipython().system('pip install torch')
get_ipython().magic('time y = 2')
get_ipython().run_cell_magic('time', '', 'y = y + 1\\nprint(y)\\n')
get_ipython().run_cell_magic('bash', '', 'ls -l')
display(y)
"""
BARS = """
from tqdm import tnrange
from tqdm.contrib import tenumerate, tzip
for i in tnrange(2): print(i)
for i, x in tenumerate("ab", start=1): print(i, x)
for a, b in tzip([1], [2]): print(a, b)
from tqdm.contrib.concurrent import process_map
process_map(print, [1])
"""


@pytest.fixture(scope="module")
def place():
    with fenced() as place:
        yield place


def said(outcome):
    return [event["text"] for event in outcome.events if event["kind"] == "print"]


def test_a_notebook_shows_what_it_displays_and_runs_what_it_times(place):
    outcome = place.run(NOTEBOOK)
    assert outcome.kind == "finished", outcome.sentence
    assert said(outcome) == ["tensor([1., 1.])", "3", "'s'", "tensor([1., 1.])"]


def test_a_script_made_from_a_notebook_runs_what_is_python(place):
    outcome = place.run(SCRIPT)
    assert outcome.kind == "finished", outcome.sentence
    assert said(outcome) == ["3\n", "3"]


def test_loops_behind_bars_run_and_a_bar_that_is_not_there_is_an_error(place):
    outcome = place.run(BARS)
    assert said(outcome) == ["0\n", "1\n", "1 a\n", "2 b\n", "1 2\n"]
    assert "Of tqdm, only tenumerate" in outcome.sentence
