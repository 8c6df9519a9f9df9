"""Finds what repeats: modules of one shape in a row, as the blocks of a transformer are.

A *repeat* is a group around them. One turn of it may be several modules and the ops between them,
as in a loop over time that calls a cell and then a linear layer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from server.graph.tape import Thing

LEAST_TURNS = 3
# One turn has at most so many modules, and so many modules and ops together.
MOST_MODULES, MOST_ITEMS = 4, 12


@dataclass(slots=True)
class Group:
    """A call, a line or a repeat: `label` is `net.0` (a path), `step()`, `7` or `h.0 … h.11`.

    `parent` is the number of the group around it, `members` are the things that are in it and in no
    group inside it. `times` is how many turns a repeat has.
    """

    kind: str  # "module", "function", "line" or "repeat"
    label: str
    parent: int | None
    first: int
    last: int
    members: set[str] = field(default_factory=set)
    times: int = 1


@dataclass(slots=True)
class Item:
    """What stands in a container in the order in which it was made: a group's number or a thing.

    Items of one `shape` hold the same ops, joined in the same way.
    """

    made: int
    shape: int
    group: int | None = None
    thing: str | None = None


def with_repeats(groups: list[Group], made: list[Thing]) -> list[Group]:
    """The groups with a group around each repeat, each after the one around it.

    `made` is everything that is drawn and was made, in its order; groups hold nothing else yet.
    """
    if sum(group.kind == "module" for group in groups) < LEAST_TURNS:
        return groups
    contents = contents_of(groups, made)
    found: list[Group] = []
    place(groups, contents, None, None, found)
    return found


def contents_of(groups: list[Group], made: list[Thing]) -> dict[int | None, list[Item]]:
    """The items of each group, and of the whole (None)."""
    contents: dict[int | None, list[Item]] = {number: [] for number in (None, *range(len(groups)))}
    home = {box: number for number, group in enumerate(groups) for box in group.members}
    at = {thing.id: i for i, thing in enumerate(made)}
    begins = {thing.made: i for i, thing in reversed([*enumerate(made)])}
    shapes: dict[tuple[object, ...], int] = {}
    for i, thing in enumerate(made):
        around = home.get(thing.id)
        start = len(made) if around is None else begins[groups[around].first]
        joined = [i - at[source.box] for source in thing.sources if source.box in at]
        inside = tuple(distance for distance in joined if i - distance >= start)
        shape = (thing.kind, thing.title, thing.shape, inside)
        known = shapes.setdefault(shape, len(shapes))
        contents[around].append(Item(thing.made, known, thing=thing.id))
    for number, group in reversed([*enumerate(groups)]):  # what is inside comes first
        contents[number].sort(key=lambda item: item.made)
        shape = (group.kind, plain(group.label), tuple(item.shape for item in contents[number]))
        known = shapes.setdefault(shape, len(shapes))
        contents[group.parent].append(Item(group.first, known, group=number))
    contents[None].sort(key=lambda item: item.made)
    return contents


def plain(label: str) -> str:
    """A path without its numbers, which tell one block from the next."""
    return re.sub(r"\d+", "#", label)


def place(
    groups: list[Group], contents: dict[int | None, list[Item]], container: int | None,
    parent: int | None, found: list[Group],
) -> None:
    """Append what is in a container to `found`, where that container has the number `parent`."""
    items = contents[container]
    at = 0
    while at < len(items):
        size, turns = turn_at(items, at, groups)
        span = items[at : at + size * turns]
        around = parent
        if turns > 1:
            around = len(found)
            found.append(repeat(groups, span, size, turns, parent))
            if parent is not None:
                found[parent].members -= found[around].members
        for item in span:
            if item.group is not None:
                group = groups[item.group]
                group.parent = around
                number = len(found)
                found.append(group)
                place(groups, contents, item.group, number, found)
        at += size * turns


def turn_at(items: list[Item], at: int, groups: list[Group]) -> tuple[int, int]:
    """How many items one turn of the repeat has that begins at `at`, and how many turns; (1, 1)."""
    best = 1, 1
    modules = 0
    for size in range(1, min(MOST_ITEMS, (len(items) - at) // LEAST_TURNS) + 1):
        number = items[at + size - 1].group
        modules += number is not None and groups[number].kind == "module"
        if modules > MOST_MODULES:
            break
        if modules == 0:
            continue
        turns = 1
        while same(items, at, at + turns * size, size):
            turns += 1
        if turns >= LEAST_TURNS and size * turns > best[0] * best[1]:
            best = size, turns
    return best


def same(items: list[Item], one: int, other: int, size: int) -> bool:
    """Whether two stretches of items are of one shape."""
    return other + size <= len(items) and all(
        items[one + i].shape == items[other + i].shape for i in range(size)
    )


def repeat(
    groups: list[Group], span: list[Item], size: int, turns: int, parent: int | None
) -> Group:
    """The group around the turns of a repeat."""
    of = [None if each.group is None else groups[each.group] for each in span]
    first = [group.label for group in of[:size] if group and group.kind == "module"]
    last = [group.label for group in of[-size:] if group and group.kind == "module"]
    label = ", ".join(first) if first == last else f"{first[0]} … {last[-1]}"
    end = max(each.made if group is None else group.last for each, group in zip(span, of))
    members = {each.thing for each in span if each.thing is not None}
    return Group("repeat", label, parent, span[0].made, end, members, turns)
