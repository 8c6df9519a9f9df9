"""Explanations of updates: what they reach, in which order they come, which numbers they use."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.truth.causes import names_of
from tests.truth.moment import Moment
from tests.truth.numbers import array
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
truths(
    ("step() finds no gradient", "step() 找不到梯度"),
    ("A parameter without a gradient stays as it is.", "没有梯度的参数保持不变。"),
    ("Empty the gradients before backward() or after step(), not between them.",
     "在 backward() 之前或 step() 之后清空梯度，不要在两者之间。"),
    ("step() comes before backward()", "step() 在 backward() 之前"),
    ("What backward() fills after it waits for the next step.",
     "backward() 之后填好的梯度要等到下一步。"),
    ("Call backward() before step() in each turn.", "每一轮都先调用 backward()，再调用 step()。"),
    ("The optimizer never takes a step", "优化器一步也没有走"),
    ("Only step() changes parameters: backward() and zero_grad() change .grad alone.",
     "只有 step() 会改变参数：backward() 和 zero_grad() 只改变 .grad。"),
    ("Call step() after backward().", "在 backward() 之后调用 step()。"),
    ("The scheduler comes before the first step", "调度器在第一个优化步之前"),
    ("Then the first of its learning rates is never used.", "这样，它的第一个学习率就没有用到。"),
    ("Call the scheduler's step() after the optimizer's.",
     "先调用优化器的 step()，再调用调度器的 step()。"),
    ("The gradients are clipped after the step", "优化步之后才裁剪梯度"),
    ("Clip between backward() and step().", "在 backward() 与 step() 之间裁剪。"),
    ("Scaled gradients are clipped", "裁剪了放大过的梯度"),
    ("A GradScaler multiplies the loss, and with it each gradient: the limit is held against "
     "numbers that are as many times too large.",
     "GradScaler 把损失放大，每个梯度也随之放大：与界限相比的数也大了同样的倍数。"),
    ("Call unscale_(optimizer) of the scaler before the clipping.",
     "在裁剪之前调用缩放器的 unscale_(optimizer)。"),
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


def calls_on(at: Moment, line: str, name: str) -> list[int]:
    """The calls of the library on a line, by the last part of their name or the whole."""
    return [i for i, e in at.on_line(line) if e["kind"] == "enter" and e["of"] == "library"
            and name in (e["name"], e["name"].rpartition(".")[2])]


def held_by(at: Moment, call: int) -> set[str]:
    """What the optimizer of a call ever held."""
    number = at.tape.events[call]["optimizer"]
    return {tensor for e in at.tape.events
            if e["kind"] == "optimizer" and e["optimizer"] == number
            for group in e["groups"] for tensor in group["params"]}


def is_without(at: Moment, call: int) -> bool:
    """Whether nothing that a step's optimizer holds has a gradient but zeros at its end."""
    frame = at.tape.events[call]["frame"]
    end = next(i for i, e in enumerate(at.tape.events)
               if e["kind"] == "leave" and e["frame"] == frame)
    grads = [at.tape.grad[tensor].at(end) for tensor in held_by(at, call)]
    return all(grad is None or not np.any(array(grad)) for grad in grads)


def fills(at: Moment, line: str, by: tuple[str, ...] = ("accumulate",)) -> list[int]:
    """The events on a line that change a gradient in some way."""
    return [i for i, e in at.on_line(line) if e["kind"] == "grad" and e["by"] in by]


@explains("All {count} steps of {kind} on line {line} find no gradient: line {by} empties what the "
          "backward on line {now} fills.",
          "第 {line} 行的 {kind} 的全部 {count} 个优化步都找不到梯度：第 {by} 行清空了第 {now} "
          "行的反向传播填好的梯度。")
@explains("The step of {kind} on line {line} finds no gradient: line {by} empties what the "
          "backward on line {now} fills.",
          "第 {line} 行的 {kind} 的优化步都找不到梯度：第 {by} 行清空了第 {now} 行的反向传播填好的"
          "梯度。")
def finds_none(at: Moment, kind: str, line: str, by: str, now: str, count: str = "1") -> bool:
    """So many steps, none of which finds anything; the lines that fill and empty."""
    steps = calls_on(at, line, f"{kind}.step")
    return len(steps) == int(count) and all(is_without(at, step) for step in steps) and bool(
        fills(at, now)) and bool(fills(at, by, ("zero_grad", "user", "write")))


@explains("Of the {count} steps of {kind} on line {line} the first finds no gradient; each later "
          "one uses that of the turn before, and none uses what the last backward on line {now} "
          "fills.",
          "第 {line} 行的 {kind} 有 {count} 个优化步：第一步没有梯度可用，后面每一步用的都是上一轮"
          "的梯度，而第 {now} 行的最后一次反向传播填好的梯度没有人用。")
def is_late(at: Moment, count: str, kind: str, line: str, now: str) -> bool:
    """Steps and backward calls take turns, and a step is first."""
    steps = calls_on(at, line, f"{kind}.step")
    calls = [i for i, e in at.on_line(now) if e["kind"] == "backward" and e["phase"] == "begin"]
    order = [i in steps for i in sorted([*steps, *calls])]
    return len(steps) == int(count) and order == [True, False] * len(steps) and is_without(
        at, steps[0]) and not any(is_without(at, step) for step in steps[1:])


