"""Explain a second backward through a freed graph: what leads back into it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from server.document.finding import Bilingual
from server.findings.diagnosis import at_line, both, listed, on_line
from server.findings.failure import edits
from server.findings.failure.scene import Scene, Told
from server.findings.reading import Event
from server.findings.scope import Scope


@dataclass(frozen=True)
class Carrier:
    """A result of before a backward call that is computed with after it."""

    name: str | None
    tensor: str
    line: int | None
    # How to cut it off, as a statement.
    cut: str | None
    # It is made anew in each turn of a loop, and comes from the turn before.
    is_turn: bool


def explain(scene: Scene, _: re.Match[str]) -> Told | None:
    """Return what is told of a backward through a graph that was used up."""
    node = next(iter(scene.fail["blame"]["nodes"]), None)
    if node is None or node not in scene.nodes:
        return None
    begin = freeing(scene, node)
    if begin is None:
        return None
    call = scene.reading.events[begin]
    carrier = carrier_of(scene, frozenset([node]), begin)
    lines = scene.nodes[node]["line"], call["line"]
    if carrier is not None and carrier.is_turn:
        fixes = () if carrier.cut is None else edits.between_turns(
            scene, scene.line, carrier.cut)
        return Told(carried_words(used_up(scene, node, call), carrier), "carried-graph",
                    (*lines, carrier.line), (carrier.tensor,), fixes)
    tensors = () if carrier is None else (carrier.tensor,)
    changed = any(i > begin for tensor, writes in scene.reading.writes.items() for i in writes
                  if scene.is_trained(tensor))
    fixes = () if changed else edits.calling(
        scene, call["line"], call["api"], "retain_graph=True")
    return Told(words(used_up(scene, node, call), call["line"], changed, carrier), "error", lines,
                tensors, fixes)


def freeing(scene: Scene, node: str) -> int | None:
    """Return the event at which the backward call began that freed what a node had saved."""
    under_way: list[int] = []
    begin = None
    for i, event in enumerate(scene.reading.events):
        if event["kind"] == "backward" and event["phase"] == "begin":
            under_way.append(i)
        elif event["kind"] == "backward" and under_way:
            under_way.pop()
        elif event["kind"] == "free" and event["node"] == node and under_way:
            begin = under_way[-1]
    return begin


def carrier_of(scene: Scene, goals: frozenset[str], begin: int) -> Carrier | None:
    """Return what was made before event `begin`, leads to nodes, and is computed with after."""
    events = scene.reading.events
    grad_fn: dict[str, str] = {}
    lines: list[set[int | None]] = [set(), set()]
    found: tuple[str, Event] | None = None
    for i, event in enumerate(events):
        if event["kind"] != "op":
            continue
        lines[i > begin].add(event["line"])
        for x in event["inputs"] if i > begin and found is None else ():
            known = grad_fn.get(x.get("tensor", ""))
            if known is not None and leads(scene, known, goals):
                found = x["tensor"], event
        if event["node"] is not None and i < begin:
            grad_fn |= {out["tensor"]: event["node"]["id"] for out in event["outputs"]}
    if found is None:
        return None
    tensor, used = found
    scope = Scope(events, begin)
    name = next(iter(scope.names_of(tensor)), None) or scene.reading.name(tensor)
    made = scene.reading.tensors[tensor].line
    is_turn = made is not None and made in lines[0] and made in lines[1]
    cut = None if name is None else detached(scope, name)
    if cut is not None and is_asked(scene, tensor):
        cut = cut.replace(".detach()", ".detach().requires_grad_()")
    return Carrier(name, tensor, used["line"], cut, is_turn)


def is_asked(scene: Scene, tensor: str) -> bool:
    """Whether a backward call was told to bring a gradient to a tensor."""
    return any(tensor in (scene.reading.events[call.begin]["inputs"] or ())
               for call in scene.reading.calls.values())


def leads(scene: Scene, start: str, goals: frozenset[str]) -> bool:
    """Whether a gradient that comes to a node goes on to one of others."""
    seen, waiting = {start}, [start]
    while waiting:
        node = waiting.pop()
        if node in goals:
            return True
        made = scene.nodes.get(node)
        for edge in made["node"]["edges"] if made else ():
            if edge["to"] is not None and edge["to"] not in seen:
                seen.add(edge["to"])
                waiting.append(edge["to"])
    return False


def detached(scope: Scope, name: str) -> str:
    """Return the statement that cuts off what a name means, or what its container holds."""
    owner = name.partition("[")[0]
    kind = scope.type_of(owner) if owner != name else None
    if kind == "tuple":
        return f"{owner} = tuple(each.detach() for each in {owner})"
    if kind == "list":
        return f"{owner} = [each.detach() for each in {owner}]"
    if kind == "dict":
        return f"{owner} = {{key: each.detach() for key, each in {owner}.items()}}"
    return f"{name} = {name}.detach()"


def used_up(scene: Scene, node: str, call: Event) -> tuple[str, str]:
    """Return what happened, in both languages."""
    name = scene.node_text(node)
    saved = list(dict.fromkeys(saved_text(scene, one) for one in scene.nodes[node]["saved"]))
    number, line = call["call"], call["line"]
    en = f" ({listed(saved)})." if saved else "."
    zh = f"（{'、'.join(saved)}）。" if saved else "。"
    return (f"{name} cannot run again: backward {number}{on_line(line)} freed what it saved{en}",
            f"{name} 不能再运行一次：{at_line(line)}的第 {number} 次反向传播"
            f"已释放它保存的张量{zh}")


def saved_text(scene: Scene, saved: Event) -> str:
    """Return a saved tensor by its name, else by its role; a number as it is."""
    if "number" in saved:
        number = saved["number"]
        text = f"{number:g}" if isinstance(number, (int, float)) else str(number)
        return f"{text}.0" if text.lstrip("-").isdigit() else text
    name: str = saved["name"]
    return scene.name_of(saved["tensor"]) or name


def carried_words(what: tuple[str, str], carrier: Carrier) -> Bilingual:
    """A result of an earlier turn leads back into that turn's graph."""
    en = zh = ""
    if carrier.line is not None:
        en = f" {carrier.name or 'A result'} comes from the turn before and is used" \
             f"{on_line(carrier.line)}."
        zh = f"{carrier.name or '有一个结果'} 来自上一轮循环，" \
             f"又用在{at_line(carrier.line)}。"
    cut = carrier.cut or "h = h.detach()"
    return both(
        (f"{carrier.name or 'A result'} leads back into the turn before",
         what[0] + en,
         "A backward runs through all that led to a result, so also through the turns before, "
         "whose graphs are gone. To keep them by retain_graph=True makes each turn slower than "
         "the one before, and steps change the parameters that they saved.",
         f"Cut it off where a turn begins: {cut}."),
        (f"{carrier.name or '有一个结果'} 通向上一轮的计算图",
         what[1] + zh,
         "反向传播会经过得到结果的全部运算，也包括之前各轮的，而它们的计算图已经没有了。"
         "用 retain_graph=True 保留它们会让每一轮都比上一轮慢，而且优化步会改变它们保存的参数。",
         f"在每一轮开始的地方切断它：{cut}。"))


def words(
    what: tuple[str, str], line: int | None, changed: bool, carrier: Carrier | None
) -> Bilingual:
    """A result, or what it was made of, goes backward twice."""
    if changed:
        change = ("Compute the result anew before the second backward: parameters have changed "
                  "since, so their old values are gone, too.",
                  "在第二次反向传播之前重新计算结果：参数已经变了，原来的值也不在了。")
    else:
        change = (f"Say retain_graph=True{on_line(line)}, or compute the result anew before the "
                  "second backward.",
                  f"在{at_line(line) or '之前那次 backward '}加上 retain_graph=True，"
                  "或者在第二次反向传播之前重新计算结果。")
    if carrier is not None and carrier.name is not None and not changed:
        change = (f"Add up what is computed from {carrier.name} and go backward once. "
                  + change[0].replace("Say", "Or say", 1),
                  f"把由 {carrier.name} 算出的结果加起来，只做一次反向传播。"
                  + change[1].replace("在", "或者在", 1))
    return both(
        ("This graph was used up", what[0],
         "A node lets go of its saved tensors as soon as it has run, to save memory.", change[0]),
        ("这张图已经用过了", what[1],
         "节点运行完就会释放保存的张量，以节省内存。", change[1]))
