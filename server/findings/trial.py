"""Compare the run of a fixed program with the run before it: what a fix ends, what it changes."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from server.document.finding import Finding
from server.findings.facts import Brief, Facts, Shown
from server.findings.program import applied, parsed

# So many changed gradients are named; the others are counted.
MOST_GRADIENTS = 3
# A value with more characters is said by its norm.
LONGEST = 26
# So many characters of a printed line are quoted.
QUOTED = 40
GRAVE = ("error", "mistake", "smell")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fix of a finding in a phrase of both languages, and the program that it makes."""

    en: str
    zh: str
    code: str


@dataclass(frozen=True, slots=True)
class Tried:
    """The outcome of a fix that works, in a phrase of both languages."""

    en: str
    zh: str


def candidates(code: str, finding: Finding) -> list[Candidate]:
    """Return the programs that the fixes of a finding make, those left out that do not parse."""
    found: dict[str, Candidate] = {}
    for fix in finding.fixes:
        try:
            fixed = applied(code, fix.edits)
        except ValueError:
            continue
        if fixed != code and parsed(fixed).body:
            found.setdefault(fixed, Candidate(fix.en, fix.zh, fixed))
    return list(found.values())


def outcome(before: Facts, after: Facts, finding: Brief) -> Tried | None:
    """Return what a fix of a finding changes; None if it does not work.

    It works if the program runs to its end, the finding is gone, and no other one above a note has
    come.
    """
    if after.ended != "finished" or (after.status or 0) not in (0, before.status):
        return None
    if after.is_full and not before.is_full:
        return None  # what comes after the end of the tape is not known
    lines = line_map(before.code, after.code)
    stay = [each for each in before.findings if each != finding]
    ours = [each for each in after.findings if not any(is_there(one, each, lines) for one in stay)]
    if any(is_same(finding, each, lines) for each in ours):
        return None
    if any(is_new(each, before.findings, lines) for each in after.findings):
        return None
    en = ["runs" if before.ended == "finished" else "runs to its end"]
    zh = ["能运行" if before.ended == "finished" else "能运行到结束"]
    for said in (*changed_values(before, after), changed_prints(before, after)):
        if said is not None:
            en.append(said.en)
            zh.append(said.zh)
    return Tried("; ".join(en), "；".join(zh))


def line_map(before: str, after: str) -> dict[int, int]:
    """Return for each line of code where it is after an edit; of replaced lines, by their order."""
    old, new = before.split("\n"), after.split("\n")
    found: dict[int, int] = {}
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for _, first, last, start, stop in matcher.get_opcodes():
        found |= {1 + line: 1 + start + i
                  for i, line in enumerate(range(first, last)) if start + i < stop}
    return found


def is_same(finding: Brief, other: Brief, lines: dict[int, int]) -> bool:
    """Whether a finding of the second run is one of the first: its kind, about names or a line."""
    if finding.kind != other.kind:
        return False
    if set(finding.names) & set(other.names):
        return True
    return finding.line is not None and lines.get(finding.line) == other.line


def is_there(finding: Brief, other: Brief, lines: dict[int, int]) -> bool:
    """Whether a finding of the second run is one of the first that a fix left where it was."""
    was, now = (replace(each, line=None) for each in (finding, other))
    return was == now and finding.line is not None \
        and lines.get(finding.line) == other.line


def is_new(found: Brief, before: Sequence[Brief], lines: dict[int, int]) -> bool:
    """Whether a finding of the second run is above a note, and none of the first is as grave."""
    if found.severity not in GRAVE:
        return False
    return not any(is_same(each, found, lines) and each.severity in GRAVE
                   and GRAVE.index(each.severity) <= GRAVE.index(found.severity)
                   for each in before)


def changed_values(before: Facts, after: Facts) -> list[Tried]:
    """Say which loss and which gradients are others than before."""
    told: list[Tried] = []
    if before.loss and after.loss and before.loss[0] == after.loss[0]:
        told += changed(f"the last {after.loss[0]}", f"最后的 {after.loss[0]} ",
                        before.loss[1], after.loss[1])
    known = {name: each for each in before.gradients for name in each.names}
    last = {name: each for each in after.gradients for name in each.names if name in known}
    each: list[Tried] = []
    told_of: set[int] = set()
    for name, gradient in last.items():  # of several tensors of a name the last is told
        if id(gradient) not in told_of:
            told_of.add(id(gradient))
            is_emptied = gradient.is_emptied or known[name].is_emptied
            en, zh = ("the last ", "最后的 ") if is_emptied else ("", "")
            each += changed(f"{en}{name}.grad", f"{zh}{name}.grad ", known[name].shown,
                            gradient.shown)
    more = len(each) - MOST_GRADIENTS
    if more > 0:
        noun = "gradient changes" if more == 1 else "gradients change"
        each[MOST_GRADIENTS:] = [Tried(f"{more} more {noun}", f"另有 {more} 个梯度不同")]
    return told + each


def changed(en: str, zh: str, before: Shown, after: Shown) -> list[Tried]:
    """Say that a value is another one; nothing if it looks the same."""
    if before.digest == after.digest:
        return []
    texts = before.text, after.text
    is_short = all(text is not None and len(text) <= LONGEST for text in texts)
    if not is_short and None not in (before.norm, after.norm):
        en, zh, texts = f"the norm of {en}", f"{zh}的范数", (before.norm, after.norm)
    old, new = texts[0] or f"of norm {before.norm}", texts[1] or f"of norm {after.norm}"
    return [] if old == new else [
        Tried(f"{en} is {new} instead of {old}",
              f"{zh}是 {new}，而不是 {old}".replace("of norm", "范数"))]


def changed_prints(before: Facts, after: Facts) -> Tried | None:
    """Say which printed lines are others than before; None if there were none."""
    pairs = list(zip_longest(before.printed, after.printed))
    others = [i for i, (old, new) in enumerate(pairs) if old != new]
    if before.digest == after.digest:
        return Tried("it prints the same", "输出不变") if before.printed else None
    if not others:
        return Tried("what it prints after many lines changes", "很多行之后的输出有变化")
    first = others[0]
    old, new = pairs[first]
    more = len(others) - 1
    rest = (f", and {more} more", f"，另有 {more} 行不同") if more else ("", "")
    if old is None:
        return Tried(f"it prints {quoted(new)}{rest[0]}", f"多输出 {quoted(new)}{rest[1]}")
    if new is None:
        return Tried(f"it no longer prints {quoted(old)}{rest[0]}",
                     f"不再输出 {quoted(old)}{rest[1]}")
    noun = "printed line changes" if not more else "printed lines change"
    return Tried(f"{noun}: line {first + 1} is {quoted(new)} instead of {quoted(old)}{rest[0]}",
                 f"输出的第 {first + 1} 行是 {quoted(new)}，而不是 {quoted(old)}{rest[1]}")


def quoted(line: str | None) -> str:
    """Return a printed line between quotes, its end left out where it is long."""
    text = (line or "").strip()
    return f"“{text if len(text) <= QUOTED else text[: QUOTED - 1] + '…'}”"