@explains("{count} backward calls fill the gradients of {names}, which {kind} on line {line} "
          "holds, and it never takes a step.",
          "有 {count} 次反向传播填好了 {names} 的梯度，它们由第 {line} 行的 {kind} 管理，"
          "而它一步也没有走。")
def never_steps(at: Moment, count: str, names: str, kind: str, line: str) -> bool:
    """The optimizer of the line holds them; no call of its step is told."""
    made = [e for _, e in at.on_line(line) if e["kind"] == "optimizer" and e["name"] == kind]
    held = {tensor for e in made for group in e["groups"] for tensor in group["params"]}
    calls = {e["call"] for e in at.tape.events if e["kind"] == "grad" and e["tensor"] in held
             and e["by"] == "accumulate"}
    stepped = {e.get("optimizer") for e in at.tape.events
               if e["kind"] == "enter" and e["name"].endswith(".step")}
    return len(calls) == int(count) and not stepped & {e["optimizer"] for e in made} and all(
        set(at.tensors(name)) & held for name in names_of(names))


@explains("The scheduler on line {line} is called before its optimizer has taken a step.",
          "第 {line} 行的调度器在它的优化器走第一步之前就被调用了。")
def scheduled_early(at: Moment, line: str) -> bool:
    """torch warned of it there."""
    return any(e["kind"] == "print" and "lr_scheduler.step()` before" in e["text"]
               for _, e in at.on_line(line))


@explains("{clip} on line {line} changes gradients that the step on line {now} has used already, "
          "and nothing uses them after that.",
          "第 {line} 行的 {clip} 改变的梯度，第 {now} 行的优化步已经用过了，此后没有人再用。")
def clips_late(at: Moment, clip: str, line: str, now: str) -> bool:
    """Before each clipping its tensors were moved by the step, and not again before a reset."""
    moves = [(i, e["tensor"]) for i, e in at.on_line(now) if e["kind"] == "write"]
    written = fills(at, line, ("write",))
    for i in written:
        tensor = at.tape.events[i]["tensor"]
        own = [(n, e) for n, e in enumerate(at.tape.events)
               if e["kind"] in ("write", "grad") and e["tensor"] == tensor]
        before, following = [(n, e) for n, e in own if n < i], [e for n, e in own if n > i]
        if (before[-1][0], tensor) not in moves or following and (
                following[0]["kind"] == "write" or following[0]["by"] == "accumulate"):
            return False
    return bool(written) and bool(calls_on(at, line, clip))


@explains("{clip} on line {line} clips gradients before unscale_ on line {now} divides them by the "
          "loss scale.",
          "第 {line} 行的 {clip} 裁剪梯度之后，第 {now} 行的 unscale_ 才把它们除以损失的放大倍数。")
def clips_early(at: Moment, clip: str, line: str, now: str) -> bool:
    """Each call of the clipping has an unscaling behind it, before the next step."""
    clips, unscaled = calls_on(at, line, clip), calls_on(at, now, "unscale_")
    steps = [i for i, e in enumerate(at.tape.events)
             if e["kind"] == "enter" and e["name"].endswith(".step")]
    return bool(clips) and all(any(
        i < n < min((step for step in steps if step > i), default=n + 1) for n in unscaled)
        for i in clips)


@explains("{name}.grad is read on line {line}, and what backward {head} added is still in it: that "
          "was read on line {held} before backward {now} added more.",
          "第 {line} 行读取 {name}.grad 时，第 {head} 次反向传播加上的部分还在里面：第 {now} 次"
          "反向传播继续累加之前，第 {held} 行已经读过它。")
def is_read_again(at: Moment, name: str, line: str, head: str, held: str, now: str) -> bool:
    """Both calls added to it, nothing emptied it in between, and both lines use it."""
    tensors = at.tensors(name)
    events = [e for e in at.tape.events if e["kind"] == "grad" and e["tensor"] in tensors]
    calls = [str(e["call"]) for e in events]
    first, second = calls.index(head), calls.index(now)
    own = {t for t, owner in at.tape.grad_of.items() if owner in tensors}

    def uses(event: dict[str, Any]) -> bool:
        return event.get("tensor") in own or any(
            x.get("tensor") in own for x in event.get("inputs", ()))

    return first < second and all(e["by"] == "accumulate" for e in events[first : second + 1]) \
        and all(any(uses(e) for _, e in at.on_line(each)) for each in (line, held))


@explains("zero_grad on line {line} does not empty it: that empties the gradients of parameters "
          "only.", "第 {line} 行的 zero_grad 没有清空它：那只清空参数的梯度。")
def empties_others(at: Moment, line: str) -> bool:
    """The line empties gradients, and not those that the finding is about."""
    emptied = {at.tape.events[i]["tensor"] for i in fills(at, line, ("zero_grad",))}
    return bool(emptied) and not emptied & set((at.finding or {}).get("tensors", ()))


@explains("Set {name}.grad to None before backward() is called again.",
          "再次调用 backward() 之前，把 {name}.grad 设为 None。")
def is_a_leaf(at: Moment, name: str) -> bool:
    """A tensor of that name gets gradients."""
    return any(e["kind"] == "grad" and e["tensor"] in at.tensors(name) for e in at.tape.events)
