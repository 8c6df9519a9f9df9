"""`step-order`: backward, zero_grad, step of an optimizer come in an order that wastes them."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator
from typing import TypeGuard

from server.document.finding import Bilingual, Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both, on_line, several, several_zh
from server.findings.kinds.unused_gradient import LOOKS, is_emptied
from server.findings.reading import Call, LibraryCall, Optimizer, Reading

USES = ("step() uses what is in .grad at that moment.", "step() 使用的是那一刻 .grad 里的数。")
EARLY = "Detected call of `lr_scheduler.step()` before"


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each optimizer whose calls come in such an order.

    The first step tells the most: if it finds a gradient, backward came before it and nothing
    emptied what that had filled.
    """
    for optimizer in reading.optimizers.values():
        filled = sorted((tensor for tensor in optimizer.held if reading.grads.get(tensor)),
                        key=lambda tensor: int(tensor[1:]))
        steps = [call for call in reading.steps() if call.optimizer == optimizer.number]
        if not filled:
            continue
        if not steps:
            yield from without_step(reading, optimizer, filled)
        elif not has_gradient(reading, steps[0], filled):
            yield from (emptied_before(reading, optimizer, filled, steps)
                        or a_turn_late(reading, optimizer, filled, steps))
    yield from early_schedule(reading)


def end_of(reading: Reading, step: LibraryCall) -> int:
    """Return the event that ends a step, or the last one; a closure may run within it."""
    frame = reading.events[step.begin]["frame"]
    return next((i for i in range(step.begin, len(reading.events))
                 if reading.events[i]["kind"] == "leave" and reading.events[i]["frame"] == frame),
                len(reading.events) - 1)


def has_gradient(reading: Reading, step: LibraryCall, tensors: list[str]) -> bool:
    """Whether one of some tensors has a gradient when a step uses it."""
    end = end_of(reading, step)
    for tensor in tensors:
        events = reading.grads[tensor]
        last = bisect_left(events, end) - 1
        if last >= 0 and not is_emptied(reading.events[events[last]]):
            return True
    return False


def emptied_before(
    reading: Reading, optimizer: Optimizer, filled: list[str], steps: list[LibraryCall]
) -> list[Finding]:
    """Every step of an optimizer finds gradients that were emptied after a backward had come."""
    if any(has_gradient(reading, step, filled) for step in steps):
        return []
    events = sorted(i for tensor in filled for i in reading.grads[tensor]
                    if optimizer.made < i < steps[-1].begin)
    emptied = [i for i in events if is_emptied(reading.events[i]) and reading.events[i]["line"]]
    added = [i for i in events if reading.events[i]["by"] == "accumulate"]
    if not emptied or not added:
        return []
    step = next(step for step in steps if step.begin > emptied[0])
    lines = reading.events[added[0]]["line"], reading.events[emptied[0]]["line"], step.line
    words = said_of_emptied(optimizer, len(steps), *lines)
    return [Finding("step-order", "mistake", step.begin, step.line, others(lines, step.line), (),
                    tuple(filled), reading.named(filled), words, in_order(reading, *lines))]


def said_of_emptied(
    optimizer: Optimizer, count: int, filled: int | None, emptied: int | None, step: int | None
) -> Bilingual:
    """What is said of steps that find nothing."""
    name = optimizer.name
    all_en = f"The step of {name}" if count == 1 else f"All {count} steps of {name}"
    finds = "finds" if count == 1 else "find"
    all_zh = f"{name} 的优化步" if count == 1 else f"{name} 的全部 {count} 个优化步"
    return both(
        ("step() finds no gradient",
         f"{all_en}{on_line(step)} {finds} no gradient: line {emptied} empties what the backward"
         f"{on_line(filled)} fills.",
         f"{USES[0]} A parameter without a gradient stays as it is.",
         "Empty the gradients before backward() or after step(), not between them."),
        ("step() 找不到梯度",
         f"{at_line(step)}的 {all_zh}都找不到梯度：{at_line(emptied)}清空了{at_line(filled)}"
         "的反向传播填好的梯度。",
         f"{USES[1]}没有梯度的参数保持不变。",
         "在 backward() 之前或 step() 之后清空梯度，不要在两者之间。"))


def a_turn_late(
    reading: Reading, optimizer: Optimizer, filled: list[str], steps: list[LibraryCall]
) -> list[Finding]:
    """The first step finds no gradient, and each turn has one step and then one backward."""
    calls = [call for call in reading.calls.values() if call.end is not None and not call.failed
             and not set(filled).isdisjoint(call.filled)]
    turns = list(zip(steps, calls, strict=False))
    is_strict = len(steps) > 1 and len(calls) == len(steps) and all(
        step.begin < call.begin and step.line == steps[0].line and call.line == calls[0].line
        for step, call in turns) and all(
        call.begin < step.begin for step, call in zip(steps[1:], calls, strict=False))
    if not is_strict or is_looked_at(reading):
        return []
    step, call, count = steps[0].line, calls[0].line, len(steps)
    words = both(
        ("step() comes before backward()",
         f"Of the {count} steps of {optimizer.name}{on_line(step)} the first finds no gradient; "
         f"each later one uses that of the turn before, and none uses what the last backward"
         f"{on_line(call)} fills.",
         f"{USES[0]} What backward() fills after it waits for the next step.",
         "Call backward() before step() in each turn."),
        ("step() 在 backward() 之前",
         f"{at_line(step)}的 {optimizer.name} 有 {count} 个优化步：第一步没有梯度可用，"
         f"后面每一步用的都是上一轮的梯度，而{at_line(call)}的最后一次反向传播填好的梯度没有人用。",
         f"{USES[1]}backward() 之后填好的梯度要等到下一步。",
         "每一轮都先调用 backward()，再调用 step()。"))
    return [Finding("step-order", "mistake", steps[1].begin, step, others((call,), step), (),
                    tuple(filled), reading.named(filled), words,
                    in_order(reading, call, None, step))]


