"""Formulas of the inspector with the names of their op, worked out with the whole values there."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from tests.truth.arithmetic import Unknown, agrees, sigmoid
from tests.truth.indexed import Steps, convolved
from tests.truth.scope import Scope, array_of, scope_of
from tests.truth.tape import Tape
from tests.truth.tex import BETWEEN, TOKEN, Setting, Worker

Function = Callable[[Scope, str | None, list[Any]], Any]
NAMED = re.compile(r"\\mathit\{(?:[^{}\\]|\\_)*\}|\\hat x|\\mathcal\{[A-Z]\}|\\mathbf\{causal\}"
                   r"|\\text\{[^{}]*\}|\\operatorname\{[a-z]+\}|" + TOKEN.pattern)
PRODUCTS = re.compile(r"(b?add)?(mm|mv|bmm|r)|addbmm|matmul|product|outer|flash_attention|t|mv"
                      r"|mkldnn_rnn_layer|v?dot|linalg_(inv|solve)\w*|(cholesky|triangular)_\w+")
VIEWS = re.compile(r"(unsafe_)?view|reshape_alias|(un)?squeeze\w*|flatten")
# Attributes of an op that stand for one array of several.
SEVERAL = re.compile(r"\{(\\mathit\{\w+\})\}_\{(\d+)\}")


def as_dims(text: str, scope: Scope) -> Any:
    """Dimensions as `0, 2` or the name of a parameter; raises Unknown."""
    if text.startswith("\\"):
        found = scope.find(text)
        return tuple(found) if isinstance(found, list) else int(found)
    if not re.fullmatch(r"-?\d+(?:\s*,\s*\d+)*", text):
        raise Unknown
    return tuple(int(one) for one in text.split(","))


def grouped(scope: Scope, found: np.ndarray) -> np.ndarray:
    """The mean over each group of channels, in the shape of what it is the mean of."""
    shape, groups = found.shape, int(scope.params["groups"])
    parts = found.reshape(shape[0], groups, -1)
    return np.broadcast_to(parts.mean(-1, keepdims=True), parts.shape).reshape(shape)


def softmax(found: np.ndarray, dim: int) -> np.ndarray:
    """Shares that are 1 in sum along a dimension."""
    power = np.exp(found - found.max(axis=dim, keepdims=True))
    return power / power.sum(axis=dim, keepdims=True)


class Named(Worker):
    """Reads a formula with names in it; `scope` tells what they stand for."""

    scope: Scope

    def braces(self) -> str:
        """The text of a group in braces, joined again."""
        self.expect("{")
        depth = 1
        found: list[str] = []
        while (token := self.peek()) is not None:
            self.at += 1
            depth += (token == "{") - (token == "}")
            if depth == 0:
                return "".join(found)
            found.append(token)
        raise Unknown

    def dims(self, mark: str) -> Any:
        """The dimensions of a sum or a mean; None where it is over all."""
        if not self.take(mark):
            return None
        return as_dims(self.braces().removeprefix(r"\,"), self.scope)

    def product(self) -> Any:
        """Factors; with a line that may end between them two are matrices, if the op has such."""
        found = self.factor()
        if self.take(r"\star"):
            if self.take("^"):
                self.expect(r"\top")
            self.factor()
            return self.scope.find(r"\star")
        while self.peek() in BETWEEN:
            joins = set()
            while self.peek() in BETWEEN:
                joins.add(self.tokens[self.at])
                self.at += 1
            other = self.factor()
            is_matrix = joins & {r"\allowbreak", r"\cdot"} and PRODUCTS.fullmatch(self.scope.op)
            found = (found / other if "/" in joins else times(found, other) if is_matrix
                     else found * other)
        return found

    def factor(self) -> Any:
        """A primary with what stands above and below it."""
        found = self.primary()
        while True:
            if self.take("^"):
                if self.take(r"\top"):
                    found = np.atleast_2d(found) if np.ndim(found) < 2 \
                        else np.swapaxes(found, -1, -2)
                else:
                    found = np.power(found, self.group())
            elif self.take("_"):
                found = np.asarray(found)[self.place()]
            else:
                return found

    def place(self) -> Any:
        """An index: integers and slices; raises Unknown."""
        text = self.braces()
        if not re.fullmatch(r"-?\d+|(?:(?::|-?\d*:-?\d*|\d+),?)+", text):
            raise Unknown
        return tuple(slice(*(int(end) if end else None for end in part.split(":")))
                     if ":" in part else int(part) for part in text.split(","))

    def primary(self) -> Any:
        """A name, or what a formula in numbers has."""
        token = self.peek()
        if token is None:
            raise Unknown
        ahead = SEVERAL.match("".join(self.tokens[self.at : self.at + 7]))
        if ahead and ahead[1] in (r"\mathit{tensors}", r"\mathit{grads}"):
            self.at += 7
            return self.scope.find(f"{ahead[1][8:-1]}__{ahead[2]}")
        if self.tokens[self.at : self.at + 2] == ["{", r"\lVert"]:
            self.at += 2
            return self.norm()
        if token.startswith((r"\mathit", r"\hat", r"\mathcal")) or token in self.scope.letters:
            self.at += 1
            return self.scope.channels(self.scope.find(token))
        return super().primary()

    def called(self, token: str) -> Any:
        """A function of what follows."""
        word = re.fullmatch(r"\\(?:mathrm|operatorname)\{([a-z]+)\}", token)
        if token == r"\left|":
            found = np.abs(self.sum())
            self.expect(r"\right|")
            return found
        if token in MORE:
            return MORE[token](self.factor())
        if token in (r"\max", r"\min") and self.peek() == "_":
            dims = self.dims("_")
            return (np.max if token == r"\max" else np.min)(self.factor(), dims, keepdims=True)
        if word is None or word[1] == "softmax":
            return super().called(token)
        if word[1] == "sgn":
            return np.sign(self.factor())
        text = self.braces() if self.take("_") else None
        self.expect(r"\left(")
        arguments = [self.sum()]
        while self.take(","):
            arguments.append(self.sum())
        self.expect(r"\right)")
        work = FUNCTIONS.get(word[1])
        if work is None:
            raise Unknown
        return work(self.scope, text, arguments)

    def mask(self) -> Any:
        """Iverson's bracket, also of a mask or of what is not in one."""
        if self.take(r"\lnot"):
            found = 1 - self.sum()
        elif r"\right]" in self.tokens[self.at : self.at + 2]:
            found = self.sum()
        else:
            return super().mask()
        self.expect(r"\right]")
        return found

    def norm(self) -> Any:
        """A norm of vectors, with its order, and its dimensions behind that."""
        found = self.sum()
        self.expect(r"\rVert")
        self.expect("}")
        self.expect("_")
        order, _, dims = self.braces().partition(r",\,")
        power = self.scope.find(order) if order.startswith("\\") else float(order)
        axis = as_dims(dims, self.scope) if dims else None
        return (np.abs(found) ** power).sum(axis=axis, keepdims=True) ** (1 / power)


