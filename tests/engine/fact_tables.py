"""Find the tables that name ops outside of the records: `python -m tests.engine.fact_tables`.

A table is a collection or a list of words, in the body of a module or of a class, that names four
or more ops: entries of `OPS`, or functions in torch's namespaces. Its key is the file below
`autograd/` with the name it is assigned to, or with the decorator or loop that it stands in. What
publishes names (`__all__`, `export`), renames functions, or is part of a record's declaration is
no table.
"""

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from autograd.ops.record import OPS
from autograd.tensor.dtype import NAMES as DTYPES
from autograd.tensor.tensor import Tensor

ENGINE = Path(__file__).parents[2] / "autograd"
NAMESPACES = ("torch", "torch.Tensor", "torch.nn.functional", "torch.linalg", "torch.fft",
              "torch.special")
FEWEST = 4
COLLECTIONS = ast.Dict | ast.Set | ast.Tuple | ast.List | ast.DictComp | ast.SetComp | ast.ListComp
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
BLOCKS = ast.If | ast.For | ast.With | ast.Try | ast.ClassDef


KERNELS = "kernels of functions without a derivative, and no facts about them"
LOOP = "a loop that makes functions and methods of users"
# The tables that are no facts about ops, and why.
EXCEPTED = {
    "functions/creation/legacy_constructors.py TENSOR_TYPES": "types of tensors, by dtype",
    "ops/resampling.py LINEAR": "declares three records",
    "tensor/device.py _TYPES": "types of devices",
    "functions/pointwise/binary.py for bitwise_and": LOOP,
    "functions/indexing/scatter.py for scatter": LOOP,
    "functions/shape/inplace_views.py for squeeze": LOOP,
    "functions/sparse/construction.py for indices": LOOP,
    "functions/pointwise/specials.py UNRECORDED_KERNELS": KERNELS,
    "functions/tensor_api/foreach.py for clone": LOOP,
    "functions/tensor_api/aten_overloads.py for detach": LOOP,
    "runtime/grad_mode.py for no_grad": "types of contexts, which get the module that torch shows",
    "kernels/specials.py POLYNOMIALS": KERNELS,
    "kernels/segment_reduce.py FOLDS": "the values of `reduce=`, which is an argument",
    "kernels/scatter.py UFUNCS": "the values of `reduce=`, which is an argument",
    "tensor/lazy_bits.py VIEW_METHODS": "methods of numpy's arrays",
    "torch/__init__.py _ON_FIRST_USE": "modules",
    "torch/__init__.py _SUBMODULES": "modules",
    "torch/testing/comparison.py COMPRESSED": "layouts, with the methods for their indices",
    "tensor/batched_tensor.py for lt": "operators of numpy's arrays under vmap",
    "frontend/usage_counts.py _MEMBERS": "how often snippets use a name",
    "frontend/usage_counts.py _NAMES": "how often snippets use a name",
}


def tables() -> dict[str, int]:
    """Every table, by its key, with the number of ops it names."""
    found: dict[str, int] = {}
    for path in sorted(ENGINE.rglob("*.py")):
        file = path.relative_to(ENGINE).as_posix()
        for label, ops in tables_in(ast.parse(path.read_text("utf-8"))):
            key = f"{file} {label}"
            found[key] = found.get(key, 0) + len(ops)
    return found


def tables_of_facts() -> set[str]:
    """The keys of the tables outside of the records that hold facts about ops."""
    return tables().keys() - EXCEPTED.keys()


