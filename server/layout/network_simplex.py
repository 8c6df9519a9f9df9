"""The least total length of lines, from layers that are already near it: a network simplex.

A tree of lines of length one holds all units ("A technique for drawing directed graphs", Gansner
and others, 1993). What hangs on one of these lines moves away where more lines would get shorter
than longer, until another line is as short as it can be, and hangs on that one.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise

WORK = 80_000  # units that all moves together may look at
LOOKS = 4_000_000  # units, lines and steps up the tree that all moves together may look at

# A line from a unit to one that does not hang yet: how much longer than one it is, and its ends.
Line = tuple[int, int, int]


class Tree:
    """Units hung on one another by lines of length one; `rank` are their layers, which change.

    `over` is what a unit hangs on (-1 at the top), `under` what hangs on it, `ahead` whether it
    lies before what it hangs on, and `pull` how many more lines lead from all that hangs there,
    itself included, to units after it than from units before it.
    """

    def __init__(self, after: list[list[int]], before: list[list[int]], rank: list[int]):
        self.after, self.before, self.rank = after, before, rank
        self.over = [-1] * len(rank)
        self.under: list[dict[int, None]] = [{} for _ in rank]
        self.ahead = [False] * len(rank)
        self.pull = [len(a) - len(b) for a, b in zip(after, before, strict=True)]
        self.hung = [False] * len(rank)
        self.looks = LOOKS
        for top in range(len(rank)):
            if not self.hung[top]:
                self.grow(top)

    def grow(self, top: int) -> None:
        """Hang all that lines join to `top` on it; where no line is short enough, one gets so.

        Until the end, units keep their layers without `shift`, by which all of them have moved.
        """
        self.hung[top] = True
        units, done, shift = [top], 0, 0
        before: list[Line] = []
        after: list[Line] = []
        while True:
            while done < len(units):
                self.gather(units, units[done], shift)
                self.add_lines(units[done], before, after)
                done += 1
            line = self.shortest(before, after, shift)
            if line is None:
                break
            room, inner, outer, ahead = line
            shift += -room if ahead else room
            self.rank[outer] -= shift
            self.hang(outer, inner, ahead)
            units.append(outer)
        for v in units:
            self.rank[v] += shift
        for v in reversed(units[1:]):
            self.pull[self.over[v]] += self.pull[v]

    def gather(self, units: list[int], v: int, shift: int) -> None:
        """Hang on one of the units what lines of length one join to it, and add it to them."""
        for near, ahead in ((self.before[v], True), (self.after[v], False)):
            wanted = self.rank[v] + shift + (-1 if ahead else 1)
            for other in near:
                if self.rank[other] == wanted and not self.hung[other]:
                    self.rank[other] -= shift
                    self.hang(other, v, ahead)
                    units.append(other)

    def add_lines(self, v: int, before: list[Line], after: list[Line]) -> None:
        """Put the lines from a unit to what does not hang yet on two heaps, the shortest first."""
        for other in self.before[v]:
            if not self.hung[other]:
                heappush(before, (self.rank[v] - self.rank[other] - 1, v, other))
        for other in self.after[v]:
            if not self.hung[other]:
                heappush(after, (self.rank[other] - self.rank[v] - 1, v, other))

    def shortest(
        self, before: list[Line], after: list[Line], shift: int
    ) -> tuple[int, int, int, bool] | None:
        """The shortest line from some units to what does not hang yet.

        How much longer than one it is, its end among the units, its other end, and whether that
        lies before it.
        """
        found = []
        for lines, moved, ahead in ((before, shift, True), (after, -shift, False)):
            while lines and self.hung[lines[0][2]]:
                heappop(lines)
            if lines:
                room, v, other = lines[0]
                found.append((room + moved, v, other, ahead))
        return min(found, default=None)

    def hang(self, v: int, over: int, ahead: bool) -> None:
        self.hung[v] = True
        self.over[v], self.ahead[v] = over, ahead
        self.under[over][v] = None

    def shorten(self) -> None:
        """Move parts of the tree while that makes lines shorter in all, and there is work left."""
        work, quiet, v = WORK, 0, 0
        while quiet < len(self.rank) and work > 0 and self.looks > 0:
            quiet += 1
            self.looks -= 1
            if self.over[v] >= 0 and (self.pull[v] < 0 if self.ahead[v] else self.pull[v] > 0):
                work -= self.move(v)
                quiet = 0
            v = (v + 1) % len(self.rank)

    def move(self, v: int) -> int:
        """Move all that hangs from `v` away from what `v` hangs on; how many units that were."""
        part = [v]
        for unit in part:
            part += self.under[unit]
        inside = set(part)
        back = self.ahead[v]  # towards the first layer
        step = -1 if back else 1
        near = self.before if back else self.after
        room, inner, outer = min(
            (step * (self.rank[other] - self.rank[unit]) - 1, unit, other)
            for unit in part
            for other in near[unit]
            if other not in inside
        )
        for unit in part if room else ():
            self.rank[unit] += step * room
        pull = self.pull[v]
        self.looks -= len(part) + sum([len(near[unit]) for unit in part])
        del self.under[self.over[v]][v]
        self.load(self.over[v], -pull)
        self.turn(inner, v)
        self.hang(inner, outer, not back)
        self.load(outer, pull)
        return len(part)

    def load(self, v: int, pull: int) -> None:
        """Add to the pull of a unit and of all that it hangs from."""
        while v >= 0:
            self.looks -= 1
            self.pull[v] += pull
            v = self.over[v]

    def turn(self, inner: int, top: int) -> None:
        """Hang a part of the tree, of which `top` was the uppermost, up at `inner` instead."""
        path = [inner]
        while path[-1] != top:
            path.append(self.over[path[-1]])
        links = [(self.pull[v], self.ahead[v]) for v in path]
        total = links[-1][0]
        for (v, over), (pull, ahead) in zip(pairwise(path), links, strict=False):
            del self.under[over][v]
            self.hang(over, v, not ahead)
            self.pull[over] = total - pull
        self.pull[inner] = total
