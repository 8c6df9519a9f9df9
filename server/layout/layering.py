"""Assign each unit to a layer: after its inputs, with few long edges.

Longest paths first; then what is not in its place is pulled towards what it serves, one by one and
in blocks. That comes near the least total length of lines in a time that is linear but for a few
rounds; the edges of a tangle are made as short as can be instead (network_simplex.py).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate

from server.layout.network_simplex import Tree

ROUNDS = 16
# A layer of more units than this and than the square root of all is a wall.
LEAST_WIDEST = 7


@dataclass(frozen=True, slots=True)
class Web:
    """What joins units, as lists by number: those after each and those before it, each once.

    Numbers are a topological order.
    """

    after: list[list[int]]
    before: list[list[int]]


def web_of(count: int, pairs: list[tuple[int, int]]) -> Web:
    """The web of `count` units; `pairs` may repeat."""
    after: list[list[int]] = [[] for _ in range(count)]
    before: list[list[int]] = [[] for _ in range(count)]
    for a, b in dict.fromkeys(pairs):
        after[a].append(b)
        before[b].append(a)
    return Web(after, before)


def depths(web: Web) -> list[int]:
    """The length of the longest path that leads to each unit."""
    depth = [0] * len(web.before)
    for v, before in enumerate(web.before):
        for u in before:
            if depth[u] >= depth[v]:
                depth[v] = depth[u] + 1
    return depth


def ranks(web: Web, stages: list[int], tight: bool = False) -> list[int]:
    """The layer of each unit, from 0; those of a later stage lie behind all of an earlier one.

    Lines from one unit share their way, and inputs stand near their use; where that does not help
    to read a drawing any more, `tight` makes its edges as short as they can be in all.
    """
    rank = [0] * len(stages)
    offset = 0
    members: list[list[int]] = [[] for _ in range(max(stages, default=-1) + 1)]
    for v, own in enumerate(stages):
        members[own].append(v)
    for units in members:
        found = ranks_within(part_of(web, units), tight)
        for v, each in zip(units, found, strict=True):
            rank[v] = offset + each
        offset += max(found, default=-1) + 1
    return rank


def stages(web: Web, orders: list[int], given: list[bool]) -> list[int]:
    """The stage of each unit: it begins with the first unit of a higher derivative.

    `orders` says which derivative a unit is a part of; what is `given` belongs to its first use.
    """
    found = list(accumulate(orders, max))
    for v in reversed(range(len(orders))):
        if given[v] and web.after[v]:
            found[v] = min(found[x] for x in web.after[v])
    # Orders may leave some out: the third derivative's graph without the second's.
    numbers = {order: i for i, order in enumerate(sorted(set(found)))}
    return [numbers[order] for order in found]


def part_of(web: Web, units: list[int]) -> Web:
    """The web among some units, numbered anew."""
    if len(units) == len(web.after):
        return web
    number = {v: i for i, v in enumerate(units)}
    pairs = [(i, number[b]) for a, i in number.items() for b in web.after[a] if b in number]
    return web_of(len(units), pairs)


def ranks_within(web: Web, tight: bool) -> list[int]:
    """The layers of one stage."""
    rank = depths(web)
    pull_up(web, rank)
    for _ in range(ROUNDS):
        if not shift_blocks(web, rank):
            break
    if tight:
        Tree(web.after, web.before, rank).shorten()
    else:
        pull_up(web, rank)
    spread_out(web, rank)
    least = min(rank, default=0)
    return [each - least for each in rank]


def spread_out(web: Web, rank: list[int]) -> None:
    """Where very many inputs would stand in one layer, put the later ones into layers before it."""
    widest = max(LEAST_WIDEST, math.isqrt(len(rank)))
    layers: dict[int, list[int]] = {}
    for v, layer in enumerate(rank):
        layers.setdefault(layer, []).append(v)
    layer = max(layers, default=0)
    while layer in layers:
        loose = [v for v in layers[layer] if not web.before[v]]
        surplus = min(len(layers[layer]) - widest, len(loose))
        for v in loose[len(loose) - surplus :] if surplus > 0 else ():
            rank[v] = layer - 1
            layers.setdefault(layer - 1, []).append(v)
        layer -= 1


def pull_up(web: Web, rank: list[int]) -> None:
    """Move units to right before what they serve, where no more lines get longer than shorter."""
    farthest = [max((rank[x] for x in after), default=0) for after in web.after]
    cost = costs(web, rank, farthest)
    for v in reversed(range(len(rank))):
        if web.after[v] and cost[v] <= 1:
            rank[v] = max(rank[v], min(rank[x] for x in web.after[v]) - 1)


def costs(web: Web, rank: list[int], farthest: list[int]) -> list[int]:
    """How many lines get longer by a step when a unit moves by one, with all that may follow it.

    A unit that serves nothing else follows. Lines from one unit share their way, so that only the
    longest counts.
    """
    cost = [0] * len(rank)
    alone = [
        sum([rank[x] == far for x in after]) == 1
        for after, far in zip(web.after, farthest, strict=True)
    ]
    for v, before in enumerate(web.before):
        for u in before:
            if len(web.after[u]) == 1:
                cost[v] += min(1, cost[u])
            elif rank[v] == farthest[u]:
                cost[v] += alone[u]
    return cost


def shift_blocks(web: Web, rank: list[int]) -> bool:
    """Move each block towards the side on which more lines join it to others; True if any moved.

    A block is what steps of length one hold together. One that moves lands on another. Those that
    move down the tape go first, because two that move towards each other might pass.
    """
    block = blocks(web, rank)
    ahead: dict[int, tuple[int, int]] = {}  # block -> least room on that side, who limits it
    behind: dict[int, tuple[int, int]] = {}
    balance: dict[int, int] = {}
    for u, after in enumerate(web.after):
        for v in after:
            a, b = block[u], block[v]
            if a == b:
                continue
            room = rank[v] - rank[u] - 1
            ahead[a] = min(ahead.get(a, (room, b)), (room, b))
            behind[b] = min(behind.get(b, (room, a)), (room, a))
            balance[a] = balance.get(a, 0) + 1
            balance[b] = balance.get(b, 0) - 1
    moves: dict[int, int] = {}
    forward = any(pull >= 0 and name in ahead for name, pull in balance.items())
    for name, pull in sorted(balance.items()):
        if forward == (pull >= 0 and name in ahead):
            room, other = (ahead if forward else behind)[name]
            if other not in moves:
                moves[name] = room if forward else -room
    for v, name in enumerate(block):
        rank[v] += moves.get(name, 0)
    return bool(moves)


def blocks(web: Web, rank: list[int]) -> list[int]:
    """For each unit the least number of those that steps of length one join it to."""
    head = list(range(len(rank)))

    def top(v: int) -> int:
        while head[v] != v:
            head[v] = v = head[head[v]]
        return v

    for u, after in enumerate(web.after):
        for v in after:
            if rank[v] == rank[u] + 1:
                a, b = top(u), top(v)
                head[max(a, b)] = min(a, b)
    return [top(v) for v in range(len(rank))]
