"""`same-module`: what is to be a copy of a net is the net itself, by another name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from server.document.finding import Finding, Fix
from server.findings.diagnosis import Diagnosis, both
from server.findings.reading import LibraryCall, Reading

# Names that are given to what is kept as it was.
KEPT = re.compile(
    r"(?:^|_)(?:best|old|prev|previous|initial|backup|snapshot|copy|ema)(?:_|$)")


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each second name of a net that is used as if it were a copy."""
    seconds = second_names(reading) if "parameters" in reading.code else []
    for statement, name, other in seconds:
        copies = copied_onto_itself(reading, statement, name, other)
        if copies is not None:
            yield told(reading, statement, name, other, *copies)
    if "state_dict" in reading.code:
        yield from snapshots(reading)


def second_names(reading: Reading) -> list[tuple[ast.Assign, str, str]]:
    """Return the assignments `target = policy`, after which both names stay what they are."""
    bound: dict[str, list[ast.Assign]] = {}
    program = reading.program
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            bound.setdefault(program.text(node.targets[0]), []).append(node)
    found = []
    for name, statements in bound.items():
        own = [each for each in statements if not isinstance(each.value, ast.Constant)]
        other = program.text(own[0].value) if own else ""
        if len(own) == 1 and isinstance(own[0].value, ast.Name) and name.isidentifier() \
                and len(bound.get(other, ())) == 1:
            found.append((own[0], name, other))
    lines = {event["line"] for event in reading.events if event["kind"] == "value"
             and event["frame"] == 0} if found else set()
    return [each for each in found if each[0].lineno in lines]


def copied_onto_itself(
    reading: Reading, statement: ast.Assign, name: str, other: str
) -> tuple[int, int, str] | None:
    """Return where the two names are taken for two nets: the event, the line, and how.

    Values go from one to the other; or it has the name of what stays as it was, and the net moves.
    """
    both_names = {f"{name}.parameters()", f"{other}.parameters()"}
    for loop in ast.walk(reading.program.tree):
        if isinstance(loop, ast.For) and isinstance(loop.iter, ast.Call) and both_names == {
                reading.program.text(each) for each in loop.iter.args}:
            at = next((i for i, event in enumerate(reading.events)
                       if event["kind"] == "write" and event["by"] != "step"
                       and loop.lineno < (event["line"] or 0) <= (loop.end_lineno or 0)), None)
            if at is not None:
                return at, loop.lineno, "loop"
    for call in reading.library:
        if call.method != "load_state_dict" or call.line is None:
            continue
        text = reading.lines[call.line - 1]
        if re.search(rf"\b{name}\.load_state_dict\(\s*{other}\.state_dict\(\)", text) or re.search(
                rf"\b{other}\.load_state_dict\(\s*{name}\.state_dict\(\)", text):
            return call.begin, call.line, "load"
    step = next((step for step in reading.steps() if moves(reading, step, other)), None)
    made = next(i for i, event in enumerate(reading.events)
                if event["kind"] == "value" and event["line"] == statement.lineno)
    used = any(isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
               for node in ast.walk(reading.program.tree))
    if KEPT.search(name) and step is not None and step.begin > made and used \
            and step.line is not None:
        return step.begin, step.line, "step"
    return None


def moves(reading: Reading, step: LibraryCall, owner: str) -> bool:
    """Whether a step is of an optimizer that holds a part of an object."""
    held = reading.optimizers[step.optimizer].held if step.optimizer in reading.optimizers else ()
    return any((reading.name(tensor) or "").startswith(f"{owner}.") for tensor in held)


