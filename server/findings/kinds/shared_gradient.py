"""`shared-gradient`: a step also uses what the loss of another optimizer left in `.grad`."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from server.document.finding import Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both, on_line, several, several_zh
from server.findings.kinds.step_order import is_call
from server.findings.kinds.unused_gradient import is_emptied
from server.findings.reading import Call, LibraryCall, Optimizer, Reading


@dataclass(frozen=True)
class Fork:
    """A loss for another optimizer, whose step came first, and then one for this one."""

    optimizer: Optimizer
    other: Optimizer
    foreign: Call
    own: Call
    # The steps of the other optimizer and of this one.
    used: LibraryCall
    step: LibraryCall


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each optimizer that moves by the loss of another one, too.

    That loss goes through what this optimizer holds to what the other one holds, as that of a
    generator goes through the discriminator. The other one takes its step; the gradients that it
    leaves behind are not emptied before a loss of this one's own adds to them.
    """
    stepping = {step.optimizer for step in reading.steps()}
    optimizers = [each for each in reading.optimizers.values() if each.number in stepping]
    for optimizer in optimizers if len(optimizers) > 1 else ():
        for other in optimizers:
            fork = None if other is optimizer else fork_of(reading, optimizer, other)
            if fork is not None:
                yield told(reading, fork)


def fork_of(reading: Reading, optimizer: Optimizer, other: Optimizer) -> Fork | None:
    """Return the first step of an optimizer that uses what a loss for another one left."""
    if optimizer.held & other.held:
        return None
    calls = [call for call in reading.calls.values() if call.end is not None and not call.failed]
    steps = [step for step in reading.steps()
             if step.optimizer in (optimizer.number, other.number)]
    for foreign in calls:
        own, others = (sorted(call_events(foreign, each.held)) for each in (optimizer, other))
        if not own or not others or own[-1] > others[0]:
            continue
        used, step = next_steps(steps, foreign, other)
        if used is None or step is None or step.optimizer != optimizer.number:
            continue
        between = [call for call in calls if used.begin < call.begin < step.begin]
        mine = [call for call in between if not optimizer.held.isdisjoint(call.filled)]
        if len(between) == 1 == len(mine) and other.held.isdisjoint(mine[0].filled) and all(
                is_kept(reading, tensor, foreign, step) for tensor in optimizer.held
                if tensor in foreign.filled):
            return Fork(optimizer, other, foreign, mine[0], used, step)
    return None


def call_events(call: Call, held: set[str]) -> list[int]:
    """Return the events at which a call first adds to what an optimizer holds."""
    return [i for tensor, i in call.filled.items() if tensor in held]


def next_steps(
    steps: list[LibraryCall], call: Call, other: Optimizer
) -> tuple[LibraryCall | None, LibraryCall | None]:
    """Return the first two steps after a call, if the first is of the other optimizer."""
    after = [step for step in steps if step.begin > call.begin][:2]
    if len(after) < 2 or after[0].optimizer != other.number:
        return None, None
    return after[0], after[1]


def is_kept(reading: Reading, tensor: str, call: Call, step: LibraryCall) -> bool:
    """Whether nothing empties a gradient from a call to a step, and it was empty before."""
    events = reading.grads[tensor]
    first = bisect_left(events, call.filled[tensor])
    last = bisect_left(events, step.begin)
    begin = reading.events[events[first]]["before"] is None or (
        first > 0 and is_emptied(reading.events[events[first - 1]]))
    return begin and not any(is_emptied(reading.events[i]) for i in events[first:last])


def told(reading: Reading, fork: Fork) -> Finding:
    """The finding about a step that uses the gradient of another one's loss."""
    tensors = sorted((tensor for tensor in fork.optimizer.held if tensor in fork.foreign.filled),
                     key=lambda tensor: fork.foreign.filled[tensor])
    tensors.sort(key=lambda tensor: int(tensor[1:]))
    names, line = reading.named(tensors), fork.step.line
    en, zh = several(names), several_zh(names)
    foreign, own = fork.foreign, fork.own
    words = both(
        (f"Two losses train {en}",
         f"The step{on_line(line)} uses the gradients of {en} from backward {own.number}"
         f"{on_line(own.line)}, and with them what backward {foreign.number}"
         f"{on_line(foreign.line)} left there for the step{on_line(fork.used.line)}.",
         "backward() adds to the .grad of every leaf on its way, whichever optimizer holds it.",
         "Call zero_grad() of this optimizer right before its own backward()."),
        (f"两个损失都在训练 {zh}",
         f"{at_line(line)}的优化步使用 {zh} 的梯度时，除了{at_line(own.line)}的第 {own.number} 次"
         f"反向传播，还用上了{at_line(foreign.line)}的第 {foreign.number} 次反向传播"
         f"为{at_line(fork.used.line)}的优化步留下的梯度。",
         "backward() 会加到途中每个叶子的 .grad 上，不管它归哪个优化器管理。",
         "在自己的 backward() 之前调用这个优化器的 zero_grad()。"))
    lines = dict.fromkeys((own.line, foreign.line, fork.used.line))
    return Finding("shared-gradient", "mistake", fork.step.begin, line,
                   tuple(each for each in lines if each is not None and each != line), (),
                   tuple(tensors), names, words, emptying(reading, fork))


def emptying(reading: Reading, fork: Fork) -> tuple[Fix, ...]:
    """Return the change that empties the gradients before this optimizer's own backward."""
    program = reading.program
    step, backward = program.statement_at(fork.step.line), program.statement_at(fork.own.line)
    block = program.block_of(step)
    if not is_call(step, "step") or backward not in block or backward is None:
        return ()
    call = step.value if isinstance(step, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.args:
        return ()
    text = f"{program.text(call.func.value)}.zero_grad()"
    return (Fix(f"call {text} before its backward()", f"在它的 backward() 之前调用 {text}",
                (program.inserted_before(backward, text),)),)


DIAGNOSIS = Diagnosis("shared-gradient", find)
