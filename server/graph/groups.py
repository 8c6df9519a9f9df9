"""Finds what folds: stretches of a pass that one module, one function or one line made.

A group is a run of consecutive ops of one call, or outside of all functions of one line, and what
serves only these: a module's parameters, results that were detached on the way. Equal modules in
a row are one group more (repeats.py). Nothing leads out of a group and back into it.
"""

from __future__ import annotations

import sys
from itertools import groupby

import networkx as nx

from server.graph.repeats import Group, with_repeats
from server.graph.tape import Tape, Thing

# Every call of a module is a group; one op of a function or a line has nothing to fold.
LEAST_OPS = {"module": 1, "function": 2, "line": 2}
# How deep calls are told apart. An edge is placed anew in each container that it is seen in: where
# these would be more than so many for each edge that may be drawn, groups are told apart less deep.
DEPTHS = (64, 16, 4)
SEEN_AGAIN = 2


def groups_of(tape: Tape, graph: nx.MultiDiGraph, most_edges: int = sys.maxsize) -> list[Group]:
    """The groups among the boxes of a pass, each after the one around it.

    They are told apart so deep that edges are seen in their containers at most `SEEN_AGAIN` times
    `most_edges` times.
    """
    for depth in DEPTHS:
        groups = groups_to(depth, tape, graph)
        if times_seen(graph, groups) <= SEEN_AGAIN * most_edges:
            return groups
    return []


def groups_to(depth: int, tape: Tape, graph: nx.MultiDiGraph) -> list[Group]:
    """The groups of calls within fewer than `depth` others."""
    drawn = [tape.things[box] for box in graph]
    made = sorted((thing for thing in drawn if thing.scope is not None), key=lambda x: x.made)
    groups: list[Group] = []
    split(made, range(depth), None, groups)
    groups = with_repeats(groups, made)
    home = {box: number for number, group in enumerate(groups) for box in group.members}
    for thing in sorted(drawn, key=lambda x: x.made):
        if thing.id not in home and thing.kind in ("value", "tensor"):
            adopt(thing, groups, home)
    for thing in drawn:
        if thing.kind == "tensor" and thing.id not in home:
            settle(tape, graph, thing, groups, home)
    for thing in drawn:
        # Of a leaf that a call computed: with this outside, a way would lead back in.
        if thing.id in home:
            for box in pills_of(tape, graph, thing):
                groups[home[thing.id]].members.add(box)
    return worthwhile(graph, groups)


def times_seen(graph: nx.MultiDiGraph, groups: list[Group]) -> int:
    """How many edges all containers have, the whole among them: both ends' own, and the common."""
    if not groups:
        return 0
    home = {box: number for number, group in enumerate(groups) for box in group.members}
    chains: list[list[int]] = []
    for number, group in enumerate(groups):
        chains.append([*([] if group.parent is None else chains[group.parent]), number])
    seen = 0
    for u, v in graph.edges():
        ends = [chains[home[box]] if box in home else [] for box in (u, v)]
        common = sum(a == b for a, b in zip(*ends, strict=False))
        seen += len(ends[0]) + len(ends[1]) - 2 * common + 1
    return seen


def split(made: list[Thing], depths: range, parent: int | None, groups: list[Group]) -> None:
    """Part things, which follow each other, by their calls at `depths`."""
    for call, each in groupby(made, key=lambda thing: call_at(thing, depths)):
        run = list(each)
        if call is None:
            if parent is not None:
                groups[parent].members.update(thing.id for thing in run)
            else:
                split_lines(run, groups)
            continue
        number, label = parent, call[0]
        kind = "function" if label.endswith("()") else "module"
        if len(run) >= LEAST_OPS[kind]:
            number = len(groups)
            groups.append(Group(kind, label, parent, run[0].made, run[-1].made))
        split(run, depths[1:], number, groups)


