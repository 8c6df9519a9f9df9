"""`wrong-backward`: a Function of the program forgets, changes or drops the gradient that comes in.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from server.document.finding import Bilingual, Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both, on_line
from server.findings.missing_grad.find import missing
from server.findings.program import last_line
from server.findings.reading import Event, Reading

KIND = "wrong-backward"


@dataclass(frozen=True, slots=True)
class Backward:
    """The backward of a Function of the program: its class, and what it calls the gradients."""

    owner: str
    node: ast.FunctionDef
    gradients: tuple[str, ...]

    @property
    def is_unused(self) -> bool:
        """Whether its code never reads a gradient that comes in."""
        return bool(self.gradients) and not any(
            isinstance(each, ast.Name) and each.id in self.gradients
            and isinstance(each.ctx, ast.Load)
            for part in self.node.body for each in ast.walk(part))

    @property
    def returned(self) -> ast.expr | None:
        """What it returns, where it has one return."""
        found = [each.value for part in self.node.body for each in ast.walk(part)
                 if isinstance(each, ast.Return)]
        return found[0] if len(found) == 1 else None


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each backward that is wrong by what the tape and the code show."""
    for each in backwards(reading):
        if each.is_unused:
            yield from ignored(reading, each)
        yield from changed(reading, each)
    yield from (finding for finding in missing(reading) if finding.kind == KIND)


def backwards(reading: Reading) -> list[Backward]:
    """Return the backwards of the Functions that the program defines and has used."""
    if "Function" not in reading.code:
        return []
    found = []
    for owner in reading.program.statements():
        if not isinstance(owner, ast.ClassDef) or owner.name not in reading.ops:
            continue
        for node in owner.body:
            if isinstance(node, ast.FunctionDef) and node.name == "backward":
                given = [*node.args.posonlyargs, *node.args.args][1:]
                rest = [node.args.vararg] if node.args.vararg else []
                found.append(Backward(owner.name, node, tuple(one.arg for one in (*given, *rest))))
    return found


def ignored(reading: Reading, each: Backward) -> Iterator[Finding]:
    """Yield a backward that sends on a gradient whatever comes in."""
    nodes = {event["node"]["id"] for i in reading.ops[each.owner]
             if (event := reading.events[i])["node"] is not None}
    sent = [i for i in reading.flows if reading.events[i]["node"] in nodes]
    came = [run for i in sent if (run := run_of(reading, i)) is not None]
    if not came:
        return
    odd = next((i for i in came if not all(is_one(grad) for grad in reading.events[i]["grads"])),
               None)
    at = came[0] if odd is None else odd
    call = next((call.number for call in reversed(reading.calls.values())
                 if call.begin < at), None)
    if call is None:
        return
    value = each.returned
    line = each.node.lineno if value is None else value.lineno
    yield Finding(KIND, "note" if odd is None else "mistake", at, line,
                  () if line == each.node.lineno else (each.node.lineno,),
                  (reading.events[at]["node"],), (), (),
                  ignored_words(each, call, odd is not None), fixes(reading, each))


def run_of(reading: Reading, flow: int) -> int | None:
    """Return the event at which the node ran that sent a gradient on."""
    node = reading.events[flow]["node"]
    return next((i for i in range(flow, -1, -1) if reading.events[i]["kind"] == "run"
                 and reading.events[i]["node"] == node), None)


def is_one(value: Event | None) -> bool:
    """Whether a gradient is 1 everywhere, or none; what the tape does not tell counts as 1."""
    if value is None:
        return True
    if "data" in value:
        return all(entry == 1 for entry in value["data"])
    return "stats" not in value or value["stats"]["min"] == value["stats"]["max"] == 1


def ignored_words(each: Backward, call: int, is_wrong: bool) -> Bilingual:
    """What is said of a backward that never uses what comes in."""
    name, at, line = each.gradients[0], on_line(each.node.lineno), at_line(each.node.lineno)
    what = f"{each.owner}.backward{at} never uses {name}, and what comes in there in backward " \
        f"{call} is not 1 everywhere."
    what_zh = f"{line}的 {each.owner}.backward 没有用到 {name}，" \
        f"而第 {call} 次反向传播传到那里的不全是 1。"
    if not is_wrong:
        what = f"{each.owner}.backward{at} never uses {name}; what came in there was 1 everywhere."
        what_zh = f"{line}的 {each.owner}.backward 没有用到 {name}；传到那里的都是 1。"
    return both(
        (f"{each.owner}.backward ignores {name}", what,
         "By the chain rule a backward multiplies the slope of its forward by the gradient that "
         "comes in. Without it, all that was computed after the forward is left out.",
         f"Multiply what is returned by {name}."),
        (f"{each.owner}.backward 忽略了 {name}", what_zh,
         "按链式法则，backward 要把前向的斜率乘以传进来的梯度。"
         "不乘的话，forward 之后的一切计算都没有算进去。",
         f"把返回的结果乘以 {name}。"))


def fixes(reading: Reading, each: Backward) -> tuple[Fix, ...]:
    """Return the edit that multiplies what is returned by the one gradient that comes in."""
    value, (name, *others) = each.returned, each.gradients
    if value is None or others or each.node.args.vararg or isinstance(value, ast.Constant):
        return ()
    program = reading.program
    parts = value.elts if isinstance(value, ast.Tuple) else [value]
    edits = tuple(program.replaced(part, f"{name} * ({program.text(part)})") for part in parts
                  if not isinstance(part, ast.Constant))
    return (Fix(f"multiply by {name} on line {value.lineno}",
                f"在第 {value.lineno} 行乘以 {name}", edits),) if edits else ()


def changed(reading: Reading, each: Backward) -> Iterator[Finding]:
    """Yield a backward that writes into the gradient that comes in."""
    lines = range(each.node.lineno, last_line(each.node) + 1)
    for tensor, writes in reading.writes.items():
        at = next((i for i in writes if reading.events[i]["line"] in lines), None)
        name = reading.name(tensor)
        # A copy that the program made is no leaf.
        if at is None or name not in each.gradients or tensor not in reading.leaves:
            continue
        line = reading.events[at]["line"]
        words = both(
            (f"{each.owner}.backward changes {name} in place",
             f"Line {line} writes into {name}, the gradient that comes in.",
             "torch may hand the same tensor to other nodes as well, and they would see the "
             "changed numbers.",
             f"Make a new tensor, or write into {name}.clone()."),
            (f"{each.owner}.backward 原地修改了 {name}",
             f"{at_line(line)}写入了传进来的梯度 {name}。",
             "torch 可能把同一个张量也交给别的节点，它们就会看到改过的数。",
             f"新建张量，或者写入 {name}.clone()。"))
        yield Finding(KIND, "smell", at, line, (each.node.lineno,), (), (tensor,), (name,), words)
        return


DIAGNOSIS = Diagnosis(KIND, find)
