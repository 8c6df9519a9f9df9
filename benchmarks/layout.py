"""How quick the layout is and how few lines cross, beside graphviz's dot in the same run.

    python benchmarks/layout.py [--boxes 1000]

Families of tapes: chains, diamonds, layers with weights, recurrence over two weights, a tangle. For
each the processor seconds of both (ours: to the right and down, the best of three) and the
crossings of both pictures, counted in the same way: pairs of lines without a box in common whose
curves cross. The exit code says whether ours kept to 0.2 s and, family by family, to no more
crossings than dot's, where dot ends within a minute. Needs graphviz (`dot`) on the path; without it
only our own figures are printed.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import networkx as nx
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from server.graph.box_size import measure
from server.layout.layout import place

LIMIT = 0.2
PATIENCE = 60  # seconds that dot may take
INCH = 72


class Tape:
    """A graph as `server.graph.graph` would build it, box by box."""

    def __init__(self) -> None:
        self.graph = nx.MultiDiGraph()

    def leaf(self, name: str) -> str:
        """A leaf that requires grad; what uses it is joined to its AccumulateGrad."""
        size = measure("leaf", "leaf", name, (), 0)
        self.graph.add_node(name, kind="leaf", size=size, order=0)
        pill = f"{name}+"
        size = measure("accumulate", "", "", (), 0)
        self.graph.add_node(pill, kind="accumulate", size=size, order=0)
        self.graph.add_edge(name, pill, kind="leaf")
        return pill

    def op(self, *inputs: str) -> str:
        """An op over some boxes."""
        name = f"n{len(self.graph)}"
        size = measure("op", "MulBackward0", "", (), len(inputs))
        self.graph.add_node(name, kind="op", size=size, order=0)
        for source in inputs:
            self.graph.add_edge(source, name, kind="tape")
        return name


def chain(boxes: int) -> nx.MultiDiGraph:
    """One op after another."""
    tape = Tape()
    h = tape.leaf("x")
    while len(tape.graph) < boxes:
        h = tape.op(h)
    return tape.graph


def diamonds(boxes: int) -> nx.MultiDiGraph:
    """Two paths that meet, again and again."""
    tape = Tape()
    h = tape.leaf("x")
    while len(tape.graph) < boxes:
        h = tape.op(tape.op(h), tape.op(h))
    return tape.graph


def net(boxes: int) -> nx.MultiDiGraph:
    """Layers, each with a weight and a bias of its own, and a shortcut around every second one."""
    tape = Tape()
    h = before = tape.leaf("x")
    while len(tape.graph) < boxes:
        n = len(tape.graph)
        h = tape.op(tape.op(h, tape.leaf(f"w{n}")), tape.leaf(f"b{n}"))
        if n % 2:
            h, before = tape.op(h, before), h
    return tape.graph


def recurrent(boxes: int) -> nx.MultiDiGraph:
    """Steps that all use the same two weights."""
    tape = Tape()
    h, w, u = tape.leaf("x"), tape.leaf("w"), tape.leaf("u")
    while len(tape.graph) < boxes:
        h = tape.op(tape.op(tape.op(h, w), tape.op(tape.leaf(f"x{len(tape.graph)}"), u)))
    return tape.graph


def tangle(boxes: int) -> nx.MultiDiGraph:
    """Ops over two of the latest forty results."""
    tape, dice = Tape(), random.Random(0)
    made = [tape.leaf(f"x{i}") for i in range(4)]
    while len(tape.graph) < boxes:
        made.append(tape.op(*dice.choices(made[-40:], k=2)))
    return tape.graph


FAMILIES: dict[str, Callable[[int], nx.MultiDiGraph]] = {
    "chain": chain, "diamonds": diamonds, "net": net, "recurrent": recurrent, "tangle": tangle,
}  # fmt: skip


def ours(graph: nx.MultiDiGraph) -> tuple[float, int]:
    """Seconds of our layout in both its forms, and the crossings of the one to the right."""
    spent, right = [], None
    for _ in range(3):
        before = time.process_time()
        right, _ = place(graph)
        spent.append(time.process_time() - before)
    curves = zip(((u, v) for u, v in graph.edges()), right.points, strict=True)
    return min(spent), crossings(list(curves))


def dots(graph: nx.MultiDiGraph) -> tuple[float, int] | None:
    """Seconds of `dot` for its one form, and its crossings; None when it does not end in time."""
    number = {node: f"b{i}" for i, node in enumerate(graph)}
    boxes = "".join(
        f"{number[node]} [width={data['size'].w / INCH}, height={data['size'].h / INCH}];"
        for node, data in graph.nodes(data=True)
    )
    lines = "".join(f"{number[u]} -> {number[v]};" for u, v in graph.edges())
    source = f"digraph {{rankdir=LR; node [shape=box, label=\"\"]; {boxes} {lines}}}"
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        out = subprocess.run(
            ["dot", "-Tplain"], input=source, capture_output=True, text=True, check=True,
            timeout=PATIENCE,
        ).stdout  # fmt: skip
    except subprocess.TimeoutExpired:
        return None
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    curves = []
    for words in (line.split() for line in out.splitlines() if line.startswith("edge")):
        count = int(words[3])
        numbers = [float(word) * INCH for word in words[4 : 4 + 2 * count]]
        curves.append(((words[1], words[2]), list(zip(numbers[::2], numbers[1::2], strict=True))))
    return spent, crossings(curves)


def crossings(curves: list[tuple[tuple[str, str], Sequence]]) -> int:
    """How many pairs of lines cross that have no box in common; lines by their ends and Beziers."""
    pieces, owner = [], []
    for number, (_, points) in enumerate(curves):
        drawn = polyline(np.array(points, float))
        pieces.append(np.hstack([drawn[:-1], drawn[1:]]))
        owner += [number] * (len(drawn) - 1)
    a, of = np.vstack(pieces), np.array(owner)
    low, high = np.minimum(a[:, :2], a[:, 2:]), np.maximum(a[:, :2], a[:, 2:])
    order = np.argsort(low[:, 0])
    found = set()
    starts = low[order, 0]
    for place_in_order, i in enumerate(order):
        end = np.searchsorted(starts, high[i, 0], side="right")
        near = order[place_in_order + 1 : end]
        near = near[(low[near, 1] <= high[i, 1]) & (high[near, 1] >= low[i, 1])]
        for j in near[crosses(a[i], a[near])]:
            one, other = sorted((of[i], of[j]))
            if one != other and not set(curves[one][0]) & set(curves[other][0]):
                found.add((one, other))
    return len(found)


def polyline(points: np.ndarray) -> np.ndarray:
    """A chain of Beziers as a line of short pieces."""
    t = np.linspace(0, 1, 13)[:, None]
    parts = [
        (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t**2 * p2 + t**3 * p3
        for p0, p1, p2, p3 in (points[i : i + 4] for i in range(0, len(points) - 1, 3))
    ]
    return np.vstack(parts)


def crosses(one: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Which of some pieces cross one properly, not only touch it."""
    def side(a, b, c):
        return (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (
            c[..., 0] - a[..., 0]
        )

    p, q, r, s = one[:2], one[2:], others[:, :2], others[:, 2:]
    return (side(p, q, r) * side(p, q, s) < -1e-6) & (side(r, s, p) * side(r, s, q) < -1e-6)


def main() -> int:
    """Print every figure; 1 if a limit was missed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--boxes", type=int, default=1000, help="boxes of each tape")
    boxes = parser.parse_args().boxes
    has_dot = shutil.which("dot") is not None
    slowest, worse = 0.0, []
    print(f"{'':12}{'ours':>10}{'crossings':>12}{'dot':>12}{'crossings':>12}")
    for name, make in FAMILIES.items():
        graph = make(boxes)
        seconds, crossed = ours(graph)
        slowest = max(slowest, seconds)
        print(f"{name:12}{seconds:>8.3f} s{crossed:>12}", end="", flush=True)
        found = dots(graph) if has_dot else None
        if found is not None and crossed > found[1]:
            worse.append(name)
        told = f"{found[0]:>10.3f} s{found[1]:>12}" if found else f"{'none in time':>24}"
        print(told, flush=True)
    print(f"slowest of ours {slowest:.3f} s (<= {LIMIT}); more crossings: {worse or 'nowhere'}")
    return 0 if slowest <= LIMIT and not worse else 1


if __name__ == "__main__":
    raise SystemExit(main())
