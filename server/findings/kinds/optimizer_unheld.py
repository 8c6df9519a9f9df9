"""`optimizer-unheld`: parameters that get gradients, while no optimizer holds them."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from server.document.finding import Bilingual, Edit, Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both, on_line, several, several_zh
from server.findings.program import Program
from server.findings.reading import Optimizer, Reading


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each object some of whose parameters no optimizer holds.

    It is a mistake if an optimizer was given all that the object lists by `parameters()`: what got
    a gradient and is not among these was never registered. Else it may be meant, and is a note.
    """
    steps = [call for call in reading.steps() if call.optimizer in reading.optimizers]
    if not steps:
        return
    by_owner: dict[str, list[str]] = defaultdict(list)
    for tensor in unheld(reading, steps[-1].begin):
        by_owner[owner_of(reading.name(tensor) or "")].append(tensor)
    for owner, tensors in by_owner.items():
        given = optimizer_of(reading, owner)
        if given is not None:
            yield unregistered(reading, owner, given, tensors)
        else:
            yield left_out(reading, tensors)


def unheld(reading: Reading, last: int) -> list[str]:
    """Return the parameters that got a gradient before event `last`, and that nothing moves."""
    held = {tensor for each in reading.optimizers.values() for tensor in each.held}
    known = set(reading.named(held))
    found = []
    for tensor, events in reading.grads.items():
        made = reading.tensors.get(tensor)
        filled = next((i for i in events if reading.events[i]["by"] == "accumulate"), last)
        name = reading.name(tensor)
        if made is None or not made.is_parameter or tensor in held or filled >= last:
            continue
        moved = any(i > filled for i in reading.writes.get(tensor, ()))
        if name is not None and not name.startswith("self.") and name not in known and not moved:
            found.append(tensor)
    return sorted(found, key=lambda tensor: reading.tensors[tensor].made)


def owner_of(name: str) -> str:
    """Return the variable that a path begins with: `net` of `net.cells[0].weight`."""
    return re.split(r"[.\[]", name, maxsplit=1)[0]


def optimizer_of(reading: Reading, owner: str) -> Optimizer | None:
    """Return the optimizer that was given `owner.parameters()`, as its line says."""
    given = re.compile(rf"\b{re.escape(owner)}\.parameters\(\)")
    return next((each for each in reading.optimizers.values() if each.line is not None
                 and given.search(reading.lines[each.line - 1])), None)


def unregistered(reading: Reading, owner: str, given: Optimizer, tensors: list[str]) -> Finding:
    """Parameters that a module uses and does not list."""
    names = reading.named(tensors)
    en, zh = several(names), several_zh(names)
    words = both(
        (f"No optimizer holds {en}",
         f"Backward fills the gradients of {en}, and {given.name}{on_line(given.line)}, which was "
         f"given {owner}.parameters(), does not hold them.",
         "parameters() lists Parameters and modules that are attributes of a module, or are in a "
         "ModuleList, ModuleDict or ParameterList. It does not look into plain lists and dicts, "
         "and not at what is added later.",
         "Make them part of the module before the optimizer is made: nn.ModuleList([...]) instead "
         "of a plain list."),
        (f"没有优化器管理 {zh}",
         f"反向传播填好了 {zh} 的梯度，而"
         f"{at_line(given.line)}的 {given.name} 得到的是 "
         f"{owner}.parameters()，其中没有它们。",
         "parameters() 列出的是模块属性里的 Parameter 和模块，以及 ModuleList、ModuleDict、"
         "ParameterList 里的；它不看普通的列表和字典，也不看后来才加上的。",
         "在创建优化器之前让它们成为模块的一部分：用 nn.ModuleList([...]) 代替普通列表。"))
    return placed(reading, "mistake", given.line, tensors, words, fixes_of(reading, names))


