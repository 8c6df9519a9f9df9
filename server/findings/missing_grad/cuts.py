"""Find where a gradient was cut off on its way, or grad mode was switched off."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field, replace

from server.findings.missing_grad.lineage import Link, lineage
from server.findings.names import leaf_names, line_text, names
from server.findings.program import last_line
from server.findings.reading import Event, Reading

SWITCH = re.compile(r"\b(?:no_grad|inference_mode|set_grad_enabled)\b")


@dataclass(frozen=True, slots=True)
class Off:
    """What switched grad mode off.

    `how`: a `with` block in which the line stands (`block`) or from which its function was called
    (`around`), a `decorator`, a `statement`, or a `call` inside. `by` is what is written there, of
    a call its name, or "" where that is not known. `of` is the function that is decorated, or the
    class whose method is called.
    """

    how: str
    by: str
    of: str | None
    line: int | None


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a gradient was stopped on its way.

    `how`: `detach`, `no_grad`, `underived` (an op without a derivative), `indices` (one output of
    an op), `cast` (to whole numbers or truth values), `copy` (of the numbers into another tensor),
    `numbers` (to Python or numpy), `inside` (of what records nothing). `by` is what was called, or
    the dtype of a cast. `of` names what was cut off, and `leaves` what requires grad behind it.
    """

    how: str
    line: int | None
    of: tuple[str, ...]
    leaves: tuple[str, ...]
    by: str | None
    off: Off | None = None
    # Several tensors were copied into one.
    many: bool = False
    at: int = field(default=0, compare=False)
    source: str = field(default="", compare=False)

    @property
    def place(self) -> tuple[object, ...]:
        """What two cuts share that are one in the code."""
        return self.how, self.line, self.by, self.off, self.many

    @property
    def kind(self) -> str:
        """The kind of finding that it makes."""
        return "grad-mode" if self.how in ("no_grad", "inside") else "cut"

    @property
    def is_explicit(self) -> bool:
        """Whether the program itself says at that place that no gradient is to pass."""
        return self.how == "detach" or self.how == "no_grad" and self.off is not None \
            and self.off.how in ("block", "around", "statement")


def cut_of(reading: Reading, link: Link) -> Cut:
    """Return a link that lets no gradient through in the program's terms."""
    event = reading.events[link.at]
    how, by, off = link.how or "detach", link.by, None
    if how == "no_grad":
        off = switch_of(reading, link.at)
    elif how == "inside":
        off = checkpoint_of(reading, link.at) if by is None else None
        by = "checkpoint" if off else by
    elif how == "indices" and re.search(rf"\barg{by}\s*\(", line_text(reading, event["line"])):
        how, by = "underived", f"arg{by}"
    copied = [one for one in lineage(reading).links(link.to, len(reading.events))
              if one.how == "copy"]
    return Cut(how, event["line"], named(reading, link.source, link.at),
               leaf_names(reading, lineage(reading).leaves(link.source, link.at), link.at), by, off,
               len(copied) > 1, link.at, link.source)


def named(reading: Reading, tensor: str, at: int) -> tuple[str, ...]:
    """Return the name of a tensor before event `at`, as a list of one or none."""
    name = names(reading).label(tensor, at)
    return () if name is None else (name,)


def merged(cuts: list[Cut]) -> Cut:
    """Return cuts at one place of the code as one."""
    of = () if any(not cut.of for cut in cuts) else \
        tuple(dict.fromkeys(name for cut in cuts for name in cut.of))
    leaves = tuple(dict.fromkeys(name for cut in cuts for name in cut.leaves))
    return replace(cuts[0], of=of, leaves=leaves)


def departure(reading: Reading, at: int) -> Cut:
    """Return numbers that went to Python or to numpy at an event, as a cut."""
    event = reading.events[at]
    tensor = event["tensor"]
    return Cut("numbers", event["line"], named(reading, tensor, at),
               leaf_names(reading, lineage(reading).leaves(tensor, at), at), event["by"],
               at=at, source=tensor)


def checkpoint_of(reading: Reading, at: int) -> Off | None:
    """Return the call of checkpoint() within which an op ran that records nothing."""
    outer = next((event for event in reading.events[at:]
                  if event["kind"] == "op" and event["grad_mode"]), None)
    if outer is None or outer["op"] != "CheckpointFunction" or outer["node"] is not None:
        return None
    return Off("call", "checkpoint()", None, outer["line"])


def switch_of(reading: Reading, at: int) -> Off | None:
    """Return what switched grad mode off for the op at an event; None if the tape has no switch."""
    event = next((one for i in reversed(reading.modes) if i < at
                  and (one := reading.events[i])["what"] == "grad_mode"), None)
    if event is None or event["enabled"]:
        return None
    if event["within"] is not None:
        return decorator_of(reading, event) or call_of(reading, event)
    statement = reading.program.statement_at(event["line"])
    if isinstance(statement, (ast.With, ast.AsyncWith)) and statement.lineno == event["line"]:
        line = reading.events[at]["line"]
        is_inside = line is not None and statement.lineno <= line <= last_line(statement)
        return Off("block" if is_inside else "around", head_of(reading, statement), None,
                   event["line"])
    text = line_text(reading, event["line"]).strip()
    return Off("statement", text, None, event["line"]) if SWITCH.search(text) \
        else call_of(reading, event)


def head_of(reading: Reading, statement: ast.With | ast.AsyncWith) -> str:
    """Return how a block that switches grad mode off begins, without the names that it gives."""
    managers = [reading.program.text(item.context_expr) for item in statement.items]
    switching = [text for text in managers if SWITCH.search(text)]
    return f"with {managers[0]}" if len(managers) == 1 else (switching or managers)[0]


def decorator_of(reading: Reading, event: Event) -> Off | None:
    """Return the decorator that switches grad mode off for a function of the program."""
    name = event["within"].rpartition(".")[2]
    for node in reading.program.statements():
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or node.name != name:
            continue
        for decorator in node.decorator_list:
            text = reading.program.text(decorator)
            if SWITCH.search(text):
                return Off("decorator", f"@{text}", name, decorator.lineno)
    return None


def call_of(reading: Reading, event: Event) -> Off:
    """Return a call that switches grad mode off while it runs, by its name if that is written."""
    name = (event["within"] or "").rpartition(".")[2]
    is_written = name and re.search(rf"\b{re.escape(name)}\s*\(", line_text(reading, event["line"]))
    owner = (event["within"] or "").rpartition(".")[0] or None
    return Off("call", f"{name}()" if is_written else "", owner, event["line"])
