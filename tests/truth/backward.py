"""Sentences of a backward: gradients that arrive, go on, and stay in a `.grad`."""

from __future__ import annotations

import re

from tests.truth.arithmetic import agrees, gives
from tests.truth.formulas import evaluate
from tests.truth.numbers import array, count_of
from tests.truth.moment import Moment
from tests.truth.table import says

# -- calls ----------------------------------------------------------------------------------------

CALLS = (
    ("Backward {call}", "第 {call} 次反向传播", "backward"),
    ("autograd.grad (call {call})", "autograd.grad（第 {call} 次调用）", "grad"),
)
OUTER = (
    ("backward {outer}", "第 {outer} 次反向传播", "backward"),
    ("autograd.grad (call {outer})", "autograd.grad（第 {outer} 次调用）", "grad"),
)


def is_call(at: Moment, call, api) -> bool:
    """Whether a backward call of that number and kind began."""
    begin = at.tape.begins.get(count_of(call))
    return begin is not None and at.tape.events[begin]["api"] == api


def began(at: Moment, call, root, seed, api, outer=None, outer_api=None) -> bool:
    """A backward call began at its first root."""
    event = at.event
    return event["phase"] == "begin" and str(event["call"]) == call and event["api"] == api \
        and str(event["within"]) == str(outer) and starts(at, event["roots"][:1], root, seed) \
        and (outer is None or is_call(at, outer, outer_api))


def starts(at: Moment, roots, root, seed) -> bool:
    """Whether one of some roots is told by its name or node and its seed."""
    return any(at.is_node(root, one["node"], at.i, one["nr"]) and at.shows(seed, one["seed"])
               for one in roots)


def ended(at: Moment, call, api, failed, outer=None, outer_api=None) -> bool:
    """A backward call ended."""
    event = at.event
    begin = at.tape.events[at.tape.begins.get(count_of(call), 0)]
    return event["phase"] == "end" and str(event["call"]) == call and begin["api"] == api \
        and event["failed"] is failed and str(begin["within"]) == str(outer) \
        and (outer is None or is_call(at, outer, outer_api))


for name_en, name_zh, kind in CALLS:
    says(f"{name_en} starts at {{root}}; its gradient there is {{seed}}.",
         f"{name_zh}从 {{root}} 开始，梯度为 {{seed}}。", on="backward", api=kind)(began)
    for failed_en, failed_zh, is_failed in (("is done", "结束", False), ("fails", "失败", True)):
        says(f"{name_en} {failed_en}.", f"{name_zh}{failed_zh}。", on="backward", api=kind,
             failed=is_failed)(ended)
        for outer_en, outer_zh, outer_kind in OUTER:
            says(f"{name_en} {failed_en}; {outer_en} goes on.",
                 f"{name_zh}{failed_zh}，{outer_zh}继续。", on="backward", api=kind,
                 failed=is_failed, outer_api=outer_kind)(ended)
    for outer_en, outer_zh, outer_kind in OUTER:
        says(f"{name_en} starts at {{root}}, inside of {outer_en}; its gradient there is {{seed}}.",
             f"在{outer_zh}之内，{name_zh}从 {{root}} 开始，梯度为 {{seed}}。", on="backward",
             api=kind, outer_api=outer_kind)(began)


@says("It starts at {root} as well; its gradient there is {seed}.",
      "它也从 {root} 开始，那里的梯度为 {seed}。", on="backward")
def also_began(at: Moment, root, seed) -> bool:
    """A further root of the call."""
    return at.event["phase"] == "begin" and starts(at, at.event["roots"][1:], root, seed)


@says("The gradient for {name} is {value}.", "{name} 的梯度是 {value}。", on="backward")
def answered(at: Moment, name, value) -> bool:
    """What `autograd.grad` returned."""
    return at.event["phase"] == "end" and any(
        at.said(name, one["tensor"]) and at.shows(value, one["value"])
        for one in at.event["results"])


# -- nodes ----------------------------------------------------------------------------------------