def is_looked_at(reading: Reading) -> bool:
    """Whether the program reads a gradient itself."""
    return any(LOOKS.search(line) for line in reading.lines)


def without_step(
    reading: Reading, optimizer: Optimizer, filled: list[str]
) -> Iterator[Finding]:
    """Gradients are filled and emptied turn by turn, nothing moves, and no step is ever taken."""
    if any(call.method == "unscale_" and call.optimizer == optimizer.number
           for call in reading.library):
        return  # a GradScaler leaves a step out whose gradients are not finite
    last = reading.events[-1]["kind"] if reading.events else "fail"
    calls = [call for call in reading.calls.values()
             if call.end is not None and not set(filled).isdisjoint(call.filled)]
    emptied = any(is_emptied(reading.events[i]) for tensor in filled
                  for i in reading.grads[tensor])
    moved = any(i > calls[0].begin for tensor in filled
                for i in reading.writes.get(tensor, ())) if calls else True
    if last in ("fail", "full") or len(calls) < 2 or not emptied or moved or is_looked_at(reading):
        return
    if any(event["kind"] == "full" for event in reading.events):
        return
    names, call = reading.named(filled), calls[0]
    en, zh = several(names), several_zh(names)
    words = both(
        ("The optimizer never takes a step",
         f"{len(calls)} backward calls fill the gradients of {en}, which "
         f"{optimizer.name}{on_line(optimizer.line)} holds, and it never takes a step.",
         "Only step() changes parameters: backward() and zero_grad() change .grad alone.",
         "Call step() after backward()."),
        ("优化器一步也没有走",
         f"有 {len(calls)} 次反向传播填好了 {zh} 的梯度，它们由{at_line(optimizer.line)}的 "
         f"{optimizer.name} 管理，而它一步也没有走。",
         "只有 step() 会改变参数：backward() 和 zero_grad() 只改变 .grad。",
         "在 backward() 之后调用 step()。"))
    yield Finding("step-order", "mistake", calls[1].begin, call.line,
                  others((optimizer.line,), call.line), (), tuple(filled), names, words,
                  stepping(reading, optimizer, call))


def early_schedule(reading: Reading) -> Iterator[Finding]:
    """torch warns of a scheduler that is called before the first step."""
    if "scheduler" not in reading.code:
        return
    at = next((i for i, event in enumerate(reading.events)
               if event["kind"] == "print" and EARLY in event["text"]), None)
    if at is None:
        return
    line = reading.events[at]["line"]
    words = both(
        ("The scheduler comes before the first step",
         f"The scheduler{on_line(line)} is called before its optimizer has taken a step.",
         "Then the first of its learning rates is never used.",
         "Call the scheduler's step() after the optimizer's."),
        ("调度器在第一个优化步之前",
         f"{at_line(line)}的调度器在它的优化器走第一步之前就被调用了。",
         "这样，它的第一个学习率就没有用到。",
         "先调用优化器的 step()，再调用调度器的 step()。"))
    yield Finding("step-order", "note", at, line, (), (), (), (), words)


def in_order(
    reading: Reading, filled: int | None, emptied: int | None, step: int | None
) -> tuple[Fix, ...]:
    """Return the change that brings the calls into order, where they stand under one another."""
    program = reading.program
    backward, zero, stepping = (program.statement_at(line) for line in (filled, emptied, step))
    block = program.block_of(backward)
    if backward is None or not is_call(stepping, "step") or stepping not in block:
        return ()
    if block.index(stepping) < block.index(backward):
        edits = (program.removed(stepping),
                 program.inserted_after(backward, program.text(stepping)))
        return (Fix("call step() after backward()", "在 backward() 之后调用 step()", edits),)
    if not is_call(zero, "zero_grad") or zero not in block:
        return ()
    edits = (program.removed(zero), program.inserted_before(backward, program.text(zero)))
    return (Fix("call zero_grad() before backward()", "在 backward() 之前调用 zero_grad()", edits),)


def is_call(statement: ast.stmt | None, method: str) -> TypeGuard[ast.Expr]:
    """Whether a statement is a call of a method, and nothing else."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    return (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
            and call.func.attr == method)


def stepping(reading: Reading, optimizer: Optimizer, call: Call) -> tuple[Fix, ...]:
    """Return the change that takes a step after a backward, if a variable has the optimizer."""
    program = reading.program
    made, backward = program.statement_at(optimizer.line), program.statement_at(call.line)
    target = made.targets[0] if isinstance(made, ast.Assign) and len(made.targets) == 1 else None
    if made not in program.tree.body or not isinstance(target, ast.Name):
        return ()
    if not is_call(backward, "backward") or backward is None:
        return ()
    edit = program.inserted_after(backward, f"{target.id}.step()")
    return (Fix(f"call {target.id}.step() after backward()",
                f"在 backward() 之后调用 {target.id}.step()", (edit,)),)


def others(lines: tuple[int | None, ...], own: int | None) -> tuple[int, ...]:
    """Return the lines that had a part in a finding, each once, without its own."""
    return tuple(dict.fromkeys(line for line in lines if line is not None and line != own))


DIAGNOSIS = Diagnosis("step-order", find)
