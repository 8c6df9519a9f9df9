"""Formulas over indices: the sums of a convolution, the steps of an LSTM, back through time."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tests.truth.arithmetic import Unknown
from tests.truth.scope import Scope

Work = Callable[[str, Scope], Any]
MOST_TERMS = 100_000
TERM = re.compile(r"([+-]?)(\d*)([a-z]?)")


def linear(text: str, at: dict[str, int]) -> int:
    """The number that `2p + k - 1` is."""
    total = 0
    for sign, times, letter in TERM.findall(text.replace(" ", "")):
        if times or letter:
            total += (-1 if sign == "-" else 1) * int(times or 1) * (at[letter] if letter else 1)
    return total


def convolved(line: str, scope: Scope) -> np.ndarray:
    """Work out a sum over indices, where what lies outside of a tensor is 0; raises Unknown."""
    left, _, right = line.partition(" = ")
    own = left.rpartition("_{")[2].rstrip("}").split(", ")
    name = "result" if "mathit{grad}" not in left else "input" if r"\top" in left else "weight"
    shape = np.shape(scope.find(rf"\mathit{{{name}}}"))
    factors = [(scope.find(found), places.split(", ")) for found, places in
               re.findall(r"\{(\\mathit\{\w+\})\}_\{([^}]*)\}", right)]
    limits = re.findall(r"([^,:]+) = ([a-z])", re.findall(r":\\,([^}]*)\}", right + r":\,}")[0])
    sizes = dict(zip(own, shape, strict=True))
    for array, places in factors:
        sizes |= {place: size for place, size in zip(places, array.shape, strict=True)
                  if place not in sizes and re.fullmatch("[a-z]", place)}
    if np.prod(list(sizes.values())) > MOST_TERMS:
        raise Unknown
    total = np.zeros(shape)
    for found in itertools.product(*map(range, sizes.values())):
        at = dict(zip(sizes, found, strict=True))
        if any(linear(text, at) != at[letter] for text, letter in limits):
            continue
        term = 1.0
        for array, places in factors:
            index = tuple(linear(place, at) for place in places)
            inside = all(0 <= i < size for i, size in zip(index, array.shape, strict=True))
            term *= array[index] if inside else 0.0
        total[tuple(at[letter] for letter in own)] += term
    return total


# --- Through time ------------------------------------------------------------------------------

INDEXED = re.compile(r"\{?(\\mathit\{grad\}|\b[a-z])\}?"
                     r"_(?:\{(?:([a-z])_)?(\{?t?[-+]?\w?\}?)\}|(\w))")


class Steps:
    """The values of the letters of an LSTM at each step, from the lines that define them."""

    def __init__(self, lines: list[str], where: list[str], scope: Scope, work: Work) -> None:
        self.scope, self.work = scope, work
        self.inputs = scope.find(r"\mathit{input}")
        self.last = len(self.inputs)
        self.is_reversed = "t+1" in lines[1]
        first = self.last + 1 if self.is_reversed else 0
        self.kept: dict[tuple[str, int], Any] = {
            ("h", first): scope.find(r"\mathit{hx\_}"), ("c", first): scope.find(r"\mathit{cx\_}")}
        self.kept |= {("x", t + 1): self.inputs[t] for t in range(self.last)}
        times = list(range(1, self.last + 1))
        for t in reversed(times) if self.is_reversed else times:
            gates = np.split(self.at(lines[1].partition(" = ")[2], t), 4, -1)
            self.kept |= {(gate, t): found for gate, found in zip("ifgo", gates, strict=True)}
            for line in lines[2:]:
                self.kept[line.strip()[0], t] = self.at(line.partition(" = ")[2], t)
        for t in times if self.is_reversed else reversed(times):
            for line in reversed(where):
                letter = line.partition("}_{")[2][0]
                self.kept["d" + letter, t] = self.at(line.partition(" = ")[2], t)

    def at(self, text: str, t: int) -> Any:
        """What a line gives at a step; raises Unknown."""
        text = text.replace(r"{\left({\mathit{grads}}_{0}\right)}_t", r"\mathit{out}")
        for edge, step in (("1", 1), ("T", self.last)):
            text = text.replace(rf"\left[t = {edge}\right]", str(int(t == step)))
        text = text.replace(r"\sigma'", r"\dsigma").replace(r"\tanh'", r"\dtanh")
        text = re.sub(r"\\,(?!\\allow)", r"\\,\\allowbreak ", text)
        out = self.scope.arrays.get("grads__0")
        letters = {} if out is None else {r"\mathit{out}": out[t - 1]}
        parts: list[str] = []

        def put(found: re.Match[str]) -> str:
            kind = found[1] if found[2] is None else "d" + found[2]
            step = (found[3] if found[4] is None else found[4]).strip("{}")
            number = self.last if step == "T" else int(step) if step.isdigit() else t + int(
                step[1:] or 0)
            name = rf"\mathit{{{kind}{number}}}"
            value = self.kept.get((kind, number))
            letters[name] = self.zero(kind) if value is None else value
            parts.append(name)
            return name

        text = INDEXED.sub(put, text)
        if re.match(r"\(\\mathit\{di", text):
            return np.concatenate([letters[name] for name in parts], -1)
        here = Scope(self.scope.op, self.scope.params, self.scope.arrays, 2, letters)
        return self.work(text, here)

    def zero(self, kind: str) -> np.ndarray:
        """What a gradient is behind the last step."""
        width = len(self.scope.find(r"\mathit{weight0}")) if kind == "da" else np.shape(
            self.scope.find(r"\mathit{hx\_}"))[-1]
        return np.zeros((self.inputs.shape[1], width))

    def result(self, tex: str) -> np.ndarray:
        """What the formula of a gradient gives: a sum over the steps, all of them, or one."""
        times = range(1, self.last + 1)
        found = re.match(r"\\textstyle\\sum_(?:t|\{t, 0\}) (.*)", tex)
        if found:
            total = np.sum([self.at(found[1], t) for t in times], 0)
            return total.sum(0) if "{t, 0}" in tex else total
        every = re.fullmatch(r"\{\\left\((.*)\\right\)\}_\{t = 1, \\dots, T\}", tex)
        return np.stack([self.at(every[1], t) for t in times]) if every else self.at(tex, 1)

    def states(self) -> Iterator[np.ndarray]:
        """The states that the layer gives out."""
        return (self.kept["h", t] for t in range(1, self.last + 1))
