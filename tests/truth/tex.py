"""Formulas of the inspector in numbers: TeX, worked out with numpy alone."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.truth.arithmetic import Unknown, sigmoid

TOKEN = re.compile(r"\\begin\{bmatrix\}.*?\\end\{bmatrix\}|\\(?:left|right)\s*(?:\\[a-zA-Z]+|.)"
                   r"|\\mathrm\{[a-z]+\}|\\mathbf\{1\}_\{[^{}]*\}|\\[a-zA-Z]+|\\[,;]"
                   r"|\d+(?:\.\d+)?|\S")
ENTRYWISE = {
    r"\sin": np.sin, r"\cos": np.cos, r"\tan": np.tan, r"\tanh": np.tanh, r"\ln": np.log,
    r"\exp": np.exp, r"\sinh": np.sinh, r"\cosh": np.cosh, r"\sigma": sigmoid,
}
SIGNS = {"<": np.less, ">": np.greater, "=": np.equal, r"\le": np.less_equal,
         r"\ge": np.greater_equal, r"\ne": np.not_equal}
BETWEEN = {r"\odot", r"\cdot", r"\,", r"\allowbreak", "/"}
ENDS = {None, ")", "}", r"\right)", r"\right]", "+", "-", ",", *SIGNS}
POWER = re.compile(r"(-?[\d.]+) \\times 10\^\{(-?\d+)\}")


@dataclass(frozen=True)
class Setting:
    """What TeX leaves to the op: whether two factors side by side are matrices, and its dim."""

    matrices: bool = False
    dim: Any = None
    is_row: bool = False
    rank: int = 2  # of the operand: one of a single dimension is written as a row


def numbers_of(text: str) -> np.ndarray:
    """The entries of a matrix, without what its dots stand for; raises Unknown."""
    if r"\vdots" in text:
        raise Unknown
    inner = text.removeprefix(r"\begin{bmatrix}").removesuffix(r"\end{bmatrix}")
    rows = [[one for one in row.split("&") if r"\cdots" not in one] for row in inner.split(r"\\")]
    return np.array([[entry(one) for one in row] for row in rows])


def entry(text: str) -> float:
    """One number; raises Unknown."""
    plain = POWER.sub(r"\1e\2", text.strip()).replace(r"\infty", "inf")
    plain = {r"\mathrm{nan}": "nan", r"\mathrm{True}": "1", r"\mathrm{False}": "0"}.get(
        plain, plain)
    try:
        return float(plain)
    except ValueError:
        raise Unknown from None


@dataclass
class Worker:
    """Reads one side of an equation from left to right, and works it out."""

    tokens: list[str]
    setting: Setting
    at: int = 0
    dotted: bool = field(default=False)

    def peek(self) -> str | None:
        """The token that comes, or None."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, *wanted: str) -> bool:
        """Whether one of these comes, which is passed then."""
        is_next = self.peek() in wanted
        self.at += is_next
        return is_next

    def expect(self, *wanted: str) -> None:
        """Pass one of these; raises Unknown."""
        if not self.take(*wanted):
            raise Unknown

    def sum(self) -> Any:
        """Products with signs between them."""
        total = -self.product() if self.take("-") else self.product()
        while self.peek() in ("+", "-"):
            total = total + self.product() if self.take("+") else (
                self.expect("-"), total - self.product())[1]
        return total

    def product(self) -> Any:
        """Factors, with a sign between them or none."""
        found = self.factor()
        while self.peek() not in ENDS:
            joins = set()
            while self.peek() in BETWEEN:
                joins.add(self.tokens[self.at])
                self.at += 1
            other = self.factor()
            if "/" in joins:
                found = found / other
            elif joins <= {r"\,", r"\allowbreak"} and self.setting.matrices \
                    and np.ndim(found) == np.ndim(other) == 2:
                found = self.whole(found) @ self.whole(other)
            else:
                found = found * other
        return found

    def whole(self, found: Any) -> Any:
        """A value of which no entry is left out; raises Unknown."""
        if self.dotted and np.ndim(found) > 0:
            raise Unknown
        return found

    def factor(self) -> Any:
        """A primary with what stands above it."""
        found = self.primary()
        while self.take("^"):
            if self.take(r"\top"):
                found = np.swapaxes(self.whole(found), -1, -2)
            elif self.setting.matrices and np.ndim(found) == 2:
                raise Unknown  # of a matrix, as its inverse
            else:
                found = np.power(found, self.group())
        return found

    def group(self) -> Any:
        """An expression in braces, or one token."""
        if not self.take("{"):
            return self.primary()
        found = self.sum()
        self.expect("}")
        return found

    def primary(self) -> Any:
        """A number, a matrix, a group or a function."""
        token = self.peek()
        self.at += 1
        if token is None:
            raise Unknown
        if token.startswith(r"\begin"):
            self.dotted = self.dotted or r"\cdots" in token
            return numbers_of(token)
        if re.match(r"\d", token):
            return self.number(token)
        if token in (r"\infty", r"\mathrm{nan}"):
            return np.float64("inf" if token == r"\infty" else "nan")
        if token in ("(", r"\left(", "{"):
            found = self.sum()
            self.expect(")", r"\right)", "}")
            return found
        if token == r"\left[":
            return self.mask()
        if token in (r"\dfrac", r"\tfrac"):
            return self.group() / self.group()
        if token == r"\sqrt":
            return np.sqrt(self.group())
        if token == "e" and self.peek() == "^":
            return np.e
        if token.startswith(r"\mathbf{1}"):
            return np.ones([int(n) for n in re.findall(r"\d+", token[11:])])
        return self.called(token)

    def number(self, token: str) -> Any:
        """A number, perhaps with a power of ten."""
        if self.take(r"\times"):
            self.expect("1", "10")
            self.expect("^")
            return float(token) * 10.0 ** self.group()
        return np.float64(token)

    def mask(self) -> Any:
        """Iverson's bracket: 1 where the comparisons in it hold."""
        left, holds = self.sum(), np.array(True)
        if self.peek() not in SIGNS:
            raise Unknown
        while self.peek() in SIGNS:
            compare = SIGNS[self.tokens[self.at]]
            self.at += 1
            right = self.sum()
            holds, left = holds & compare(left, right), right
        self.expect(r"\right]")
        return holds.astype(float)

    def dims(self, mark: str) -> Any:
        """The dimensions that stand at a sum or a mean; None where it is over all."""
        if not self.take(mark):
            return None
        self.expect("{")
        self.take(r"\,")
        found = []
        while not self.take("}"):
            found.append(int(self.factor()))
            self.take(",")
        if self.setting.is_row or self.setting.rank == 1:
            return -1
        return tuple(found)

    def called(self, token: str) -> Any:
        """A function of what follows."""
        if token == r"\overline":
            found = self.whole(self.group())
            return np.mean(found, axis=self.dims("^"), keepdims=True)
        if token == r"\textstyle":
            self.expect(r"\sum")
            dims = self.dims("_")
            return np.sum(self.whole(self.product()), axis=dims, keepdims=True)
        if token in ENTRYWISE:
            return ENTRYWISE[token](self.factor())
        if token in (r"\max", r"\min") and self.take("(", r"\left("):
            left = self.sum()
            self.expect(",")
            right = self.sum()
            self.expect(")", r"\right)")
            return (np.maximum if token == r"\max" else np.minimum)(left, right)
        if token in (r"\max", r"\min") and self.peek() != "_":
            return (np.max if token == r"\max" else np.min)(self.whole(self.factor()))
        if token == r"\mathrm{softmax}" and isinstance(self.setting.dim, int):
            found = self.whole(self.factor())
            dim = -1 if self.setting.is_row or self.setting.rank == 1 else self.setting.dim
            power = np.exp(found - found.max(axis=dim, keepdims=True))
            return power / power.sum(axis=dim, keepdims=True)
        raise Unknown


def worked_tex(tex: str, setting: Setting) -> np.ndarray | None:
    """The numbers that TeX gives; None where it cannot be worked out."""
    worker = Worker(TOKEN.findall(tex), setting)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = worker.sum()
        except (Unknown, ValueError, TypeError, IndexError, OverflowError,
                np.exceptions.AxisError):
            return None
    return None if worker.peek() is not None else np.asarray(found)
