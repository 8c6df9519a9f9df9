"""Read a tape once: list everything that can be a box, with its inputs."""

from __future__ import annotations

import math
from collections import deque
from typing import Any

from server.document.op_words import op_word
from server.graph.history import History
from server.graph.tape import Source, Tape, Thing

# Longer titles, slots and labels are cut in the drawing; no name of torch's comes near this.
LONGEST_TEXT = 120
# Calls within more calls than this belong to the deepest that counts, so that recursion is drawn.
DEEPEST = 64


def read(events: list[dict[str, Any]], starts: list[int]) -> Tape:
    """Fold events into a Tape; `starts` are the first events of its passes."""
    tape = Tape(starts=starts)
    for i, event in enumerate(events):
        step = STEPS.get(event["kind"])
        if step is not None:
            step(tape, i, event)
    return tape


def add(tape: Tape, thing: Thing) -> None:
    """Put a thing on the tape; it is made of earlier things only, so nothing goes in circles."""
    if thing.id in tape.things:
        return
    tape.things[thing.id] = thing
    tape.ordered.append(thing)
    if thing.kind == "value" and any(s.kind == "cut" or s.box in tape.cut for s in thing.sources):
        tape.cut.add(thing.id)
    for nr, tensor in enumerate(thing.tensors):
        tape.home[tensor] = thing.id
        if len(thing.tensors) > 1:
            tape.number[tensor] = nr
        else:
            tape.number.pop(tensor, None)


def drawn(value: dict[str, Any]) -> tuple[int, ...]:
    """The shape that a value is drawn in: a complex number takes two cells of a table."""
    shape = tuple(value["shape"])
    if value["dtype"].startswith("complex") and math.prod(shape) > 1:
        return (*shape[:-1], 2 * shape[-1])
    return shape


def read_leaf(tape: Tape, i: int, event: dict[str, Any]) -> None:
    tensor = event["tensor"]
    shape = drawn(event["value"])
    add(tape, Thing(tensor, "tensor", i, "leaf", (tensor,), shape))
    tape.needs[tensor] = History([i], [event["requires_grad"]])
    add_accumulate(tape, i, tensor, event["accumulate"])


def read_backward(tape: Tape, i: int, event: dict[str, Any]) -> None:
    if event["phase"] == "begin":
        tape.begun.append((i, [root["node"] for root in event["roots"]]))


def read_name(tape: Tape, i: int, event: dict[str, Any]) -> None:
    names, name = tape.names.setdefault(event["tensor"], History()), event["name"]
    if len(name) > len(names.at(i, "")):
        names.add(i, name)


def read_mode(tape: Tape, i: int, event: dict[str, Any]) -> None:
    if event["what"] == "detach":
        read_detach(tape, i, event)
    if event["what"] == "requires_grad_":
        tensor = event["tensor"]
        tape.needs.setdefault(tensor, History()).add(i, event["requires_grad"])
        add_accumulate(tape, i, tensor, event["accumulate"])


def read_detach(tape: Tape, i: int, event: dict[str, Any]) -> None:
    tensor, origin = event["tensor"], event["of"]
    home = tape.home.get(origin)
    if home is None:
        return
    kind = "cut" if tape.requires_grad(origin, i) else "view"
    shape = tape.things[home].shape
    add(tape, Thing(tensor, "value", i, "detach", (tensor,), shape, (Source(home, kind),)))
    tape.base[tensor] = tape.base.get(origin, origin)


def read_op(tape: Tape, i: int, event: dict[str, Any]) -> None:
    if event["node"] is None:
        read_untracked(tape, i, event)
    else:
        read_tracked(tape, i, event)
    tape.used.update(x["tensor"] for x in event["inputs"] if "tensor" in x)
    for out in event["outputs"]:
        tape.needs.setdefault(out["tensor"], History()).add(i, out["requires_grad"])
        if out["view_of"] is not None:
            tape.base[out["tensor"]] = out["view_of"]


def read_tracked(tape: Tape, i: int, event: dict[str, Any]) -> None:
    node, outputs = event["node"], event["outputs"]
    sources = tape_sources(tape, i, event)
    # A view of an input, or of an input's base, is tied to it by the edge of that input.
    taken = {x["tensor"] for x in event["inputs"] if "tensor" in x}
    tied = taken | {tape.base[tensor] for tensor in taken if tensor in tape.base}
    for base in dict.fromkeys(out["view_of"] for out in outputs):
        if base is not None and base not in tied and base in tape.home:
            sources.append(Source(tape.home[base], "view"))
    add(
        tape,
        Thing(
            node["id"],
            "op",
            i,
            node["name"][:LONGEST_TEXT],
            tuple(out["tensor"] for out in outputs),
            drawn(outputs[0]["value"]) if outputs else (),
            tuple(sources),
            len(event["saved"]),
            order_of(tape, event),
            scope_of(event),
            event["line"],
            shapes=tuple([drawn(out["value"]) for out in outputs[1:] and outputs]),
            view_of=view_base(event),
        ),
    )


