"""`overwritten` in place: a variable is used after an op has put its result into it."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

from server.document.finding import Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both
from server.findings.reading import Event, Reading


def find(reading: Reading) -> Iterator[Finding]:
    """Yield an op in place whose statement gives the result another name, if the old one is used.

    It may be meant. `y = x.relu_()` says that x changes, so this is no finding.
    """
    if "inplace" not in reading.code:
        return
    names: dict[str, set[str]] = defaultdict(set)
    changed: dict[str, tuple[int, str]] = {}
    told: set[int | None] = set()
    for i, event in enumerate(reading.events):
        if event["kind"] == "name":
            names[event["tensor"]].add(event["name"])
        if event["kind"] != "op" or event["line"] is None:
            continue
        for x in event["inputs"]:
            made, name = changed.get(x.get("tensor", ""), (-1, ""))
            line = reading.events[made]["line"] if made >= 0 else None
            if line not in (None, event["line"]) and line not in told \
                    and says(reading, event["line"], name, line):
                told.add(line)
                yield told_of(reading, made, i, name)
        name = renamed(reading, i, event, names)
        if name is not None:
            changed[event["outputs"][0]["tensor"]] = i, name


def renamed(
    reading: Reading, i: int, event: Event, names: dict[str, set[str]]
) -> str | None:
    """Return the variable that an op in place changes, if its statement has another for the result.
    """
    write = reading.events[i + 1] if i + 1 < len(reading.events) else {"kind": None}
    tensor = event["outputs"][0]["tensor"] if event["outputs"] else None
    if write["kind"] != "write" or write["tensor"] != tensor or not write["by"].endswith("_"):
        return None
    statement = reading.program.statement_at(event["line"])
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
        return None
    targets = {each.id for each in statement.targets if isinstance(each, ast.Name)}
    given = [each.id for each in statement.value.args if isinstance(each, ast.Name)]
    text = reading.program.text(statement)
    return next((name for name in given if targets and name not in targets
                 and name in names[str(tensor)]
                 and not re.search(rf"\b{name}\.\w+_\(", text)), None)


def says(reading: Reading, line: int, name: str, made: int | None) -> bool:
    """Whether a line uses a variable of the function in which a line changed it."""
    program = reading.program
    statement, first = program.statement_at(line), program.statement_at(made)
    if statement is None or first is None:
        return False
    inside = [node for node in ast.walk(program.tree)
              if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    around = [[node for node in inside if each in ast.walk(node)] for each in (statement, first)]
    return around[0] == around[1] and any(
        isinstance(node, ast.Name) and node.id == name for node in ast.walk(statement))


def told_of(reading: Reading, made: int, used: int, name: str) -> Finding:
    """The finding about a variable that is used after it was changed."""
    event, use = reading.events[made], reading.events[used]
    tensor, by, line = event["outputs"][0]["tensor"], reading.events[made + 1]["by"], event["line"]
    words = both(
        (f"{name} was changed in place",
         f"{by} on line {line} puts its result into {name}, and line {use['line']} uses {name} "
         "after that.",
         "With inplace=True the result takes the place of the input: whatever else has this tensor "
         "sees the new numbers.",
         f"Leave out inplace=True, or give it {name}.clone()."),
        (f"{name} 被原地改变了",
         f"{at_line(line)}的 {by} 把结果写进了 {name}，而{at_line(use['line'])}此后又用到 {name}。",
         "inplace=True 让结果取代输入：凡是用到这个张量的地方，看到的都是新的数值。",
         f"去掉 inplace=True，或者把 {name}.clone() 交给它。"))
    return Finding("overwritten", "smell", used, line, (use["line"],),
                   () if event["node"] is None else (event["node"]["id"],), (tensor,), (name,),
                   words, fixes(reading))


def fixes(reading: Reading) -> tuple[Fix, ...]:
    """Return the change that leaves out the only `inplace=True` of the program."""
    program = reading.program
    values = [node.value for node in ast.walk(program.tree) if isinstance(node, ast.keyword)
              and node.arg == "inplace" and isinstance(node.value, ast.Constant)
              and node.value.value is True]
    if len(values) != 1:
        return ()
    return (Fix("say inplace=False", "改为 inplace=False",
                (program.replaced(values[0], "False"),)),)


DIAGNOSIS = Diagnosis("overwritten", find)
