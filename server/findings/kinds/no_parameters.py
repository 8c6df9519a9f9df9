"""`no-parameters`: what a module computes with is not among what its `parameters()` lists."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

from server.document.finding import Bilingual, Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both, on_line, several, several_zh
from server.findings.kinds.optimizer_unheld import optimizer_of, owner_of
from server.findings.program import called
from server.findings.reading import Reading

WHY = ("parameters() lists Parameters and modules that are attributes of a module, or are in a "
       "ModuleList, ModuleDict or ParameterList. It lists no plain tensors, no buffers, and "
       "nothing in plain lists and dicts.",
       "parameters() 列出的是模块属性里的 Parameter 和模块，以及 ModuleList、ModuleDict、"
       "ParameterList 里的；不包括普通的张量、缓冲区，也不包括普通列表和字典里的东西。")
# Methods that change a tensor in place, but for those that empty it.
CHANGES = re.compile(r"(?!zero_|requires_grad_|detach_|retain_grad_)\w*[a-z]_")


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each object that has leaves which learn nothing by `parameters()`.

    An optimizer was given the object's `parameters()`, or a loop of the program goes over them; of
    the leaves that got gradients these neither are held by it nor move.
    """
    if not reading.grads or ".parameters()" not in reading.code:
        return
    by_owner: dict[str, list[str]] = defaultdict(list)
    for tensor in unmoved(reading):
        by_owner[owner_of(reading.name(tensor) or "")].append(tensor)
    loops = loops_over_parameters(reading) if by_owner else {}
    for owner, tensors in by_owner.items():
        given = optimizer_of(reading, owner)
        if given is not None and any(each.optimizer == given.number for each in reading.steps()):
            plain = [tensor for tensor in tensors if not reading.tensors[tensor].is_parameter
                     and was_there(reading, tensor, given.made)]
            if plain:
                yield of_optimizer(reading, owner, given.name, given.line, plain)
        elif given is None and owner in loops:
            yield of_loop(reading, owner, loops[owner], tensors)


def unmoved(reading: Reading) -> list[str]:
    """Return the parts of objects that got gradients, that no optimizer holds and nothing moves.

    What has a variable of its own too, or a gradient that the program looks at, may be meant for
    something else than an optimizer.
    """
    held = {tensor for each in reading.optimizers.values() for tensor in each.held}
    names = set(reading.named(held))
    found = []
    for tensor in reading.grads:
        made, name = reading.tensors.get(tensor), reading.name(tensor)
        if made is None or made.grad_of or tensor in reading.maker or tensor in held:
            continue
        if name is None or not re.search(r"[.\[]", name) or name.startswith("self."):
            continue
        part = re.escape(re.split(r"[.\[]", name, maxsplit=1)[1].split("[")[0])
        moved = any(i > reading.grads[tensor][0] for i in reading.writes.get(tensor, ()))
        if name not in names and not moved and not re.search(rf"\b{part}\S*\.grad\b", reading.code):
            found.append(tensor)
    events = reading.events if found else []
    plain = {event["tensor"] for event in events if event["kind"] == "name"
             and event["frame"] == 0 and event["name"].isidentifier()}
    return sorted(set(found) - plain, key=lambda tensor: reading.tensors[tensor].made)


def was_there(reading: Reading, tensor: str, made: int) -> bool:
    """Whether a tensor is from before event `made`; a buffer is told where it is first used."""
    return reading.tensors[tensor].made < made or is_buffer(reading, tensor)


def is_buffer(reading: Reading, tensor: str) -> bool:
    """Whether the code registers what a tensor is called as a buffer."""
    name = (reading.name(tensor) or "").rpartition(".")[2]
    return re.search(rf"register_buffer\(\s*['\"]{re.escape(name)}['\"]", reading.code) is not None


def loops_over_parameters(reading: Reading) -> dict[str, int]:
    """Return the lines of loops over `net.parameters()` that update by `.grad`, by `net`."""
    found: dict[str, int] = {}
    for loop in ast.walk(reading.program.tree):
        if not isinstance(loop, ast.For) or not isinstance(loop.iter, ast.Call):
            continue
        over = loop.iter.func
        if called(loop.iter) == "parameters" and isinstance(over, ast.Attribute) and updates(loop):
            found.setdefault(reading.program.text(over.value), loop.lineno)
    return found


