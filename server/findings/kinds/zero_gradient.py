"""`zero-gradient`: no gradient goes on from an op that is flat there, or meets zeros."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from server.document.finding import Bilingual, Finding, Fix
from server.findings.diagnosis import Diagnosis, both
from server.findings.passages import KINKED, STEPS, Passage, passages_of
from server.findings.program import called
from server.findings.reading import Event, Reading
from server.findings.values import largest

# Ops that multiply, by the slots whose entries the derivative of the other is multiplied by.
PRODUCTS = {"mm": ("self", "mat2"), "addmm": ("mat1", "mat2"), "mul": ("self", "other"),
            "bmm": ("self", "mat2"), "mv": ("self", "vec"), "matmul": ("self", "other")}
# Views between a parameter and the product.
VIEWS = frozenset({"t", "transpose", "permute", "view", "reshape", "expand"})


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each line of a flat op that let no gradient through whenever it ran, and
    for each pair of parameters of zeros that keep each other at 0.
    """
    for (op, _), passages in reading.once(passages_of).items():
        if KINKED.match(op) and not any(one.went for one in passages):
            yield flat(reading, passages[0])
    yield from stuck(reading)


def flat(reading: Reading, passage: Passage) -> Finding:
    """Return the finding about an op that is flat where it stands."""
    event = reading.events[passage.op]
    node, tensor = event["node"], event["outputs"][0]["tensor"]
    name = reading.name(tensor)
    thing = node["name"] if name is None else f"{node['name']} ({name})"
    why, why_zh, change, change_zh = slope_of(reading, event)
    words = both(
        (f"{name or thing} lets no gradient through",
         f"A gradient came into {thing}, and zero goes on.", why, change),
        (f"{name or thing} 不让梯度通过",
         f"有梯度到达 {thing}，传出去的却是零。", why_zh, change_zh))
    return Finding("zero-gradient", "smell", passage.at, event["line"], (), (node["id"],),
                   (), () if name is None else (name,), words)


def slope_of(reading: Reading, event: Event) -> tuple[str, str, str, str]:
    """Return why an op is flat, and what to change: everywhere, at a kink, or where it stands."""
    if STEPS.match(event["op"]):
        return ("It is a function of steps: its slope is 0 everywhere.",
                "它是阶梯函数：斜率处处为 0。",
                "Leave it out, or pass the gradient by: x + (f(x) - x).detach() has the values of "
                "f(x) and the slope 1.",
                "去掉它，或者让梯度绕过它：x + (f(x) - x).detach() 的值是 f(x)，斜率是 1。")
    given = event["inputs"][0].get("tensor")
    made = reading.tensors.get(given or "")
    is_kink = made is not None and given not in reading.writes and is_zero(reading, made.value)
    if event["op"].startswith(("abs", "relu")) and is_kink:
        return ("It stands on a kink, where torch takes the slope to be 0.",
                "它正好在折点上，torch 在那里把斜率当作 0。",
                "Start from other values.", "换一个初值。")
    return ("Where it stands, the function is flat: its slope is 0.",
            "函数在这里是平的：斜率为 0。",
            "Start from other values, or use a function that slopes everywhere, as leaky_relu.",
            "换一个初值，或者换成处处有斜率的函数，如 leaky_relu。")


# -- zeros that keep each other at 0 --------------------------------------------------------------


def stuck(reading: Reading) -> Iterator[Finding]:
    """Yield a finding about parameters that stay 0: to one comes a gradient of 0, since a later
    one is 0, and this one is multiplied by zeros, since the first is 0.
    """
    still = {tensor for tensor in reading.grads if stays_zero(reading, tensor)}
    if len(still) < 2:
        return
    uses = [use for tensor in still for use in products_of(reading, tensor)]
    came = came_to(reading, {reading.events[i]["node"]["id"] for _, i, _ in uses})
    first = [use for use in uses if is_zero(reading, came.get(node_of(reading, use[1])))]
    last = [use for use in uses if use not in first and is_zero(reading, value_of(reading, use[2]))]
    names = [reading.named([use[0] for use in some]) for some in (first, last)]
    if not names[0] or not names[1]:
        return
    tensors = tuple(dict.fromkeys((first[0][0], last[0][0])))
    calls = len({reading.events[i]["call"] for i in reading.grads[tensors[0]]} - {None})
    lines = [reading.events[use[1]]["line"] for use in (first[0], last[0])]
    at = max(reading.grads[tensor][0] for tensor in tensors)
    yield Finding("zero-gradient", "mistake", at, lines[0],
                  () if lines[1] in (None, lines[0]) else (lines[1],), (), tensors,
                  reading.named(tensors), stuck_words(names[0][0], names[1][0], calls),
                  unzeroed(reading, names[0][0]))


