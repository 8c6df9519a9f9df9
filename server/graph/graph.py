"""Events -> passes -> one networkx.MultiDiGraph for each pass: what is to be seen, not yet where.

A graph's nodes are boxes of the run document, under the id of what stands in them and in canonical
order; their attributes are `kind`, `title`, `name`, `size`, `order` and `shape`. Its edges carry
`kind`, `slot` and `edge`, the graph its `groups`, and what did not fit.
"""

from __future__ import annotations

import sys
from bisect import bisect_left

import networkx as nx

from server.graph.box_size import MOST_PORTS, largest, measure
from server.graph.tape import Source, Tape, Thing
from server.graph.groups import groups_of
from server.graph.passes import Span

KINDS = {"op": "op", "value": "value", "accumulate": "accumulate", "tensor": "input"}


def graph_of(
    tape: Tape, span: Span, most: int, most_edges: int = sys.maxsize, folds: bool = True
) -> nx.MultiDiGraph:
    """What a pass shows: what was made in it, what its backward runs, and the inputs of these.

    Of more than `most` boxes the latest stay, of more than `most_edges` edges the first of each
    box; `left_out` and `edges_left_out` of `graph.graph` count the rest. `looked_at` counts the
    things and sources that this took. Without `folds` there are no groups.
    """
    own = tape.ordered[slice(*made_in(tape, span))]
    shows_all = is_evaluation(tape, span)
    shown = [
        thing for thing in own
        if thing.kind != "accumulate" and (shows_all or is_shown(tape, thing, span))
    ]  # fmt: skip
    ran = behind(tape, tape.roots_of(span.first, span.last), most)
    whole = {thing.id: thing for thing in [*shown, *ran]}
    fed = feeding(tape, whole)
    drawn = canonical(whole, fed)
    graph = build(tape, span, drawn[-most:], whole, most_edges)
    graph.graph["groups"] = groups_of(tape, graph, most_edges) if folds else []
    graph.graph["left_out"] = max(0, len(drawn) - most)
    graph.graph["looked_at"] = len(drawn) + sum(len(thing.sources) for thing in whole.values())
    return graph


def made_in(tape: Tape, span: Span) -> tuple[int, int]:
    """Where in `tape.ordered` the things made in a pass begin and end."""
    first = bisect_left(tape.ordered, span.first, key=lambda thing: thing.made)
    return first, bisect_left(tape.ordered, span.last + 1, key=lambda thing: thing.made)


def is_evaluation(tape: Tape, span: Span) -> bool:
    """Whether a pass records nothing and has no backward: then all its results are shown."""
    own = tape.ordered[slice(*made_in(tape, span))]
    return span.call is None and all(thing.kind != "op" for thing in own)


def is_shown(tape: Tape, thing: Thing, span: Span) -> bool:
    """Whether a thing made in the pass is shown for its own sake, not only as an input."""
    if thing.kind == "op":
        return True
    if tape.name(thing, span.last) or tape.requires_grad(thing.id, span.last):
        return True
    # Where a cut branch ends; an update by hand is used by its in-place op.
    return thing.id in tape.cut and thing.id not in tape.used


def behind(tape: Tape, roots: list[str], most: int) -> list[Thing]:
    """What a backward from `roots` can reach along the tape: at most `most` things, near first."""
    found = {root: tape.things[root] for root in roots if root in tape.things}
    queue = list(found.values())
    for thing in queue:
        if len(found) >= most:
            break
        for source in thing.sources:
            if source.kind == "tape" and source.box not in found:
                found[source.box] = tape.things[source.box]
                queue.append(found[source.box])
    return queue


def feeding(tape: Tape, whole: dict[str, Thing]) -> dict[str, Thing]:
    """What the things in `whole` were made of.

    Of an untracked result that was made in the same pass as what uses it, the makings too: it
    joins `whole`, as does an AccumulateGrad with its leaf.
    """
    fed: dict[str, Thing] = {}
    queue = list(whole.values())
    for thing in queue:
        start = tape.pass_start(thing.made)
        for source in thing.sources:
            found = tape.things[source.box]
            if found.id in whole:
                continue
            fed[found.id] = found
            if found.kind == "accumulate" or (found.kind == "value" and found.made >= start):
                whole[found.id] = found
                queue.append(found)
    return fed


