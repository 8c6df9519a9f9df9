"""`broadcast`: inputs are stretched to fit, so that each entry meets others than was meant."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from math import prod

from server.document.finding import Finding, Fix
from server.findings.diagnosis import Diagnosis, both
from server.findings.reading import Event, Reading

# Ops that combine their inputs entry by entry, and losses that do.
PAIRED = re.compile(
    r"(add|sub|rsub|mul|div|pow|maximum|minimum|atan2|where|lerp|hypot|fmod|remainder|copysign"
    r"|logaddexp2?|xlogy|xlog1py|fmax|fmin|clamp|addcmul|addcdiv|masked_fill)(_|$)")
LOSSES = re.compile(r"(mse|l1|smooth_l1|huber)_loss")
DIFFERENCES = frozenset({"sub", "rsub"})
# What stretches because the program says so, and what gives a dimension of 1 on purpose.
EXPLICIT = re.compile(r"\b(?:expand|expand_as|broadcast_to|broadcast_tensors|repeat|meshgrid)\s*\(")
SHAPING = frozenset({"unsqueeze", "view", "reshape", "_unsafe_view", "select", "slice", "index"})
Shape = tuple[int, ...]


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each line of a difference that stretches both its sides, `[n, 1]` and
    `[n]`, and a note for each line that stretches a leaf.
    """
    told: set[tuple[str, int | None]] = set()
    for op, events in reading.ops.items():
        is_difference = op in DIFFERENCES or LOSSES.match(op) is not None
        if not is_difference and not PAIRED.match(op):
            continue
        for at in events:
            event = reading.events[at]
            key = op, event["line"]
            if key in told or event["node"] is None or event["during"] is not None:
                continue
            told.add(key)
            found = crossed(reading, event, at) if is_difference else None
            if found is not None:
                yield found
            elif LOSSES.match(op) is None:
                yield from summed(reading, event)


def shape_of(reading: Reading, tensor: str | None) -> Shape:
    """Return the shape of a tensor."""
    made = reading.tensors.get(tensor or "")
    return () if made is None else tuple(made.value["shape"])


def before(reading: Reading, tensor: str, event: Event) -> str:
    """Return the tensor that a loss stretched on its line to what it was given, or the tensor."""
    made = reading.made_by(tensor)
    if made is None or made["op"] != "expand" or made["line"] != event["line"]:
        return tensor
    return reading.source(made, "self") or tensor


def crossed(reading: Reading, event: Event, at: int) -> Finding | None:
    """Return the finding about a column that meets a row; None if that is none, or was meant."""
    given = [x["tensor"] for x in event["inputs"] if "tensor" in x][:2]
    line = event["line"]
    code = reading.lines[line - 1] if line is not None and line <= len(reading.lines) else ""
    if len(given) < 2 or EXPLICIT.search(code):
        return None
    sides = [before(reading, tensor, event) for tensor in given]
    shapes = [shape_of(reading, tensor) for tensor in sides]
    column, row = (0, 1) if len(shapes[0]) == 2 else (1, 0)
    n = shapes[row][0] if len(shapes[row]) == 1 else 0
    if n < 2 or shapes[column] != (n, 1) or is_meant(reading, sides):
        return None
    texts = [shown(shape) for shape in shapes]
    wide = shown((n, n))
    words = both(
        ("Both were stretched: was that meant?",
         f"{texts[0]} and {texts[1]} made {wide}: every entry met every other.",
         "A dimension of 1, or one that is missing, is stretched to fit.",
         "Give both the same shape, e.g. with .squeeze() or .unsqueeze(1)."),
        ("两边都被扩展了：这是你要的吗？",
         f"{texts[0]} 与 {texts[1]} 得到 {wide}：每个元素都与每个元素相遇。",
         "大小为 1 的维，或者缺少的维，会被扩展到一样大。",
         "让两边形状相同，例如用 .squeeze() 或 .unsqueeze(1)。"))
    return Finding("broadcast", "mistake", at, line, (), (event["node"]["id"],), tuple(sides),
                   reading.named(sides), words, fixes_of(reading, sides[column], line))


def is_meant(reading: Reading, sides: list[str]) -> bool:
    """Whether each pair was wanted: of one tensor, or a dimension was made for it."""
    makers = [reading.made_by(tensor) for tensor in sides]
    if any(made is not None and made["op"] in SHAPING for made in makers):
        return True
    return len({root_of(reading, tensor) for tensor in sides}) < len(sides)


def root_of(reading: Reading, tensor: str) -> str:
    """Return the tensor of whose memory a tensor is a view."""
    made = reading.made_by(tensor)
    while made is not None and made["outputs"][0]["view_of"] is not None:
        tensor = made["outputs"][0]["view_of"]
        made = reading.made_by(tensor)
    return tensor


def fixes_of(reading: Reading, column: str, line: int | None) -> tuple[Fix, ...]:
    """Return the edit that squeezes the column where its name stands once on the line."""
    name = reading.name(column)
    statement = reading.program.statement_at(line)
    if statement is None or name is None or not name.isidentifier():
        return ()
    found = [node for node in ast.walk(statement) if isinstance(node, ast.Name)
             and node.id == name and isinstance(node.ctx, ast.Load)]
    if len(found) != 1:
        return ()
    return (Fix(f"squeeze {name}", f"对 {name} 用 squeeze",
                (reading.program.replaced(found[0], f"{name}.squeeze(1)"),)),)


def shown(shape: Shape) -> str:
    """Return a shape as torch writes it."""
    return f"[{', '.join(map(str, shape))}]"


def summed(reading: Reading, event: Event) -> Iterator[Finding]:
    """Yield a note for each leaf that an op stretches, and that gets a gradient."""
    wide = tuple(event["outputs"][0]["value"]["shape"])
    for x in event["inputs"]:
        tensor = x.get("tensor")
        name = None if tensor is None else reading.name(tensor)
        if tensor is None or name is None or tensor in reading.maker \
                or tensor not in reading.grads or not is_taped(event, x["slot"]):
            continue
        shape = shape_of(reading, tensor)
        if prod(shape) >= prod(wide):
            continue
        is_one = len(shape) == 0
        many = " × ".join(map(str, wide))
        has = "is a single number" if is_one else f"has the shape {shown(shape)}"
        has_zh = "是一个数" if is_one else f"的形状是 {shown(shape)}"
        words = both(
            (f"The gradient of {name} is a sum", f"{name} {has} and was used for {many} entries.",
             "What is used many times gets the sum of all the gradients.",
             "Nothing, if that was meant; else give it the full shape."),
            (f"{name} 的梯度是一个和", f"{name} {has_zh}，被用于 {many} 个元素。",
             "用了多次的东西，得到的是所有梯度之和。",
             "如果这就是你要的，不用改；否则给它完整的形状。"))
        yield Finding("broadcast", "note", reading.grads[tensor][0], event["line"], (),
                      (event["node"]["id"],), (tensor,), (name,), words)


def is_taped(event: Event, slot: str) -> bool:
    """Whether a gradient comes back along an input."""
    return any(edge["slot"] == slot and edge["to"] is not None for edge in event["node"]["edges"])


DIAGNOSIS = Diagnosis("broadcast", find)
