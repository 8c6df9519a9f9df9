"""`carried-graph`: each turn of a loop goes backward through the turns before it.

Where that ends in an exception, `error` tells it as this kind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from server.document.finding import Bilingual, Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both, on_line
from server.findings.failure import edits
from server.findings.failure.freed import Carrier, carrier_of
from server.findings.failure.scene import Scene
from server.findings.reading import Call, Reading

# Of fewer calls on a line it is not said that they go on so.
LEAST_CALLS = 3


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each line whose backward calls retain their graphs, ever larger ones."""
    by_line: dict[int | None, list[Call]] = defaultdict(list)
    for call in reading.calls.values():
        begin = reading.events[call.begin]
        if begin["retain_graph"] and not begin["create_graph"] and call.end is not None \
                and not call.failed:
            by_line[call.line].append(call)
    for line, calls in by_line.items():
        if line is None or len(calls) < LEAST_CALLS:
            continue
        ran = [nodes_run(reading, call) for call in calls]
        if all(len(before) < len(after) and before & after for before, after in pairwise(ran)):
            found = told(Scene(reading), line, calls, ran)
            if found is not None:
                yield found


def nodes_run(reading: Reading, call: Call) -> frozenset[str]:
    """Return the nodes that a call ran, without those of leaves."""
    leaves = {reading.events[i]["node"] for tensor in call.filled for i in reading.grads[tensor]}
    return frozenset(event["node"] for event in reading.events[call.begin : call.end]
                     if event["kind"] == "run" and event["node"] not in leaves)


def told(
    scene: Scene, line: int, calls: list[Call], ran: list[frozenset[str]]
) -> Finding | None:
    """The finding about one line of backward calls."""
    carried = carrier_of(scene, ran[-2], calls[-2].begin)
    if carried is None or carried.name is None or not carried.is_turn:
        return None
    fixes = edits.between_turns(scene, line, carried.cut) if carried.cut else ()
    fixes = tuple(Fix(fix.en, fix.zh, fix.edits + let_go.edits) for fix in fixes
                  for let_go in edits.without(scene, line, "retain_graph"))
    lines = () if carried.line is None or carried.line == line else (carried.line,)
    return Finding("carried-graph", "smell", calls[LEAST_CALLS - 1].begin, line, lines, (),
                   (carried.tensor,), (carried.name,),
                   words(line, carried, calls, [len(nodes) for nodes in ran]), fixes)


def words(line: int, carried: Carrier, calls: list[Call], sizes: list[int]) -> Bilingual:
    """What is said of graphs that grow."""
    first, last = calls[0].number, calls[-1].number
    return both(
        (f"{carried.name} leads back into the turn before",
         f"The number of nodes that a backward{on_line(line)} runs grows from {sizes[0]} "
         f"(backward {first}) to {sizes[-1]} (backward {last}). {carried.name} comes from the turn "
         "before and is used"
         f"{on_line(carried.line)}.",
         "A backward runs through all that led to a result. retain_graph=True keeps the graphs of "
         "all turns, so each turn takes more time and memory than the one before.",
         f"Cut it off where a turn begins: {carried.cut}. Then no call needs retain_graph=True."),
        (f"{carried.name} 通向上一轮的计算图",
         f"{at_line(line)}的反向传播运行的节点数从 {sizes[0]}（第 {first} 次）"
         f"增加到 {sizes[-1]}（第 {last} 次）。{carried.name} 来自上一轮循环，"
         f"又用在{at_line(carried.line)}。",
         "反向传播会经过得到结果的全部运算。retain_graph=True 保留了每一轮的计算图，"
         "所以每一轮都比上一轮用更多的时间和内存。",
         f"在每一轮开始的地方切断它：{carried.cut}。这样就不再需要 retain_graph=True。"))


DIAGNOSIS = Diagnosis("carried-graph", find)
