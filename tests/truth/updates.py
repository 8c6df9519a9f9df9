"""Explanations of updates: what they reach, in which order they come, which numbers they use."""

from __future__ import annotations

from tests.truth.causes import names_of
from tests.truth.moment import Moment
from tests.truth.table import explains, truths
from tests.truth.training import is_unheld

truths(
    ("parameters() lists Parameters and modules that are attributes of a module, or are in a "
     "ModuleList, ModuleDict or ParameterList.",
     "parameters() 列出的是模块属性里的 Parameter 和模块，以及 ModuleList、ModuleDict、"
     "ParameterList 里的；不包括普通的张量、缓冲区，也不包括普通列表和字典里的东西。"),
    ("It lists no plain tensors, no buffers, and nothing in plain lists and dicts.",
     "不包括普通的张量、缓冲区，也不包括普通列表和字典里的东西。"),
    ("An optimizer moves the tensors that it was given.", "优化器只更新交给它的张量。"),
    ("A copy of a net, or a net made anew, has tensors of its own.",
     "网络的副本，或者新建的网络，有自己的张量。"),
    ("Wrap each such tensor in nn.Parameter(...) where the module is made.",
     "在创建模块的地方用 nn.Parameter(...) 包住这样的张量。"),
    ("Make them nn.Parameter(...), and put layers into nn.ModuleList([...]) instead of a plain "
     "list.", "让它们成为 nn.Parameter(...)，把层放进 nn.ModuleList([...])，而不是普通列表。"),
)


@explains("{names} is no Parameter", "{names} 不是 Parameter")
@explains("{names} are no Parameters", "{names} 不是 Parameter")
def is_no_parameter(at: Moment, names: str) -> bool:
    """They are leaves, and plain tensors."""
    tensors = [tensor for name in names_of(names) for tensor in at.tensors(name)]
    return bool(tensors) and not set(tensors) & set(at.tape.parameters)


@explains("{owner}.parameters() does not list {names}", "{owner}.parameters() 里没有 {names}")
@explains("Backward fills the gradients of {names}, and the loop over {owner}.parameters() on line "
          "{line} changes none of them.",
          "反向传播填好了 {names} 的梯度，而第 {line} 行对 {owner}.parameters() 的循环没有改变其中"
          "任何一个。")
def loop_changes_none(at: Moment, names: str, owner: str, line: str | None = None) -> bool:
    """The line is a loop over these; no optimizer holds the leaves, and no line writes them."""
    loops = [text for n, text in enumerate(at.tape.lines, 1) if line in (None, str(n))
             and text.strip().startswith("for") and f"{owner}.parameters()" in text]
    return bool(loops) and all(is_unheld(at, name) for name in names_of(names)) and not any(
        e["kind"] == "write" and e["tensor"] in at.tensors(name)
        for e in at.tape.events for name in names_of(names))


@explains("The optimizer does not hold {names}", "优化器里没有 {names}")
@explains("Make the optimizer of {names}, with which the loss is computed.",
          "用计算损失的 {names} 来创建优化器。")
def gets_gradients_unheld(at: Moment, names: str) -> bool:
    """They get gradients, or parts of the object do, and no optimizer holds them."""
    parts = [path for path in at.tape.named if path.startswith(f"{names}.")]
    return all(is_unheld(at, name) for name in parts or names_of(names))


@explains("None of the {count} tensors that {kind} on line {line} holds ever gets a gradient; "
          "backward fills those of {names}, which no optimizer holds.",
          "第 {line} 行的 {kind} 有 {count} 个张量，其中没有一个得到过梯度；反向传播填的是 {names} "
          "的梯度，而没有优化器管理它们。")
def holds_others(at: Moment, count: str, kind: str, line: str, names: str) -> bool:
    """The optimizer of the line holds so many, and no backward adds to one of them."""
    told = [e for _, e in at.on_line(line) if e["kind"] == "optimizer" and e["name"] == kind]
    held = {tensor for e in told for group in e["groups"] for tensor in group["params"]}
    return len(held) == int(count) and gets_gradients_unheld(at, names) and not any(
        e["kind"] == "grad" and e["tensor"] in held and e["added"] for e in at.tape.events)