def tables_in(module: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """The labels of the tables of a module, with the ops that they name."""
    for label, node in sites(module.body):
        ops = ops_in(node)
        if len(ops) >= FEWEST:
            yield label or f"for {ops[0]}", ops


@cache
def known() -> frozenset[str]:
    """The names of ops and of torch's functions; dtypes, classes and modules are none."""
    names = json.loads((ENGINE / "torch" / "names.json").read_text("utf-8"))
    functions = {name for space in NAMESPACES for name in " ".join(names[space]).split()}
    return frozenset(OPS) | {name for name in functions if is_function(name, names)}


def is_function(name: str, modules: dict) -> bool:
    """Whether a public name is that of a function, as far as its spelling and Tensor tell."""
    if not name.islower() or name in DTYPES or f"torch.{name}" in modules:
        return False
    return not isinstance(getattr(Tensor, name, None), property)


def sites(body: list[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    """What may be a table in the body of a module or class, with its label; loops have none."""
    for statement in body:
        if isinstance(statement, FUNCTIONS):
            for decorator in statement.decorator_list:
                label = ast.unparse(decorator).partition("(")[0]
                if label == "export":
                    continue
                # Of a record only the names of the functions it is of may be a table.
                is_record_of = label == "declare" and isinstance(decorator, ast.Call)
                yield f"@{label} {statement.name}", (
                    ast.Tuple(decorator.args) if is_record_of else decorator)
        elif isinstance(statement, BLOCKS):
            if isinstance(statement, ast.For):
                yield "", statement.iter
            yield from sites(statement.body)
        elif isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
            if statement.value and not (is_plain(statement) or is_record(statement.value)):
                yield label_of(statement), statement.value
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            if not is_record(statement.value):
                yield "", statement.value


def label_of(statement: ast.Assign | ast.AnnAssign | ast.AugAssign) -> str:
    """The name that a table is assigned to."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return ast.unparse(targets[0])


def is_plain(statement: ast.Assign | ast.AnnAssign | ast.AugAssign) -> bool:
    """Whether an assignment publishes or renames functions, or declares slots."""
    label = label_of(statement)
    return label in ("__all__", "__slots__") or "," in label


def is_record(value: ast.AST) -> bool:
    """Whether a value is a call that declares an entry: its first words are the entry's names."""
    if not isinstance(value, ast.Call):
        return False
    words = [each.value for each in value.args[:2] if isinstance(each, ast.Constant)]
    return words[:1] != [] and words[0] in OPS or any(map(is_record, value.args))


def ops_in(node: ast.AST) -> list[str]:
    """The ops that the largest collection or list of words in a value names."""
    if isinstance(node, ast.Constant | ast.JoinedStr):
        return distinct(words_of(node))
    inside = [each for each in ast.walk(node) if isinstance(each, COLLECTIONS | ast.Call)]
    return max((distinct(named_below(each)) for each in inside), key=len, default=[])


def distinct(words: list[str]) -> list[str]:
    """Each word once, in order."""
    return list(dict.fromkeys(words))


def named_below(node: ast.AST) -> list[str]:
    """The ops that a collection names: by strings, or by the functions themselves.

    What a lambda calls is not named, nor are numpy's functions of the same names.
    """
    if isinstance(node, ast.Constant | ast.JoinedStr):
        return words_of(node)
    if isinstance(node, ast.Name):
        return [node.id] if is_op(node.id) else []
    if isinstance(node, ast.Attribute):
        if node.attr == "split":  # of a string: a list of words
            return [word for word in text_of(node.value).split() if is_op(word)]
        of_numpy = isinstance(node.value, ast.Name) and node.value.id == "np"
        own = [node.attr] if is_op(node.attr) and not of_numpy else []
        return own if isinstance(node.value, ast.Name) else own + named_below(node.value)
    if isinstance(node, ast.Lambda):
        return []
    return [op for each in ast.iter_child_nodes(node) for op in named_below(each)]


def words_of(node: ast.Constant | ast.JoinedStr) -> list[str]:
    """The ops in a string that is one name, or a list or table of names; sentences name none."""
    text = text_of(node)
    words = [word for word in text.split() if not word.strip(",").isdigit()]
    ops = [word for word in words if is_op(word)]
    many = len(ops) >= FEWEST and (2 * len(ops) > len(words) or is_columns(text))
    return ops if len(words) == 1 or many else []


def text_of(node: ast.AST) -> str:
    """What is written in a string, without the values that an f-string fills in."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(each.value for each in parts if isinstance(getattr(each, "value", 0), str))


def is_columns(text: str) -> bool:
    """Whether a text is a table in lines, each of which begins with the name of an op."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    return len(lines) >= FEWEST and 2 * sum(is_op(line[0]) for line in lines) > len(lines)


def is_op(word: str) -> bool:
    """Whether a word is the name of an op, also with a module, as `op_`, `__op__` or `op,`."""
    name = word.rsplit(".", 1)[-1].strip(",:;")
    return name in known() or name.strip("_") in known()


if __name__ == "__main__":
    for key, count in tables().items():
        print(f"{count:4} {key}")
