"""What to change, so that a gradient gets where it is wanted: each must fit the code and the tape.
"""

from __future__ import annotations

import ast

from tests.truth.causes import by_block, is_bare, is_called_on, is_what, names_of
from tests.truth.moment import Moment
from tests.truth.table import clause


@clause("fix", "Compute it inside torch.enable_grad() on line {line}",
        "把第 {line} 行的计算放进 torch.enable_grad()")
def enabled(at: Moment, line) -> bool:
    """Such an op is on that line."""
    return any(e["kind"] == "op" and not e["grad_mode"] and is_bare(at, i)
               for i, e in at.on_line(line))


@clause("fix", "Pass create_graph=True on line {line}", "在第 {line} 行传入 create_graph=True")
def graph_made(at: Moment, line) -> bool:
    """A backward that has no call of its own on the tape puts nothing there on that line."""
    return "create_graph" not in at.tape.text(int(line)) and any(
        e["kind"] == "op" and not e["grad_mode"] and e["during"] is not None
        and at.tape.calls[i] is None for i, e in at.on_line(line))


def has(at: Moment, line, word, by="") -> bool:
    """Whether the code has on that line what the fix changes."""
    wanted = by.removesuffix("()") if word is None else word
    return wanted in at.tape.text(int(line))


for en, zh, needed in (
    ("Leave out the detach() on line {line}", "去掉第 {line} 行的 detach()", "detach("),
    ("Leave out the decorator on line {line}", "去掉第 {line} 行的装饰器", "@"),
    ("Call rsample() instead on line {line}", "在第 {line} 行改用 rsample()", "sample("),
    ("Pass use_reentrant=False to {by} on line {line}",
     "给第 {line} 行的 {by} 传入 use_reentrant=False", None),
    ("Replace the call on line {line} by one that keeps grad mode on",
     "把第 {line} 行的调用换成保持梯度模式的函数", "("),
    ("Stay with floating-point numbers: leave out the conversion on line {line}",
     "一直使用浮点数：去掉第 {line} 行的转换", "("),
    ("Leave out .data on line {line}", "去掉第 {line} 行的 .data", ".data"),
    ("Say torch.stack() instead of torch.tensor() on line {line}",
     "在第 {line} 行用 torch.stack() 代替 torch.tensor()", "tensor("),
):
    clause("fix", en, zh, word=needed)(has)


@clause("fix", "Take the computation on line {line} out of \"{by}\" on line {head}",
        "把第 {line} 行的运算移出第 {head} 行的“{by}”")
def taken_out(at: Moment, line, by, head) -> bool:
    """The line is inside a block that begins with this."""
    return by in at.tape.text(int(head)) and any(
        isinstance(node, ast.With) and node.lineno == int(head)
        and node.lineno <= int(line) <= (node.end_lineno or 0)
        for node in ast.walk(at.tape.tree))


@clause("fix", "Run line {line} outside of \"{by}\" on line {head}",
        "在第 {head} 行的“{by}”之外运行第 {line} 行")
def run_outside(at: Moment, line, by, head) -> bool:
    """The block switches grad mode off, and does not have the line in itself, but ran it."""
    return by_block(at, by, head) and not taken_out(at, line, by, head) and switched_on(at, line)


@clause("fix", "Switch grad mode on again before line {line}: torch.set_grad_enabled(True)",
        "在第 {line} 行之前重新打开梯度模式：torch.set_grad_enabled(True)")
@clause("fix", "Compute it on line {line} with grad mode on", "在打开梯度模式时做第 {line} "
                                                              "行的运算")
def switched_on(at: Moment, line) -> bool:
    """An op on that line ran with grad mode off."""
    return any(e["kind"] == "op" and not e["grad_mode"] for _, e in at.on_line(line))


@clause("fix", "Weight the loss by the log-probability of what was drawn, or draw with "
        "gumbel_softmax()", "用抽到的结果的对数概率给损失加权，或者用 gumbel_softmax() 抽样")
def drawn(at: Moment) -> bool:
    """Something was drawn."""
    return any(e.get("what") == "convert" and e["by"] == "multinomial" for e in at.tape.events)


@clause("fix", "Compute the loss from {what} by functions that have a derivative, for example by "
        "{instead} instead of {call}", "用有导数的函数从 {what} 计算损失，例如用 {instead} 代替 "
                                       "{call}")
@clause("fix", "Compute the loss from {what} by functions that have a derivative",
        "用有导数的函数从 {what} 计算损失")
def smooth(at: Moment, what, instead=None, call="") -> bool:
    """What is named exists, and the code has the call that is to be replaced."""
    word = call.strip().removeprefix("the comparison ").removeprefix("比较运算").strip()
    return all(at.tensors(name) for name in names_of(what) if name not in ("the input", "输入")) \
        and word.removesuffix("()") in at.tape.code


@clause("fix", "Use {what} itself on line {line}, not a torch.tensor() of it",
        "在第 {line} 行直接使用 {what}，不要用 torch.tensor() 复制")
@clause("fix", "Stay in torch: compute with {what} itself, not with what {call} gives on line "
               "{line}",
        "留在 torch 里：直接用 {what} 计算，不要用第 {line} 行的 {call} 给出的数")
def uncopied(at: Moment, what, line, call="tensor()") -> bool:
    """The line takes the numbers of what is named."""
    return is_called_on(at, call, line) and any(
        e.get("what") == "convert" and (what in ("the tensor", "这个张量")
                                        or is_what(at, what, e["tensor"], i))
        for i, e in at.on_line(line))


@clause("fix", "Give what needs a gradient to the Function as an argument of apply()",
        "把需要梯度的张量作为 apply() 的参数交给 Function")
def applied(at: Moment) -> bool:
    """There is a Function."""
    return "apply" in at.tape.code
