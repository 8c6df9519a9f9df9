"""`optimizer-stale`: an optimizer holds tensors that the loss does not reach any more."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from server.document.finding import Finding, Fix
from server.findings.diagnosis import (
    Diagnosis, at_line, both, on_line, several, several_zh,
)
from server.findings.kinds.optimizer_unheld import owner_of
from server.findings.reading import Optimizer, Reading


@dataclass(frozen=True)
class Replaced:
    """A tensor that an optimizer holds, and the newer one that got its name at an event."""

    optimizer: Optimizer
    older: str
    newer: str
    at: int


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each optimizer that steps, and whose tensors have had successors.

    The newer tensor of a name gets gradients, and is held by no optimizer and moved by nothing; the
    older one gets none any more. So it is with an optimizer none of whose tensors ever gets a
    gradient, while tensors of the same shapes get some and are held by none.
    """
    newer = orphans(reading)
    if not newer:
        return
    stepped = {call.optimizer: call.begin for call in reading.steps()}
    groups: dict[tuple[int, int | None], list[Replaced]] = defaultdict(list)
    for each in replaced(reading, newer):
        if stepped.get(each.optimizer.number, -1) > first_gradient(reading, each.newer):
            key = each.optimizer.number, reading.events[each.at]["line"]
            groups[key].append(each)
    for (_, line), some in groups.items():
        yield older_names(reading, line, some)
    told = {number for number, _ in groups}
    for optimizer in reading.optimizers.values():
        twins = twins_of(reading, optimizer, newer)
        if twins and optimizer.number in stepped and optimizer.number not in told:
            yield another_copy(reading, optimizer, twins)


def orphans(reading: Reading) -> list[str]:
    """Return the leaves that got gradients, that no optimizer holds and nothing moves.

    Without an optimizer that holds something there is none.
    """
    held = {tensor for each in reading.optimizers.values() for tensor in each.held}
    found = []
    for tensor in reading.grads if held else ():
        if tensor in held or tensor in reading.maker:
            continue
        first = first_gradient(reading, tensor)
        if first >= 0 and not any(i > first for i in reading.writes.get(tensor, ())):
            found.append(tensor)
    return sorted(found, key=lambda tensor: int(tensor[1:]))


def first_gradient(reading: Reading, tensor: str) -> int:
    """Return the event of the first gradient that a backward adds to a tensor; -1 if none does."""
    return next((i for i in reading.grads.get(tensor, ())
                 if reading.events[i]["by"] == "accumulate"), -1)


def replaced(reading: Reading, newer: list[str]) -> Iterator[Replaced]:
    """Yield what got a name that had meant a tensor of an optimizer, which gets no gradient since.

    Each newer tensor is told once.
    """
    holders = {tensor: each for each in reading.optimizers.values() for tensor in each.held}
    wanted, bound = set(newer), dict[tuple[int, str], str]()
    for i, event in enumerate(reading.events):
        if event["kind"] != "name":
            continue
        key = event["frame"], event["name"]
        tensor, before = event["tensor"], bound.get(key)
        bound[key] = tensor
        if tensor in wanted and before in holders and not reached_after(reading, before, i):
            wanted.remove(tensor)
            yield Replaced(holders[before], before, tensor, i)


def reached_after(reading: Reading, tensor: str, at: int) -> bool:
    """Whether a backward adds to a tensor's gradient after an event."""
    return any(i > at and reading.events[i]["by"] == "accumulate"
               for i in reading.grads.get(tensor, ()))


def older_names(reading: Reading, line: int | None, some: list[Replaced]) -> Finding:
    """The finding about tensors that one line made anew."""
    optimizer, newer = some[0].optimizer, tuple(each.newer for each in some)
    names = reading.named(newer)
    en, zh, held = several(names), several_zh(names), optimizer.line
    is_late = optimizer.made > some[0].at
    if is_late:
        what = (f"The optimizer made{on_line(held)} was given the {en} that had been there before "
                f"line {line} made a new {en}.",
                f"{at_line(held)}的优化器得到的 {zh}，是{at_line(line)}新建 {zh} 之前的那些。")
    else:
        again = ("the same line", "同一行") if line == held else (f"line {line}", at_line(line))
        what = (f"The optimizer made{on_line(held)} was given {en}; after that, {again[0]} made a "
                f"new {en}.",
                f"{at_line(held)}的优化器得到了 {zh}；此后，{again[1]}又新建了 {zh}。")
    words = both(
        (f"The optimizer has an older {en}", what[0],
         "An optimizer holds tensors, not names: the new one gets gradients, and no step moves it.",
         "Make the optimizer after the last of these assignments, or change the tensor in place."),
        (f"优化器里的是旧的 {zh}", what[1],
         "优化器记住的是张量，不是名字：新的张量得到梯度，却没有哪一步会更新它。",
         "在最后一次赋值之后再创建优化器，或者原地改变这个张量。"))
    at = min(first_gradient(reading, tensor) for tensor in newer)
    fixes = () if is_late else made_later(reading, held, line)
    return Finding("optimizer-stale", "mistake", at, line, others(held, line), (), newer, names,
                   words, fixes)