def split_lines(made: list[Thing], groups: list[Group]) -> None:
    """Lines outside of all functions that made several recorded ops."""
    for line, each in groupby(made, key=lambda thing: None if thing.order else thing.line):
        run = list(each)
        if line is not None and sum(thing.kind == "op" for thing in run) >= LEAST_OPS["line"]:
            members = {thing.id for thing in run}
            groups.append(Group("line", str(line), None, run[0].made, run[-1].made, members))


def call_at(thing: Thing, depths: range) -> tuple[str, int] | None:
    """The call at the first of `depths`; what a backward put on the tape belongs to none."""
    scope = thing.scope or ()
    is_within = thing.order == 0 and len(depths) > 0 and depths[0] < len(scope)
    return scope[depths[0]] if is_within else None


def adopt(thing: Thing, groups: list[Group], home: dict[str, int]) -> None:
    """What a group's op led to while the group was made is in it, though no op made it."""
    for source in thing.sources:
        number = home.get(source.box)
        while number is not None and thing.made > groups[number].last:
            number = groups[number].parent
        if number is not None:
            home[thing.id] = number
            groups[number].members.add(thing.id)
            return


def settle(
    tape: Tape, graph: nx.MultiDiGraph, leaf: Thing, groups: list[Group], home: dict[str, int]
) -> None:
    """A leaf that only one group uses, and that belongs there, goes in with its AccumulateGrad."""
    pills = pills_of(tape, graph, leaf)
    users = {box for one in (leaf.id, *pills) for box in graph.successors(one)} - set(pills)
    homes = {home.get(user) for user in users}
    chains = [around(groups, number) for number in homes]
    shared = set(chains[0]).intersection(*chains) if chains else set()
    for number in sorted(shared, reverse=True):  # each group comes after the one around it
        trained = bool(pills) or graph.nodes[leaf.id]["kind"] == "leaf"
        if belongs(tape, leaf, groups[number], trained):
            for box in (leaf.id, *pills):
                home[box] = number
                groups[number].members.add(box)
            return


def pills_of(tape: Tape, graph: nx.MultiDiGraph, leaf: Thing) -> list[str]:
    """The AccumulateGrad of a leaf, if it is drawn."""
    return [box for box in graph.successors(leaf.id) if tape.things[box].kind == "accumulate"]


def around(groups: list[Group], number: int | None) -> list[int]:
    """A group and those around it, innermost first."""
    chain = []
    while number is not None:
        chain.append(number)
        number = groups[number].parent
    return chain


def belongs(tape: Tape, leaf: Thing, group: Group, trained: bool) -> bool:
    """Whether a leaf is a part of what a group's call is, not something that it was given."""
    name = tape.name(leaf, group.last)
    if group.kind == "module":
        return trained or not name or name.startswith(f"{group.label}.")
    if group.kind == "repeat":
        return trained or not name
    return not name or group.first < leaf.made <= group.last


def worthwhile(graph: nx.MultiDiGraph, groups: list[Group]) -> list[Group]:
    """The groups without functions that hold nothing but one group: its insides count for them.

    One that holds leaves only has nothing to show when it is folded: what it holds is around it.
    """
    inner: list[set[int]] = [set() for _ in groups]
    for i, group in reversed([*enumerate(groups)]):
        bare = all(graph.nodes[box]["kind"] not in ("op", "value") for box in group.members)
        if group.parent is not None:
            if bare and not inner[i]:
                groups[group.parent].members |= group.members
            else:
                inner[group.parent].add(i)
        if bare and not inner[i]:
            group.members.clear()
    kept = [
        i for i, group in enumerate(groups)
        if group.members or len(inner[i]) > (group.kind == "function")
    ]  # fmt: skip
    number = {old: new for new, old in enumerate(kept)}
    found = []
    for old in kept:
        parents = around(groups, groups[old].parent)
        groups[old].parent = next((number[p] for p in parents if p in number), None)
        found.append(groups[old])
    return found
