"""Names of a notebook become code: the program has the same values, and refuses in sentences."""

import math
from typing import Any

import numpy
import pytest

from server.notebook.program import with_names
from tests.engine.oracle import ask

TENSORS = [
    "torch.tensor(2.5, requires_grad=True)",
    "torch.tensor([[1, 2], [3, 4]])",
    "torch.tensor([True, False])",
    "torch.rand(40, 3, generator=torch.Generator().manual_seed(1))",
    "torch.tensor([float('nan'), float('inf'), -float('inf'), -0.0, 1e-45])",
    "torch.tensor([0.1, 1e300], dtype=torch.float64)",
    "torch.tensor([0.1, 3e38], dtype=torch.bfloat16)",
    "torch.tensor([0.1], dtype=torch.float16)",
    "torch.tensor([1, 255], dtype=torch.uint8)",
    "torch.tensor([1 + 2j, complex('nan')])",
    "torch.zeros(0, 3)",
    "torch.arange(6.).reshape(2, 3).t()",
    "torch.ones(2, requires_grad=True) * 2",
    "torch.nn.Parameter(torch.ones(2, 1))",
    "torch.nn.Parameter(torch.ones(1), requires_grad=False)",
]
REFUSED = ["torch.eye(2).to_sparse()", "torch.ones(2, device='meta')", "torch.zeros(5000)"]


def test_tensors_of_real_torch_are_written_by_value():
    for case, (code, other) in zip(TENSORS, ask("written", TENSORS), strict=True):
        assert (case, other) == (case, [])
        assert code.startswith("import torch\nx = torch.")
        assert max(map(len, code.splitlines())) <= 100


def test_tensors_without_plain_numbers_are_refused_in_sentences():
    for case, words in zip(REFUSED, ask("refused_values", REFUSED), strict=True):
        assert (case, words.split()[0]) == (case, "x")
        assert words.endswith("in the code itself.")


VALUES: dict[str, object] = {
    "a dict": {"a": [1, (2.5,), None], 3: {"b"}, "empty": [(), {}, []]},
    "infinities": [math.inf, -math.inf],
    "text with quotes": "a'b\n\"",
    "bytes": b"\x00",
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES.keys())
def test_plain_values_are_written_as_they_are(value):
    names: dict[str, object] = {}
    exec(with_names("", ["x"], {"x": value}), names)
    assert names["x"] == value


ARRAYS = {
    "float64": numpy.array([[0.1, -2.0], [numpy.nan, numpy.inf]]),
    "float32": numpy.array([0.1], numpy.float32),
    "uint8": numpy.arange(3, dtype=numpy.uint8),
    "one number": numpy.array(3),
    "nothing": numpy.zeros((2, 0), numpy.float32),
}


@pytest.mark.parametrize("array", ARRAYS.values(), ids=ARRAYS.keys())
def test_arrays_are_written_by_value(array):
    names: dict[str, Any] = {}
    exec(with_names("", ["x"], {"x": [array]}), names)
    made, = names["x"]
    assert (made.dtype, made.shape) == (array.dtype, array.shape)
    numpy.testing.assert_array_equal(made, array)


def twice(x):
    return x * FACTOR


FACTOR = numpy.array([2.0])


def test_a_function_comes_with_what_it_uses_and_a_module_by_its_name():
    code = with_names("y = g(1)\n", ["g", "m", "numpy"], {"g": twice, "m": math, "numpy": numpy})
    assert code == (
        "import numpy\nFACTOR = numpy.array([2.0])\ndef twice(x):\n    return x * FACTOR\n"
        "g = twice\nimport math as m\ny = g(1)\n"
    )


def test_a_name_that_is_not_there_is_a_sentence():
    with pytest.raises(NameError, match="The notebook has no y. Run the cell that makes it first."):
        with_names("", ["y"], {})
