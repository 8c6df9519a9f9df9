"""Sentences of what builds the tape: leaves, results, writes, modes, numbers that are taken out."""

from __future__ import annotations

import re


from tests.truth.arithmetic import gives
from tests.truth.numbers import array, count_of, is_float, split
from tests.truth.moment import Moment
from tests.truth.table import says

COMPARISONS = {"eq", "ne", "lt", "le", "gt", "ge"}


@says("{name} is a leaf: {value}. It asks for a gradient.",
      "{name} 是叶子：{value}。它需要梯度。", on="leaf mode", tracked=True)
@says("Here is a leaf: {value}. It asks for a gradient.",
      "这是一个叶子：{value}。它需要梯度。", on="leaf mode", tracked=True, name=None)
@says("{name} is a parameter: {value}. It asks for a gradient.",
      "{name} 是参数：{value}。它需要梯度。", on="leaf", tracked=True, parameter=True)
@says("Here is a parameter: {value}. It asks for a gradient.",
      "这是一个参数：{value}。它需要梯度。", on="leaf", tracked=True, parameter=True, name=None)
@says("{name} is a tensor: {value}. It needs no gradient.",
      "{name} 是张量：{value}。它不需要梯度。", on="leaf", tracked=False)
@says("Here is a tensor: {value}. It needs no gradient.",
      "这是一个张量：{value}。它不需要梯度。", on="leaf", tracked=False, name=None)
@says("{name} is {value}. It needs no gradient.",
      "{name} 是{value}。它不需要梯度。", on="leaf", tracked=False)
@says("Here is {value}. It needs no gradient.",
      "这是{value}。它不需要梯度。", on="leaf", tracked=False, name=None)
def leaf(at: Moment, value, tracked, name=None, parameter=None) -> bool:
    """A tensor that the program made."""
    event = at.event
    if tracked and event["kind"] == "leaf" and event["accumulate"] is None \
            and event["requires_grad"]:
        return False
    asks = at.tape.requires[event.get("tensor")].at(at.end) if tracked else event["requires_grad"]
    if event["kind"] == "mode" and event["what"] != "requires_grad_" or asks is not tracked:
        return False
    if parameter is not None and event["parameter"] is not parameter:
        return False
    named = name is None or at.called(name, event["tensor"], at.end - 1) \
        or at.called(name, event["tensor"])
    return named and at.shows(value, at.tape.value[event["tensor"]].at(at.i + 1))


@says("{name} is a result: {value}. It requires grad.",
      "{name} 是运算结果：{value}。它要求梯度。", on="leaf")
@says("Here is a result: {value}. It requires grad.",
      "这是一个运算结果：{value}。它要求梯度。", on="leaf", name=None)
def made_before(at: Moment, value, name=None) -> bool:
    """A tensor that requires grad and has no AccumulateGrad: it is no leaf."""
    event = at.event
    named = name is None or at.called(name, event["tensor"], at.end - 1) \
        or at.called(name, event["tensor"])
    return named and event["requires_grad"] and event["accumulate"] is None \
        and at.shows(value, event["value"])


@says("The graph of this backward reads what was saved: {value}.",
      "这次反向传播的计算图读取保存的张量：{value}。", on="leaf", tracked=True)
@says("The graph of this backward takes in a constant: {value}.",
      "这次反向传播的计算图接入一个常量：{value}。", on="leaf", tracked=False)
def taken_in(at: Moment, value, tracked) -> bool:
    """What a backward with create_graph needs."""
    call = at.tape.calls[at.i]
    begin = at.tape.events[at.tape.begins[call]] if call else {"create_graph": False}
    return begin["create_graph"] and at.event["requires_grad"] is tracked \
        and at.shows(value, at.event["value"])


@says("Code of the program runs within this backward and is given {value}.",
      "程序自己的代码在这次反向传播中运行，拿到的是 {value}。", on="leaf")
def given(at: Moment, value) -> bool:
    """A hook or a Function works with something, in a call of its own."""
    call = at.tape.calls[at.i]
    return call is not None and at.shows(value, at.event["value"]) \
        and at.tape.running[at.i] != at.tape.running[at.tape.begins[call]]


@says("The program reads {name}: {value}.", "程序读取 {name}：{value}。", on="leaf")
def reads(at: Moment, name, value) -> bool:
    """A `.grad` that the program takes."""
    return at.event["grad_of"] is not None and at.called(name, at.event["tensor"]) \
        and at.shows(value, at.event["value"])


# -- results --------------------------------------------------------------------------------------


@says("{result}. {node} goes on the tape.", "{result}。{node} 记入计算图。", on="op", saved=None)
@says("{result}. {node} goes on the tape and keeps {saved}.",
      "{result}。{node} 记入计算图，并保存 {saved}。", on="op")
def taped(at: Moment, result, node, saved) -> bool:
    """An op that is on the tape."""
    made = at.event["node"]
    return made is not None and made["name"] == node and is_result(at, result) \
        and keeps(at, saved)


@says("{result}. Grad mode is off, so it is not on the tape.",
      "{result}。梯度模式已关闭，所以不记入计算图。", on="op", why="off")
@says("{result}. No input requires grad, so it is not on the tape.",
      "{result}。输入都不需要梯度，所以不记入计算图。", on="op", why="inputs")
@says("{result}. A comparison has no derivative, so the result requires no grad.",
      "{result}。比较运算没有导数，所以结果不需要梯度。", on="op", why="comparison")
@says("{result}. The result holds integers, which have no derivative, so it requires no grad.",
      "{result}。结果是整数，没有导数，所以不需要梯度。", on="op", why="integer")
