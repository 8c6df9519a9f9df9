"""`step-order` of clipping: it comes after the step, or before the gradients are unscaled."""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator

from server.document.finding import Bilingual, Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both, on_line
from server.findings.kinds.step_order import USES, end_of, is_call, others
from server.findings.kinds.unused_gradient import is_emptied
from server.findings.reading import LibraryCall, Reading


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each line of clippings all of which come too late, or too early."""
    by_line: dict[int | None, list[LibraryCall]] = defaultdict(list)
    for call in reading.library:
        if call.method in ("clip_grad_norm_", "clip_grad_value_"):
            by_line[call.line].append(call)
    for calls in by_line.values():
        steps = [step_before(reading, call) for call in calls]
        if steps[0] is not None and all(step is not None for step in steps):
            yield too_late(reading, calls[0], steps[0])
            continue
        scaled = [unscaled_after(reading, call) for call in calls]
        if scaled[0] is not None and all(each is not None for each in scaled):
            yield too_early(reading, calls[0], scaled[0])


def clipped(reading: Reading, call: LibraryCall) -> dict[str, int]:
    """Return the tensors whose gradients a clipping changes, with the events that say so."""
    found: dict[str, int] = {}
    for i in range(call.begin, end_of(reading, call)):
        event = reading.events[i]
        if event["kind"] == "grad":
            found.setdefault(event["tensor"], i)
    return found


def step_before(reading: Reading, call: LibraryCall) -> LibraryCall | None:
    """Return the step that had used the gradients that a clipping changes, if none uses them later.

    They are emptied next, or nothing more is done to them.
    """
    step: LibraryCall | None = None
    for tensor, at in clipped(reading, call).items():
        events, writes = reading.grads[tensor], reading.writes.get(tensor, [])
        place = bisect_left(events, at)
        before = events[place - 1] if place > 0 else at
        following = events[place + 1] if place + 1 < len(events) else len(reading.events)
        used = writes[bisect_right(writes, before) : bisect_left(writes, at)]
        later = writes[bisect_left(writes, at) : bisect_left(writes, following)]
        is_over = following == len(reading.events) or is_emptied(reading.events[following])
        steps = [each for each in reading.steps() if used and each.begin < used[-1]]
        if not steps or later or not is_over or reading.events[used[-1]]["by"] != "step":
            return None
        step = steps[-1]
    return step


def unscaled_after(reading: Reading, call: LibraryCall) -> LibraryCall | None:
    """Return the unscaling that comes next after a clipping, before any step and backward."""
    changed = clipped(reading, call)
    for each in reading.library:
        if each.begin <= call.begin or each.method not in ("step", "unscale_", "zero_grad"):
            continue
        held = reading.optimizers[each.optimizer].held if each.optimizer else set()
        if not held.isdisjoint(changed):
            return each if each.method == "unscale_" else None
    return None


def too_late(reading: Reading, call: LibraryCall, step: LibraryCall) -> Finding:
    """The finding about clippings after the step."""
    words = both(
        ("The gradients are clipped after the step",
         f"{call.method}{on_line(call.line)} changes gradients that the step{on_line(step.line)} "
         "has used already, and nothing uses them after that.",
         USES[0], "Clip between backward() and step()."),
        ("优化步之后才裁剪梯度",
         f"{at_line(call.line)}的 {call.method} 改变的梯度，{at_line(step.line)}的优化步"
         "已经用过了，此后没有人再用。",
         USES[1], "在 backward() 与 step() 之间裁剪。"))
    return placed(reading, call, step, words, moved(reading, call, step))


def too_early(reading: Reading, call: LibraryCall, scaled: LibraryCall) -> Finding:
    """The finding about clippings of gradients that are scaled."""
    words = both(
        ("Scaled gradients are clipped",
         f"{call.method}{on_line(call.line)} clips gradients before unscale_"
         f"{on_line(scaled.line)} divides them by the loss scale.",
         "A GradScaler multiplies the loss, and with it each gradient: the limit is held against "
         "numbers that are as many times too large.",
         "Call unscale_(optimizer) of the scaler before the clipping."),
        ("裁剪了放大过的梯度",
         f"{at_line(call.line)}的 {call.method} 裁剪梯度之后，{at_line(scaled.line)}的 unscale_ "
         "才把它们除以损失的放大倍数。",
         "GradScaler 把损失放大，每个梯度也随之放大：与界限相比的数也大了同样的倍数。",
         "在裁剪之前调用缩放器的 unscale_(optimizer)。"))
    return placed(reading, call, scaled, words, unscaling(reading, call, scaled))


def placed(reading: Reading, call: LibraryCall, other: LibraryCall, words: Bilingual,
           fixes: tuple[Fix, ...]) -> Finding:
    """Return the finding about a clipping and another call."""
    tensors = tuple(clipped(reading, call))
    return Finding("step-order", "mistake", call.begin, call.line,
                   others((other.line,), call.line), (), tensors, reading.named(tensors), words,
                   fixes)


def moved(reading: Reading, call: LibraryCall, step: LibraryCall) -> tuple[Fix, ...]:
    """Return the change that clips before the step, where both stand under one another."""
    program = reading.program
    clip, stepping = program.statement_at(call.line), program.statement_at(step.line)
    block = program.block_of(stepping)
    if not isinstance(clip, ast.Expr) or clip not in block or not is_call(stepping, "step"):
        return ()
    edits = program.removed(clip), program.inserted_before(stepping, program.text(clip))
    return (Fix("clip before step()", "在 step() 之前裁剪", edits),)


def unscaling(reading: Reading, call: LibraryCall, scaled: LibraryCall) -> tuple[Fix, ...]:
    """Return the change that unscales before a clipping, where `step` of a scaler does it."""
    program = reading.program
    clip, stepping = program.statement_at(call.line), program.statement_at(scaled.line)
    block = program.block_of(stepping)
    if not isinstance(clip, ast.Expr) or clip not in block or not is_call(stepping, "step"):
        return ()
    (step,) = program.calls_at(scaled.line, "step")
    if not isinstance(step.func, ast.Attribute) or len(step.args) != 1:
        return ()
    scaler, optimizer = program.text(step.func.value), program.text(step.args[0])
    edit = program.inserted_before(clip, f"{scaler}.unscale_({optimizer})")
    return (Fix("unscale before the clipping", "裁剪之前先恢复梯度的大小", (edit,)),)


DIAGNOSIS = Diagnosis("step-order", find)
