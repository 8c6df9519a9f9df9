"""What can be reached on the tape: how many edges lead to a node, and from where one gets to it."""

from __future__ import annotations


def count_dependencies(roots, only=None) -> dict:
    """How many edges lead to each node from the part of the tape behind `roots`."""
    counts: dict = {}
    seen = set(roots)
    stack = list(seen)
    while stack:
        node = stack.pop()
        if only is not None and node not in only:
            continue
        for edge in node._edges:
            if edge is None:
                continue
            target = edge[0]
            counts[target] = counts.get(target, 0) + 1
            if target not in seen:
                seen.add(target)
                stack.append(target)
    return counts


def on_the_way(roots, targets) -> set:
    """The nodes behind `roots` from which a target can be reached, targets included."""
    parents: dict = {}
    seen = set(roots)
    stack = list(seen)
    while stack:
        node = stack.pop()
        for edge in node._edges:
            if edge is not None:
                parents.setdefault(edge[0], []).append(node)
                if edge[0] not in seen:
                    seen.add(edge[0])
                    stack.append(edge[0])
    reached = seen & targets
    stack = list(reached)
    while stack:
        for parent in parents.get(stack.pop(), ()):
            if parent not in reached:
                reached.add(parent)
                stack.append(parent)
    return reached
