"""Lay out a pass with folded groups: the whole first, then the inside of each group.

The page puts these together as its viewer opens and folds (static/src/drawing/sheet/): an open
group stands where its box stood, and all that is beside it moves away.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import networkx as nx

from server.document.run import Fold, Form, GroupBox
from server.graph.box_size import Size, measure_folded
from server.graph.groups import Group
from server.layout.layout import Known, place
from server.layout.placement_units import Joint

# A line comes into a group, and leaves it, through a door in its frame; wide enough for an edge to
# enter in the middle (direction.py).
DOOR = Size(28, 28)

# What stands in a container: ("box", n), ("group", n), or a door for a line from box n.
Item = tuple[str, int]
# From, to, the number among parallel lines, kind, port.
Line = tuple[Item, Item, int, str, int | None]


@dataclass(frozen=True, slots=True)
class Plan:
    """A pass by number: what its boxes are, its joints, and the group that each box is in.

    `chains` are the groups around each group, itself first; `faces` the boxes that stand for groups
    which are folded, `sizes` the sizes of these.
    """

    boxes: list[dict]
    joints: list[Joint]
    home: list[int | None]
    groups: list[Group]
    chains: list[list[int]]
    faces: list[int] = field(default_factory=list)
    sizes: list[Size] = field(default_factory=list)

    def items(self, box: int) -> dict[int | None, Item]:
        """What a box is in each container that it is in, innermost first."""
        home = self.home[box]
        found: dict[int | None, Item] = {home: ("box", box)}
        for number in [] if home is None else self.chains[home]:
            found[self.groups[number].parent] = ("group", number)
        return found


def folds(
    graph: nx.MultiDiGraph, known: Known | None = None
) -> tuple[tuple[GroupBox, ...], Fold | None]:
    """The groups of a pass with their insides, and the whole with all of them folded.

    What is in `known` is not placed again: a cell that is called in each step of a sequence has one
    form.
    """
    groups: list[Group] = graph.graph["groups"]
    if not groups:
        return (), None
    plan = plan_of(graph, groups)
    whole: list[list[int]] = [[] for _ in groups]
    for box, home in enumerate(plan.home):
        for number in [] if home is None else plan.chains[home]:
            whole[number].append(box)
    fill_faces(plan, whole)
    containers = filled(plan)
    known = {} if known is None else known
    drawn = []
    for number, group in enumerate(groups):
        size = plan.sizes[number]
        kinds = [plan.boxes[box]["kind"] for box in whole[number]]
        ops = kinds.count("op") or kinds.count("value")
        box = GroupBox(
            group.kind, group.label, group.parent, plan.faces[number], ops, group.times,
            size.w, size.h, fold(plan, containers[number], known),
        )  # fmt: skip
        drawn.append(box)
    return tuple(drawn), fold(plan, containers[None], known)


def plan_of(graph: nx.MultiDiGraph, groups: list[Group]) -> Plan:
    """A graph by number."""
    index = {node: i for i, node in enumerate(graph)}
    home: list[int | None] = [None] * len(index)
    chains: list[list[int]] = []
    for number, group in enumerate(groups):
        chains.append([number, *([] if group.parent is None else chains[group.parent])])
        for box in group.members:
            home[index[box]] = number
    joints = [
        (index[u], index[v], data["kind"], data.get("port"))
        for u, v, data in graph.edges(data=True)
    ]
    return Plan([data for _, data in graph.nodes(data=True)], joints, home, groups, chains)


def fill_faces(plan: Plan, whole: list[list[int]]) -> None:
    """What stands for each folded group, whose boxes are `whole`: the last op that leads out."""
    after: list[list[int]] = [[] for _ in plan.boxes]
    for u, v, *_ in plan.joints:
        after[u].append(v)
    for group, boxes in zip(plan.groups, whole, strict=True):
        inside = set(boxes)
        made = [box for box in boxes if plan.boxes[box]["kind"] in ("op", "value")]
        ops = [box for box in made if plan.boxes[box]["kind"] == "op"]
        out = [box for box in ops if not inside.issuperset(after[box])]
        face = (out or ops or made)[-1]
        name, title = group.label, group.kind
        if group.kind == "line":
            name, title = plan.boxes[face]["name"], f"line {group.label}"
        elif group.kind == "repeat":
            title = f"× {group.times}, shown: the last"
        plan.faces.append(face)
        has_parameters = any(plan.boxes[box]["kind"] == "leaf" for box in boxes)
        plan.sizes.append(
            measure_folded(name, title, plan.boxes[face]["shape"], has_parameters)
        )


@dataclass(slots=True)
class Container:
    """What stands in a group, or in the whole, and the joints that are seen there with their ends.
    """

    items: dict[Item, None] = field(default_factory=dict)
    ends: list[tuple[int, Item, Item]] = field(default_factory=list)


def filled(plan: Plan) -> dict[int | None, Container]:
    """Each group and the whole (None) with all that is in it."""
    seats = [plan.items(box) for box in range(len(plan.boxes))]
    found: dict[int | None, Container] = {
        number: Container() for number in (None, *range(len(plan.groups)))
    }
    for seat in seats:
        for container, item in seat.items():
            found[container].items[item] = None
    for i, (u, v, *_) in enumerate(plan.joints):
        for container in dict.fromkeys((*seats[u], *seats[v])):
            start = seats[u].get(container, ("entry", u))
            end = seats[v].get(container, ("exit", u))
            if start != end:
                found[container].ends.append((i, start, end))
    return found


def fold(plan: Plan, container: Container, known: Known) -> Fold:
    """The layout of a container in which every group is a box."""
    lines: dict[Line, int] = {}
    edges: list[int] = []
    taken: list[int] = []
    parallel: dict[tuple[int, int, int | None], int] = {}
    for i, start, end in container.ends:
        u, v, kind, output = plan.joints[i]
        # Only a box has ports; its lines into a group or through a door are one each.
        port = output if start[0] == "box" else None
        # From one box into one group goes one line, however many use it there.
        nr = parallel.get((u, v, port), 0) if start[0] == end[0] == "box" else 0
        parallel[u, v, port] = nr + 1
        edges.append(i)
        taken.append(lines.setdefault((start, end, nr, kind, port), len(lines)))
    return laid_out(plan, list(container.items), list(lines), edges, taken, known)


def laid_out(
    plan: Plan, items: list[Item], lines: list[Line], edges: list[int], taken: list[int],
    known: Known,
) -> Fold:
    """The fold of what stands in a container and the lines between."""
    doors = dict.fromkeys(end for start, end, *_ in lines for end in (start, end))
    entries = [item for item in doors if item[0] == "entry"]
    exits = [item for item in doors if item[0] == "exit"]
    listed = [*items, *entries, *exits]
    drawn = drawing(plan, [*entries, *items, *exits], lines)
    rank = {item: i for i, item in enumerate(drawn)}
    order = list(nx.lexicographical_topological_sort(drawn, key=rank.__getitem__))
    sorted_drawing = drawing(plan, order, lines)
    right, down = place(sorted_drawing, known)
    numbers = {item: i for i, item in enumerate(order)}
    ways = [n for _, _, n in sorted_drawing.edges(data="line")]
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
    for number, (start, end, nr, kind, port) in enumerate(lines):
        graph.add_edge(start, end, key=(nr, kind, port), kind=kind, port=port, line=number)
    return graph


def looks(plan: Plan, item: Item) -> dict:
    """What the layout asks of an item: its kind, its size and its order."""
    what, number = item
    if what == "box":
        data = plan.boxes[number]
        return {"kind": data["kind"], "size": data["size"], "order": data["order"]}
    return {"kind": what, "size": plan.sizes[number] if what == "group" else DOOR, "order": 0}
