"""The sentences that the page may say, in both languages, each with what must be true for it.

    @says("{name} waits for {count} more.", "{name} 还在等 {count} 个梯度。", on="flow")
    def waits(at, name, count): ...

A `{field}` stands for any text. The function is asked, for each event of the step of a kind in
`on`, whether it makes the sentence true, with the texts of the fields; keywords given to `says`
are passed on to it. `on="step"` asks once a step, `on="finding"` once an explanation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from tests.truth.formulas import agrees, evaluate
from tests.truth.numbers import array, is_size, norm, shows
from tests.truth.tape import Tape

FIELD = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Row:
    """One sentence in one language."""

    template: str
    language: str
    pattern: re.Pattern
    on: tuple[str, ...]
    check: Callable
    more: dict = field(hash=False)


ROWS: dict[str, list[Row]] = {"en": [], "zh": []}


def pattern_of(template: str, language: str) -> re.Pattern:
    """A template as a pattern; Chinese drops spaces between its own characters."""
    parts = re.split(FIELD, template)
    text = "".join(
        (f"(?P<{part}>.+?)" if i % 2 else re.escape(part)) for i, part in enumerate(parts))
    return re.compile(text.replace(r"\ ", " ?") if language == "zh" else text, re.DOTALL)


def says(en: str, zh: str, on: str = "step", **more) -> Callable:
    """Register a sentence with the function that judges it."""

    def register(check: Callable) -> Callable:
        for language, template in (("en", en), ("zh", zh)):
            ROWS[language].append(Row(
                template, language, pattern_of(template, language), tuple(on.split()), check, more,
            ))
        return check

    return register


def truths(*pairs: tuple[str, str]) -> None:
    """Register sentences that hold for every program: they name nothing of the run."""
    for en, zh in pairs:
        says(en, zh, on="any")(lambda at: True)


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
        value = self.tape.value[tensor].at(i + 1)
        return value is not None and (shows(text, value) or self.is_worth(text, value, tensor))

    def is_worth(self, text: str, value: dict, tensor: str) -> bool:
        """Whether a formula stands for a tensor: it has its numbers, or names its op or inputs."""
        made = self.tape.made.get(tensor)
        if made is None or self.tape.events[made]["kind"] != "op":
            return False
        result = self.worked(text, made)
        if result is not None:
            whole = array(value)
            return whole is None or agrees(result, whole)
        return self.is_plausible(text, self.tape.events[made], made)

    def is_plausible(self, text: str, op: dict, made: int) -> bool:
        """Whether a formula that cannot be worked out names inputs of its op, or the op."""
        words = set(re.findall(r"[^\W\d]\w*", text))
        stem = set(re.split(r"_", op["op"])) | {op["op"]}
        inputs = [x["tensor"] for x in op["inputs"] if "tensor" in x]
        named = {word for t in inputs for _, _, name in self.tape.called.get(t, ())
                 for word in re.findall(r"[^\W\d]\w*", name)}
        nested = any(self.is_plausible(text, self.tape.events[m], m) for t in inputs
                     if (m := self.tape.made.get(t)) is not None and m < made
                     and self.tape.events[m]["kind"] == "op") if "…" in text or "(" in text else 0
        return bool(words & (stem | named)) or not words or "…" in text or bool(nested)

    def worked(self, text: str, i: int, more: dict | None = None) -> np.ndarray | None:
        """The numbers that a formula gives at event `i`."""
        return evaluate(text, lambda name: self.numbers(name, i, more or {}))

    def numbers(self, name: str, i: int, more: dict) -> np.ndarray | None:
        """The numbers that a name stands for in a formula."""
        if name in more:
            return more[name]
        for moment in (i, *range(i + 1, self.tape.horizon(i) + 1)):
            found = self.tape.means(name, moment)
            if isinstance(found, str):
                value = self.tape.value[found].at(i) or self.tape.value[found].at(i + 1)
                return None if value is None else array(value)
        return None

    def is_node(self, text: str, node: str | None, i: int | None = None, nr: int = 0) -> bool:
        """Whether `MulBackward0 (y)`, or the variable that it made, says a node."""
        i = self.i if i is None else i
        known = self.tape.nodes.get(node or "")
        if known is None:
            return False
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
            self.called(text[:-1], x["tensor"], node["made"]) for x in op["inputs"]
            if "tensor" in x)

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
            if self.tape.line(i) == int(line):
                yield i, event


@dataclass(frozen=True)
class Verdict:
    """A text read as sentences: the rows that are true for it, with the events that make them so.
    """

    rows: tuple[tuple[Row, re.Match, int | None], ...]
    wrong: str | None


BEFORE = {
    "en": re.compile(r"(?<=[.…]) (?=\S)| (?=(?:It prints: |A warning: |The value is |…$))"),
    "zh": re.compile(r"(?<=[。…]) ?(?=[^ ])|(?=(?:打印：|警告：|值为 ))|(?= …$)"),
}


class Reader:
    """Reads texts in one language, and judges each sentence at moments of a tape."""

    def __init__(self, tape: Tape, language: str) -> None:
        self.tape, self.language = tape, language
        self.met: dict[Row, tuple] = {}

    def read(self, text: str, first: int, end: int, finding: dict | None = None) -> Verdict:
        """Split a text into sentences that the table knows and the events `first..end-1` bear out.

        Where that cannot be, the verdict says what is wrong with the first sentence that is not.
        """
        cuts = [0, *(m.end() for m in BEFORE[self.language].finditer(text)), len(text)]
        cuts = sorted(set(cuts))
        best: dict[int, tuple] = {0: ()}
        unknown: dict[int, str] = {}
        for n, begin in enumerate(cuts[:-1]):
            if begin not in best:
                continue
            for stop in cuts[n + 1 :]:
                found, known = self.judge(text[begin:stop].strip(), first, end, finding)
                if found:
                    best.setdefault(stop, (*best[begin], found))
                elif known:
                    unknown.setdefault(begin, f"is not true: {text[begin:stop].strip()}")
        if len(text) in best:
            return Verdict(best[len(text)], None)
        reached = max(best)
        return Verdict(best[reached], unknown.get(
            reached, f"is a sentence that the checker does not know: {text[reached:]}"))

    def judge(self, sentence: str, first: int, end: int, finding: dict | None):
        """A row that is true for a sentence, with its match and event; else whether one fits."""
        known = False
        for row in ROWS[self.language]:
            match = row.pattern.fullmatch(sentence)
            if match is None:
                continue
            known = True
            for i in self.moments(row, first, end):
                moment = Moment(self.tape, i, first, end, finding)
                if row.check(moment, **match.groupdict(), **row.more):
                    return (row, match, i if row.on[0] not in ("step", "any") else None), True
        return None, known

    def moments(self, row: Row, first: int, end: int) -> Iterator[int]:
        """The events at which a row may be true."""
        if row.on[0] in ("step", "finding", "any"):
            yield first
            return
        for i in range(first, end):
            if self.tape.events[i]["kind"] in row.on:
                yield i
