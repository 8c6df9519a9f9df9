"""Judge whether a gradient was wanted that has not come."""

from __future__ import annotations

import ast
import re

from server.findings.missing_grad.causes import Cause
from server.findings.reading import Reading


def severity_of(reading: Reading, tensor: str, cause: Cause) -> str | None:
    """Return how bad it is that no gradient has come to a leaf; None if it is as it should be.

    The program shows that one was wanted where an optimizer that steps holds the leaf, or where it
    was made by hand to require grad and its numbers went into the loss.
    """
    steps = {call.optimizer for call in reading.steps()}
    is_held_by_optimizer = any(tensor in each.held for each in reading.optimizers.values()
                               if each.number in steps)
    is_by_hand = not reading.tensors[tensor].is_parameter or not reading.optimizers
    if cause.kind not in ("cut", "not-reached") and cause.of is None:
        return None
    if cause.cut is None and is_held_by_optimizer:
        return "smell" if cause.kind == "not-reached" and not is_rare(reading, tensor) else "note"
    if cause.cut is None:
        return "note" if is_by_hand else None
    if is_held_by_optimizer:
        return "smell" if cause.cut.is_explicit else "mistake"
    if cause.cut.is_explicit:
        return None
    return "mistake" if is_by_hand else "note"


def is_rare(reading: Reading, tensor: str) -> bool:
    """Whether a leaf may be used in a longer run: it is one of several, or the code has its name.
    """
    if any(x.get("tensor") == tensor for indices in reading.ops.values() for i in indices
           for x in reading.events[i]["inputs"]):
        return False
    *path, _ = ["", *re.split(r"[.\[]", reading.name(tensor) or "")]
    if any(part.rstrip("]").isdigit() for part in path):
        return True
    name = path[-1] or reading.name(tensor)
    return any(name in (getattr(node, "id", None), getattr(node, "attr", None))
               and isinstance(getattr(node, "ctx", None), ast.Load) and not is_listed(reading, node)
               for node in ast.walk(reading.program.tree))


def is_listed(reading: Reading, node: ast.AST) -> bool:
    """Whether a name only stands before `.parameters()`, or in a list of parameters."""
    statement = reading.program.statement_at(getattr(node, "lineno", None))
    text = "" if statement is None else reading.program.text(statement)
    return re.search(r"parameters\(|\.optim\.|requires_grad", text) is not None