@says("{node} has its gradient: {value}.", "{node} 得到了它的梯度：{value}。", on="run")
def runs(at: Moment, node, value) -> bool:
    """A node runs with what came to it."""
    grads = [grad for grad in at.event["grads"] if grad is not None]
    return at.is_node(node, at.event["node"]) and at.shows(value, grads[0] if grads else None)


@says("{node} has both its gradients now: {sum}.", "{node} 的 2 个梯度都到齐了：{sum}。",
      on="run", count="2")
@says("{node} has both its gradients now.", "{node} 的 2 个梯度都到齐了。", on="run", count="2",
      sum=None)
@says("{node} has all {count} gradients now: {sum}.", "{node} 的 {count} 个梯度都到齐了：{sum}。",
      on="run")
@says("{node} has all {count} gradients now.", "{node} 的 {count} 个梯度都到齐了。", on="run",
      sum=None)
def complete(at: Moment, node, count, sum) -> bool:
    """A node has all that it waited for: the flows of this call to it, and their sum."""
    came = received(at)
    if not at.is_node(node, at.event["node"]) or len(came) != count_of(count):
        return False
    if sum is None:
        return True
    parts, _, total = sum.rpartition(" = ")
    grads = [grad for grad in at.event["grads"] if grad is not None]
    added = evaluate(parts, lambda name: None)
    return bool(grads) and at.shows(total, grads[0]) and added is not None \
        and agrees(added, array(grads[0])) and is_sum_of(parts, came)


def is_sum_of(text: str, came: list[dict]) -> bool:
    """Whether each summand is one of the contributions, in their order."""
    numbers = [float(x) for x in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?:e-?\d+)?|inf|nan", text)]
    entries = [abs(x) for one in came for entry in array(one["value"]).ravel()
               for x in ([entry.real, entry.imag] if isinstance(entry, complex) else [entry])]
    return len(numbers) == len(entries) and all(
        x == y or x != x or abs(x - y) <= 6e-5 + 6e-3 * ("e" in text) * abs(y)
        for x, y in zip(numbers, entries))


def received(at: Moment) -> list[dict]:
    """The contributions to the event's node in the call under way."""
    call = at.tape.calls[at.i]
    begin = at.tape.begins.get(call, 0)
    return [event for i, event in enumerate(at.tape.events[begin : at.i], begin)
            if event["kind"] == "flow" and event["to"] == at.event["node"]
            and at.tape.calls[i] == call]


@says("{node} lets go of what it saved.", "{node} 释放了它保存的张量。", on="free")
def freed(at: Moment, node) -> bool:
    """A node that ran frees its saved tensors."""
    return at.is_node(node, at.event["node"])


# -- flows ----------------------------------------------------------------------------------------


@says("It sends {value} to {target}.", "它把 {value} 送给 {target}。", on="flow")
def sends(at: Moment, value, target) -> bool:
    """A node sends a gradient along one edge: `3.0 × y = 6.0`, or only what it is."""
    return goes_to(at, target) and is_sent(at, value)


def goes_to(at: Moment, target) -> bool:
    """Whether a text says where the event's gradient goes."""
    return at.is_node(target, at.event["to"], at.i, at.event["nr"])


def is_sent(at: Moment, text) -> bool:
    """Whether a text is what is sent, and the formula before it gives it."""
    formula, _, shown = text.rpartition(" = ")
    event = at.event
    if not at.shows(shown, event["value"]):
        return False
    if not formula:
        return True
    node = at.tape.nodes.get(event["node"])
    if node is None:
        return False
    results = at.worked(formula, node["made"], beside(at, event), now=at.i)
    if results:
        sent = event["value"]
        return any(gives(result, array(sent), sent["dtype"]) for result in results)
    return at.is_plausible(formula, at.tape.events[node["made"]], node["made"])


def beside(at: Moment, flow: dict) -> dict:
    """What words of a derivative's formula stand for, beside the names of the program."""
    grads = at.tape.came[flow["node"]].at(at.i, [])
    known = {"grad": array(grads[0])} if grads else {}
    entries = array(flow["value"])
    if entries is not None:
        known["N"] = float(entries.size)
    return {name: value for name, value in known.items() if value is not None}