def times(left: Any, right: Any) -> Any:
    """A product of matrices or of batches of them; of a column and a row each with each."""
    if 0 in (np.ndim(left), np.ndim(right)):
        return left * right
    if np.ndim(left) == 1 and np.ndim(right) == 2 and len(right) == 1:
        return np.outer(left, right)
    return left @ right


def normal(x: Any) -> Any:
    """The share of a normal distribution below `x`."""
    return np.vectorize(lambda one: (1 + math.erf(one / math.sqrt(2))) / 2, otypes=[float])(x)


def logistic(x: Any) -> Any:
    """The derivative of the logistic function."""
    return sigmoid(x) * (1 - sigmoid(x))


MORE = {r"\dsigma": logistic, r"\dtanh": lambda x: 1 - np.tanh(x) ** 2, r"\Phi": normal,
        r"\varphi": lambda x: np.exp(-x * x / 2) / math.sqrt(2 * math.pi)}


def expanded(scope: Scope, _text: str | None, arguments: list[Any]) -> Any:
    """A value along the dimensions that a reduction took away."""
    return arguments[0]


def spread(work: Callable[..., Any]) -> Function:
    """A variance, or its root, with the correction that the op was asked for."""

    def spread_of(scope: Scope, text: str | None, arguments: list[Any]) -> Any:
        dims = None if text is None else as_dims(text, scope)
        return work(arguments[0], axis=dims, ddof=int(scope.params["correction"]), keepdims=True)

    return spread_of


