"""Printing is torch's, to the last character: against a recorded golden, and against torch."""

import json
from pathlib import Path

import numpy as np
import pytest

from autograd.tensor import dtype, printing
from autograd.tensor.printing import tensor_repr
from tests.engine import printed
from tests.engine.oracle import ask

GOLDEN = Path(__file__).parents[1] / "golden" / "repr.json"


@pytest.fixture(autouse=True)
def default_settings():
    yield
    printing.set_printoptions(profile="default")
    dtype.set_default_dtype(dtype.float32)


def ours(case: dict) -> str:
    printing.set_printoptions(profile="default")
    printing.set_printoptions(**case["options"])
    dtype.set_default_dtype(dtype.NAMES[case["default"]])
    array = case["array"]
    if case["bfloat16"]:
        array = array.astype(dtype.bfloat16.numpy)
    grad_fn = "CloneBackward0" if case["op"] and case["requires_grad"] else None
    return tensor_repr(array, case["requires_grad"], grad_fn)


def from_json(case: dict) -> dict:
    values = case["values"]
    if case["dtype"].startswith("complex"):
        values = [complex(*pair) for pair in values]
    array = np.array(values, dtype=case["dtype"]).reshape(case["shape"])
    return {**case, "array": array}


GOLDENS = json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", GOLDENS, ids=range(len(GOLDENS)))
def test_prints_as_recorded_from_torch(case):
    assert ours(from_json(case)) == case["text"]


def test_prints_thousands_of_random_arrays_as_torch_does():
    cases = printed.cases(seed=2, count=3000)
    for case, text in zip(cases, ask("texts", cases), strict=True):
        assert ours(case) == text


def test_a_subclass_prints_its_own_name_and_aligns_to_it():
    text = tensor_repr(np.eye(2, dtype=np.float32), prefix="Masked")
    assert text == "Masked([[1., 0.],\n        [0., 1.]])"


def test_options_are_restored_after_a_with_block():
    with printing.printoptions(precision=2):
        assert tensor_repr(np.array([0.123], np.float32)) == "tensor([0.12])"
    assert tensor_repr(np.array([0.123], np.float32)) == "tensor([0.1230])"