def unzeroed(reading: Reading, name: str) -> tuple[Fix, ...]:
    """Return the change that leaves a parameter as its layer made it, if a call sets it to 0."""
    program = reading.program
    for statement in program.statements():
        call = statement.value if isinstance(statement, ast.Expr) else None
        if isinstance(call, ast.Call) and called(call) == "zeros_" and len(call.args) == 1 \
                and program.text(call.args[0]) == name:
            text = program.text(call)
            return (Fix(f"leave out {text}", f"去掉 {text}", (program.removed(statement),)),)
    return ()


def stuck_words(one: str, other: str, calls: int) -> Bilingual:
    """Return what is said of parameters that keep each other at 0."""
    return both(
        (f"{one} and {other} keep each other at 0",
         f"{one} and {other} are 0 everywhere, and so are their gradients in all {calls} backward "
         "calls.",
         "The gradient of a factor is multiplied by the other factors: of two layers of zeros in a "
         "row each keeps the gradient of the other at 0.",
         "Leave only the last of them at 0, and start the other from random numbers."),
        (f"{one} 和 {other} 互相停在 0",
         f"{one} 和 {other} 处处是 0，{calls} 次反向传播中它们的梯度也都是 0。",
         "一个因子的梯度要乘以别的因子：连续两层都是 0 时，每一层都让另一层的梯度停在 0。",
         "只让其中最后一层是 0，另一层用随机数开始。"))


def stays_zero(reading: Reading, tensor: str) -> bool:
    """Whether a leaf is 0 at the end, and got gradients of 0 in several calls."""
    made = reading.tensors.get(tensor)
    if made is None or made.grad_of is not None:
        return False
    writes = reading.writes.get(tensor)
    value = reading.events[writes[-1]]["value"] if writes else made.value
    added = [reading.events[i]["added"] for i in reading.grads[tensor]
             if reading.events[i]["by"] == "accumulate"]
    return len(added) > 1 and is_zero(reading, value) \
        and all(is_zero(reading, value) for value in added)


def is_zero(reading: Reading, value: Event | None) -> bool:
    """Whether a value is known to be 0 everywhere."""
    whole = reading.whole(value)
    return whole is not None and largest(whole) == 0


def value_of(reading: Reading, tensor: str | None) -> Event | None:
    """Return what a tensor was when it was made."""
    made = reading.tensors.get(tensor or "")
    return None if made is None else made.value


def node_of(reading: Reading, op: int) -> str:
    """Return the node of an op."""
    node: str = reading.events[op]["node"]["id"]
    return node


def products_of(reading: Reading, tensor: str) -> list[tuple[str, int, str | None]]:
    """Return the products of which a parameter, or a view of it, is a factor: itself, the op, the
    other factor.
    """
    views = {tensor}
    for name in VIEWS:
        for i in reading.ops.get(name, ()):
            event = reading.events[i]
            if event["inputs"] and event["inputs"][0].get("tensor") in views:
                views.add(event["outputs"][0]["tensor"])
    found: list[tuple[str, int, str | None]] = []
    for name, slots in PRODUCTS.items():
        for i in reading.ops.get(name, ()):
            given = [reading.source(reading.events[i], slot) for slot in slots]
            if reading.events[i]["node"] is not None and views.intersection(given):
                found.append((tensor, i, given[0] if given[1] in views else given[1]))
    return found


def came_to(reading: Reading, nodes: set[str]) -> dict[str, Event]:
    """Return the gradient that came to each node first."""
    found: dict[str, Event] = {}
    for i in reading.flows:
        event = reading.events[i]
        if event["to"] in nodes and event["arrived"] == event["needed"]:
            found.setdefault(event["to"], event["sum"])
    return found


DIAGNOSIS = Diagnosis("zero-gradient", find)
