"""Formulas of the page's sentences, worked out with the numbers of the tape.

`sum([1, 1] × x)` becomes an expression of Python over arrays. What has a word that stands for no
number here (`softmax(h)`, `x[:, :1]` of a name that is none) is not worked out: None.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.truth.arithmetic import BOTH, WORDS, Unknown, cast, kthvalue, whole

Lookup = Callable[[str], "np.ndarray | None"]

NAME = re.compile(r"[^\W\d]\w*(?:\.\w+)*[₀-₉]*")
PATH = re.compile(r"[^\W\d]\w*(?:\.\w+|\[\d+\])+")
# What stands for a tensor that is too large for its numbers.
SHAPE = re.compile(r"(?<![\w)\]])\[\d+(?: × \d+)*\]")
SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
PLAIN = {small: plain for plain, small in SMALL.items()}
SIGNS = {"≥": ">=", "≤": "<=", "≠": "!=", "×": "*", "·": "@", "²": "**2", "^": "**", "−": "-"}


ODD = {"inf": np.inf, "nan": np.nan, "infj": complex(0, np.inf), "nanj": complex(0, np.nan)}
OPERATORS = {ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply, ast.Div: np.divide,
             ast.Pow: np.power, ast.MatMult: np.matmul}
HALVES = ("first_half", "second_half")


@dataclass(frozen=True)
class Asked:
    """What a formula leaves to its op: the dtype of the operands, and the dimension of halves."""

    dtype: str = "float64"
    dim: int = -1
    # Integers wrap around in their own arithmetic, which that of floats does not show.
    whole: bool = False
    narrow: bool = False  # whether the operands are of 16 bits


def python_of(text: str) -> str:
    """A formula as an expression of Python; raises Unknown where there is none."""
    if "…" in text or SHAPE.search(text) or re.search(r"\^-\d|[|≈]| in each | mod |\bif\b|not "
                                                      r"", text):
        raise Unknown
    text = re.sub(r"\[(first|second) half\]", r"[\1_half]", text)
    text = PATH.sub(lambda path: re.sub(r"\.(\d+)", r"[\1]", path[0]), text.strip())
    # Python reads `x₂` as x2.
    text = re.sub(r"[₀-₉]+", lambda nth: "__" + nth[0].translate(PLAIN), text)
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

    def __init__(self, look: Lookup, asked: Asked) -> None:
        self.look, self.asked = look, asked

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
        if isinstance(node.value, int):
            return np.int64(node.value) if self.asked.whole else float(node.value)
        return node.value

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
        left, *rest = (self.side(each) for each in (node.left, *node.comparators))
        holds = np.array(True)
        for op, right in zip(node.ops, rest):
            compare = COMPARISONS.get(type(op))
            if compare is None:
                raise Unknown
            holds, left = holds & compare(left, right), right
        return holds.astype(float)

    def side(self, node: ast.expr) -> np.ndarray:
        """One side of a comparison: torch compares a plain number in the dtype of the tensor."""
        found = np.asarray(self.visit(node))
        plain = node.operand if isinstance(node, ast.UnaryOp) else node
        return cast(found, self.asked.dtype) if isinstance(plain, ast.Constant) else found

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
        name = re.sub(r"__\d+", lambda nth: nth[0][2:].translate(SMALL), name)
        found = ODD.get(name)
        found = self.look(name) if found is None else found
        if found is None:
            raise Unknown
        return whole(found) if self.asked.whole else found

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """A path through a list, or else a part of a tensor."""
        path = ast.unparse(node).replace(" ", "")
        found = None if "__" in path else self.look(path)
        if found is not None:
            return found
        value = np.asarray(self.visit(node.value))
        if isinstance(node.slice, ast.Name) and node.slice.id in HALVES:
            return np.split(value, 2, self.asked.dim)[HALVES.index(node.slice.id)]
        return value[self.place(node.slice)]

    def place(self, node: ast.AST) -> Any:
        """An index: integers, slices, and several of them."""
        if isinstance(node, ast.Tuple):
            return tuple(self.place(each) for each in node.elts)
        if isinstance(node, ast.Slice):
            return slice(*(part and int(self.visit(part))
                           for part in (node.lower, node.upper, node.step)))
        if isinstance(node, ast.Constant) and node.value is ...:
            return ...
        found = self.visit(node)
        if not isinstance(found, float | np.int64) or found != int(found):
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
        if isinstance(node.func, ast.Attribute) and node.func.attr == "to":
            found = cast(np.asarray(self.visit(node.func.value)), ast.unparse(node.args[0]))
            return whole(found) if self.asked.whole else found
        if not isinstance(node.func, ast.Name):
            raise Unknown
        arguments = [self.visit(each) for each in node.args]
        if node.func.id == "signbit" and not isinstance(node.args[0], ast.Name):
            raise Unknown  # of a result that is not written out: max(0.0, -0.0) has either sign
        if node.func.id == "prod" and self.asked.narrow and np.size(arguments[0]) > 16:
            raise Unknown  # it is rounded to so few digits again and again
        if node.func.id == "T" and len(arguments) == 1 and np.ndim(arguments[0]) > 1:
            return np.swapaxes(arguments[0], -1, -2)
        if node.func.id in BOTH and len(arguments) == 2 and not node.keywords:
            return BOTH[node.func.id](*arguments)
        options = {str(key.arg): self.option(key.value) for key in node.keywords}
        if node.func.id == "kthvalue" and len(arguments) == 2 and "dim" in options:
            return kthvalue(*arguments, **options)
        function = WORDS.get(node.func.id)
        if function is None or len(arguments) != 1 or set(options) - {"dim", "keepdim"}:
            raise Unknown
        return function(arguments[0], **options)

    def option(self, node: ast.AST) -> Any:
        """One dimension, several, or whether they are kept."""
        if isinstance(node, ast.Tuple):
            return tuple(self.option(each) for each in node.elts)
        if isinstance(node, ast.Constant) and node.value is True:
            return True
        return int(self.visit(node))


def evaluate(text: str, look: Lookup, asked: Asked = Asked()) -> np.ndarray | None:
    """The numbers that a formula gives; None where it cannot be worked out."""
    try:
        tree = ast.parse(python_of(text), mode="eval")
    except (SyntaxError, Unknown, ValueError):
        return None
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the mean of nothing is NaN here, too
        try:
            return np.asarray(Worker(look, asked).visit(tree))
        except (Unknown, ValueError, IndexError, TypeError, OverflowError, np.exceptions.AxisError):
            return None


def names_in(text: str) -> list[str]:
    """The words of a formula that are no functions: what is neither called nor a keyword."""
    plain = re.sub(r"\b\w+=", "", text)
    return [found[0] for found in NAME.finditer(plain)
            if plain[found.end() : found.end() + 1] != "("]
