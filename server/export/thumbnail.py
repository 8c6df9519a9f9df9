"""A run as a picture so small that only its shape is seen: the gallery's cards.

Colours are the page's own, by name, so that a sketch inside the page follows its theme; alone it
is light.
"""

from __future__ import annotations

from server.document.run import Box, Edge, Pass, Run
from server.export.look import BOXES, DAYLIGHT, EDGES

MARGIN = 16
# Kind of box -> corner radius, width of the line, in the layout's pixels.
OUTLINES = {
    "leaf": (14, 7),
    "input": (14, 4),
    "op": (2, 4),
    "value": (2, 4),
    "accumulate": (40, 6),
    "root": (2, 8),
}
# Kind of edge -> dashes.
DASHES = {"tape": "", "leaf": "", "value": "10 10", "view": "2 12", "cut": "14 18"}


def sketch(run: Run) -> str:
    """The run's richest pass as SVG; decoration, so it says nothing to screen readers."""
    shown = telling(run)
    layout = run.layouts[shown.layout]
    roots = roots_of(run, shown)
    boxes = [
        drawn_box(box, "root" if name in roots else box.kind)
        for box, name in zip(layout.boxes, shown.boxes, strict=True)
    ]
    width, height = round(layout.width + 2 * MARGIN), round(layout.height + 2 * MARGIN)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN} {width} {height}" '
        f'aria-hidden="true">{"".join(map(drawn_edge, layout.edges))}{"".join(boxes)}</svg>'
    )


def telling(run: Run) -> Pass:
    """The pass with the most boxes, and of equals the first; rather one with a backward."""
    return max(run.passes, key=lambda each: (each.call is not None, len(each.boxes)))


def roots_of(run: Run, shown: Pass) -> set[str]:
    """The nodes where the backward of a pass begins."""
    begun = run.events[shown.first : shown.last + 1]
    return {root["node"] for event in begun for root in event.get("roots", ())}


def drawn_box(box: Box, kind: str) -> str:
    """One box, as its kind looks."""
    tokens, (corner, width) = BOXES[kind], OUTLINES[kind]
    fill, line = variable(tokens["fill"]), variable(tokens["line"])
    left, top = round(box.x - box.w / 2), round(box.y - box.h / 2)
    return (
        f'<rect x="{left}" y="{top}" width="{round(box.w)}" height="{round(box.h)}" rx="{corner}" '
        f'fill="{fill}" stroke="{line}" stroke-width="{width}"/>'
    )


def drawn_edge(edge: Edge) -> str:
    """One edge, as its kind looks."""
    line, dashes = variable(EDGES[edge.kind]), DASHES[edge.kind]
    (x, y), *curve = [(round(x), round(y)) for x, y in edge.points]
    path = f"M{x} {y}" + "".join(
        f"C{' '.join(f'{x} {y}' for x, y in curve[i : i + 3])}" for i in range(0, len(curve), 3)
    )
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{path}" fill="none" stroke="{line}" stroke-width="6"{dashed}/>'


def variable(token: str) -> str:
    """The colour of the page around the sketch; where there is none, the light one."""
    return f"var(--{token}, {DAYLIGHT[token]})"
