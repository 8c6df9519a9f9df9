"""The sentences that the page may say, in both languages, each with what must be true for it.

    @says("{name} waits for {count} more.", "{name} 还在等 {count} 个梯度。", on="flow")
    def waits(at, name, count): ...

A `{field}` stands for any text. The function is asked, for each event of the step of a kind in
`on`, whether it makes the sentence true, with the texts of the fields; keywords given to `says`
are passed on to it. `on="step"` asks once a step, `on="explained"` once an explanation.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial


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
EVENTS = {"leaf", "op", "name", "value", "enter", "leave", "optimizer", "write", "mode", "backward",
          "run", "flow", "hook", "grad", "free", "print", "full", "fail"}


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
