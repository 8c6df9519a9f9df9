"""`term-without-gradient`: a term of the loss brings no gradient, though the rest does."""

from __future__ import annotations

from collections.abc import Iterator

from server.document.finding import Bilingual, Finding
from server.findings.missing_grad.fixes import fixes_of
from server.findings.diagnosis import Diagnosis, at_line, both, on_line
from server.findings.missing_grad.find import GENERAL
from server.findings.reading import Reading
from server.findings.missing_grad.terms import Term, terms
from server.findings.missing_grad import cut_en, cut_zh

KIND = "term-without-gradient"


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each term of a loss that something has cut off."""
    for term in terms(reading):
        cut, at = term.cut, term.at
        line = cut.line or reading.events[at]["line"]
        lines = dict.fromkeys((reading.events[at]["line"], term.call.line))
        tensors = tuple(dict.fromkeys(one for one in (term.tensor, cut.source) if one))
        yield Finding(KIND, "mistake", term.call.begin, line,
                      tuple(one for one in lines if one is not None and one != line), (), tensors,
                      tuple(dict.fromkeys((*([term.name] if term.name else ()), *cut.leaves))),
                      words_of(reading, term), fixes_of(reading, cut))


def words_of(reading: Reading, term: Term) -> Bilingual:
    """What is said of a term."""
    line = reading.events[term.at]["line"]
    (why, why_zh), cut = GENERAL[term.cut.how], term.cut
    name, name_zh = term.name or "A term", f" {term.name}" if term.name else "一项"
    return both(
        (f"{name} brings no gradient",
         f"{name} is added{on_line(line)}, and no gradient goes back through it: "
         f"{cut_en.cut_by(cut)}.", why, f"{cut_en.uncut(cut)}."),
        (f"{name_zh.strip()} 不带梯度",
         f"{at_line(line)}加上了{name_zh}，但没有梯度从它那里回去：{cut_zh.cut_by(cut)}。",
         why_zh, f"{cut_zh.uncut(cut)}。"))


DIAGNOSIS = Diagnosis(KIND, find)
