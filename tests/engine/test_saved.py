"""What nodes are called and what they save has torch's names, over the whole derivative table."""

import json
from pathlib import Path

from autograd.graph.saved_attributes import saved_names
from tests.engine.oracle import ask
from tests.engine.test_derivatives import DIFFERENTIABLE

HERE = Path(__file__).parent
GOLDEN = json.loads((HERE.parent / "golden" / "saved.json").read_text("utf-8"))

# Entries that save something else than torch: a shape where torch keeps the whole tensor, a name of
# our own, or less than torch, whose second derivative takes another way. Written by the recorder.
DIFFERENT = set((HERE.parent / "golden" / "saved_differently.txt").read_text("utf-8").split())


def test_nodes_save_under_torchs_names_or_are_listed():
    others = {name for name, op in DIFFERENTIABLE.items()
              if saved_names(op) != GOLDEN.get(op.node_name)}
    assert others == DIFFERENT, (
        "`python -m tests.engine.record saved` lists which entries do not save what torch saves.")


def test_what_is_listed_is_in_the_table_and_little():
    assert set(DIFFERENTIABLE) >= DIFFERENT
    assert len(DIFFERENT) < len(DIFFERENTIABLE) / 2


def test_the_recording_is_what_torch_says_now():
    assert ask("saved_names", ["_functions"]) == [GOLDEN]