def view_base(event: dict[str, Any]) -> str | None:
    """The tensor whose memory the first output of an op shares, unless the op wrote in place."""
    outputs = event["outputs"]
    written = {x["tensor"] for x in event["inputs"] if "tensor" in x}
    return outputs[0]["view_of"] if outputs and outputs[0]["tensor"] not in written else None


def scope_of(event: dict[str, Any]) -> tuple[tuple[str, int], ...]:
    """The calls in which an op ran, outermost first, each with its number."""
    labels = [label[:LONGEST_TEXT] for label in event["scope"][:DEEPEST]]
    return tuple(zip(labels, event["calls"][:DEEPEST], strict=True))


def order_of(tape: Tape, event: dict[str, Any]) -> int:
    """Which derivative an op is a part of: that of the node whose run made it, and one more."""
    maker = tape.things.get(event["during"])
    return maker.order + 1 if maker else 0


def tape_sources(tape: Tape, i: int, event: dict[str, Any]) -> list[Source]:
    """Where the inputs of a recorded op came from, in the order of its slots."""
    edges: dict[str, deque] = {}  # by slot: the inputs of `cat` may share one
    for index, edge in enumerate(event["node"]["edges"]):
        edges.setdefault(edge["slot"], deque()).append((index, edge["to"], edge["nr"]))
    sources = []
    for x in event["inputs"]:
        queue = edges.get(x["slot"])
        number, to, nr = queue.popleft() if queue else (None, None, None)
        if "tensor" not in x:
            continue
        if to is not None:
            add_accumulate(tape, i, x["tensor"], to)
        slot = x["slot"][:LONGEST_TEXT]
        if to in tape.things:
            several = len(tape.things[to].tensors) > 1
            sources.append(Source(to, "tape", slot, number, nr if several else None))
        elif x["tensor"] in tape.home:
            output = tape.number.get(x["tensor"])
            sources.append(Source(tape.home[x["tensor"]], "value", slot, nr=output))
    return sources


def read_untracked(tape: Tape, i: int, event: dict[str, Any]) -> None:
    """Each new tensor is a thing; what only writes into an old one (an update by hand) is none."""
    inputs = [x for x in event["inputs"] if "tensor" in x and x["tensor"] in tape.home]
    title = op_word(event["op"])[:LONGEST_TEXT]
    made = {"order": order_of(tape, event), "scope": scope_of(event), "line": event["line"]}
    for out in event["outputs"]:
        tensor = out["tensor"]
        if tensor in tape.home:
            continue  # written in place
        kept = inputs[: max(1, tape.sources_left)]
        tape.sources_left -= len(kept)
        kinds = [untracked_kind(tape, i, event, x, out) for x in kept]
        sources = tuple(
            Source(tape.home[x["tensor"]], kind, x["slot"][:LONGEST_TEXT],
                   nr=tape.number.get(x["tensor"]))
            for x, kind in zip(kept, kinds, strict=True)
        )
        shape, missing = drawn(out["value"]), len(inputs) - len(kept)
        add(tape, Thing(tensor, "value", i, title, (tensor,), shape, sources, 0, **made,
                        missing=missing, view_of=out["view_of"]))  # fmt: skip


def untracked_kind(
    tape: Tape, i: int, event: dict[str, Any], x: dict[str, Any], out: dict[str, Any]
) -> str:
    """What joins an untracked result to one of its inputs: a cut, a view, or only the value."""
    if not event["grad_mode"] and tape.requires_grad(x["tensor"], i):
        return "cut"
    base = tape.base.get(x["tensor"], x["tensor"])
    return (
        "view" if out["view_of"] is not None and out["view_of"] in (base, x["tensor"]) else "value"
    )


def add_accumulate(tape: Tape, i: int, tensor: str, accumulate: str | None) -> None:
    """The AccumulateGrad of a leaf, which stands between it and the ops that use it."""
    if accumulate is None or tensor not in tape.home:
        return
    leaf = Source(tape.home[tensor], "leaf")
    add(tape, Thing(accumulate, "accumulate", i, "AccumulateGrad", (), (), (leaf,)))


STEPS = {
    "leaf": read_leaf,
    "name": read_name,
    "mode": read_mode,
    "op": read_op,
    "backward": read_backward,
}
