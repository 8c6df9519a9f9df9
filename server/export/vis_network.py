"""Turn a placed graph into a pyvis Network with the options of vis-network.

The page paints every box itself and needs vis-network for camera, hit test and dragging; the pyvis
page (pyvis_page.py) shows the same network with pyvis' own means.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import jinja2
import pyvis
from pyvis.network import Network

from server.document.run import Box, Edge, Picture
from server.export.look import BOXES, DAYLIGHT, EDGES

# pyvis carries vis-network itself, so its page needs nothing from anywhere.
VIS_NETWORK = Path(pyvis.__file__).parent / "templates" / "lib" / "vis-9.1.2" / "vis-network.min.js"


def colors(kind: str) -> dict[str, str]:
    """The colours of a kind of box, as vis-network wants them."""
    tokens = BOXES[kind]
    return {"background": DAYLIGHT[tokens["fill"]], "border": DAYLIGHT[tokens["line"]]}


# vis-network measures a box without its margin, and takes a margin of 0 for none given.
MARGIN = 4
# Our layout, not the library's; and no arrows, because a tape is read both ways.
OPTIONS = {
    "autoResize": True,
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
    "interaction": {"hover": True, "multiselect": False, "tooltipDelay": 150},
    "nodes": {
        "shape": "box",
        "margin": MARGIN,
        "shapeProperties": {"borderRadius": 6},
        "font": {"face": "system-ui, sans-serif", "size": 12},
    },
    "edges": {"smooth": {"enabled": True, "type": "cubicBezier", "forceDirection": "horizontal"}},
    "groups": {
        "leaf": {"color": colors("leaf"), "borderWidth": 3},
        "input": {"color": colors("input")},
        "op": {"color": colors("op"), "shapeProperties": {"borderRadius": 0}},
        "accumulate": {"color": colors("accumulate"), "shapeProperties": {"borderRadius": 18}},
        "value": {"color": colors("value")},
    },
}
DASHES: dict[str, bool | list[int]] = {
    "tape": False, "leaf": False, "value": False, "view": [2, 4], "cut": [8, 6],
}  # fmt: skip
STROKES: dict[str, dict] = {
    kind: {"color": DAYLIGHT[token], "dashes": DASHES[kind]} for kind, token in EDGES.items()
}


def network(
    boxes: Sequence[Box], edges: Sequence[Edge], labels: Sequence[str], tips: Sequence[str] = ()
) -> Network:
    """The boxes and edges as a pyvis Network, in their places; node ids are indices of boxes.

    `labels` are the boxes' texts, `tips` (if any) what a pointer over a box is told.
    """
    net = Network(height="100%", width="100%", directed=True, cdn_resources="in_line")
    net.set_options(json.dumps(OPTIONS))
    for index, (box, label) in enumerate(zip(boxes, labels, strict=True)):
        size = {
            "widthConstraint": {"minimum": box.w - 2 * MARGIN, "maximum": box.w - 2 * MARGIN},
            "heightConstraint": {"minimum": box.h - 2 * MARGIN},
        }
        tip = {"title": tips[index]} if tips else {}
        net.add_node(
            index, label=label, shape="box", group=box.kind, x=box.x, y=box.y, **size, **tip
        )
    seen: dict[tuple[int, int], int] = {}
    for edge in edges:
        ends = edge.source, edge.target
        nr = seen[ends] = seen.get(ends, -1) + 1
        # vis-network would draw parallel edges as one.
        bent = (
            {"smooth": {"enabled": True, "type": "curvedCW", "roundness": 0.15 * nr}} if nr else {}
        )
        net.add_edge(*ends, arrows="", **STROKES[edge.kind], **bent)
    return net


def picture(boxes: Sequence[Box], edges: Sequence[Edge], labels: Sequence[str]) -> Picture:
    """What the run document keeps of the network."""
    net = network(boxes, edges, labels)
    return Picture(tuple(net.nodes), tuple(net.edges), net.options)


def page(net: Network, heading: str, nonce: str, template: str) -> str:
    """The network as one HTML file, by the source of a template.

    Only scripts that know the `nonce` run in it.

    pyvis' own templates load style sheets and scripts from the net whatever one asks them.
    """
    net.heading = heading
    net.templateEnv = jinja2.Environment(loader=jinja2.DictLoader({net.path: template}))
    net.templateEnv.globals |= {"vis_network": vis_network(), "nonce": nonce, "colors": DAYLIGHT}
    return net.generate_html()


@cache
def vis_network() -> str:
    """The library that shows it, read once."""
    return VIS_NETWORK.read_text("utf-8")
