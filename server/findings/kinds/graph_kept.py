"""`graph-kept`: a variable keeps the graph of each turn of a loop, though no backward uses it."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from server.document.finding import Bilingual, Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both, on_line
from server.findings.failure import edits
from server.findings.failure.scene import Scene
from server.findings.reading import Call, Event, Reading
from server.findings.scope import Scope, plain_path

# Of fewer calls on a line it is not said that they go on so.
LEAST_CALLS = 3


@dataclass(frozen=True)
class Holder:
    """A variable, the tensors by which it keeps graphs, and the line that gives it more."""

    name: str
    tensors: tuple[str, ...]
    line: int | None
    # The nodes that it keeps, and how many bytes they have saved.
    nodes: frozenset[str]
    size: int


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each line of backward calls whose graphs a variable keeps."""
    by_line: dict[int | None, list[Call]] = defaultdict(list)
    for call in reading.calls.values():
        if call.end is not None and not call.failed:
            by_line[call.line].append(call)
    for line, calls in by_line.items():
        if line is None:
            continue
        begins = [reading.events[call.begin] for call in calls]
        if all(begin["retain_graph"] and not begin["create_graph"] for begin in begins):
            yield from needless(reading, line, calls)
        kept = [begin.get("kept", 0) for begin in begins]
        if len(calls) >= LEAST_CALLS and not any(begin["create_graph"] for begin in begins) \
                and (kept[-1] > kept[-2] > kept[-3] or are_stored(reading)):
            yield from grown(reading, calls)


def are_stored(reading: Reading) -> bool:
    """Whether results were put into a container one after another."""
    stored = [tensor for i in reading.containers
              for tensor in reading.events[i]["tensors"].values() if tensor in reading.maker]
    return len(stored) >= LEAST_CALLS


def needless(reading: Reading, line: int, calls: list[Call]) -> Iterator[Finding]:
    """Yield what is said of graphs that were retained, and never run again."""
    if any(event["kind"] in ("fail", "full") for event in reading.events[calls[-1].begin :]):
        return  # What comes later is not known.
    ran = runs(reading)
    nodes = {node for node, numbers in ran.items() for call in calls if call.number in numbers}
    if any(len(ran[node]) > 1 for node in nodes if node in Scene(reading).nodes):
        return
    count = len(calls)
    en = f"the {count} backward calls" if count > 1 else "the backward call"
    words = both(
        (f"retain_graph=True{on_line(line)} is not needed",
         f"No later call runs a node that {en}{on_line(line)} ran.",
         "retain_graph=True keeps what the nodes have saved, so that they can run again.",
         f"Leave out retain_graph=True{on_line(line)}."),
        (f"不需要{at_line(line)}的 retain_graph=True",
         f"{at_line(line)}的 {count} 次反向传播运行过的节点，后来没有再运行。",
         "retain_graph=True 会留下节点保存的张量，让它们可以再运行一次。",
         f"去掉{at_line(line)}的 retain_graph=True。"))
    yield Finding("graph-kept", "note", calls[0].begin, line, (), (), (), (), words,
                  edits.without(Scene(reading), line, "retain_graph"))


def runs(reading: Reading) -> dict[str, set[int]]:
    """Return the numbers of the calls that ran each node."""
    ran: dict[str, set[int]] = defaultdict(set)
    under_way: list[int] = []
    for event in reading.events:
        if event["kind"] == "run" and under_way:
            ran[event["node"]].add(under_way[-1])
        elif event["kind"] == "backward" and event["phase"] == "begin":
            under_way.append(event["call"])
        elif event["kind"] == "backward" and under_way:
            under_way.pop()
    return ran


def grown(reading: Reading, calls: list[Call]) -> Iterator[Finding]:
    """Yield what is said of a variable that keeps graphs, if there is one."""
    scene, at = Scene(reading), calls[-1].begin
    ran = runs(reading)
    holders = [each for each in holders_of(scene, at)
               if len(calls_in(each, ran)) >= LEAST_CALLS - 1
               and not any(len(ran[node]) > 1 for node in each.nodes if node in ran)]
    if not holders:
        return
    holder = max(holders, key=lambda each: len(calls_in(each, ran)))
    line = calls[-1].line
    lines = () if line is None or line == holder.line else (line,)
    yield Finding("graph-kept", "smell", at, holder.line or line, lines, (),
                  holder.tensors, (holder.name,), words(calls[-1], holder),
                  fixes_of(scene, holder))


def calls_in(holder: Holder, ran: dict[str, set[int]]) -> set[int]:
    """Return the backward calls whose nodes a variable keeps."""
    return {number for node in holder.nodes for number in ran.get(node, ())}


