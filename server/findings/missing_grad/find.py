"""Find missing gradients: printed as None, never come to a leaf, or without a way back."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from server.document.finding import Bilingual, Finding, Fix
from server.findings.missing_grad.cuts import merged
from server.findings.missing_grad.fixes import fixes_of
from server.findings.diagnosis import both, several
from server.findings.missing_grad.lineage import lineage
from server.findings.names import asked_on, leaf_names, names
from server.findings.missing_grad.no_graph import without_graph
from server.findings.missing_grad.causes import Cause, is_passed_by_grad, was_returned, why_none
from server.findings.reading import Call, Reading, shared
from server.findings.missing_grad.terms import terms
from server.findings.missing_grad.wanted import severity_of
from server.findings.missing_grad import cut_zh
from server.findings.missing_grad.cause_words import in_chinese, in_english

# Causes that a program shows on purpose more often than by mistake.
EXPECTED = frozenset({"no-backward", "asks-none", "emptied", "left-out", "returned"})
CHOICE = ("A gradient says how a result moves with a small change of the input. A choice, a "
          "comparison or an index does not move with it: it stays, or it jumps.",
          "梯度说的是输入有微小变化时结果怎样变化。"
          "选择、比较、索引不随它变化：要么不变，要么跳变。")
PLAIN = ("Autograd follows tensors from op to op. Numbers that were taken out have no history, and "
         "neither has a tensor that is made of them.",
         "autograd 跟着张量从一个运算走到下一个运算。取出来的数没有历史，用它们新建的张量也没有。")
QUIET = ("While grad mode is off, nothing is put on the tape, so no gradient comes back along it.",
         "梯度模式关闭时什么都不记入计算图，梯度也就回不来。")
# Why no gradient passes, for each way to cut it off.
GENERAL = {
    "detach": ("detach() gives the same numbers without their history, so no gradient passes.",
               "detach() 给出同样的数，但不带历史，所以梯度过不去。"),
    "cast": ("A gradient says what a very small change does, and whole numbers and truth values "
             "have no small changes.",
             "梯度说的是微小的变化会带来什么，而整数和布尔值没有微小的变化。"),
    "underived": CHOICE, "indices": CHOICE, "copy": PLAIN, "numbers": PLAIN, "no_grad": QUIET,
    "inside": ("Only what is put on the tape can send a gradient back.",
               "只有记入计算图的运算才能把梯度送回去。"),
}
# So many printed lines of a line of the program are looked at: those of a loop are alike.
MOST_PRINTED = 3


@dataclass(frozen=True, slots=True)
class Missing:
    """Leaves without a gradient for one cause; `printed` is the event that printed None for one."""

    cause: Cause
    tensors: tuple[str, ...]
    labels: tuple[str, ...]
    severity: str
    at: int
    line: int | None
    printed: bool


@shared
def missing(reading: Reading) -> tuple[Finding, ...]:
    """Return each missing gradient that a program may not have meant, with its cause."""
    printed = list(printed_none(reading))
    missed = list(never_reached(reading, printed))
    for i, one in enumerate(printed):
        for same in [other for other in missed if other.cause.key == one.cause.key]:
            missed.remove(same)
            one = replace(one, cause=together([one.cause, same.cause]),
                          tensors=(*one.tensors, *same.tensors),
                          labels=(*one.labels, *same.labels))
        printed[i] = one
    found = [told(reading, one) for one in (*printed, *missed)]
    return (*found, *without_graph(reading))


def printed_none(reading: Reading) -> Iterator[Missing]:
    """Yield what a line printed as None where it asked for a `.grad`."""
    seen: Counter[int | None] = Counter()
    known: set[tuple[str, str]] = set()
    for at in reading.prints:
        event = reading.events[at]
        if event["how"] == "warning" or not re.search(r"\bNone\b", event["text"]):
            continue
        seen[event["line"]] += 1
        if seen[event["line"]] > MOST_PRINTED:
            continue
        for tensor, name, asked in asked_on(reading, event["line"], at):
            cause = why_none(reading, tensor, asked)
            if cause is None or (tensor, cause.kind) in known:
                continue
            known.add((tensor, cause.kind))
            severity = "note" if cause.kind in EXPECTED else "mistake"
            yield Missing(cause, (tensor,), (name,), severity, at, event["line"], True)


def never_reached(reading: Reading, printed: list[Missing]) -> Iterator[Missing]:
    """Yield the leaves that no backward has reached, those that one cut keeps it from together."""
    call = last_whole_call(reading)
    if call is None or call.end is None:
        return
    leaves = missed_leaves(reading, call)
    # A term that was cut off is said as such.
    termed = {term.cut.place for term in terms(reading)} if leaves else set()
    explained = {tensor for one in printed for tensor in one.tensors}
    groups: dict[tuple[object, str], list[tuple[str, Cause]]] = {}
    for tensor in leaves:
        cause = None if tensor in explained else why_none(reading, tensor, call.end + 1)
        if cause is not None and cause.cut and cause.cut.place in termed:
            continue
        severity = None if cause is None else severity_of(reading, tensor, cause)
        if cause is not None and severity is not None:
            groups.setdefault((cause.key, severity), []).append((tensor, cause))
    for (_, severity), members in groups.items():
        tensors = tuple(tensor for tensor, _ in members)
        labels = leaf_names(reading, tensors, len(reading.events))
        yield Missing(together([cause for _, cause in members]), tensors, labels, severity,
                      call.end, call.line, False)


def together(causes: list[Cause]) -> Cause:
    """Return causes that are one in the code as one."""
    cuts = [cause.cut for cause in causes if cause.cut]
    return replace(causes[0], cut=merged(cuts)) if cuts else causes[0]


def last_whole_call(reading: Reading) -> Call | None:
    """Return the last backward call that succeeded, if it was to fill all leaves."""
    done = [call for call in reading.calls.values() if call.end is not None and not call.failed]
    return done[-1] if done and reading.events[done[-1].begin]["inputs"] is None else None


def missed_leaves(reading: Reading, call: Call) -> list[str]:
    """Return the leaves that asked for a gradient, were there in time, and have got none."""
    found = [tensor for tensor in lineage_needed(reading) if reading.tensors[tensor].made
             < call.begin and tensor not in reading.grads and reading.name(tensor) is not None]
    if not found:
        return []
    moved = moved_by_hand(reading)
    return [tensor for tensor in found if tensor not in moved
            and lineage(reading).is_asking_leaf(tensor, call.begin)
            and is_held(reading, tensor) and is_meant(reading, tensor, call.begin)
            and not was_returned(reading, tensor, len(reading.events))
            and not is_passed_by_grad(reading, tensor, len(reading.events))]


def lineage_needed(reading: Reading) -> list[str]:
    """Return the leaves that require grad when they are made, or are set to later."""
    later = {event["tensor"] for i in reading.modes
             if (event := reading.events[i])["what"] == "requires_grad_"}
    return [tensor for tensor in reading.leaves if tensor in later
            or reading.events[reading.tensors[tensor].made]["requires_grad"]]


def moved_by_hand(reading: Reading) -> set[str]:
    """Return the leaves that the program moves by itself, as copies of a net that follow it."""
    first = min((call.begin for call in reading.calls.values()), default=0)
    return {tensor for tensor, writes in reading.writes.items() for i in writes
            if reading.events[i]["by"] != "step"
            and (reading.events[i]["by"] == "copy_" or i > first)}


def is_held(reading: Reading, tensor: str) -> bool:
    """Whether a leaf is more than what an object called its own and then replaced, as tied ones."""
    if not (reading.name(tensor) or "").startswith("self."):
        return True
    return not any("." in name and not name.startswith("self.") for name in names(reading).given)


def is_meant(reading: Reading, tensor: str, at: int) -> bool:
    """Whether a name still means a leaf: that of a variable, or the path of a parameter."""
    return any(names(reading).bound(name, at) == tensor
               for i, name in names(reading).of[tensor] if i < at)


def kind_of(cause: Cause) -> str:
    """Return the kind of finding that a cause makes."""
    if cause.kind == "unsent" and cause.of is not None:
        return "wrong-backward"
    return cause.cut.kind if cause.cut else "unreached"


def told(reading: Reading, one: Missing) -> Finding:
    """The finding about a missing gradient; what cut it off is where it stands."""
    place = one.cause.place if one.cause.cut else None
    line = one.line if place is None or one.severity == "note" else place
    made = [reading.tensors[tensor].line for tensor in one.tensors] if not one.printed else []
    others = dict.fromkeys([one.line, one.cause.place, *made])
    return Finding(
        kind_of(one.cause), one.severity, one.at, line,
        tuple(other for other in others if other is not None and other != line), (),
        one.tensors, one.labels, words_of(one),
        fixes_of(reading, one.cause.cut) or kept(reading, one))


def kept(reading: Reading, one: Missing) -> tuple[Fix, ...]:
    """Return the edit that keeps the gradient of a result, where a statement gives it a name."""
    (tensor, *_), (name, *_) = one.tensors, one.labels
    statement = reading.program.statement_at(reading.tensors[tensor].line)
    if one.cause.kind != "not-leaf" or one.cause.line is not None or not isinstance(
            statement, ast.Assign) or name not in [reading.program.text(target)
                                                   for target in statement.targets]:
        return ()
    text = f"{name}.retain_grad()"
    return (Fix(f"say {text} behind line {statement.lineno}",
                f"在第 {statement.lineno} 行后面写 {text}",
                (reading.program.inserted_after(statement, text),)),)


def words_of(one: Missing) -> Bilingual:
    """What is said of a missing gradient; of a cut first where it is, and then why it cuts."""
    first, *others = one.labels
    name = first if one.printed else several(one.labels)
    zh = first if one.printed else cut_zh.several(one.labels)
    (why, change), (why_zh, change_zh) = in_english(name, one.cause), in_chinese(zh, one.cause)
    titles = (f"Why {name}.grad is None", f"{zh}.grad 为什么是 None") if one.printed else (
        f"No gradient ever reaches {name}", f"没有梯度到达 {zh}")
    what, what_zh = (f"It prints None for {name}.grad.", f"打印 {zh}.grad 得到 None。") \
        if one.printed else (f"Backward has run, and {name} got no gradient.",
                             f"反向传播已经运行，{zh} 没有得到梯度。")
    if one.cause.cut:
        what, what_zh = why, why_zh
        why, why_zh = GENERAL[one.cause.cut.how]
    if one.printed and others:
        what += f" So it is for {several(others)}."
        what_zh += f"{cut_zh.several(tuple(others))} 也是如此。"
    return both((titles[0], what, why, change), (titles[1], what_zh, why_zh, change_zh))
