"""A moment of a tape, and what a text may say at it: names, values, nodes, formulas."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from tests.truth.arithmetic import WORDS, gives
from tests.truth.formulas import Asked, evaluate
from tests.truth.numbers import array, is_size, norm, shows
from tests.truth.table import CLAUSES
from tests.truth.tape import Tape, plain_path

# Words that stand for no tensor in a formula.
OF_FORMULAS = {"mod", "ln", "i", "dim", "keepdim", "in", "each", "N", "grad", "not", "if", "e",
               "inf", "nan", "j", "stored", "True", "False", *WORDS}
# How many formulas could be worked out, and how many could not.
WORKED: Counter[bool] = Counter()


@dataclass(frozen=True)
class Moment:
    """An event of a step, or of what an explanation is about, on a tape."""

    tape: Tape
    i: int
    first: int
    end: int
    finding: dict | None = None

    @property
    def event(self) -> dict:
        """The event."""
        return self.tape.events[self.i]

    @property
    def events(self) -> list[dict]:
        """All events of the step."""
        return self.tape.events[self.first : self.end]

    # -- what a text may say --------------------------------------------------------------------

    def called(self, name: str, tensor: str | None, i: int | None = None) -> bool:
        """Whether a text names a tensor; `i` is the event at which the reader is."""
        return self.tape.is_called(name, tensor, self.i if i is None else i)

    def said(self, text: str, tensor: str | None, i: int | None = None) -> bool:
        """Whether a text says a tensor: by name, by its numbers, by a formula, or not at all."""
        i = self.i if i is None else i
        if text in ("the result", "The result", "结果", "this tensor", "这个张量", "This tensor"):
            return True
        if tensor is None:
            return False
        if self.called(text, tensor, i):
            return True
        values = [self.tape.value[tensor].at(moment) for moment in (i, i + 1)]
        return any(value is not None and (shows(text, value) or self.is_worth(text, value, tensor))
                   for value in values)

    def is_worth(self, text: str, value: dict, tensor: str) -> bool:
        """Whether a formula stands for a tensor: it has its numbers, or names its op or inputs."""
        made = self.tape.made.get(tensor)
        if made is None or self.tape.events[made]["kind"] != "op":
            return False
        results = self.worked(text, made, now=self.i)
        if results:
            return any(gives(result, array(value), value["dtype"]) for result in results)
        return self.is_plausible(text, self.tape.events[made], made)

    def is_plausible(self, text: str, op: dict, made: int) -> bool:
        """Whether a formula that cannot be worked out names the op, or what went into it."""
        plain = re.sub(r"[ᵀ²]", " ", text)
        words = set(re.findall(r"(?<![\w.])[^\W\d]\w*(?!\w*\()", plain)) - OF_FORMULAS
        if not words or "…" in text:
            return True
        todo, seen = [(op, made)], set()
        while todo and len(seen) < 40:
            one, at = todo.pop(0)
            inputs = [x["tensor"] for x in one["inputs"] if "tensor" in x]
            tensors = [*inputs, *(output["tensor"] for output in one["outputs"])]
            names = {one["op"], *one["op"].split("_"), *self.words_of(tensors),
                     str(one["params"].get("dtype"))}
            if words & (names | self.tape.words(one["op"])):
                return True
            makers = {m for t in inputs if (m := self.tape.made.get(t)) is not None and m < at}
            todo += [(self.tape.events[m], m) for m in sorted(makers - seen)
                     if self.tape.events[m]["kind"] == "op"]
            seen |= makers
        return False

    def words_of(self, tensors: list[str]) -> set[str]:
        """The words in the names of some tensors, or of those whose `.grad` they are."""
        owners = [*tensors, *(self.tape.grad_of.get(t) for t in tensors)]
        return {word for t in owners for _, _, name in self.tape.called.get(t, ())
                for word in re.findall(r"[^\W\d]\w*", name)}

    def worked(self, text: str, made: int, more: dict | None = None,
               now: int | None = None) -> list[np.ndarray]:
        """The numbers that a formula of the op of event `made` may give, with what its names mean
        at event `now`; none where it cannot be worked out.
        """
        now = made if now is None else now
        asked = self.asked(self.tape.events[made], made)
        found = [evaluate(text, partial(self.numbers, i=now, more=more or {}, late=late), one)
                 for late in (False, True) for one in asked]
        found = [result for result in found if result is not None]
        WORKED[bool(found)] += 1
        return found

    def asked(self, op: dict, i: int) -> list[Asked]:
        """What the formulas of an op leave to it, in the arithmetic of floats and of integers."""
        tensors = [x["tensor"] for x in op.get("inputs", ()) if "tensor" in x]
        values = [self.tape.value[t].at(i) or self.tape.value[t].at(i + 1) for t in tensors]
        dtype = next((value["dtype"] for value in values if value), "float64")
        dim = op.get("params", {}).get("dim")
        dim = dim if isinstance(dim, int) else -1
        # Some kernels compare with a number as it is, others with what the dtype makes of it.
        narrow = dtype in ("float16", "bfloat16")
        return [Asked(dtype, dim, narrow=narrow), Asked("float64", dim, narrow=narrow),
                *([Asked(dtype, dim, whole=True)] if re.match("u?int", dtype) else [])]

    def numbers(self, name: str, i: int, more: dict, late: bool) -> np.ndarray | None:
        """The numbers that a name stands for in a formula: before the op, or `late`, after it."""
        if name in more:
            return more[name]
        if name == "i" and self.tape.means(name, i) is None:
            return np.array(1j)
        op = self.tape.events[i]
        if op["kind"] == "op" and name in self.tape.words(op["op"]):
            return None
        if name.endswith(".grad"):
            owner = self.tape.means(name.removesuffix(".grad"), i)
            grad = self.tape.grad[owner].at(i) if isinstance(owner, str) else None
            return None if grad is None else array(grad)
        if name[-1] in "₀₁₂₃₄₅₆₇₈₉":
            for tensor in self.tape.nth_of(name, self.tape.running[i]):
                value = self.tape.value[tensor].at(i)
                return None if value is None else array(value)
            return None
        moments = range(i, self.tape.horizon(i) + 1)
        callers = self.tape.of_callers(name, i)
        for moment in reversed(moments) if late else moments:
            found = callers if moment == i and callers else self.tape.means(name, moment)
            if isinstance(found, str):
                value = self.tape.value[found].at(i) or self.tape.value[found].at(i + 1)
                return None if value is None else array(value)
        owners = [t for t in self.tape.named.get(plain_path(name), ()) if t in self.tape.parameters]
        value = self.tape.value[owners[0]].at(i) if len(owners) == 1 else None
        return None if value is None else array(value)

    def is_node(self, text: str, node: str | None, i: int | None = None, nr: int = 0) -> bool:
        """Whether `MulBackward0 (y)`, or the variable that it made, says a node."""
        i = self.i if i is None else i
        known = self.tape.nodes.get(node or "")
        if known is None:
            whose = {"run": "node", "flow": "to"}
            return any(e.get("name") == text and e[whose[e["kind"]]] == node
                       for e in self.tape.events if e["kind"] in whose)
        tensors = [known["variable"]] if known["variable"] else known["outputs"][nr : nr + 1]
        if any(self.called(text, tensor, i) for tensor in tensors):
            return True
        name, _, beside = text.partition(" (")
        if name != known["name"]:
            return False
        return not beside or self.is_beside(beside.removesuffix(")"), known, i)

    def is_beside(self, text: str, node: dict, i: int) -> bool:
        """Whether what stands in brackets after a node's name tells it from others."""
        tensors = [node["variable"]] if node["variable"] else node["outputs"]
        if any(self.called(text, tensor, i) for tensor in tensors):
            return True
        op = self.tape.events[node["made"]]
        if op["kind"] != "op":
            return False
        if text in op["scope"]:
            return True
        return text.endswith("ᵀ") and any(
            self.said(text[:-1], x["tensor"], node["made"]) for x in op["inputs"]
            if "tensor" in x)

    def fits(self, kind: str, text: str) -> bool:
        """Whether a part of a sentence is one of a kind, and true."""
        return any(row.check(self, **match.groupdict(), **row.more)
                   for row in CLAUSES[kind] for match in row.matches(text.strip()))

    def tensors(self, name: str) -> list[str]:
        """The tensors that a name may mean at the end of the step."""
        path = plain_path(name.strip().rstrip("₀₁₂₃₄₅₆₇₈₉"))
        owners = self.tape.named.get(path, ())
        if path.endswith(".grad"):
            of = self.tensors(path.removesuffix(".grad"))
            owners = [*owners, *(t for t, owner in self.tape.grad_of.items() if owner in of)]
        found = [t for t in owners if self.called(name.strip(), t, self.end - 1)]
        return found or self.blamed(name.strip())

    def blamed(self, name: str) -> list[str]:
        """What the exception points at, where the line that raised it has this path to it."""
        fails = [e for e in self.tape.events[self.first : self.end] if e["kind"] == "fail"]
        base = re.match(r"\w+", name)
        if not fails or base is None or name not in self.tape.text(fails[0]["line"]):
            return []
        is_container = isinstance(self.tape.means(base[0], self.end - 1), dict)
        return fails[0]["blame"]["tensors"] if is_container else []

    def shows(self, text: str, value: dict | None) -> bool:
        """Whether a text says a value."""
        return shows(text, value)

    def is_norm(self, text: str, value: dict) -> bool:
        """Whether a text is the norm of a value."""
        x = norm(value)
        return x is not None and is_size(text, x)

    def on_line(self, line: str) -> Iterator[tuple[int, dict]]:
        """All events of the tape that happened on a line."""
        for i, event in enumerate(self.tape.events):
            if str(self.tape.line(i)) == line:
                yield i, event