def holders_of(scene: Scene, at: int) -> Iterator[Holder]:
    """Yield the variables that hold results before event `at`, with the graphs of these."""
    scope = Scope(scene.reading.events, at)
    by_name: dict[str, list[str]] = defaultdict(list)
    for frame in scope.chain:
        for path, tensor in scope.frames.get(frame, {}).values():
            if tensor is not None and not path.startswith("self."):
                by_name[path.partition("[")[0]].append(tensor)
    made: dict[str, Event] = {}
    freed: set[str] = set()
    for event in scene.reading.events[:at]:
        if event["kind"] == "op" and event["node"] is not None:
            made |= {out["tensor"]: event for out in event["outputs"]}
        elif event["kind"] == "free":
            freed.add(event["node"])
    for name, tensors in by_name.items():
        held = tuple(tensor for tensor in dict.fromkeys(tensors) if tensor in made)
        if held:
            nodes = reached(scene, [made[tensor]["node"]["id"] for tensor in held])
            yield Holder(name, held, given_on(scene, name, held[-1], made[held[-1]], at), nodes,
                         saved_by(scene, nodes - freed))


def reached(scene: Scene, starts: list[str]) -> frozenset[str]:
    """Return the nodes to which a gradient would come from some, without those of leaves."""
    seen, waiting = set(starts), list(starts)
    while waiting:
        for edge in scene.nodes[waiting.pop()]["node"]["edges"]:
            if edge["to"] in scene.nodes and edge["to"] not in seen:
                seen.add(edge["to"])
                waiting.append(edge["to"])
    return frozenset(seen)


def saved_by(scene: Scene, nodes: frozenset[str]) -> int:
    """Return how many bytes of results nodes have saved."""
    saved = {each["tensor"]: each["bytes"] for node in nodes
             for each in scene.nodes[node]["saved"] if each.get("tensor") in scene.reading.maker}
    return sum(saved.values())


def given_on(scene: Scene, name: str, tensor: str, made: Event, at: int) -> int | None:
    """Return the line that gave a variable its last tensor: that changed a list, or computed."""
    changed = next((event["line"] for event in reversed(scene.reading.events[:at])
                    if event["kind"] == "value" and event["name"] == name
                    and tensor in event.get("tensors", {}).values()), None)
    line: int | None = made["line"] if changed is None else changed
    return line


def words(call: Call, holder: Holder) -> Bilingual:
    """What is said of a variable that keeps graphs."""
    name, count = holder.name, len(holder.nodes)
    size = f", with {holder.size:,} bytes of saved results" if holder.size else ""
    size_zh = f"，其中保存的结果有 {holder.size:,} 字节" if holder.size else ""
    return both(
        (f"{name} keeps the graphs of earlier turns",
         f"When backward {call.number}{on_line(call.line)} begins, {name} keeps {count} nodes of "
         f"earlier turns{size}.",
         "A result holds the graph that made it. One that is only to be printed or plotted needs "
         "its number, not its graph.",
         f"Give {name} the number only{on_line(holder.line)}: .detach(), or .item()."),
        (f"{name} 留住了之前各轮的计算图",
         f"{at_line(call.line)}的第 {call.number} 次反向传播开始时，"
         f"{name} 留住了之前各轮的 {count} 个节点{size_zh}。",
         "运算结果会留住得到它的计算图。只用来打印或画图的结果需要的是它的数值，不是它的计算图。",
         f"在{at_line(holder.line)}只把数值交给 {name}：用 .detach() 或 .item()。"))


def fixes_of(scene: Scene, holder: Holder) -> tuple[Fix, ...]:
    """Return the fix that gives a variable what it keeps without its graph."""
    program = scene.reading.program
    statement = program.statement_at(holder.line)
    value: ast.expr | None = None
    if isinstance(statement, ast.AugAssign) and program.text(statement.target) == holder.name:
        value = statement.value
    elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp) \
            and program.text(statement.value.left) == holder.name:
        value = statement.value.right
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) \
            and plain_path(program.text(statement.value.func)).startswith(f"{holder.name}.") \
            and len(statement.value.args) == 1:
        value = statement.value.args[0]
    if value is None:
        return ()
    text = program.text(value)
    new = f"{text}.detach()" if isinstance(value, (ast.Name, ast.Attribute, ast.Call,
                                                    ast.Subscript)) else f"({text}).detach()"
    return (Fix(f"write {new} on line {holder.line}", f"在第 {holder.line} 行写 {new}",
                (program.replaced(value, new),)),)


DIAGNOSIS = Diagnosis("graph-kept", find)