def told(
    reading: Reading, statement: ast.Assign, name: str, other: str, at: int, line: int, how: str
) -> Finding:
    """The finding about a second name of a net."""
    own = statement.lineno
    does = {
        "loop": (f"so the loop on line {line} goes over the same parameters twice",
                 f"所以第 {line} 行的循环两次经过的是同样的参数"),
        "load": (f"so line {line} copies its parameters onto themselves",
                 f"所以第 {line} 行把它的参数复制到它们自己上"),
        "step": (f"so the step on line {line} changes {name} as well",
                 f"所以第 {line} 行的优化步也改变了 {name}"),
    }[how]
    words = both(
        (f"{name} and {other} are one net",
         f"{name} = {other} on line {own} makes no copy but a second name of the same net, "
         f"{does[0]}.",
         "An assignment binds a name; it copies nothing.",
         f"Copy it: {name} = copy.deepcopy({other})."),
        (f"{name} 与 {other} 是同一个网络",
         f"第 {own} 行的 {name} = {other} 没有复制，只是给同一个网络起了第二个名字，{does[1]}。",
         "赋值只绑定名字，什么也不复制。",
         f"复制一份：{name} = copy.deepcopy({other})。"))
    tensors = tuple(tensor for tensor in reading.tensors
                    if (reading.name(tensor) or "").startswith(f"{other}."))
    return Finding("same-module", "mistake", at, own, () if line == own else (line,), (), tensors,
                   reading.named(tensors), words, copying(reading, statement.value, other))


def copying(reading: Reading, value: ast.expr, text: str) -> tuple[Fix, ...]:
    """Return the change that makes a deep copy, with the import that it needs."""
    program = reading.program
    imports = [node for node in program.tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    edits = [program.replaced(value, f"copy.deepcopy({text})")]
    if not any(alias.name == "copy" and alias.asname is None for node in imports
               if isinstance(node, ast.Import) for alias in node.names):
        if not imports:
            return ()
        first = next((node for node in imports if not isinstance(node, ast.ImportFrom)
                      or node.module != "__future__"), imports[0])
        edits.append(program.inserted_before(first, "import copy"))
    return (Fix("make a deep copy", "复制一份", tuple(edits)),)


def snapshots(reading: Reading) -> Iterator[Finding]:
    """Yield each `load_state_dict` of what shares its memory, after steps have changed it."""
    told_lines = set()
    taken = {event["tensor"]: (event["of"], i) for i, event in enumerate(reading.events)
             if event["kind"] == "mode" and event["what"] == "detach"}
    for call in reading.library:
        if call.method != "load_state_dict" or call.line is None or call.line in told_lines:
            continue
        copies = list(copies_in(reading, call))
        own = [taken[source] for target, source in copies
               if source in taken and taken[source][0] == target]
        stepped = any(reading.events[i]["by"] == "step" and taken_at < i < call.begin
                      for target, taken_at in own for i in reading.writes.get(target, ()))
        line = reading.events[own[0][1]]["line"] if own else None
        if not copies or len(own) < len(copies) or not stepped or line in (None, call.line):
            continue
        told_lines.add(call.line)
        tensors = tuple(dict.fromkeys(target for target, _ in own))
        yield of_snapshot(reading, call, line, tensors)


def copies_in(reading: Reading, call: LibraryCall) -> Iterator[tuple[str, str]]:
    """Yield what `load_state_dict` copies: into which tensor, and from which."""
    frame = reading.events[call.begin]["frame"]
    for event in reading.events[call.begin + 1 :]:
        if event["kind"] == "leave" and event["frame"] == frame:
            return
        if event["kind"] == "op" and event["op"] == "copy":
            yield (reading.source(event, "self") or "", reading.source(event, "src") or "")


def of_snapshot(
    reading: Reading, call: LibraryCall, line: int | None, tensors: tuple[str, ...]
) -> Finding:
    """The finding about a state that was not copied."""
    words = both(
        ("The state that was kept is no copy",
         f"load_state_dict on line {call.line} copies each parameter onto itself: what "
         f"state_dict() returned on line {line} has changed with every step since.",
         "state_dict() returns the tensors of the module, not copies.",
         "Keep copy.deepcopy(net.state_dict()) instead."),
        ("保存的状态不是副本",
         f"第 {call.line} 行的 load_state_dict 把每个参数复制到它自己上：第 {line} 行的 "
         "state_dict() 返回的东西此后随着每一步一起改变了。",
         "state_dict() 返回的是模块自己的张量，不是副本。",
         "改为保存 copy.deepcopy(net.state_dict())。"))
    calls = reading.program.calls_at(line, "state_dict")
    fixes = copying(reading, calls[0], reading.program.text(calls[0])) if len(calls) == 1 else ()
    others = () if line is None else (line,)
    return Finding("same-module", "mistake", call.begin, call.line, others, (), tensors,
                   reading.named(tensors), words, fixes)


DIAGNOSIS = Diagnosis("same-module", find)
