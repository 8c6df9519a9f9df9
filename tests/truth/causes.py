"""Why a gradient does not get somewhere: what cut it off, what switched grad mode off."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.truth.moment import Moment
from tests.truth.table import clause

OFF = re.compile(r"no_grad|inference_mode|set_grad_enabled|enable_grad")


def names_of(text: str) -> list[str]:
    """The names in a list in words; of `a, b and 7 more` the first ones."""
    plain = re.sub(r" and \d+ more$| 等 \d+ 个张量$", "", text.strip())
    return [name.strip() for name in re.split(r", | and |、", plain) if name.strip()]


def is_what(at: Moment, text: str, tensor: str, i: int) -> bool:
    """Whether `x`, `a result of x and w` or `its input` says what was cut off at event `i`.

    A line that is named is read with the names as they were when it ran.
    """
    text = text.strip()
    if text in ("its input", "the input", "it", "它的输入", "输入"):
        return True
    of = re.fullmatch(r"a result of (.+)|由 ?(.+?) ?得到的结果", text)
    if of is None:
        return any(at.said(name, tensor, moment) for name in (text, *names_of(text))
                   for moment in (at.end - 1, at.i, i))
    leaves = leaves_of(at, tensor)
    return all(any(at.called(name, leaf, moment) for leaf in leaves for moment in (at.end - 1, i))
               for name in names_of(of[1] or of[2]))


def leaves_of(at: Moment, tensor: str) -> set[str]:
    """All that requires grad behind a tensor, also behind what is not on the tape."""
    found, todo, seen = set(), [tensor], set()
    while todo:
        one = todo.pop()
        if one in seen:
            continue
        seen.add(one)
        made = at.tape.events[at.tape.made.get(one, 0)]
        if one in at.tape.accumulate:
            found.add(one)
        if made["kind"] == "op":
            todo += [x["tensor"] for x in made["inputs"] if "tensor" in x]
        todo += [e["of"] for e in at.tape.events if e.get("what") == "detach" and e[
         "tensor"] == one]
        todo += [e["tensor"] for e in at.tape.events if e.get("what") == "convert"
                 and e["to"] == one]
    return found


def ops_on(at: Moment, line: str, what: str) -> Iterator[tuple[int, dict]]:
    """The ops on a line that worked with what is said, which required grad or came of what did."""
    for i, event in at.on_line(line):
        if event["kind"] == "op" and any(
            "tensor" in x and is_what(at, what, x["tensor"], i)
            and (at.tape.requires[x["tensor"]].at(i) or leaves_of(at, x["tensor"]))
            for x in event["inputs"]
        ):
            yield i, event


@clause("cut", "detach() on line {line} cut {what} off", "第 {line} 行的 detach() 把{what}切断了")
def detached(at: Moment, line, what) -> bool:
    """`detach()` was called on something that required grad."""
    return "detach" in at.tape.text(int(line)) and any(
        e.get("what") == "detach" and is_what(at, what, e["of"], i)
        and at.tape.requires[e["of"]].at(i) for i, e in at.on_line(line))


@clause("cut", "line {line} computed with {what} while grad mode was off ({off})",
        "第 {line} 行用{what}计算时梯度模式是关闭的（{off}）")
@clause("cut", "line {line} computed with {what} while grad mode was off",
        "第 {line} 行用{what}计算时梯度模式是关闭的")
def switched_off(at: Moment, line, what, off=None) -> bool:
    """An op ran with grad mode off."""
    return any(not op["grad_mode"] for _, op in ops_on(at, line, what)) \
        and (off is None or at.fits("off", off) and reaches(at, off, line))


def reaches(at: Moment, off: str, line: str) -> bool:
    """Whether the block that a clause names has the line inside."""
    named = re.search(r"[\"“](.+?)[\"”].* line (\d+) switched|第 (\d+) "
                      r"行的[\"“](.+?)[\"”]关闭", off)
    if named is None:
        return True
    head = int(named[2] or named[3])
    return any(isinstance(node, ast.With) and node.lineno == head
               and node.lineno <= int(line) <= (node.end_lineno or 0)
               for node in ast.walk(at.tape.tree)) or "(" in at.tape.text(head)


@clause("off", "\"{by}\" on line {line} switched it off", "由第 {line} 行的“{by}”关闭")
def by_block(at: Moment, by, line) -> bool:
    """A `with` block, or a statement, which the tape bears out."""
    return by in at.tape.text(int(line)) and any(
        e.get("what") == "grad_mode" and not e["enabled"] for _, e in at.on_line(line)) and (
        OFF.search(by) is not None or by == at.tape.text(int(line)).strip().removesuffix(":"))


@clause("off", "\"{by}\" on line {line} switches it off for {of}()",
        "第 {line} 行的“{by}”为 {of}() 关闭了它")
def by_decorator(at: Moment, by, line, of) -> bool:
    """A decorator of a function."""
    return by in at.tape.text(int(line)) and any(
        isinstance(node, ast.FunctionDef) and node.name == of
        and any(each.lineno == int(line) for each in node.decorator_list)
        for node in ast.walk(at.tape.tree))


@clause("off", "{by} on line {line} switches it off while it runs",
        "第 {line} 行的 {by} 在运行时关闭了它")
@clause("off", "a call on line {line} switches it off while it runs",
        "第 {line} 行调用的函数在运行时关闭了它", by="(")
def by_call(at: Moment, by, line) -> bool:
    """A call that switches it off inside."""
    return by.removesuffix(")") in at.tape.text(int(line)) or by.removesuffix("()") in \
        at.tape.text(int(line))


def is_called_on(at: Moment, call: str, line: str) -> bool:
    """Whether `argmax()`, `.data` or `the comparison >` stands on a line of the code, or ran there.
    """
    text = call.strip().removeprefix("the comparison ").removeprefix("比较运算").strip()
    word = text.removesuffix("()").removeprefix("torch.")
    return word in at.tape.text(int(line)) or any(
        e["kind"] == "op" and word == e["op"] or e.get("what") == "convert" and word == e["by"]
        for _, e in at.on_line(line))


@clause("cut", "{call} on line {line} has no derivative, which cuts {what} off",
        "第 {line} 行的 {call} 没有导数，因此{what}被切断了")
@clause("cut", "the indices that {call} returns on line {line} have no derivative, which cuts "
               "{what} off",
        "第 {line} 行的 {call} 返回的索引没有导数，因此{what}被切断了")
def underived(at: Moment, call, line, what) -> bool:
    """An op without a derivative, or an output of one that is made of indices."""
    without = (op["grad_mode"] and any(not out["requires_grad"] for out in op["outputs"])
               for _, op in ops_on(at, line, what))
    return is_called_on(at, call, line) and (any(without) or any(
        e.get("what") == "convert" and e["by"] in call and is_what(at, what, e["tensor"], i)
        for i, e in at.on_line(line)))


@clause("cut", "{what} was turned into {by} on line {line}, and truth values have no gradient",
        "第 {line} 行把{what}转换成 {by}，而布尔值没有梯度", holds="bool")
@clause("cut", "{what} was turned into {by} on line {line}, and whole numbers have no gradient",
        "第 {line} 行把{what}转换成 {by}，而整数没有梯度", holds="int")
def cast(at: Moment, what, by, line, holds) -> bool:
    """A conversion to a dtype without gradients."""
    return holds in by and any(
        out["value"]["dtype"] == by for _, op in ops_on(at, line, what) for out in op["outputs"])


@clause("cut", "{call} on line {line} took the numbers of {what} without their history",
        "第 {line} 行的 {call} 只取了{what}的数值，没有带上历史", to=True)
@clause("cut", "{call} on line {line} took the numbers of {what} out of torch, where autograd does "
        "not follow", "第 {line} 行的 {call} 把{what}的数值带出了 torch，autograd "
                      "跟不到那里", to=None)
def copied(at: Moment, call, line, what, to) -> bool:
    """Numbers that left autograd."""
    return is_called_on(at, call, line) and any(
        e.get("what") == "convert" and is_what(at, what, e["tensor"], i)
        and (to is None or e["to"] is not None) for i, e in at.on_line(line))


@clause("cut", "line {line} computed with {what} inside checkpoint(), which puts nothing on the "
        "tape, since no input of it requires grad",
        "第 {line} 行在 checkpoint() 里用{what}计算，而它的输入都不要求梯度，所以没有记录",
        word="checkpoint")
@clause("cut", "line {line} computed with {what} inside the forward of a Function, where nothing "
        "is put on the tape", "第 {line} 行在 Function 的 forward 里用{what}计算，那里不做记录",
        word="Function")
def inside(at: Moment, line, what, word) -> bool:
    """An op inside of what records nothing."""
    return word in at.tape.code and any(
        op["node"] is None for _, op in ops_on(at, line, what))


@clause("cut", "line {line} computed with {what} while a backward runs, where grad mode is off "
        "without create_graph=True",
        "第 {line} 行在反向传播运行时用{what}计算，没有 create_graph=True 时那里的梯度模式是关闭的")
def in_backward(at: Moment, line, what) -> bool:
    """An op of the program's own while a backward runs that records no graph."""
    return any(not op["grad_mode"] and is_bare(at, i) for i, op in ops_on(at, line, what))


def is_bare(at: Moment, i: int) -> bool:
    """Whether a backward without create_graph runs at an event; one of a batch has no call."""
    call = at.tape.calls[i]
    if call is None:
        return at.tape.events[i].get("during") is not None
    return not at.tape.events[at.tape.begins[call]]["create_graph"]
