"""Formats of exports: MIME type with file ending. `exporters.py` writes them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Format:
    """One form: its mimetype, and the endings of its files (the first is ours)."""

    mimetype: str
    endings: tuple[str, ...]
    # Whether the page's own program draws it or names its boxes, in a JavaScript engine.
    is_rendered: bool = False


FORMATS = {
    "html": Format("text/html", (".html", ".htm")),
    "svg": Format("image/svg+xml", (".svg",), is_rendered=True),
    "png": Format("image/png", (".png",), is_rendered=True),
    "pyvis": Format("text/html", (".pyvis.html",), is_rendered=True),
    "dot": Format("text/vnd.graphviz", (".dot", ".gv"), is_rendered=True),
    "graphml": Format("application/graphml+xml", (".graphml",), is_rendered=True),
    "json": Format("application/json", (".json",)),
    "py": Format("text/x-python", (".py",)),
}


def format_of(name: str) -> str | None:
    """The form that a file's name asks for, by its longest ending; None for none that we know."""
    endings = {ending: form for form, each in FORMATS.items() for ending in each.endings}
    fitting = [ending for ending in endings if name.lower().endswith(ending)]
    return endings[max(fitting, key=len)] if fitting else None
