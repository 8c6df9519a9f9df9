"""The sentences that the page may say, in both languages, each with what must be true for it.

    @says("{name} waits for {count} more.", "{name} 还在等 {count} 个梯度。", on="flow")
    def waits(at, name, count): ...

A `{field}` stands for any text. The function is asked, for each event of the step of a kind in
`on`, whether it makes the sentence true, with the texts of the fields; keywords given to `says`
are passed on to it. `on="step"` asks once a step, `on="explained"` once an explanation.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np

from tests.truth.formulas import WORDS, agrees, evaluate
from tests.truth.numbers import array, is_size, norm, shows
from tests.truth.tape import Tape, plain_path

# Words that stand for no tensor in a formula.
OF_FORMULAS = {"mod", "ln", "i", "dim", "in", "each", "N", "grad", "not", "if", "e", "inf", "nan",
               "j", "stored", *WORDS}
# Fields of a form of their own; any other field stands for any text.
FORMS = dict.fromkeys(("line", "head", "held", "version", "now"), r"\d+") | {"count": r"[\w,]+"}
FIELD = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Row:
    """One sentence in one language."""

    template: str
    language: str
    patterns: tuple[re.Pattern, ...]
    on: str
    check: Callable
    more: dict = field(hash=False)

    @cached_property
    def literals(self) -> tuple[str, str, str]:
        """What any such sentence begins with, ends with and has somewhere: its own words."""
        parts = FIELD.split(self.template)[::2]
        words = [part.split(" ") if self.language == "zh" else [part] for part in parts]
        return words[0][0], words[-1][-1], max((w for some in words for w in some), key=len)

    def matches(self, text: str) -> list[re.Match]:
        """The ways to read a text as this sentence."""
        head, tail, inner = self.literals
        if not (text.startswith(head) and text.endswith(tail) and inner in text):
            return []
        found = {m.groups(): m for pattern in self.patterns if (m := pattern.fullmatch(text))}
        return list(found.values())


ROWS: dict[str, list[Row]] = {"en": [], "zh": []}
BY_KIND: dict[str, dict[str, list[Row]]] = {"en": defaultdict(list), "zh": defaultdict(list)}
# How many formulas could be worked out, and how many could not.
WORKED: Counter[bool] = Counter()
EVENTS = {"leaf", "op", "name", "value", "enter", "leave", "write", "mode", "backward", "run",
          "flow", "hook", "grad", "free", "print", "full", "fail"}


def patterns_of(template: str, language: str) -> tuple[re.Pattern, ...]:
    """A template as patterns; Chinese drops spaces between its own characters.

    In the first the earlier fields are as short as can be, in the second as long.
    """
    parts = re.split(FIELD, template)
    found = []
    for size in (".+?", ".+"):
        text = "".join(f"(?P<{part}>{FORMS.get(part, size)})" if i % 2 else re.escape(part)
                       for i, part in enumerate(parts))
        text = text.replace(r"\ ", " ?") if language == "zh" else text
        found.append(re.compile(text, re.DOTALL))
    return tuple(found)


def says(en: str, zh: str, on: str = "step", **more) -> Callable:
    """Register a sentence with the function that judges it."""

    def register(check: Callable) -> Callable:
        for language, template in (("en", en), ("zh", zh)):
            row = Row(template, language, patterns_of(template, language), on, check, more)
            ROWS[language].append(row)
            for kind in on.split():
                BY_KIND[language][kind].append(row)
        return check

    return register


explains = partial(says, on="explained")

CLAUSES: dict[str, list[Row]] = {}


def clause(kind: str, en: str, zh: str, **more) -> Callable:
    """Register a part of sentences, as `says` registers a whole one."""

    def register(check: Callable) -> Callable:
        for language, template in (("en", en), ("zh", zh)):
            CLAUSES.setdefault(kind, []).append(Row(
                template, language, patterns_of(template, language), "", check, more))
        return check

    return register


def truths(*pairs: tuple[str, str]) -> None:
    """Register sentences that hold for every program: they name nothing of the run."""
    for en, zh in pairs:
        says(en, zh, on="explained")(lambda at: True)


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
        results = self.worked(text, made)
        if results:
            return any(agrees(result, array(value)) for result in results)
        return self.is_plausible(text, self.tape.events[made], made)

    def is_plausible(self, text: str, op: dict, made: int, depth: int = 6) -> bool:
        """Whether a formula that cannot be worked out names the op, or what the op works with."""
        plain = re.sub(r"[ᵀ²]", " ", text)
        words = set(re.findall(r"(?<![\w.])[^\W\d]\w*(?!\w*\()", plain)) - OF_FORMULAS
        inputs = [x["tensor"] for x in op["inputs"] if "tensor" in x]
        outputs = [output["tensor"] for output in op["outputs"]]
        known = {op["op"], *op["op"].split("_"), *self.words_of([*inputs, *outputs])}
        if not words or "…" in text or words & known:
            return True
        makers = [(m, self.tape.events[m]) for t in inputs
                  if (m := self.tape.made.get(t)) is not None and m < made]
        return depth > 0 and any(self.is_plausible(text, event, m, depth - 1)
                                 for m, event in makers if event["kind"] == "op")

    def words_of(self, tensors: list[str]) -> set[str]:
        """The words in the names of some tensors, or of those whose `.grad` they are."""
        owners = [*tensors, *(self.tape.grad_of.get(t) for t in tensors)]
        return {word for t in owners for _, _, name in self.tape.called.get(t, ())
                for word in re.findall(r"[^\W\d]\w*", name)}

    def worked(self, text: str, i: int, more: dict | None = None) -> list[np.ndarray]:
        """The numbers that a formula may give at event `i`; none where it cannot be worked out."""
        keeps = (False, True) if "dim=" in text else (False,)
        found = [evaluate(text, partial(self.numbers, i=i, more=more or {}, late=late), keep)
                 for late in (False, True) for keep in keeps]
        found = [result for result in found if result is not None]
        WORKED[bool(found)] += 1
        return found

    def numbers(self, name: str, i: int, more: dict, late: bool) -> np.ndarray | None:
        """The numbers that a name stands for in a formula: before the op, or `late`, after it."""
        if name in more:
            return more[name]
        if name == "i" and self.tape.means(name, i) is None:
            return np.array(1j)
        if name.endswith(".grad"):
            owner = self.tape.means(name.removesuffix(".grad"), i)
            grad = self.tape.grad[owner].at(i) if isinstance(owner, str) else None
            return None if grad is None else array(grad)
        moments = range(i, self.tape.horizon(i) + 1)
        for moment in reversed(moments) if late else moments:
            found = self.tape.means(name, moment)
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
        kinds = {"step", "any", *(e["kind"] for e in self.tape.events[first:end])}
        if finding is not None or "fail" in kinds:
            kinds.add("explained")
        known = False
        for kind in sorted(kinds):
            for row in BY_KIND[self.language][kind]:
                for match in row.matches(sentence):
                    known = True
                    for i in self.moments(kind, first, end):
                        moment = Moment(self.tape, i, first, end, finding)
                        if row.check(moment, **match.groupdict(), **row.more):
                            return (row, match, i if kind in EVENTS else None), True
        return None, known

    def moments(self, kind: str, first: int, end: int) -> Iterator[int]:
        """The events at which a row may be true."""
        if kind not in EVENTS:
            yield first
            return
        for i in range(first, end):
            if self.tape.events[i]["kind"] == kind:
                yield i
