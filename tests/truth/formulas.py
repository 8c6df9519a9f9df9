"""Formulas of the page's sentences, worked out with the numbers of the tape.

`sum([1, 1] × x)` becomes an expression of Python over arrays. What has a word that stands for no
number here (`softmax(h)`, `x[:, :1]` of a name that is none) is not worked out: None.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

Lookup = Callable[[str], "np.ndarray | None"]

NAME = re.compile(r"[^\W\d]\w*(?:\.\w+)*[₀-₉]*")
PATH = re.compile(r"[^\W\d]\w*(?:\.\w+|\[\d+\])+")
# What stands for a tensor that is too large for its numbers.
SHAPE = re.compile(r"\[\d+(?: × \d+)*\]")
SIGNS = {"≥": ">=", "≤": "<=", "≠": "!=", "×": "*", "·": "@", "²": "**2", "^": "**", "−": "-"}


ODD = {"inf": np.inf, "nan": np.nan, "infj": complex(0, np.inf), "nanj": complex(0, np.nan)}
OPERATORS = {ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply, ast.Div: np.divide,
             ast.Pow: np.power, ast.MatMult: np.matmul}
# Functions of two operands.
BOTH = {"max": np.maximum, "min": np.minimum, "atan2": np.arctan2}


class Unknown(Exception):
    """A part of the formula stands for no number that is known."""


def sigmoid(x: np.ndarray) -> np.ndarray:
    """The logistic function."""
    return 1 / (1 + np.exp(-x))


def dims(dim: Any) -> Any:
    """Dimensions as numpy wants them."""
    return tuple(dim) if isinstance(dim, list | tuple) else dim


def reduced(function: Callable) -> Callable:
    """A reduction that takes `dim`; formulas do not say whether it keeps the dimension."""

    def reduce(x: np.ndarray, dim: Any = None, keep: bool = False) -> np.ndarray:
        return function(np.asarray(x), axis=dims(dim), keepdims=keep)

    return reduce


WORDS: dict[str, Callable] = {
    "sum": reduced(np.sum), "mean": reduced(np.mean), "prod": reduced(np.prod),
    "exp": np.exp, "ln": np.log, "log": np.log, "sqrt": np.sqrt, "sin": np.sin, "cos": np.cos,
    "tan": np.tan, "tanh": np.tanh, "sigmoid": sigmoid, "sgn": np.sign, "trunc": np.trunc,
    "sinh": np.sinh, "cosh": np.cosh, "abs": np.abs, "neg": np.negative,
}


def python_of(text: str) -> str:
    """A formula as an expression of Python; raises Unknown where there is none."""
    if "…" in text or SHAPE.search(text) or re.search(r"\^-\d|[|≈]| in each | mod |\bif\b|not "
                                                      r"", text):
        raise Unknown
    text = PATH.sub(lambda path: re.sub(r"\.(\d+)", r"[\1]", path[0]), text.strip())
    for sign, plain in SIGNS.items():
        text = text.replace(sign, plain)
    # A transposed name, list or group: xᵀ is T(x).
    while "ᵀ" in text:
        end = text.index("ᵀ")
        begin = start_of(text, end)
        text = f"{text[:begin]}T({text[begin:end]}){text[end + 1:]}"
    return text


def start_of(text: str, end: int) -> int:
    """Where the operand begins that ends at `end`: a group, or a name with what it is called with.
    """
    at = end
    while at > 0:
        if text[at - 1] in ")]":
            depth = 0
            while at > 0:
                at -= 1
                depth += (text[at] in ")]") - (text[at] in "([")
                if depth == 0:
                    break
        elif re.match(r"[\w.₀-₉]", text[at - 1]):
            at -= 1
        else:
            break
    return at


COMPARISONS = {ast.Gt: np.greater, ast.Lt: np.less, ast.GtE: np.greater_equal,
               ast.LtE: np.less_equal, ast.Eq: np.equal, ast.NotEq: np.not_equal}


class Worker(ast.NodeVisitor):
    """Works out one expression; `look` gives the array of a name, or None."""

    def __init__(self, look: Lookup, keep: bool) -> None:
        self.look, self.keep = look, keep

    def generic_visit(self, node: ast.AST) -> Any:
        """Anything else is no formula."""
        raise Unknown

    def visit_Expression(self, node: ast.Expression) -> Any:
        """The whole."""
        return self.visit(node.body)

    def visit_Constant(self, node: ast.Constant) -> Any:
        """A number."""
        if not isinstance(node.value, int | float | complex):
            raise Unknown
        return float(node.value) if isinstance(node.value, int) else node.value

    def visit_List(self, node: ast.List) -> Any:
        """A list of numbers."""
        if len(node.elts) == 1 and isinstance(node.elts[0], ast.Compare):
            return self.mask(node.elts[0])
        try:
            return np.array([self.visit(each) for each in node.elts])
        except ValueError:
            raise Unknown from None

    def mask(self, node: ast.Compare) -> Any:
        """`[h > 0]`: 1 where it holds, else 0."""
        left, *rest = (np.asarray(self.visit(each)) for each in (node.left, *node.comparators))
        holds = np.array(True)
        for op, right in zip(node.ops, rest):
            compare = COMPARISONS.get(type(op))
            if compare is None:
                raise Unknown
            holds, left = holds & compare(left, right), right
        return holds.astype(float)

    def visit_Compare(self, node: ast.Compare) -> Any:
        """A comparison."""
        return self.mask(node)

    def visit_Name(self, node: ast.Name) -> Any:
        """A name."""
        return self.known(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """A path."""
        return self.known(ast.unparse(node))

    def known(self, name: str) -> Any:
        """The number of a name; raises Unknown."""
        found = ODD.get(name)
        found = self.look(name) if found is None else found
        if found is None:
            raise Unknown
        return found

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """A path through a list, or else a part of a tensor."""
        path = ast.unparse(node).replace(" ", "")
        found = self.look(path)
        if found is not None:
            return found
        return np.asarray(self.visit(node.value))[self.place(node.slice)]

    def place(self, node: ast.AST) -> Any:
        """An index: integers, slices, and several of them."""
        if isinstance(node, ast.Tuple):
            return tuple(self.place(each) for each in node.elts)
        if isinstance(node, ast.Slice):
            return slice(*(part and int(self.visit(part))
                           for part in (node.lower, node.upper, node.step)))
        found = self.visit(node)
        if not isinstance(found, float) or found != int(found):
            raise Unknown
        return int(found)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        """A sign."""
        if not isinstance(node.op, ast.USub):
            raise Unknown
        return -np.asarray(self.visit(node.operand))

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        """Two operands."""
        left, right = np.asarray(self.visit(node.left)), np.asarray(self.visit(node.right))
        work = OPERATORS.get(type(node.op))
        if work is np.matmul and 0 in (left.ndim, right.ndim):
            work = np.multiply
        if work is not None:
            return work(left, right)
        raise Unknown

    def visit_Call(self, node: ast.Call) -> Any:
        """A function that is known by name."""
        if not isinstance(node.func, ast.Name):
            raise Unknown
        arguments = [self.visit(each) for each in node.args]
        if node.func.id == "T" and len(arguments) == 1 and np.ndim(arguments[0]) > 1:
            return np.swapaxes(arguments[0], -1, -2)
        if node.func.id in BOTH and len(arguments) == 2 and not node.keywords:
            return BOTH[node.func.id](*arguments)
        function = WORDS.get(node.func.id)
        if function is None or len(arguments) != 1:
            raise Unknown
        options = {key.arg: self.dim(key.value) for key in node.keywords}
        if set(options) - {"dim"}:
            raise Unknown
        if self.keep and options:
            options["keep"] = True
        return function(arguments[0], **options)

    def dim(self, node: ast.AST) -> Any:
        """One dimension, or several."""
        if isinstance(node, ast.Tuple):
            return tuple(self.dim(each) for each in node.elts)
        return int(self.visit(node))


def evaluate(text: str, look: Lookup, keep: bool = False) -> np.ndarray | None:
    """The numbers that a formula gives; None where it cannot be worked out.

    `keep`: whether its sums keep the dimensions that they sum over.
    """
    try:
        tree = ast.parse(python_of(text), mode="eval")
    except (SyntaxError, Unknown, ValueError):
        return None
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the mean of nothing is NaN here, too
        try:
            return np.asarray(Worker(look, keep).visit(tree))
        except (Unknown, ValueError, IndexError, TypeError, OverflowError, np.exceptions.AxisError):
            return None


def names_in(text: str) -> list[str]:
    """The words of a formula that are no functions: what is neither called nor a keyword."""
    plain = re.sub(r"\b\w+=", "", text)
    return [found[0] for found in NAME.finditer(plain)
            if plain[found.end() : found.end() + 1] != "("]


def agrees(result: np.ndarray, shown: np.ndarray | None) -> bool:
    """Whether what a formula gives is what is shown, as far as rounded operands allow."""
    if shown is None or result.size == shown.size == 0:
        return True
    try:
        result, shown = np.broadcast_arrays(result.squeeze(), shown.squeeze())
    except ValueError:
        return False
    known = np.isfinite(shown) & np.isfinite(result)
    if not known.any():
        return True
    slack = 2e-3 + 2e-2 * float(np.abs(shown[known]).max())
    return bool(np.allclose(result[known], shown[known], rtol=2e-2, atol=slack))
