"""The facts about ops stay what they are wherever they stand, and no table is forgotten."""

import ast
import inspect
import json
import runpy
from pathlib import Path

import pytest

from autograd import ops  # noqa: F401  fills the table
from autograd.ops.record import OPS, op
from autograd.tensor.dtype import float32
from tests.engine import facts
from tests.engine.fact_forwards import AROUND, layers
from tests.engine.fact_readers import READERS
from tests.engine.fact_tables import EXCEPTED, tables, tables_in
from tests.engine.fact_values import readable

GOLDEN = Path(__file__).parents[1] / "golden" / "facts.json"


def test_the_facts_are_those_of_the_golden():
    recorded, now = GOLDEN.read_text("utf-8"), facts.text()
    before, after = flat(recorded), flat(now)
    changed = {key: (before.get(key), after.get(key))
               for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    assert changed == {}, "`python -m tests.engine.record facts` writes them, if that is meant."
    assert now == recorded  # byte for byte


def flat(text: str) -> dict[tuple[str, str], object]:
    """Facts by kind and op."""
    return {(kind, op): fact for kind, by_op in json.loads(text).items()
            for op, fact in by_op.items()}


def test_every_table_outside_of_the_records_is_read_or_excepted():
    read = {key for reader in READERS.values() for key in reader.tables}
    unread = tables().keys() - read - EXCEPTED.keys()
    assert unread == set(), "`python -m tests.engine.facts tables` lists who reads which table."


def test_no_table_is_excepted_that_is_read_or_gone():
    read = {key for reader in READERS.values() for key in reader.tables}
    assert EXCEPTED.keys() & read == set()
    assert EXCEPTED.keys() - tables().keys() == set()


def test_every_kind_has_facts():
    recorded = json.loads(GOLDEN.read_text("utf-8"))
    assert recorded.keys() == READERS.keys()
    assert [kind for kind, by_op in recorded.items() if not by_op] == []


@pytest.mark.parametrize("code", [
    'T = {"add": 1, "sub": 2, "mul": 3, "div": 4}',
    'T: dict = {"add": 1, "sub": 2, "mul": 3, "div": 4}',
    'T = frozenset({"add", "sub", "mul", "div"})',
    'T = dict(add=1) | dict.fromkeys(("add", "sub", "mul", "div"), 1)',
    'T = set("add sub mul div".split())',
    'T = """\nadd sub mul\ndiv exp\n"""',
    'T = {line.split()[0]: 1 for line in """\nadd a\nsub b\nmul c\ndiv d\n""".splitlines()}',
    'T = {f"torch.{name}" for name in ("add", "sub", "mul", "div")}',
    'T = f"{A} add sub mul div"',
    'T = (table.add, table.sub, table.mul, table.div)',
    'T = {}\nT |= {"add_": 1, "sub_": 2, "__mul__": 3, "torch.div": 4}',
    'class A:\n    T = {"add": 1, "sub": 2, "mul": 3, "div": 4}',
    'if A:\n    T = {"add": 1, "sub": 2, "mul": 3, "div": 4}',
])  # fmt: skip
def test_a_table_is_found(code):
    assert [label for label, _ in tables_in(ast.parse(code))] == ["T"]


@pytest.mark.parametrize("code", [
    'T = "To take the sum of all, add or mul what is there, then div."',
    'T = {"add": 1, "sub": 2, "mul": 3}',
    '__all__ = ["add", "sub", "mul", "div"]',
    'less, greater, subtract, multiply = lt, gt, sub, mul',
    'T = op("mul", "MulBackward0", run, parts=("add", "sub", "mul", "div"))',
    'T = (np.add, np.subtract, np.exp, np.log)',
    'T = ("float32", "int64", "bool", "cuda", "shape", "dtype")',
    'def f():\n    T = {"add", "sub", "mul", "div"}',
    '@declare("add", "sub", native=Native("torch", "add", ("mul", "div", "exp", "log")))\n'
    'def f(): pass',
])  # fmt: skip
def test_what_is_no_table_is_not_found(code):
    assert list(tables_in(ast.parse(code))) == []


def test_tables_of_decorators_and_loops_are_found():
    code = '@rule("add sub mul div")\ndef f(): pass\nfor x in ("exp", "log", "sin", "cos"): pass'
    assert [label for label, _ in tables_in(ast.parse(code))] == ["@rule f", "for exp"]


def test_a_declaration_of_four_functions_at_once_is_a_table():
    code = '@declare("add", "sub", "mul", "div", numbers=True)\ndef f(): pass'
    assert [label for label, _ in tables_in(ast.parse(code))] == ["@declare f"]


def made(folder: Path, code: str, name: str = "one", after: int = 0) -> object:
    """What a module makes of `T`, whose code begins after so many lines."""
    file = folder / f"{name}.py"
    file.write_text("\n" * after + code, "utf-8")
    return readable(runpy.run_path(str(file))["T"])


@pytest.mark.parametrize("code", [
    "T = lambda x, *, dim=2: x.sum(dim) + 1",
    "def outer(n):\n    def inner(x):\n        'A text.'\n        return x + n\n    return inner\n"
    "T = outer(3)",
    "T = {1: lambda x: [y for y in x if y in {1, 2}], 2: lambda x: x}",
])
def test_a_function_reads_the_same_in_another_module(code, tmp_path):
    assert made(tmp_path, code) == made(tmp_path, code, "two", after=7)


@pytest.mark.parametrize("one, other", [
    ("lambda x: x + 1", "lambda x: x + 2"),
    ("lambda x: x.sum()", "lambda x: x.mean()"),
    ("lambda x, n=1: x", "lambda x, n=2: x"),
    ("[lambda x, n=n: x for n in (1, 2)]", "[lambda x, n=n: x for n in (1, 3)]"),
    ("(lambda n: lambda x: x + n)(1)", "(lambda n: lambda x: x + n)(2)"),
    ("lambda x: x" + " + x" * 100, "lambda x: x" + " + x" * 101),
])
def test_two_functions_read_differently(one, other, tmp_path):
    assert made(tmp_path, f"T = {one}", "one") != made(tmp_path, f"T = {other}", "two")


def test_a_function_of_several_on_a_line_is_the_right_one(tmp_path):
    code = "T = {1: lambda x: x, 2: lambda x: -x, 3: (lambda y: lambda x: 2 * x)(0)}"
    assert made(tmp_path, code) == {
        "1": "lambda x: x", "2": "lambda x: -x", "3": "lambda x: 2 * x"}


def test_values_are_readable():
    assert readable({"b": {2, 1}, "a": (float32, ValueError("no"), None, float("inf"))}) == {
        "b": [1, 2], "a": ["torch.float32", "ValueError: no", None, "inf"]}
    with pytest.raises(TypeError, match="no readable form of <class 'object'>"):
        readable(object())


def test_around_a_forward_is_what_the_record_declares():
    meanings = {"refuses": "refused dtypes", "memory_format": "memory format",
                "accumulate": "16-bit floats", "of_complex": "complex numbers"}
    for entry in OPS.values():
        found = [AROUND[maker] for maker, _ in layers(entry.forward)]
        assert found == [meaning for fact, meaning in meanings.items() if getattr(entry, fact)]
        if found:
            assert inspect.unwrap(entry.forward) is inspect.unwrap(entry.kernel)


def test_an_unknown_fact_is_an_error():
    with pytest.raises(TypeError, match=r"\['refusess'\] are neither facts nor gradients"):
        op("no_such_op", "", lambda self: self, "", refusess={})
    assert "no_such_op" not in OPS