def updates(loop: ast.For) -> bool:
    """Whether a loop reads `.grad`, and changes something in place."""
    inside = [node for each in loop.body for node in ast.walk(each)]
    reads = any(isinstance(node, ast.Attribute) and node.attr == "grad" for node in inside)
    return reads and any(
        isinstance(node, ast.AugAssign)
        or isinstance(node, ast.Call) and CHANGES.fullmatch(called(node)) is not None
        or isinstance(node, ast.Assign) and any(
            isinstance(to, ast.Attribute) and to.attr == "data" for to in node.targets)
        for node in inside)


def of_optimizer(
    reading: Reading, owner: str, kind: str, line: int | None, tensors: list[str]
) -> Finding:
    """Tensors that are no Parameters, though an optimizer was given `parameters()`."""
    names = reading.named(tensors)
    en, zh = several(names), several_zh(names)
    words = both(
        (f"{en} {'is no Parameter' if len(names) == 1 else 'are no Parameters'}",
         f"Backward fills the gradients of {en}, and {kind}{on_line(line)}, which was given "
         f"{owner}.parameters(), does not hold them.",
         WHY[0], "Wrap each such tensor in nn.Parameter(...) where the module is made."),
        (f"{zh} 不是 Parameter",
         f"反向传播填好了 {zh} 的梯度，而{at_line(line)}的 {kind} 得到的是 "
         f"{owner}.parameters()，其中没有它们。",
         WHY[1], "在创建模块的地方用 nn.Parameter(...) 包住这样的张量。"))
    return placed(reading, line_of(reading, tensors[0]), line, tensors, words)


def of_loop(reading: Reading, owner: str, line: int, tensors: list[str]) -> Finding:
    """Leaves that a loop over `parameters()` does not move."""
    names = reading.named(tensors)
    en, zh = several(names), several_zh(names)
    words = both(
        (f"{owner}.parameters() does not list {en}",
         f"Backward fills the gradients of {en}, and the loop over {owner}.parameters()"
         f"{on_line(line)} changes none of them.",
         WHY[0], "Make them nn.Parameter(...), and put layers into nn.ModuleList([...]) instead "
         "of a plain list."),
        (f"{owner}.parameters() 里没有 {zh}",
         f"反向传播填好了 {zh} 的梯度，而{at_line(line)}对 {owner}.parameters() 的循环"
         "没有改变其中任何一个。",
         WHY[1], "让它们成为 nn.Parameter(...)，把层放进 nn.ModuleList([...])，而不是普通列表。"))
    return placed(reading, line, line_of(reading, tensors[0]), tensors, words)


def line_of(reading: Reading, tensor: str) -> int | None:
    """Return the line that makes a part of an object; of a buffer the one that registers it."""
    name = (reading.name(tensor) or "").rpartition(".")[2]
    if not is_buffer(reading, tensor):
        return reading.tensors[tensor].line
    return next((line for line, text in enumerate(reading.lines, 1)
                 if re.search(rf"register_buffer\(\s*['\"]{re.escape(name)}['\"]", text)), None)


def placed(
    reading: Reading, line: int | None, other: int | None, tensors: list[str], words: Bilingual
) -> Finding:
    """Return the finding about some leaves, from the first gradient that one of them gets."""
    at = min(reading.grads[tensor][0] for tensor in tensors)
    others = () if other is None or other == line else (other,)
    return Finding("no-parameters", "mistake", at, line, others, (), tuple(tensors),
                   reading.named(tensors), words, fixes(reading, tensors))


def fixes(reading: Reading, tensors: list[str]) -> tuple[Fix, ...]:
    """Return the change that makes Parameters of tensors that are assigned as they are made."""
    library = reading.program.nn
    edits = []
    for line in dict.fromkeys(line_of(reading, tensor) for tensor in tensors):
        statement = reading.program.statement_at(line)
        value = statement.value if isinstance(statement, ast.Assign) else None
        if library is None or not isinstance(value, ast.Call) or not any(
                each.arg == "requires_grad" for each in value.keywords):
            return ()
        text = f"{library}.Parameter({reading.program.text(value)})"
        edits.append(reading.program.replaced(value, text))
    return (Fix("make it an nn.Parameter", "让它成为 nn.Parameter", tuple(edits)),)


DIAGNOSIS = Diagnosis("no-parameters", find)
