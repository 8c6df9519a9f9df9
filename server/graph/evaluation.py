"""Find where a program runs a model without gradients: an evaluation, which is a pass of its own.

A block is what runs while gradients are off. It is an evaluation when it calls a module, or makes
several results of tensors that require grad; an update by hand, which reads gradients or writes
into such tensors, is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

# Results that a block without modules makes at least: fewer are a look at a number, in a print.
LEAST_RESULTS = 3


def evaluations(events: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """`(first, last)` of the ops of each evaluation outside of all backward calls, in order."""
    wants: set[str] = set()
    grads: set[str] = set()
    found = []
    for first, last in blocks(events, wants, grads):
        ops = [event for event in events[first : last + 1] if event["kind"] == "op"]
        if any(module_call(op) for op in ops) or computes(ops, wants, grads):
            found.append((first, last))
    return found


def blocks(
    events: list[dict[str, Any]], wants: set[str], grads: set[str]
) -> Iterator[tuple[int, int]]:
    """The first and the last op of each stretch of ops that ran while gradients were off.

    `wants` and `grads` are filled with the tensors that require grad, and those that are a `.grad`,
    as far as the block.
    """
    first = last = None
    for i, event in enumerate(events):
        is_op = event["kind"] == "op"
        is_off = is_op and not event["grad_mode"] and event["during"] is None
        if first is not None and (is_op and not is_off or is_enabling(event)):
            yield first, last or first
            first = None
        if is_off:
            first, last = (i if first is None else first), i
        note(event, wants, grads)
    if first is not None:
        yield first, last or first


def is_enabling(event: dict[str, Any]) -> bool:
    """Whether gradients are on from this event on."""
    return event["kind"] == "mode" and event["what"] == "grad_mode" and event["enabled"]


def note(event: dict[str, Any], wants: set[str], grads: set[str]) -> None:
    """Keep which tensors require grad, and which are a `.grad`."""
    kind = event["kind"]
    if kind == "leaf":
        if event["requires_grad"]:
            wants.add(event["tensor"])
        if event["grad_of"] is not None:
            grads.add(event["tensor"])
    elif kind == "backward" and event["phase"] == "end":
        grads.update(result["tensor"] for result in event["results"])
    elif kind == "op":
        wants.update(out["tensor"] for out in event["outputs"] if out["requires_grad"])
    elif kind == "mode" and event["what"] == "requires_grad_" and event["requires_grad"]:
        wants.add(event["tensor"])


def module_call(op: dict[str, Any]) -> tuple[str, int] | None:
    """The outermost module that an op ran in, by its path and the number of the call."""
    for label, call in zip(op["scope"], op["calls"], strict=True):
        if not label.endswith("()"):
            return label, call
    return None


def computes(ops: list[dict[str, Any]], wants: set[str], grads: set[str]) -> bool:
    """Whether a block makes results of tensors that require grad, and writes into none of them."""
    made: set[str] = set()
    reads = False
    for op in ops:
        taken = inputs_of(op)
        outputs = {out["tensor"] for out in op["outputs"]}
        if taken & grads or outputs & taken & wants:
            return False
        reads = reads or bool(taken & wants)
        made |= outputs - taken
    return reads and len(made) >= LEAST_RESULTS


def cuts(events: list[dict[str, Any]], first: int, last: int) -> list[int]:
    """Where the ops of evaluations part: at each call of a module that was called before.

    What is computed for that call, but not from the results of an earlier one, goes with it.
    """
    seen: dict[str, int] = {}
    derived: set[str] = set()
    prepared = first  # the first op after the last one that uses a module's result
    found = []
    for i in range(first, last + 1):
        op = events[i]
        if op["kind"] != "op":
            continue
        call = module_call(op)
        if call is not None and seen.get(call[0], call[1]) != call[1]:
            found.append(start_of_call(events, prepared, i))
            seen, derived = {}, set()
        if call is not None:
            seen[call[0]] = call[1]
        if call is not None or inputs_of(op) & derived:
            derived.update(out["tensor"] for out in op["outputs"])
            prepared = i + 1
    return found


def start_of_call(events: list[dict[str, Any]], prepared: int, called: int) -> int:
    """The first event from `prepared` on that makes something for the op `called`."""
    start = next(i for i in range(prepared, called + 1) if events[i]["kind"] == "op")
    wanted = {x for op in events[start : called + 1] if op["kind"] == "op" for x in inputs_of(op)}
    for i in range(start - 1, prepared - 1, -1):
        if events[i]["kind"] == "leaf" and events[i]["tensor"] in wanted:
            start = i
    return start


def inputs_of(op: dict[str, Any]) -> set[str]:
    """The tensors that an op takes."""
    return {x["tensor"] for x in op["inputs"] if "tensor" in x}
