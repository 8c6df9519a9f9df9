"""Graphs that are carried over, or kept: how many nodes, by which variable."""

from __future__ import annotations

import ast
import re

from tests.truth.moment import Moment
from tests.truth.table import explains, truths

truths(
    ("A backward runs through all that led to a result, so also through the turns before, whose "
     "graphs are gone.",
     "反向传播会经过得到结果的全部运算，也包括之前各轮的，而它们的计算图已经没有了。"),
    ("To keep them by retain_graph=True makes each turn slower than the one before, and steps "
     "change the parameters that they saved.",
     "用 retain_graph=True 保留它们会让每一轮都比上一轮慢，而且优化步会改变它们保存的参数。"),
    ("A backward runs through all that led to a result.", "反向传播会经过得到结果的全部运算。"),
    ("retain_graph=True keeps the graphs of all turns, so each turn takes more time and memory "
     "than the one before.",
     "retain_graph=True 保留了每一轮的计算图，所以每一轮都比上一轮用更多的时间和内存。"),
    ("Then no call needs retain_graph=True.", "这样就不再需要 retain_graph=True。"),
    ("A result holds the graph that made it.", "运算结果会留住得到它的计算图。"),
    ("One that is only to be printed or plotted needs its number, not its graph.",
     "只用来打印或画图的结果需要的是它的数值，不是它的计算图。"),
    ("retain_graph=True keeps what the nodes have saved, so that they can run again.",
     "retain_graph=True 会留下节点保存的张量，让它们可以再运行一次。"),
)


@explains("{name} leads back into the turn before", "{name} 通向上一轮的计算图")
def leads_back(at: Moment, name) -> bool:
    """An op after a backward computed with what was made before it and has the name."""
    return name in ("A result", "有一个结果") or any(
        e["kind"] == "op" and any("tensor" in x and at.called(name, x["tensor"], i)
                                  and at.tape.made[x["tensor"]] < begin < i for x in e["inputs"])
        for begin in at.tape.begins.values() for i, e in enumerate(at.tape.events))


@explains("Cut it off where a turn begins: {cut}.", "在每一轮开始的地方切断它：{cut}。")
def cut_where(at: Moment, cut) -> bool:
    """A statement that gives a name of the program what it means, detached."""
    name, _, value = cut.partition(" = ")
    try:
        ast.parse(value)
    except SyntaxError:
        return False
    return name in at.tape.code and ".detach()" in value and name in value


def ran(at: Moment, call: str) -> set[str]:
    """The nodes that a backward call ran, without those of leaves."""
    leaves = {e["node"] for e in at.tape.events if e["kind"] == "grad"}
    return {e["node"] for i, e in enumerate(at.tape.events)
            if e["kind"] == "run" and at.tape.calls[i] == int(call)} - leaves


@explains("The number of nodes that a backward on line {line} runs grows from {count} (backward "
          "{call}) to {size} (backward {last}).",
          "第 {line} 行的反向传播运行的节点数从 {count}（第 {call} 次）"
          "增加到 {size}（第 {last} 次）。")
def growing(at: Moment, call, line, count, last, size) -> bool:
    """Counted on the tape."""
    begins = [at.tape.begins.get(int(n)) for n in (call, last)]
    return {str(at.tape.events[i]["line"]) for i in begins if i is not None} == {line} \
        and str(len(ran(at, call))) == count and str(len(ran(at, last))) == size


@explains("{name} keeps the graphs of earlier turns", "{name} 留住了之前各轮的计算图")
@explains("When backward {call} on line {line} begins, {name} keeps {count} nodes of earlier "
          "turns.",
          "第 {line} 行的第 {call} 次反向传播开始时，{name} 留住了之前各轮的 {count} 个节点。")
@explains("When backward {call} on line {line} begins, {name} keeps {count} nodes of earlier "
          "turns, with {size} bytes of saved results.",
          "第 {line} 行的第 {call} 次反向传播开始时，{name} 留住了之前各轮的 {count} 个节点，"
          "其中保存的结果有 {size} 字节。")
def keeps(at: Moment, name, call=None, line=None, count=None, size=None) -> bool:
    """What the variable held then leads to so many nodes, of which some are not freed."""
    if call is None:
        return bool(re.search(rf"\b{re.escape(name)}\b", at.tape.code))
    begin = at.tape.begins.get(int(call))
    if begin is None:
        return False
    nodes = reached(at, name, begin)
    freed = {e["node"] for e in at.tape.events[:begin] if e["kind"] == "free"}
    saved = {x["tensor"]: x["bytes"] for node in nodes - freed
             for x in at.tape.nodes[node]["saved"]
             if x.get("tensor") and is_result(at, x["tensor"])}
    return str(at.tape.events[begin]["line"]) == line and str(len(nodes)) == count \
        and f"{sum(saved.values()):,}" == (size or "0")


def is_result(at: Moment, tensor: str) -> bool:
    """Whether an op made a tensor."""
    return at.tape.events[at.tape.made[tensor]]["kind"] == "op"


def reached(at: Moment, name: str, begin: int) -> set[str]:
    """The nodes to which what a variable holds at an event leads."""
    held: dict[str, str] = {}
    for e in at.tape.events[:begin]:
        if e["kind"] == "name" and e["name"].partition("[")[0] == name:
            held[e["name"]] = e["tensor"]
        elif e["kind"] == "value" and e["name"] == name:
            held |= {name + path: tensor for path, tensor in e.get("tensors", {}).items()}
    makers = {out["tensor"]: e["node"]["id"] for e in at.tape.events[:begin]
              if e["kind"] == "op" and e["node"] for out in e["outputs"]}
    waiting = [makers[tensor] for tensor in held.values() if tensor in makers]
    found = set(waiting)
    ops = {e["node"]["id"]: e["node"] for e in at.tape.events if e["kind"] == "op" and e["node"]}
    for node in waiting:
        for edge in ops[node]["edges"]:
            if edge["to"] in ops and edge["to"] not in found:
                found.add(edge["to"])
                waiting.append(edge["to"])
    return found


@explains("Give {name} the number only on line {line}: .detach(), or .item().",
          "在第 {line} 行只把数值交给 {name}：用 .detach() 或 .item()。")
def number_only(at: Moment, name, line) -> bool:
    """The line gives the variable something."""
    return name in at.tape.text(int(line))


@explains("retain_graph=True on line {line} is not needed",
          "不需要第 {line} 行的 retain_graph=True")
@explains("No later call runs a node that the {count} backward calls on line {line} ran.",
          "第 {line} 行的 {count} 次反向传播运行过的节点，后来没有再运行。")
@explains("No later call runs a node that the backward call on line {line} ran.",
          "第 {line} 行的 1 次反向传播运行过的节点，后来没有再运行。")
@explains("Leave out retain_graph=True on line {line}.", "去掉第 {line} 行的 retain_graph=True。")
def not_needed(at: Moment, line, count=None) -> bool:
    """Each call on that line retained its graph, and no node of it ran in two calls."""
    calls = [n for n, i in at.tape.begins.items() if str(at.tape.events[i]["line"]) == line]
    nodes = [ran(at, str(n)) for n in at.tape.begins]
    mine = set().union(*(ran(at, str(n)) for n in calls))
    return bool(calls) and count in (None, str(len(calls))) \
        and all(at.tape.events[at.tape.begins[n]]["retain_graph"] for n in calls) \
        and all(sum(node in some for some in nodes) == 1 for node in mine)
