"""Standalone pages: a run as one file that opens from disk, with no network."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from server.document.op_words import op_word
from server.document.run import Run
from server.export.page_files import template
from server.export.vis_network import network, page

MOST_NUMBERS = 6


def pyvis_page(
    run: Run, names: Sequence[str | None], number: int = 0, title: str | None = None
) -> str:
    """One pass of a run as pyvis shows it, at its end, in an HTML file of its own.

    `names` are what its boxes are called, `title` is the title of the run. Raises
    IndexError when there is no such pass.
    """
    shown = run.passes[number]
    layout = run.layouts[shown.layout]
    world = world_after(run.events[: shown.last + 1])
    captions = [
        caption(world, thing, box.kind, name)
        for thing, box, name in zip(shown.boxes, layout.boxes, names, strict=True)
    ]
    labels, tips = [label for label, _ in captions], [tip for _, tip in captions]
    title = heading(run, number, title)
    made = network(layout.boxes, layout.edges, labels, tips)
    return page(made, title, nonce_of(title, *labels, *tips), template("graph.html"))


def nonce_of(*texts: str) -> str:
    """The word by which a file that says `texts` knows its own scripts.

    The same texts make the same file, and nobody can write a text that holds its own digest.
    """
    return hashlib.sha256("\0".join(texts).encode("utf-8", "replace")).hexdigest()


def heading(run: Run, number: int, title: str | None = None) -> str:
    """Return a title, else the first line that has words, and which pass it is of how many."""
    lines = (line.strip("#\"' \t") for line in run.snippet.code.splitlines())
    title = title or next((line for line in lines if line), "A run")
    if len(run.passes) == 1:
        return title
    return f"{title} · pass {number + 1} of {len(run.passes)}"


@dataclass(slots=True)
class World:
    """What is known of tensors and nodes at one moment of a run, by their ids."""

    titles: dict[str, str] = field(default_factory=dict)
    values: dict[str, dict | None] = field(default_factory=dict)
    gradients: dict[str, dict | None] = field(default_factory=dict)
    tensor_of: dict[str, str] = field(default_factory=dict)  # the tensor that a node stands for


def world_after(events: Iterable[dict]) -> World:
    """The world when `events` have happened."""
    world = World()
    for event in events:
        match event:
            case {"kind": "leaf", "tensor": tensor, "value": value}:
                world.values[tensor] = value
                world.titles[tensor] = "leaf"
            case {"kind": "op"}:
                told_by_op(world, event)
            case {"kind": "write", "tensor": tensor, "value": value}:
                world.values[tensor] = value
            case {"kind": "grad", "tensor": tensor, "after": after}:
                world.gradients[tensor] = after
            case {"kind": "mode", "what": "detach", "tensor": tensor, "of": origin}:
                world.values[tensor] = world.values.get(origin)
                world.titles[tensor] = "detach"
    return world


def told_by_op(world: World, event: dict) -> None:
    for out in event["outputs"]:
        world.values[out["tensor"]] = out["value"]
        world.titles.setdefault(out["tensor"], op_word(event["op"]))
    if event["node"] is not None and event["outputs"]:
        node = event["node"]["id"]
        world.titles[node] = event["node"]["name"]
        world.tensor_of[node] = event["outputs"][0]["tensor"]


def caption(world: World, box: str, kind: str, name: str | None) -> tuple[str, str]:
    """The label of a box, and what a pointer over it is told."""
    tensor = world.tensor_of.get(box, box)
    if kind == "accumulate":
        return "+", "AccumulateGrad"
    title = kind if kind in ("leaf", "input") else world.titles.get(box, kind)
    label = "\n".join(filter(None, [name, title]))
    lines = [label.replace("\n", " \u00b7 "), text_of(world.values.get(tensor))]
    if world.gradients.get(tensor) is not None:
        lines.append(f"grad {text_of(world.gradients[tensor])}")
    return "\n".join([label, *lines[1:]]), "\n".join(lines)


def text_of(value: dict | None) -> str:
    """A value in one line: its numbers if they are few, else its range and shape."""
    if value is None:
        return ""
    if "data" in value and len(value["data"]) <= MOST_NUMBERS:
        numbers = ", ".join(str(entry) for entry in value["data"])
        return numbers if not value["shape"] else f"[{numbers}]"
    kind = f"{value['dtype']} {value['shape']}"
    if "stats" in value:
        return f"{kind}, {value['stats']['min']} to {value['stats']['max']}"
    return kind