@says("It passes {value} on to {target}.", "它把 {value} 原样传给 {target}。", on="flow")
def passes_on(at: Moment, value, target) -> bool:
    """What a node sends is what came to it."""
    grads = beside(at, at.event).get("grad")
    entries = array(at.event["value"])
    same = grads is None or entries is None or agrees(grads.ravel(), entries.ravel())
    return goes_to(at, target) and at.shows(value, at.event["value"]) and same


@says("It repeats {came} along what was summed and sends {value} to {target}.",
      "它沿求和的方向重复 {came}，把 {value} 送给 {target}。", on="flow")
def spreads(at: Moment, came, value, target) -> bool:
    """The gradient of a sum goes to each of its entries."""
    grads = at.tape.came[at.event["node"]].at(at.i, [])
    return any(at.shows(came, grad) for grad in grads) and goes_to(at, target) \
        and at.shows(value, at.event["value"])


PIECE_EN = re.compile(r"(.+?) to ([^\s,]+(?: \([^()]*(?:\([^()]*\))?[^()]*\))?)(?:, | and |$)")
PIECE_ZH = re.compile(r"(.+?) ?送给 ([^\s，]+(?: \([^()]*(?:\([^()]*\))?[^()]*\))?)(?:，把 ?|$)")


@says("It sends {all}.", "它把 {all}。")
def sends_all(at: Moment, all) -> bool:
    """A node sends something along several edges, told in one sentence."""
    pieces = PIECE_ZH.findall(all) if "送给" in all else PIECE_EN.findall(all)
    flows = [i for i in range(at.first, at.end) if at.tape.events[i]["kind"] == "flow"]
    if len(pieces) < 2 or len(flows) != len(pieces):
        return False
    moments = [Moment(at.tape, i, at.first, at.end) for i in flows]
    return all_true(sends(moment, *piece) for moment, piece in zip(moments, pieces))


all_true = all


@says("{target} waits for {count} more.", "{target} 还在等 {count} 个梯度。", on="flow")
def waits(at: Moment, target, count) -> bool:
    """The receiver waits for more in this call."""
    event = at.event
    same = goes_to(at, target) or at.is_node(target, event["to"])
    return same and event["needed"] - event["arrived"] == count_of(count)


# -- hooks ----------------------------------------------------------------------------------------


def on_what(at: Moment, text) -> bool:
    """Whether a text says what the hook is on."""
    if at.event["tensor"] is not None:
        return at.said(text, at.event["tensor"])
    return at.is_node(text, at.event["node"]) or text in ("the result", "结果")


@says("The hook {hook} on {where} sees {value}.", "{where} 上的钩子 {hook} 看到 {value}。", on=
      "hook")
def looked(at: Moment, hook, where, value) -> bool:
    """A hook that changed nothing."""
    event = at.event
    return event["name"] == hook and on_what(at, where) and at.shows(value, event["before"]) \
        and event["after"] in (None, event["before"])


@says("The hook {hook} on {where} turns {before} into {after}.",
      "{where} 上的钩子 {hook} 把 {before} 变为 {after}。", on="hook")
def hooked(at: Moment, hook, where, before, after) -> bool:
    """A hook that changed a gradient."""
    event = at.event
    return event["name"] == hook and on_what(at, where) and at.shows(before, event["before"]) \
        and event["after"] is not None and at.shows(after, event["after"])


@says("The hook {hook} on {where} changes {before}.",
      "{where} 上的钩子 {hook} 改变了 {before}。", on="hook")
def reworked(at: Moment, hook, where, before) -> bool:
    """A hook that changed a large gradient."""
    event = at.event
    return event["name"] == hook and on_what(at, where) and at.shows(before, event["before"]) \
        and event["after"] not in (None, event["before"])


@says("{name}.grad is written, so the hook {hook} ran.",
      "{name}.grad 已写好，钩子 {hook} 随即运行。", on="hook")
def ran_after(at: Moment, name, hook) -> bool:
    """A hook that runs once a leaf has its gradient."""
    return at.event["where"] == "post_accumulate" and at.event["name"] == hook \
        and on_what(at, name)
