"""Explanations of saved tensors that are gone or changed: when, by what, and the fixes."""

from __future__ import annotations

import re

from tests.truth.causes import names_of
from tests.truth.mistakes import nodes
from tests.truth.moment import Moment
from tests.truth.table import explains


@explains("{node} cannot run again: backward {call} on line {line} freed what it saved ({saved}).",
      "{node} 不能再运行一次：第 {line} 行的第 {call} 次反向传播已释放它保存的张量（{saved}）。")
@explains("{node} cannot run again: backward {call} on line {line} freed what it saved.",
      "{node} 不能再运行一次：第 {line} 行的第 {call} 次反向传播已释放它保存的张量。")
def freed(at: Moment, node, call, line, saved=None) -> bool:
    """The call ran the node and freed what it had saved."""
    begin = at.tape.begins.get(int(call))
    if begin is None or str(at.tape.events[begin]["line"]) != line:
        return False
    gone = {e["node"] for i, e in enumerate(at.tape.events[: at.end])
            if e["kind"] == "free" and at.tape.calls[i] == int(call)}
    return any(one["id"] in gone and (saved is None or is_saved(at, one, saved))
               for one in nodes(at, node))


def is_saved(at: Moment, node: dict, text: str) -> bool:
    """Whether each thing in a list is one that a node saved: by name, number or role."""
    return all(any(
        name == thing["name"] or at.said(name, thing.get("tensor"), at.end - 1)
        or "number" in thing and _is_number(name, thing["number"]) for thing in node["saved"])
        for name in names_of(text))


def _is_number(text: str, number: object) -> bool:
    """Whether a text is a plain number."""
    try:
        return abs(float(text) - float(number)) < 1e-4  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False


@explains("{name} comes from the turn before and is used on line {line}.",
      "{name} 来自上一轮循环，又用在第 {line} 行。")
def carried(at: Moment, name, line) -> bool:
    """Ops on that line worked with a result that was made before an earlier backward."""
    return any(e["kind"] == "op" and any(
        "tensor" in x and at.called(name, x["tensor"], i)
        and any(at.tape.made[x["tensor"]] < begin < i for begin in at.tape.begins.values())
        for x in e["inputs"]) for i, e in at.on_line(line))


@explains("Cut it off between turns: {name} = {same}.detach().",
      "在两轮之间切断它：{name} = {same}.detach()。")
def cut_between(at: Moment, name, same) -> bool:
    """The fix names a variable of the program."""
    return name == same and (bool(at.tensors(name)) or name in at.tape.code)


@explains("Compute the result anew before the second backward: parameters have changed since, so "
          "their "
      "old values are gone, too.",
      "在第二次反向传播之前重新计算结果：参数已经变了，原来的值也不在了。")
def stepped_since(at: Moment) -> bool:
    """A tensor that requires grad was written after the first backward began."""
    begin = min(at.tape.begins.values(), default=at.end)
    return any(e["kind"] == "write" and at.tape.requires[e["tensor"]].at(at.end)
               for e in at.tape.events[begin : at.end])


@explains("Say retain_graph=True on line {line}, or compute the result anew before the second "
          "backward.",
      "在第 {line} 行加上 retain_graph=True，或者在第二次反向传播之前重新计算结果。")
def retained(at: Moment, line) -> bool:
    """A backward began on that line that did not retain its graph."""
    return any(e["kind"] == "backward" and e["phase"] == "begin" and not e["retain_graph"]
               for _, e in at.on_line(line))


@explains("{node} saved a view of {name} at version {saved}; {by} on line {line} changed it; now "
          "it is "
      "at version {now}.",
      "{node} 保存了版本 {saved} 的 {name} 的视图；第 {line} 行的 {by} 改变了它，现在是版本 "
      "{now}。",
      view=True)
@explains("{node} saved {name} at version {saved}; {by} on line {line} changed it; now it is at "
          "version "
      "{now}.", "{node} 保存了版本 {saved} 的 {name}；第 {line} 行的 {by} 改变了它，现在是版本 "
                "{now}。",
      view=False)
@explains("{node} saved a tensor at version {saved}; {by} on line {line} changed it; now it is at "
      "version {now}.",
      "{node} 保存了版本 {saved} 的张量；第 {line} 行的 {by} 改变了它，现在是版本 {now}。",
      view=None)
def written(at: Moment, node, saved, by, line, now, view, name=None) -> bool:
    """A saved tensor was written later, on that line."""
    for one in nodes(at, node):
        for thing in one["saved"]:
            tensor = thing.get("tensor")
            named = tensor if not view else at.tape.view_of.get(tensor)
            if tensor and str(thing["version"]) == saved \
                    and str(at.tape.version[tensor].at(at.end)) == now \
                    and (view is None or at.said(name, named, at.end - 1)) \
                    and is_written(at, tensor, by, line, thing["version"]):
                return True
    return False


def is_written(at: Moment, tensor: str, by: str, line: str, saved: int) -> bool:
    """Whether a tensor was written on a line by what the code has there."""
    code = at.tape.text(int(line))
    return any(e["kind"] == "write" and e["tensor"] == tensor and e["version"] > saved
               and (by in code or by.strip("().") == e["by"]) for _, e in at.on_line(line))


@explains("Run this backward before line {line} changes it, or compute the result anew afterwards.",
      "在第 {line} 行改变它之前运行这次反向传播，或者在那之后重新计算结果。")
@explains("Write into a copy: {name} = {same}.clone() before line {line}.",
      "写入副本：在第 {line} 行之前加上 {name} = {same}.clone()。")
def before_write(at: Moment, line, name=None, same=None) -> bool:
    """Something was written on that line."""
    return any(e["kind"] == "write" for _, e in at.on_line(line)) and name == same \
        and (name is None or name in at.tape.code)


@explains("Leave out inplace=True on line {line}.", "去掉第 {line} 行的 inplace=True。")
def option(at: Moment, line) -> bool:
    """The option is on that line."""
    return "inplace" in at.tape.text(int(line)).replace(" ", "")


@explains("Make a new tensor on line {line}: {to}, not {old}.",
      "在第 {line} 行新建张量：写 {to}，不要写 {old}。")
def rewritten(at: Moment, line, to, old) -> bool:
    """The line has what is to be replaced, and the new text keeps its variable."""
    code = at.tape.text(int(line)).replace(" ", "")
    words, new = re.findall(r"\w+", old), re.findall(r"\w+", to)
    return old.replace(" ", "") in code and to != old \
        and all(word.removesuffix("_") in new for word in words)