def left_out(reading: Reading, tensors: list[str]) -> Finding:
    """Parameters of an object that no optimizer was given, perhaps on purpose."""
    names = reading.named(tensors)
    en, zh = several(names), several_zh(names)
    words = both(
        (f"No optimizer holds {en}",
         f"Backward fills the gradients of {en}, and no optimizer holds them, so no step moves "
         "them.",
         "To train a part of a net only is often meant. Then the gradients of the rest are "
         "computed for nothing.",
         "If they are to learn, give them to an optimizer; else freeze them with "
         "requires_grad_(False)."),
        (f"没有优化器管理 {zh}",
         f"反向传播填好了 {zh} 的梯度，但没有优化器管理它们，"
         "所以优化步不会更新它们。",
         "只训练网络的一部分常常是有意的。那样的话，其余的梯度就白算了。",
         "如果它们也要学习，就把它们交给优化器；否则用 requires_grad_(False) 冻结它们。"))
    return placed(reading, "note", reading.tensors[tensors[0]].line, tensors, words)


def placed(
    reading: Reading, severity: str, line: int | None, tensors: list[str], words: Bilingual,
    fixes: tuple[Fix, ...] = (),
) -> Finding:
    """Return the finding about some parameters, from the first gradient that one of them gets."""
    at = min(reading.grads[tensor][0] for tensor in tensors)
    lines = dict.fromkeys(reading.tensors[tensor].line for tensor in tensors)
    others = tuple(each for each in lines if each is not None and each != line)
    return Finding("optimizer-unheld", severity, at, line, others, (), tuple(tensors),
                   reading.named(tensors), words, fixes)


def fixes_of(reading: Reading, names: Sequence[str]) -> tuple[Fix, ...]:
    """Return the change that registers what plain lists and dicts of a module hold."""
    library = reading.program.nn
    edits: list[Edit] = []
    kinds: list[str] = []
    parts = {None if found is None else (found[1], found[2] is not None)
             for found in map(ATTRIBUTE.search, names)}
    for part in parts:
        holder = None if part is None else holder_of(reading.program, part[0])
        kind = None if part is None or holder is None else registering(holder, part[1])
        if holder is None or kind is None or library is None:
            return ()
        text = reading.program.text(holder)
        if isinstance(holder, ast.Tuple):
            text = f"[{', '.join(map(reading.program.text, holder.elts))}]"
        edits.append(reading.program.replaced(holder, f"{library}.{kind}({text})"))
        kinds.append(f"{library}.{kind}")
    what = " and ".join(dict.fromkeys(kinds))
    is_list = all(kind.endswith("List") for kind in kinds)
    return (Fix(f"use {what} in place of the plain {'list' if is_list else 'dict'}",
                f"用 {what.replace(' and ', ' 和 ')} 代替普通的{'列表' if is_list else '字典'}",
                tuple(edits)),) if edits else ()


# The attribute that a list or dict is, in the path of a tensor, and whether modules are in it.
ATTRIBUTE = re.compile(r"\.(\w+)\[[^\]]*\](\.)?")


def holder_of(program: Program, attribute: str) -> ast.expr | None:
    """Return the list, tuple or dict that the program gives an attribute of `self`, only once."""
    given = [each.value for each in program.statements() if isinstance(each, ast.Assign)
             for target in each.targets
             if isinstance(target, ast.Attribute) and target.attr == attribute]
    return given[0] if len(given) == 1 else None


def registering(holder: ast.expr, holds_modules: bool) -> str | None:
    """Return the class of torch.nn that registers what such a holder has; None for others."""
    if isinstance(holder, (ast.List, ast.ListComp, ast.Tuple)):
        return "ModuleList" if holds_modules else "ParameterList"
    keys = holder.keys if isinstance(holder, ast.Dict) else (
        [holder.key] if isinstance(holder, ast.DictComp) else [None])
    has_texts = all(isinstance(key, ast.JoinedStr) or (
        isinstance(key, ast.Constant) and isinstance(key.value, str)) for key in keys)
    return ("ModuleDict" if holds_modules else "ParameterDict") if has_texts else None


DIAGNOSIS = Diagnosis("optimizer-unheld", find)
