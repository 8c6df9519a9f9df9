"""Snippet -> run document. Read this first: the whole story of the server is on this page.

code --sandbox--> what a run sent, which the web process hands on as it is to a worker
     --read--> events --passes--> spans --tape, graph--> a MultiDiGraph for each pass
     --layout--> boxes and routes --picture--> nodes and edges for vis-network --> Run

Workers (server/workers/) are processes with limits; what stands here runs in one of them.
"""

from __future__ import annotations

import networkx as nx

from server import graph, layout, passes, picture, tape
from server.config import Config
from server.folds import folds
from server.run import VERSION, Box, Edge, Layout, OutcomeSummary, Pass, Run, Snippet
from server.sandbox import Outcome

# However much was drawn before, a pass shows this many boxes.
LEAST_BOXES = 40


def document(code: str, outcome: Outcome, config: Config) -> Run:
    """The run document of an outcome.

    A run that failed or met a limit is a run: it has every event up to there.
    """
    drawn, layouts = draw(outcome.events, config)
    return Run(
        version=VERSION,
        engine=outcome.engine,
        snippet=Snippet(code, outcome.seed, outcome.seeded),
        events=tuple(outcome.events),
        passes=drawn,
        layouts=layouts,
        ops=outcome.ops,
        outcome=OutcomeSummary(
            outcome.kind,
            outcome.limit,
            outcome.sentence,
            outcome.status,
            outcome.seconds,
            outcome.fence,
        ),
    )


def draw(events: list[dict], config: Config) -> tuple[tuple[Pass, ...], tuple[Layout, ...]]:
    """Slice the events into passes and place what each shows; a layout for each shape."""
    spans = passes.spans(events)
    read = tape.read(events, [span.first for span in spans])
    layouts: list[Layout] = []
    known: dict[tuple, int] = {}
    forms: layout.Known = {}
    drawn: list[Pass] = []
    room = config.run_boxes
    for span in spans:
        most = max(LEAST_BOXES, min(config.pass_boxes, room))
        shown = graph.graph_of(read, span, most)
        shape = layout.signature(shown)
        if shape not in known:
            known[shape] = len(layouts)
            layouts.append(placed(shown, forms))
            room -= len(shown)
        left_out = shown.graph["left_out"]
        drawn.append(Pass(*span, known[shape], tuple(shown), left_out))
    return tuple(drawn), tuple(layouts)


def placed(shown: nx.MultiDiGraph, known: layout.Known) -> Layout:
    """The layout of one graph, and the picture that pyvis makes of it."""
    right, down = layout.place(shown, known)
    boxes = tuple(
        Box(data["kind"], *middle, data["size"].w, data["size"].h)
        for middle, (_, data) in zip(right.at, shown.nodes(data=True), strict=True)
    )
    index = {node: i for i, node in enumerate(shown)}
    edges = tuple(
        Edge(index[u], index[v], data["kind"], data["slot"], data["edge"], points)
        for points, (u, v, data) in zip(right.points, shown.edges(data=True), strict=True)
    )
    labels = [title for _, title in shown.nodes(data="title")]
    drawn = picture.picture(boxes, edges, labels)
    groups, folded = folds(shown, known)
    return Layout(right.width, right.height, boxes, edges, down, groups, folded, drawn)
