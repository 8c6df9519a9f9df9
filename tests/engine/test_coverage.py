"""docs/coverage.md says what the engine has, and what it has not is refused with a sentence."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from autograd import face
from autograd.instead import instead
from autograd.unknown import names_of_torch
from docs.coverage import PAGE, room

face.install()
ROOT = Path(__file__).parents[2]


def test_the_page_of_coverage_is_up_to_date():
    written = subprocess.run(
        [sys.executable, "-m", "docs.coverage", "--print"],
        cwd=ROOT, capture_output=True, check=True, text=True, encoding="utf-8",
    ).stdout  # fmt: skip
    assert PAGE.read_text(encoding="utf-8") == written, "run `python -m docs.coverage`"


@pytest.mark.parametrize("module", ["torch", "torch.nn", "torch.nn.functional", "torch.linalg",
                                    "torch.optim", "torch.distributions", "torch.utils.data"])
def test_a_name_that_is_not_there_fails_at_once_with_a_sentence(module):
    holder = importlib.import_module(module)
    group = room(module, names_of_torch()[module])
    for name in group.missing + group.aside:
        with pytest.raises(AttributeError) as refusal:
            getattr(holder, name)
        sentence = str(refusal.value)
        assert sentence.startswith(f"module '{module}' has no attribute '{name}' in Tapescope: ")
        assert instead(f"{module}.{name}") in sentence


def test_what_is_set_aside_names_what_to_use():
    assert "float tensors" in instead("torch.quantize_per_tensor")
    assert "dense" in instead("torch.sparse_coo_tensor")
    assert instead("torch.nn.Linear") == ""