def canonical(whole: dict[str, Thing], fed: dict[str, Thing]) -> list[Thing]:
    """The boxes in an order that passes of one shape share: ops as they ran, inputs before them."""
    made = sorted(whole.values(), key=lambda thing: thing.made)
    order: dict[str, Thing] = {}
    for thing in made:
        if thing.kind in ("op", "value"):
            for source in thing.sources:
                for found in chain_to(source.box, whole, fed):
                    order.setdefault(found.id, found)
            order.setdefault(thing.id, thing)
    for thing in [*made, *fed.values()]:
        order.setdefault(thing.id, thing)
    return list(order.values())


def chain_to(box: str, whole: dict[str, Thing], fed: dict[str, Thing]) -> list[Thing]:
    """An input with what stands before it: a leaf comes before its AccumulateGrad."""
    thing = whole.get(box) or fed.get(box)
    if thing is None:
        return []
    if thing.kind != "accumulate":
        return [thing]
    leaf = thing.sources[0].box
    return [*chain_to(leaf, whole, fed), thing]


def build(
    tape: Tape, span: Span, drawn: list[Thing], whole: dict[str, Thing], most_edges: int
) -> nx.MultiDiGraph:
    """The graph of `drawn`; only the things in `whole` are joined to what they were made of."""
    there = {thing.id for thing in drawn}
    joined = [(thing, sources_in(there, thing)) for thing in drawn if thing.id in whole]
    most = fair_share([len(sources) for _, sources in joined], most_edges)
    used = [source for _, sources in joined for source in sources[:most]]
    ports = ports_of(tape, span.last, used)
    graph = nx.MultiDiGraph()
    for thing in drawn:
        kind, name = kind_at(tape, thing, span.last), tape.name(thing, span.last)
        title = kind if kind in ("leaf", "input") else thing.title
        base = tape.base_name(thing, span.last)
        count = len(ports.get(thing.id, ()))
        shapes = thing.shapes if count else (thing.shape,)
        size = largest([
            measure(kind, title, name, shape, thing.saved, base, count) for shape in shapes
        ])  # fmt: skip
        graph.add_node(
            thing.id, kind=kind, title=title, name=name, size=size, order=thing.order,
            shape=thing.shape,
        )  # fmt: skip
    quiet = is_evaluation(tape, span)
    for thing, sources in joined:
        for source in sources[:most]:
            # No gradient comes back in an evaluation: that is not marked at each weight.
            kind = "value" if quiet and source.kind == "cut" and thing.in_module else source.kind
            port = source.nr if source.box in ports else None
            graph.add_edge(
                source.box, thing.id, kind=kind, slot=source.slot, edge=source.edge, port=port
            )
    graph.graph["edges_left_out"] = sum(
        thing.missing + max(0, len(sources) - most) for thing, sources in joined
    )
    return graph


def sources_in(there: set[str], thing: Thing) -> list[Source]:
    """What a thing was made of, as far as it is drawn."""
    return [source for source in thing.sources if source.box in there]


def ports_of(tape: Tape, at: int, used: list[Source]) -> dict[str, set[int]]:
    """The outputs from which edges leave, of each box that shows several outputs apart.

    One that is neither used nor named does not count: the saved mean of a layer norm is one.
    """
    found: dict[str, set[int]] = {}
    for source in used:
        if source.nr is not None:
            found.setdefault(source.box, set()).add(source.nr)
    return {
        box: numbers for box, numbers in found.items()
        if len(numbers) <= MOST_PORTS
        and len(numbers | tape.named_outputs(tape.things[box], at)) > 1
    }  # fmt: skip


def fair_share(counts: list[int], most: int) -> int:
    """The most that each may have, at least one, so that all together have no more than `most`."""
    waiting = len(counts)
    for count in sorted(counts):
        if count * waiting > most:
            return max(1, most // waiting)
        most -= count
        waiting -= 1
    return max(counts, default=1)


def kind_at(tape: Tape, thing: Thing, at: int) -> str:
    """The kind of a box: what became a leaf by `requires_grad_` is one, whatever made it."""
    if thing.kind in ("tensor", "value") and tape.requires_grad(thing.id, at):
        return "leaf"
    return KINDS[thing.kind]
