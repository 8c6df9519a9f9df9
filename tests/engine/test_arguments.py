"""What a learner gets wrong is answered in torch's words: `mistakes.txt`, a line for each mistake.

A semicolon or `\\n` in a line begins a new line of the program. Each run takes one line in six,
`-m nightly` the others.

`mistakes_that_differ.txt` has those whose answer is still another; `python -m tests.engine.record
mistakes` writes it anew.
"""

import warnings
from pathlib import Path

import pytest

from autograd.arguments.argument_parser import check_arguments
from autograd.frontend import import_hook
from tests.engine.oracle import ask, endings
from tests.sampling import by_day

import_hook.install()
import torch  # noqa: E402  which is our engine here

HERE = Path(__file__).parent
DIFFERENT = set((HERE / "mistakes_that_differ.txt").read_text("utf-8").splitlines())
MISTAKES = (HERE / "mistakes.txt").read_text("utf-8").splitlines()
PRELUDE = """import torch, numpy as np
import torch.nn as nn, torch.nn.functional as F
x = torch.arange(6.).reshape(2, 3)
y, m = torch.ones(3), torch.ones(2, 2)
i, b = torch.tensor([0, 1]), torch.tensor([True, False])
w = torch.ones(3, requires_grad=True)
"""


def differing(mistakes: list[str]) -> list[str]:
    """The mistakes that end otherwise than under torch."""
    sources = [PRELUDE + each.replace("; ", "\n").replace(r"\n", "\n") for each in mistakes]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ours = list(endings(sources))
    theirs = ask("endings", sources)
    return [mistake for mistake, *pair in zip(mistakes, ours, theirs) if pair[0] != pair[1]]


PARTS = 12


@pytest.mark.parametrize("part", by_day(range(PARTS), PARTS))
def test_mistakes_end_as_under_torch(part):
    found = differing(MISTAKES[part::PARTS])
    assert sorted(set(found) - DIFFERENT) == []
    assert len(DIFFERENT) < len(MISTAKES) / 10


@pytest.mark.parametrize("call", [
    lambda x: x.reshape((2, 2)), lambda x: torch.cat([x, x]), lambda x: x.sum(axis=0),
    lambda x: torch.zeros(2, torch.tensor(3)), lambda x: torch.zeros([2, 3]),
])  # fmt: skip
def test_what_fitted_once_is_refused_all_the_same_when_it_does_not(call):
    x = torch.ones(4)
    call(x)
    call(x)
    for wrong in (lambda: x.reshape((2, "a")), lambda: torch.cat(x), lambda: x.sum(axis="a"),
                  lambda: torch.zeros(2, torch.tensor(3.0)), lambda: torch.zeros([2, 3.0])):
        with pytest.raises(TypeError):
            wrong()


def test_a_name_that_torch_does_not_declare_takes_anything():
    assert check_arguments("torch", "no_such_name", (1, "a"), {"b": 2})
