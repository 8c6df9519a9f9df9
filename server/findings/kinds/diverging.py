"""`diverging`: the loss grows from turn to turn, since the steps are too long."""

from __future__ import annotations

import ast
import math
from collections import defaultdict
from collections.abc import Iterator

from server.document.finding import Finding, Fix
from server.findings.diagnosis import Diagnosis, both, on_line, at_line
from server.findings.history import value_before
from server.findings.reading import Call, Event, Reading
from server.findings.values import shown

# The loss grows so many times in a row by this factor at least, and by that in all.
RISES = 3
EACH, ALL = 1.2, 10.0


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each line of backward calls whose loss grows to the end.

    That is: up to its last finite value, and far beyond where it began. Of calls that fill other
    leaves than the first on their line nothing is said. Steps that go up on purpose, or with
    gradients of several turns, are others' matter.
    """
    by_line: dict[int | None, list[tuple[Call, float]]] = defaultdict(list)
    for call in reading.calls.values():
        roots = reading.events[call.begin]["roots"]
        value = value_of(reading, roots[0]["tensor"]) if len(roots) == 1 and call.filled else None
        if value is not None:
            known = by_line[call.line]
            if not known or next(iter(known[0][0].filled)) in call.filled:
                known.append((call, value))
    for line, losses in by_line.items():
        grown = growth(losses)
        if grown is not None and goes_down(reading, losses[0][0]):
            yield told(reading, line, losses, grown)


def value_of(reading: Reading, tensor: str) -> float | None:
    """Return the number of a loss; None if it is not one number."""
    made = reading.tensors.get(tensor)
    data = made.value.get("data", ()) if made is not None else ()
    return float(data[0]) if len(data) == 1 and isinstance(data[0], (int, float, str)) \
        and data[0] != "?" else None


def growth(losses: list[tuple[Call, float]]) -> tuple[int, int] | None:
    """Return where a loss comes to be far above its begin, and the last finite one; None if it
    does not end in a rise.
    """
    values = [value for _, value in losses]
    end = next((i for i, value in enumerate(values) if not math.isfinite(value)), len(values))
    finite = values[:end]
    if end <= RISES or min(finite) <= 0 or finite[-1] < ALL * finite[0]:
        return None
    rises = [after / before >= EACH for before, after in zip(finite, finite[1:], strict=False)]
    if not all(rises[-RISES:]):
        return None
    known = next(i for i, value in enumerate(finite) if i >= RISES and value >= ALL * finite[0]
                 and all(rises[i - RISES : i]))
    return known, end - 1


def goes_down(reading: Reading, call: Call) -> bool:
    """Whether the update after a call went against gradients that it alone had filled."""
    for tensor, filled in call.filled.items():
        event = reading.events[filled]
        write = next((i for i in reading.writes.get(tensor, ()) if i > filled), None)
        if event["before"] is not None and any(entries(reading, event["before"]) or ()):
            return False
        if write is None:
            continue
        grad = entries(reading, event["after"])
        before = entries(reading, value_before(reading, tensor, write))
        after = entries(reading, reading.events[write]["value"])
        if grad and before and after:
            moved = sum(g * (b - a) for g, a, b in zip(grad, before, after, strict=True))
            if moved != 0:
                return moved < 0 and not is_reused(reading, tensor)
    return False


def is_reused(reading: Reading, tensor: str) -> bool:
    """Whether a gradient of a tensor was added to one that was there before."""
    return any(reading.events[i]["by"] == "accumulate" and reading.events[i]["before"] is not None
               and any(entries(reading, reading.events[i]["before"]) or ())
               for i in reading.grads[tensor])


def entries(reading: Reading, value: Event | None) -> list[float] | None:
    """Return the entries of a value if all are known and finite."""
    data = (reading.whole(value) or {}).get("data")
    return data if data and all(isinstance(x, (int, float)) for x in data) else None


def told(reading: Reading, line: int | None, losses: list[tuple[Call, float]],
         grown: tuple[int, int]) -> Finding:
    """Return the finding about a loss that grows."""
    known, last = grown
    root = reading.events[losses[0][0].begin]["roots"][0]["tensor"]
    name = reading.name(root)
    made = optimizer_of(reading, losses[0][0])
    rate = None if made is None else made["groups"][0]["lr"]
    ends = shown(losses[0][1]), shown(losses[last][1])
    rest = [value for _, value in losses[last + 1 :]]
    is_lost = bool(rest) and not any(map(math.isfinite, rest))
    en, zh = name or "the loss", name or "损失"
    words = both(
        (f"{name or 'The loss'} grows: it diverges",
         f"In the first {last + 1} backward calls{on_line(line)}, {en} grows from {ends[0]} to "
         f"{ends[1]}"
         + (", and is not finite from then on" if is_lost else "")
         + (f"; the learning rate is {shown(rate)}." if rate else "."),
         "A step that is too long jumps over the lowest point, and lands farther away and higher "
         "each time.",
         "Lower the learning rate, by a factor of 10 or more, or scale the inputs to about 1."),
        (f"{zh} 在变大：训练发散了",
         f"{at_line(line)}的前 {last + 1} 次反向传播中，{zh} 从 {ends[0]} 增到 {ends[1]}"
         + ("，之后不再是有限的数" if is_lost else "")
         + (f"；学习率是 {shown(rate)}。" if rate else "。"),
         "步子太大就会越过最低点，每次都落得更远、更高。",
         "把学习率降低到十分之一或更小，或者把输入缩放到 1 左右。"))
    place = line if made is None else made["line"]
    others = () if line is None or line == place else (line,)
    ratio = losses[known][1] / losses[known - 1][1]
    return Finding("diverging", "mistake", losses[known][0].begin, place, others, (), (root,),
                   reading.named([root]), words, fixes_of(reading, made, ratio))


def optimizer_of(reading: Reading, call: Call) -> Event | None:
    """Return the event that made the optimizer of what a call filled."""
    if not reading.optimizers:
        return None
    return next((event for event in reading.events if event["kind"] == "optimizer"
                 and any(call.filled.keys() & set(group["params"]) for group in event["groups"])),
                None)


def fixes_of(reading: Reading, made: Event | None, ratio: float) -> tuple[Fix, ...]:
    """Return the edit of the learning rate where it is a number in the call of the optimizer.

    Where the loss is about a parabola, it grows by (rate × curvature - 1)² in a step: from that
    follows the rate that leaps to the lowest point.
    """
    rate = None if made is None else made["groups"][0]["lr"]
    if made is None or not isinstance(rate, (int, float)) or rate <= 0:
        return ()
    found = [each.value for call in reading.program.calls_at(made["line"], made["name"])
             for each in call.keywords if each.arg == "lr"]
    if len(found) != 1 or not isinstance(found[0], ast.Constant) or found[0].value != rate:
        return ()
    better = min(rate / (1 + math.sqrt(ratio)), rate / 10)
    text = f"{float(f'{better:.0e}'):g}"
    return (Fix(f"lower lr to {text}", f"把 lr 降到 {text}",
                (reading.program.replaced(found[0], text),)),)


DIAGNOSIS = Diagnosis("diverging", find)
