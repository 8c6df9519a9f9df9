"""Export one pass of a run as DOT or GraphML."""

from __future__ import annotations

import io
from collections.abc import Sequence

import networkx as nx

from server.document.run import Run
from server.export.look import BOXES, DAYLIGHT
from server.export.python_file import plain
from server.export.pyvis_page import heading, text_of, world_after

STYLES = {"tape": "solid", "leaf": "solid", "value": "dashed", "view": "dotted", "cut": "dashed"}


def graph_of(
    run: Run, names: Sequence[str | None], number: int = 0, title: str | None = None
) -> nx.MultiDiGraph:
    """One pass at its end as a graph whose nodes and edges have only text and numbers.

    Nodes are ids of tensors and nodes as in the run document; `names` are those of the boxes,
    `title` is the title of the run. The name of the graph says which pass it is of how many.
    Raises IndexError when there is no such pass.
    """
    shown = run.passes[number]
    layout = run.layouts[shown.layout]
    world = world_after(run.events[: shown.last + 1])
    graph = nx.MultiDiGraph(name=plain(heading(run, number, title)))
    for thing, box, name in zip(shown.boxes, layout.boxes, names, strict=True):
        tensor = world.tensor_of.get(thing, thing)
        facts = {
            "kind": box.kind,
            "title": "AccumulateGrad" if box.kind == "accumulate" else world.titles.get(thing),
            "name": None if box.kind == "accumulate" else name,
            "value": text_of(world.values.get(tensor)),
            "grad": text_of(world.gradients.get(tensor)),
        }
        told = {key: plain(fact) for key, fact in facts.items() if fact}
        graph.add_node(thing, **told, x=float(box.x), y=float(box.y))
    for edge in layout.edges:
        slot = {"slot": plain(edge.slot)} if edge.slot else {}
        source, target = shown.boxes[edge.source], shown.boxes[edge.target]
        graph.add_edge(source, target, kind=edge.kind, **slot)
    return graph


def graphml(
    run: Run, names: Sequence[str | None], number: int = 0, title: str | None = None
) -> str:
    """One pass as GraphML, for networkx, Gephi, yEd and their like."""
    written = io.BytesIO()
    nx.write_graphml(graph_of(run, names, number, title), written)
    return written.getvalue().decode("utf-8") + "\n"


def dot(
    run: Run, names: Sequence[str | None], number: int = 0, title: str | None = None
) -> str:
    """One pass as DOT, for Graphviz, which lays it out anew."""
    graph = graph_of(run, names, number, title)
    name = quoted(graph.graph["name"])
    lines = [
        f"digraph {name} {{",
        f'  graph [rankdir=LR, label={name}, labelloc=t, fontname="sans-serif"];',
        '  node [shape=box, style="filled", fontname="sans-serif"];',
    ]
    for thing, facts in graph.nodes(data=True):
        tokens = BOXES[facts["kind"]]
        fill, line = DAYLIGHT[tokens["fill"]], DAYLIGHT[tokens["line"]]
        rounded = facts["kind"] != "op"
        style = "filled,rounded" if rounded else "filled"
        looks = {"label": label(facts), "fillcolor": fill, "color": line, "style": style}
        lines.append(f"  {quoted(thing)} [{attributes(looks)}];")
    for source, target, facts in graph.edges(data=True):
        looks = {"style": STYLES[facts["kind"]]}
        looks |= {"label": facts["slot"]} if "slot" in facts else {}
        lines.append(f"  {quoted(source)} -> {quoted(target)} [{attributes(looks)}];")
    return "\n".join([*lines, "}", ""])


def label(facts: dict) -> str:
    """What stands in a box: its name and title, its value, its gradient."""
    if facts["kind"] == "accumulate":
        return "AccumulateGrad"
    head = " \u00b7 ".join(facts[key] for key in ("name", "title") if key in facts)
    grad = [f"grad {facts['grad']}"] if "grad" in facts else []
    return "\n".join([head, *([facts["value"]] if "value" in facts else []), *grad])


def attributes(looks: dict[str, str]) -> str:
    return ", ".join(f"{key}={quoted(value)}" for key, value in looks.items())


def quoted(text: str) -> str:
    """A text as DOT quotes it; a backslash is only a backslash."""
    escaped = plain(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
