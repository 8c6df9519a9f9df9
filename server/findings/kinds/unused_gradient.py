"""`unused-gradient`: gradients are emptied before any step has used them."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator

from server.document.finding import Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both, on_line, several, several_zh
from server.findings.program import Program, called, last_line
from server.findings.reading import Call, Event, Reading

# A program that looks at a gradient on such a line has used it.
LOOKS = re.compile(r"\.grad\b(?!\s*=\s*None)")


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each line whose backward calls are for nothing half of the time.

    A call is for nothing if each gradient that it added to a parameter which a step moves at some
    time was emptied, and no step, op, or line with `.grad` in it came in between.
    """
    moved = {tensor for tensor, writes in reading.writes.items()
             if any(reading.events[i]["by"] == "step" for i in writes)}
    odd = set(reading.odd)
    by_line: dict[int | None, list[tuple[Call, int | None]]] = defaultdict(list)
    for call in reading.calls.values():
        ours = moved.intersection(call.filled)
        if ours and call.end is not None and not call.failed:
            by_line[call.line].append((call, emptied_unused(reading, call, sorted(ours), odd)))
    for line, calls in by_line.items():
        lost = [(call, at) for call, at in calls if at is not None]
        if lost and len(calls) > len(lost) >= len(calls) / 2:
            yield told(reading, line, len(calls), lost, moved)


def emptied_unused(reading: Reading, call: Call, ours: list[str], odd: set[int]) -> int | None:
    """Return the event that emptied the last gradient of a call; None if one was used or stays.

    A step with a gradient that is not finite (an event in `odd`) is skipped on purpose.
    """
    last = -1
    if odd.intersection(call.filled.values()):
        return None
    for tensor in ours:
        filled = call.filled[tensor]
        emptied = next((i for i in after(reading.grads[tensor], filled)
                        if is_emptied(reading.events[i])), None)
        if emptied is None or after(reading.writes.get(tensor, []), filled, emptied):
            return None
        last = max(last, emptied)
    end = call.end or call.begin
    return None if is_looked_at(reading, set(ours), end, last) else last


def after(events: list[int], first: int, stop: int | None = None) -> list[int]:
    """Return those of some sorted events behind `first`, before `stop`."""
    end = len(events) if stop is None else bisect_right(events, stop)
    return events[bisect_right(events, first) : end]


def is_emptied(event: Event) -> bool:
    """Whether an event sets a gradient to None or to zeros."""
    return event["by"] == "zero_grad" or (event["by"] == "user" and event["after"] is None)


def is_looked_at(reading: Reading, ours: set[str], first: int, last: int) -> bool:
    """Whether the program reads a gradient of `ours` in events `first..last`."""
    lines = set()
    for event in reading.events[first:last]:
        if event["kind"] in ("op", "print", "value") and event.get("line"):
            lines.add(event["line"])
        if event["kind"] != "op" or event["op"].startswith("zero"):
            continue
        for x in event["inputs"]:
            given = reading.tensors.get(x.get("tensor"))
            if given is not None and given.grad_of in ours:
                return True
    return any(LOOKS.search(reading.lines[line - 1]) for line in lines)


def told(
    reading: Reading, line: int | None, calls: int, lost: list[tuple[Call, int]],
    moved: set[str],
) -> Finding:
    """The finding about one line of backward calls."""
    call, at = lost[0]
    emptied = reading.events[at]["line"]
    tensors = sorted(moved.intersection(call.filled),
                     key=lambda tensor: int(tensor[1:]))
    names = reading.named(tensors)
    words = both(
        ("Gradients are emptied before a step uses them",
         f"Of the {calls} backward calls{on_line(line)}, {len(lost)} fill the gradients of "
         f"{several(names)}, and these are emptied{on_line(emptied)} before a step has used them.",
         "step() uses what is in .grad at that moment. Gradients of several batches add up only "
         "while nothing empties them.",
         "Empty the gradients only after a step: put zero_grad() under the same condition as "
         "step()."),
        ("梯度还没有被用过就清空了",
         f"{at_line(line)}的 {calls} 次反向传播中，有 {len(lost)} 次填好了 "
         f"{several_zh(names)} 的梯度，"
         f"而{at_line(emptied)}在优化步使用它们之前就清空了。",
         "step() 使用的是那一刻 .grad 里的数。只有中途不清空，几个批次的梯度才会加起来。",
         "只在优化步之后清空梯度：把 zero_grad() 与 step() 放在同一个条件下。"))
    others = () if emptied in (None, line) else (emptied,)
    return Finding("unused-gradient", "mistake", at, line, others, (), tuple(tensors), names, words,
                   fixes_of(reading, emptied))


def fixes_of(reading: Reading, emptied: int | None) -> tuple[Fix, ...]:
    """Return the change that empties gradients behind the step, instead of before its turn."""
    program = reading.program
    lines = {call.line for call in reading.steps()}
    step = program.statement_at(lines.pop()) if len(lines) == 1 else None
    moved = emptying(program, emptied)
    if moved is None or not is_call(step, "step") or step is None:
        return ()
    statement, text = moved
    if function_around(program, statement) is not function_around(program, step):
        return ()
    edits = (program.removed(statement), program.inserted_after(step, text))
    return (Fix("empty the gradients behind the step", "在优化步之后才清空梯度", edits),)


def emptying(program: Program, line: int | None) -> tuple[ast.stmt, str] | None:
    """Return the statement on a line that empties gradients, and its text on one line."""
    statement = program.statement_at(line)
    if is_call(statement, "zero_grad"):
        return None if statement is None else (statement, program.text(statement))
    loop = next((each for each in program.statements() if isinstance(each, ast.For)
                 and each.body == [statement] and not each.orelse), None)
    if loop is None or not isinstance(statement, ast.Assign):
        return None
    head = f"for {program.text(loop.target)} in {program.text(loop.iter)}"
    return loop, f"{head}: {program.text(statement)}"


def is_call(statement: ast.stmt | None, name: str) -> bool:
    """Whether a statement is a call of a method of that name, and nothing else."""
    return (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
            and called(statement.value) == name)


def function_around(program: Program, statement: ast.stmt) -> ast.stmt | None:
    """Return the innermost function that a statement stands in; None in the module."""
    around = [each for each in program.statements()
              if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))
              and each.lineno < statement.lineno <= last_line(each)]
    return max(around, key=lambda each: each.lineno, default=None)


DIAGNOSIS = Diagnosis("unused-gradient", find)
