"""Reads what the page says as sentences of the table, and judges each at moments of a tape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.truth.moment import Moment
from tests.truth.table import BY_KIND, EVENTS, Row
from tests.truth.tape import Tape


@dataclass(frozen=True)
class Verdict:
    """A text read as sentences: the rows that are true for it, with the events that make them so.
    """

    rows: tuple[tuple[Row, re.Match, int | None], ...]
    wrong: str | None


BEFORE = {
    "en": re.compile(r" · |(?<=[.…]) (?=\S)| (?=(?:It prints: |A warning: |The value is |…$))"),
    "zh": re.compile(r" · |(?<=[。…]) ?(?=[^ ])|(?=(?:打印：|警告：|值为 ))|(?= …$)"),
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
                found, known = self.judge(text[begin:stop].strip(" ·"), first, end, finding)
                if found:
                    best.setdefault(stop, (*best[begin], found))
                elif known:
                    unknown.setdefault(begin, f"is not true: {text[begin:stop].strip(' ·')}")
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
