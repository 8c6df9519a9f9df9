"""Snippet -> run document. Read this first: the whole story of the server is on this page.

code --sandbox--> what a run sent, which the web process hands on as it is to a worker
     --read--> events --passes--> spans --dataflow, graph--> a MultiDiGraph for each pass
     --findings--> what is wrong in the run
     --layout--> boxes and routes --vis_network--> nodes and edges for vis-network --> Run

Workers (server/workers/) are processes with limits; what stands here runs in one of them.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import networkx as nx

from server.config import Config
from server.document.finding import Finding
from server.document.op_words import with_words
from server.document.run import (
    VERSION,
    Box,
    Edge,
    Layout,
    OutcomeSummary,
    Pass,
    Run,
    Snippet,
)
from server.export import vis_network
from server.findings.registry import findings
from server.graph import dataflow, graph, passes
from server.graph.passes import Span
from server.graph.tape import Tape
from server.layout import layout
from server.layout.layout import Known
from server.layout.budget import (
    LEAST_BOXES,
    LEAST_EDGES,
    RESERVE,
    Budget,
    OutOfTime,
    TooLarge,
    limited,
)
from server.layout.nested_layout import folds
from server.layout.recent_layouts import Layouts, Placed, look_of
from server.sandbox import Outcome


# Of earlier runs of this process: in a class many runs have the same shape.
LAYOUTS = Layouts()
# What drawing the first pass before the rest may take, of the processor.
OPENING_SECONDS = 1.0
# What the findings of a run may take; of a full tape they take about 0.1.
FINDING_SECONDS = 2.0


def document(
    code: str, outcome: Outcome, config: Config | None, known: Known | None = None
) -> Run:
    """The run document of an outcome; without `config`, one in which no pass is drawn.

    A run that failed or met a limit is a run: it has every event up to there. What is in `known`
    is not placed again, and what is placed is put there.
    """
    found = diagnosed(code, outcome.events)
    if config is None:
        return assembled(code, outcome, undrawn(outcome.events), found)
    return assembled(code, outcome, draw(outcome.events, config, known), found)


def diagnosed(code: str, events: list[dict[str, Any]]) -> tuple[Finding, ...]:
    """Return the findings of a run; none of a tape on which they take too long."""
    with suppress(OutOfTime), limited(FINDING_SECONDS):
        return findings(code, events)
    return ()


def opening(code: str, outcome: Outcome, config: Config, known: Known) -> Run | None:
    """The document of the first pass of a run, of which only the first events are known yet.

    It is drawn as in the whole document. None where the second backward has not begun, because the
    pass may be longer then, or where drawing takes long.
    """
    if len(passes.outermost_calls(outcome.events)) < 2:
        return None
    drawing = Drawing(Budget.of(config), known)
    with suppress(OutOfTime, MemoryError, TooLarge), limited(OPENING_SECONDS):
        drawing.read(outcome.events, config.run_passes)
        drawing.add()
    if not drawing.passes:
        return None
    begun = replace(outcome, events=outcome.events[: drawing.passes[0].last + 1])
    return assembled(code, begun, (tuple(drawing.passes), tuple(drawing.layouts)), ())


def assembled(
    code: str,
    outcome: Outcome,
    drawn: tuple[tuple[Pass, ...], tuple[Layout, ...]],
    found: tuple[Finding, ...],
) -> Run:
    """The run document of an outcome whose passes are drawn and whose findings are known."""
    return Run(
        version=VERSION,
        engine=outcome.engine,
        snippet=Snippet(code, outcome.seed, outcome.seeded),
        events=tuple(outcome.events),
        passes=drawn[0],
        layouts=drawn[1],
        ops=with_words(outcome.ops),
        outcome=OutcomeSummary(
            outcome.kind,
            outcome.limit,
            outcome.sentence,
            outcome.status,
            outcome.seconds,
            outcome.fence,
        ),
        findings=found,
    )


def draw(
    events: list[dict[str, Any]], config: Config, known: Known | None = None
) -> tuple[tuple[Pass, ...], tuple[Layout, ...]]:
    """Slice the events into passes and place what each shows; a layout for each shape.

    Passes are drawn in order until the budget is spent; the later ones are empty and say so.
    """
    drawing = Drawing(Budget.of(config), known)
    with suppress(OutOfTime, MemoryError, TooLarge), limited(config.draw_seconds) as check:
        drawing.read(events, config.run_passes)
        while drawing.has_room:
            check()
            drawing.add()
    if drawing.has_room:  # time or bytes ended within a pass: a small picture of it
        with suppress(OutOfTime, MemoryError, TooLarge), limited(RESERVE):
            drawing.add(LEAST_BOXES, LEAST_EDGES, folds=False)
    drawing.finish(len(events))
    return tuple(drawing.passes), tuple(drawing.layouts)


def undrawn(events: list[dict[str, Any]]) -> tuple[tuple[Pass, ...], tuple[Layout, ...]]:
    """One pass for all events, which shows nothing and says so."""
    drawing = Drawing(None)
    drawing.finish(len(events))
    return tuple(drawing.passes), tuple(drawing.layouts)


class Drawing:
    """The passes and layouts of a run that are drawn so far.

    What an exception interrupts leaves these as they were, but for a layout that no pass has.
    """

    def __init__(self, budget: Budget | None, known: Known | None = None):
        self.budget = budget
        self.passes: list[Pass] = []
        self.layouts: list[Layout] = []
        self.spans: list[Span] = []
        self.tape: Tape | None = None
        self._most = 0
        self._known: dict[tuple, int] = {}
        self._forms: Known = {} if known is None else known

    def read(self, events: list[dict[str, Any]], most: int) -> None:
        """Slice the events and read the tape; all after the first `most` passes is one more."""
        spans = passes.spans(events)
        rest = spans[most:]
        if rest:
            spans[most:] = [Span(rest[0].first, rest[-1].last, rest[0].call)]
        self.spans, self._most = spans, most
        self.tape = dataflow.read(events, [span.first for span in spans])

    @property
    def has_room(self) -> bool:
        """Whether there is a next pass, and it may be drawn."""
        drawn = len(self.passes)
        is_there = self.tape is not None and drawn < min(len(self.spans), self._most)
        return is_there and not self.budget.is_spent

    def add(self, boxes: int | None = None, edges: int | None = None, folds: bool = True) -> None:
        """Draw the next pass, with so many boxes and edges at most."""
        assert self.tape is not None and self.budget is not None
        span = self.spans[len(self.passes)]
        is_evaluation = graph.is_evaluation(self.tape, span)
        most, most_edges = self.budget.for_pass(is_evaluation)
        shown = graph.graph_of(self.tape, span, boxes or most, edges or most_edges, folds)
        facts = shown.graph
        number = self.layout_of(shown, is_evaluation)
        self.budget.spend_pass(list(shown), facts["looked_at"])
        self.passes.append(
            Pass(*span, number, tuple(shown), facts["left_out"], facts["edges_left_out"], True)
        )

    def layout_of(self, shown: nx.MultiDiGraph, is_evaluation: bool) -> int:
        """The number of the layout of a graph, which is placed if none has its shape."""
        shape = layout.signature(shown)
        if shape not in self._known:
            look = look_of(shown, shape)
            known = LAYOUTS.find(look)
            made = known or Placed.of(placed(shown, self._forms))
            self.budget.spend_layout(len(shown), made.edges, made.size, is_evaluation)
            if not known:
                LAYOUTS.keep(look, made)
            self.layouts.append(made.layout)
            self._known[shape] = len(self.layouts) - 1
        return self._known[shape]

    def finish(self, events: int) -> None:
        """Add the passes that are not drawn, with an empty layout, up to the last of `events`."""
        spans = self.spans or [Span(0, events - 1, None)]
        if len(self.passes) == len(spans):
            return
        self.layouts.append(placed(nx.MultiDiGraph(groups=[]), {}))
        empty = len(self.layouts) - 1
        for span in spans[len(self.passes) :]:
            left_out = 0
            if self.tape is not None:
                first, after = graph.made_in(self.tape, span)
                left_out = after - first
            self.passes.append(Pass(*span, empty, (), left_out, 0, False))


def placed(shown: nx.MultiDiGraph, known: Known) -> Layout:
    """The layout of one graph, and the picture that pyvis makes of it."""
    right, down = layout.place(shown, known)
    boxes = tuple(
        Box(data["kind"], *middle, data["size"].w, data["size"].h)
        for middle, (_, data) in zip(right.at, shown.nodes(data=True), strict=True)
    )
    index = {node: i for i, node in enumerate(shown)}
    edges = tuple(
        Edge(index[u], index[v], data["kind"], data["slot"], data["edge"], data["port"], points)
        for points, (u, v, data) in zip(right.points, shown.edges(data=True), strict=True)
    )
    labels = [title for _, title in shown.nodes(data="title")]
    drawn = vis_network.picture(boxes, edges, labels)
    groups, folded = folds(shown, known)
    return Layout(right.width, right.height, boxes, edges, down, groups, folded, drawn)