@says("{result}. The result holds bools, which have no derivative, so it requires no grad.",
      "{result}。结果是布尔值，没有导数，所以不需要梯度。", on="op", why="bool")
@says("{result}. It is not on the tape.", "{result}。它不记入计算图。", on="op", why="unknown")
def untaped(at: Moment, result, why) -> bool:
    """An op that is not on the tape, and why."""
    event = at.event
    if event["node"] is not None or not is_result(at, result):
        return False
    asks = any(at.tape.requires[x["tensor"]].at(at.i) for x in event["inputs"] if "tensor" in x)
    dtype = event["outputs"][0]["value"]["dtype"] if event["outputs"] else ""
    return {
        "off": is_off(at),
        "inputs": not asks,
        "comparison": asks and event["op"].split("_")[0] in COMPARISONS,
        "integer": asks and re.match("u?int", dtype) is not None,
        "bool": asks and dtype == "bool",
        "unknown": asks and is_float(dtype) or dtype.startswith("complex"),
    }[why]


def is_off(at: Moment) -> bool:
    """Whether grad mode was off at an op, and the tape has what switched it off."""
    if at.event["grad_mode"]:
        return False
    return at.tape.switched.at(at.i) is False or is_off_by_itself(at)


def is_off_by_itself(at: Moment) -> bool:
    """Whether the op is where grad mode is off without a switch: in a Function, an optimizer's
    step, a hook of saved tensors, or a backward that makes no graph.
    """
    call = at.tape.calls[at.i]
    if call is not None and not at.tape.events[at.tape.begins[call]]["create_graph"]:
        return True
    stack = at.tape.stack.at(at.i, [])
    return at.event["during"] is not None or is_in_a_function(at) or any(
        at.tape.is_function_method(frame["name"]) or frame["of"] == "library"
        for frame in stack) or bool(stack) and any(
        hooks in at.tape.code for hooks in ("saved_tensors_hooks", ".register_hooks("))


def is_in_a_function(at: Moment) -> bool:
    """Whether the next op that ran with grad mode on is a Function which the library brings.

    Its op follows those of its forward, and its node is called by it: `CombineBackward`. That of
    checkpoint() has none where no input asks for a gradient.
    """
    outer = next((e for e in at.tape.events[at.i + 1 :]
                  if e["kind"] == "op" and e["grad_mode"]), None)
    node = outer and outer["node"]
    if outer and outer["op"] == "CheckpointFunction":
        return True
    return bool(node) and outer["op"][0].isupper() and node["name"] == f"{outer['op']}Backward"


SIZED = re.compile(r"(.+?)(?:: |：)((?:an? |一个|\[).+|[\w,]+ tensors?|\d+ 个张量)", re.DOTALL)


def is_result(at: Moment, text: str) -> bool:
    """Whether `y = x × 3.0 = [3.0]` tells the outputs: their names, formula and numbers."""
    outputs = at.event["outputs"]
    if not outputs:
        return True
    sized = SIZED.fullmatch(text)
    *head, shown = [*sized[1].split(" = "), sized[2]] if sized else text.split(" = ")
    names = head[0].split(", ") if len(head) == 2 else []
    if not head or len(head) > 2 or len(names) > len(outputs):
        return False
    told = [next((o for o in outputs if at.called(name, o["tensor"])), None) for name in names]
    if None in told:
        return False
    count = re.fullmatch(r"([\w,]+) tensors?|(\d+) 个张量", shown)
    if count is not None:
        return count_of(count[1] or count[2]) == len(outputs)
    told = told if len(told) > 1 else outputs[:1] if not told else told
    values = split(shown)
    return len(values) == len(told) and all(
        at.shows(value, output["value"]) for value, output in zip(values, told)
    ) and is_formula(at, head[-1], told[0]["value"])


def is_formula(at: Moment, text: str, shown: dict) -> bool:
    """Whether a formula gives the numbers; one that cannot be worked out must be of the op."""
    cast = re.search(r"\.to\((\w+)\)$", text)
    if cast is not None and at.event["op"] == "to_dtype" and cast[1] != shown["dtype"]:
        return False
    results = at.worked(text, at.i)
    if results:
        return any(gives(result, array(shown), shown["dtype"]) for result in results)
    return at.is_plausible(text, at.event, at.i)


def keeps(at: Moment, saved: str | None) -> bool:
    """Whether what a node keeps is what is listed, in order."""
    things = at.event["saved"]
    if saved is None:
        return not things
    left = [x for x in re.split(r", | and |、", saved) if x]
    return 0 < len(things) and all(
        any(is_kept(at, text, thing) for thing in things) for text in whole_lists(left)
    ) and len(whole_lists(left)) <= len(things)


def whole_lists(parts: list[str]) -> list[str]:
    """The parts of a list, where commas within brackets do not count."""
    found: list[str] = []
    for part in parts:
        if found and found[-1].count("[") + found[-1].count("(") \
                > found[-1].count("]") + found[-1].count(")"):
            found[-1] += f", {part}"
        else:
            found.append(part)
    return found


def is_kept(at: Moment, text: str, thing: dict) -> bool:
    """Whether a text says one thing that a node saved."""
    if "number" in thing:
        try:
            told, kept = float(text), float(thing["number"])
            return told == kept or abs(told - kept) < 1e-4 * max(1, abs(told))
        except (TypeError, ValueError):
            return text == str(thing["number"])
    if text in ("its result", "自己的结果"):
        return thing["tensor"] in [output["tensor"] for output in at.event["outputs"]]
    return text == thing["name"] or at.said(text, thing["tensor"])
