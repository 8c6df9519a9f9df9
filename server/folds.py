"""Lays out a pass that folds: the whole with its groups as boxes, and the inside of each group.

The page puts these together as its viewer opens and folds (static/src/sheet/): an open group stands
where its box stood, and all that is beside it moves away.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import networkx as nx

from server.boxes import Size, measure_folded
from server.groups import Group
from server.layout import place
from server.run import Fold, Form, GroupBox

# A line comes into a group, and leaves it, through a door in its frame; wide enough for an edge to
# enter in the middle (server/bearings.py).
DOOR = Size(28, 28)

# What stands in a container: ("box", n), ("group", n), or a door for a line from box n.
Item = tuple[str, int]
# From, to, the number among parallel lines, kind.
Line = tuple[Item, Item, int, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """A pass by number: what its boxes are, its joints, and the group that each box is in.

    `chains` are the groups around each group, itself first; `faces` the boxes that stand for groups
    which are folded, `sizes` the sizes of these.
    """

    boxes: list[dict]
    joints: list[tuple[int, int, str]]
    home: list[int | None]
    groups: list[Group]
    chains: list[list[int]]
    faces: list[int] = field(default_factory=list)
    sizes: list[Size] = field(default_factory=list)

    def item(self, box: int, container: int | None) -> Item | None:
        """What a box is in a container: itself, a group that it is in, or nothing there."""
        home = self.home[box]
        if home == container:
            return "box", box
        chain = [] if home is None else self.chains[home]
        return next((("group", n) for n in chain if self.groups[n].parent == container), None)

    def within(self, number: int) -> list[int]:
        """The boxes of a group, those of the groups inside it included."""
        return [
            box
            for box, home in enumerate(self.home)
            if home is not None and number in self.chains[home]
        ]


def folds(graph: nx.MultiDiGraph) -> tuple[tuple[GroupBox, ...], Fold | None]:
    """The groups of a pass with their insides, and the whole with all of them folded."""
    groups: list[Group] = graph.graph["groups"]
    if not groups:
        return (), None
    plan = plan_of(graph, groups)
    drawn = []
    for number, group in enumerate(groups):
        size = plan.sizes[number]
        ops = sum(plan.boxes[box]["kind"] == "op" for box in plan.within(number))
        box = GroupBox(
            group.kind, group.label, group.parent, plan.faces[number], ops, size.w, size.h,
            fold(plan, number),
        )
        drawn.append(box)
    return tuple(drawn), fold(plan, None)


def plan_of(graph: nx.MultiDiGraph, groups: list[Group]) -> Plan:
    """A graph by number."""
    index = {node: i for i, node in enumerate(graph)}
    home: list[int | None] = [None] * len(index)
    chains: list[list[int]] = []
    for number, group in enumerate(groups):
        chains.append([number, *([] if group.parent is None else chains[group.parent])])
        for box in group.members:
            home[index[box]] = number
    joints = [(index[u], index[v], kind) for u, v, kind in graph.edges(data="kind")]
    plan = Plan([data for _, data in graph.nodes(data=True)], joints, home, groups, chains)
    for number, group in enumerate(groups):
        face = face_of(plan, number)
        plan.faces.append(face)
        name, title = group.label, group.kind
        if group.kind == "line":
            name, title = plan.boxes[face]["name"], f"line {group.label}"
        plan.sizes.append(measure_folded(name, title, plan.boxes[face]["shape"]))
    return plan


def face_of(plan: Plan, number: int) -> int:
    """The box that stands for a folded group: the last recorded op that leads out of it."""
    inside = plan.within(number)
    leading = {u for u, v, _ in plan.joints if v not in inside}
    made = [box for box in inside if plan.boxes[box]["kind"] in ("op", "value")]
    ops = [box for box in made if plan.boxes[box]["kind"] == "op"]
    out = [box for box in ops if box in leading]
    return (out or ops or made)[-1]


def fold(plan: Plan, container: int | None) -> Fold:
    """The layout of a container in which every group is a box."""
    found = (plan.item(box, container) for box in range(len(plan.boxes)))
    items = list(dict.fromkeys(item for item in found if item is not None))
    lines: dict[Line, int] = {}
    edges: list[int] = []
    taken: list[int] = []
    parallel: dict[tuple[int, int], int] = {}
    for i, (u, v, kind) in enumerate(plan.joints):
        here, there = plan.item(u, container), plan.item(v, container)
        if here == there:
            continue
        start, end = here or ("entry", u), there or ("exit", u)
        # From one box into one group goes one line, however many use it there.
        nr = parallel.get((u, v), 0) if start[0] == end[0] == "box" else 0
        parallel[u, v] = nr + 1
        edges.append(i)
        taken.append(lines.setdefault((start, end, nr, kind), len(lines)))
    return laid_out(plan, items, list(lines), edges, taken)


def laid_out(
    plan: Plan, items: list[Item], lines: list[Line], edges: list[int], taken: list[int]
) -> Fold:
    """The fold of what stands in a container and the lines between."""
    doors = dict.fromkeys(end for start, end, *_ in lines for end in (start, end))
    entries = [item for item in doors if item[0] == "entry"]
    exits = [item for item in doors if item[0] == "exit"]
    listed = [*items, *entries, *exits]
    drawn = drawing(plan, [*entries, *items, *exits], lines)
    rank = {item: i for i, item in enumerate(drawn)}
    order = list(nx.lexicographical_topological_sort(drawn, key=rank.__getitem__))
    right, down = place(drawing(plan, order, lines))
    numbers = {item: i for i, item in enumerate(order)}
    ways = [n for _, _, n in drawing(plan, order, lines).edges(data="line")]
    return Fold(
        tuple(n for what, n in items if what == "box"),
        tuple(n for what, n in items if what == "group"),
        tuple(n for _, n in entries),
        tuple(n for _, n in exits),
        tuple(edges),
        tuple(taken),
        *(reordered(form, [numbers[item] for item in sorted_items(listed)], ways)
          for form in (right, down)),
    )  # fmt: skip


def sorted_items(items: list[Item]) -> list[Item]:
    """Boxes, then groups, then doors, each in their order."""
    return sorted(items, key=lambda item: ("box", "group", "entry", "exit").index(item[0]))


def reordered(form: Form, at: list[int], ways: list[int]) -> Form:
    """A form with its places in the order `at`, and its curves by the numbers of their lines."""
    points = sorted(zip(ways, form.points, strict=True), key=lambda each: each[0])
    return Form(
        form.width, form.height, tuple(form.at[i] for i in at), tuple(curve for _, curve in points)
    )


def drawing(plan: Plan, items: list[Item], lines: list[Line]) -> nx.MultiDiGraph:
    """What the layout is given."""
    graph = nx.MultiDiGraph()
    for item in items:
        graph.add_node(item, **looks(plan, item))
    for number, (start, end, nr, kind) in enumerate(lines):
        graph.add_edge(start, end, key=(nr, kind), kind=kind, line=number)
    return graph


def looks(plan: Plan, item: Item) -> dict:
    """What the layout asks of an item: its kind, its size and its order."""
    what, number = item
    if what == "box":
        data = plan.boxes[number]
        return {"kind": data["kind"], "size": data["size"], "order": data["order"]}
    return {"kind": what, "size": plan.sizes[number] if what == "group" else DOOR, "order": 0}
