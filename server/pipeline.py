"""Snippet -> run document. Read this first: the whole story of the server is on this page.

code --sandbox--> what a run sent, which the web process hands on as it is to a worker
     --read--> events --passes--> spans --tape, graph--> a MultiDiGraph for each pass
     --layout--> boxes and routes --picture--> nodes and edges for vis-network --> Run

Workers (server/workers/) are processes with limits; what stands here runs in one of them.
"""

from __future__ import annotations

from contextlib import suppress

from server.config import Config
from server.document.run import VERSION, Layout, OutcomeSummary, Pass, Run, Snippet
from server.drawing import Drawing
from server.layout.budget import (
    LEAST_BOXES,
    LEAST_EDGES,
    RESERVE,
    Budget,
    OutOfTime,
    TooLarge,
    limited,
)
from server.sandbox import Outcome


def document(code: str, outcome: Outcome, config: Config | None) -> Run:
    """The run document of an outcome; without `config`, one in which no pass is drawn.

    A run that failed or met a limit is a run: it has every event up to there.
    """
    drawn, layouts = draw(outcome.events, config) if config else undrawn(outcome.events)
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
    """Slice the events into passes and place what each shows; a layout for each shape.

    Passes are drawn in order until the budget is spent; the later ones are empty and say so.
    """
    drawing = Drawing(Budget.of(config))
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


def undrawn(events: list[dict]) -> tuple[tuple[Pass, ...], tuple[Layout, ...]]:
    """One pass for all events, which shows nothing and says so."""
    drawing = Drawing(None)
    drawing.finish(len(events))
    return tuple(drawing.passes), tuple(drawing.layouts)