def made_later(reading: Reading, held: int | None, line: int | None) -> tuple[Fix, ...]:
    """Return the change that makes an optimizer behind the line that makes its tensors anew."""
    program = reading.program
    made, again = program.statement_at(held), program.statement_at(line)
    if not isinstance(made, ast.Assign) or again is None or made.lineno >= again.lineno:
        return ()
    block = program.block_of(made)
    target = made.targets[0]
    if again not in block or len(made.targets) != 1 or not isinstance(target, ast.Name):
        return ()
    between = block[block.index(made) + 1 : block.index(again) + 1]
    if any(isinstance(node, ast.Name) and node.id == target.id
           for each in between for node in ast.walk(each)):
        return ()
    edits = program.removed(made), program.inserted_after(again, program.text(made))
    return (Fix(f"make {target.id} after line {line}", f"在第 {line} 行之后再创建 {target.id}",
                edits),)


def twins_of(reading: Reading, optimizer: Optimizer, newer: list[str]) -> list[str]:
    """Return tensors that no optimizer holds, for one that holds others of these shapes in vain.

    They are parts of one object.
    """
    if any(first_gradient(reading, tensor) >= 0 for tensor in optimizer.held):
        return []
    by_owner: dict[str, list[str]] = defaultdict(list)
    for tensor in newer:
        if tensor in reading.tensors:
            by_owner[owner_of(reading.name(tensor) or "")].append(tensor)
    shapes = sorted(shape_of(reading, tensor) for tensor in optimizer.held)
    return next((some for owner, some in by_owner.items() if owner
                 and sorted(shape_of(reading, tensor) for tensor in some) == shapes), [])


def shape_of(reading: Reading, tensor: str) -> list[int]:
    """Return the shape of a tensor of the run."""
    made = reading.tensors.get(tensor)
    return [] if made is None else list(made.value["shape"])


def another_copy(reading: Reading, optimizer: Optimizer, twins: list[str]) -> Finding:
    """The finding about an optimizer of another copy of what is trained."""
    names, count = reading.named(twins), len(optimizer.held)
    en, zh, owner = several(names), several_zh(names), owner_of(names[0])
    words = both(
        (f"The optimizer does not hold {en}",
         f"None of the {count} tensors that {optimizer.name}{on_line(optimizer.line)} holds ever "
         f"gets a gradient; backward fills those of {en}, which no optimizer holds.",
         "An optimizer moves the tensors that it was given. A copy of a net, or a net made anew, "
         "has tensors of its own.",
         f"Make the optimizer of {owner}, with which the loss is computed."),
        (f"优化器里没有 {zh}",
         f"{at_line(optimizer.line)}的 {optimizer.name} 有 {count} 个张量，其中没有一个得到过梯度；"
         f"反向传播填的是 {zh} 的梯度，而没有优化器管理它们。",
         "优化器只更新交给它的张量。网络的副本，或者新建的网络，有自己的张量。",
         f"用计算损失的 {owner} 来创建优化器。"))
    at = min(first_gradient(reading, tensor) for tensor in twins)
    lines = [reading.tensors[tensor].line for tensor in twins]
    return Finding("optimizer-stale", "mistake", at, optimizer.line,
                   others(lines[0], optimizer.line), (), tuple(twins), names, words,
                   given(reading, optimizer, owner))


def given(reading: Reading, optimizer: Optimizer, owner: str) -> tuple[Fix, ...]:
    """Return the change that gives an optimizer the parameters of another object."""
    program = reading.program
    calls = program.calls_at(optimizer.line, "parameters")
    if len(calls) != 1 or not owner.isidentifier():
        return ()
    edit = program.replaced(calls[0], f"{owner}.parameters()")
    return (Fix(f"give it {owner}.parameters()", f"把 {owner}.parameters() 交给它", (edit,)),)


def others(line: int | None, own: int | None) -> tuple[int, ...]:
    """Return a line that had a part in a finding, if it is another one."""
    return () if line is None or line == own else (line,)


DIAGNOSIS = Diagnosis("optimizer-stale", find)