def mean(scope: Scope, text: str | None, arguments: list[Any]) -> Any:
    """A mean over dimensions, or over groups of channels."""
    if text == r"\text{group}":
        return grouped(scope, arguments[0])
    return np.mean(arguments[0], axis=as_dims(str(text), scope), keepdims=True)


def gather(scope: Scope, text: str | None, arguments: list[Any]) -> Any:
    """Entries at an index along a dimension."""
    dim = as_dims(str(text), scope)[0]
    return np.take_along_axis(arguments[0], arguments[1].astype(int), dim)


FUNCTIONS: dict[str, Function] = {
    "mean": mean, "expand": expanded, "var": spread(np.var), "std": spread(np.std),
    "gather": gather,
    "cat": lambda scope, text, found: np.concatenate(found, as_dims(str(text), scope)[0]),
    "stack": lambda scope, text, found: np.stack(found, as_dims(str(text), scope)[0]),
    "permute": lambda _scope, _text, found: np.transpose(found[0], [int(n) for n in found[1:]]),
    "transpose": lambda _scope, _text, found: np.swapaxes(found[0], *(int(n) for n in found[1:])),
    "where": lambda _scope, _text, found: np.where(found[0], found[1], found[2]),
}


def worked(tex: str, scope: Scope) -> Any:
    """The numbers of a formula with names; raises Unknown, or what numpy raises."""
    worker = Named(NAMED.findall(tex), Setting(dim=scope.params.get("dim", -1), rank=scope.rank))
    worker.scope = scope
    found = worker.sum()
    if worker.peek() is not None:
        raise Unknown
    return found


def result_of(tape: Tape, formula: dict[str, Any]) -> np.ndarray | None:
    """What the right side of an equation gives, by the whole values of its names; or None."""
    scope = scope_of(tape, formula)
    with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
        try:
            tex = formula["formal"].partition(" = ")[2]
            if scope.op == "mkldnn_rnn_layer":
                steps = Steps(formula["steps"], formula["where"], scope, worked)
                return np.stack([*steps.states()]) if formula["slot"] is None \
                    else steps.result(tex)
            define(scope, formula["where"])
            return np.asarray(worked(tex, scope))
        except (Unknown, ValueError, TypeError, IndexError, OverflowError, KeyError,
                np.exceptions.AxisError):
            return None


def define(scope: Scope, where: list[str]) -> None:
    """Work out the letters of a formula: each may need those that are told behind it."""
    for line in [line for _ in where for line in reversed(where)]:
        letter, _, right = line.partition(" = ")
        if letter == r"\mathbf{causal}_{ij}":
            shape = [np.shape(scope.find(f"\\mathit{{{slot}}}"))[-2] for slot in ("query", "key")]
            scope.letters[r"\mathbf{causal}"] = np.triu(np.full(shape, -np.inf), 1)
        elif letter.startswith("("):
            scope.letters[r"\star"] = convolved(line, scope)
        elif letter not in scope.letters:
            try:
                scope.letters[letter] = worked(right, scope)
            except (Unknown, TypeError):
                continue


def wrong_by_names(tape: Tape, formula: dict[str, Any], value: dict[str, Any]) -> str | bool:
    """What is wrong with a formula by its names; False where nothing is, True where none knows."""
    shown, found = array_of(value), result_of(tape, formula)
    if shown is None or found is None or np.iscomplexobj(found):
        return True
    if VIEWS.fullmatch(tape.events[formula["made"]]["op"]) and found.size == shown.size:
        found = found.reshape(shown.shape)
    with suppress(ValueError):
        found = np.broadcast_to(found, shown.shape)
    return False if agrees(found, shown) else f"is {found.tolist()} by its names"
