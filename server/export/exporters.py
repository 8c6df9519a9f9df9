"""How a run is made into a file of each form. Workers do this (server/workers/)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from server.document.run import Run, text_of
from server.export import dot_graphml, html_file, page_renderer, python_file, pyvis_page
from server.export.page_renderer import Press
from server.export.render_types import PressError, Wish


class NotMade(Exception):
    """The run cannot be had in that form; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be exported: a run at a moment, and what its author calls it."""

    run: Run
    wish: Wish = Wish()
    title: str | None = None
    story: str | None = None


def python_of(order: Order, _press: Press) -> str:
    """The snippet for real torch."""
    snippet = order.run.snippet
    return python_file.python(snippet.code, snippet.seed, order.title)


def staged(order: Order, press: Press) -> tuple[Run, list[str | None], int, str | None]:
    """Return the run, what the page calls the boxes on stage, the number of their pass, a title."""
    stage = press.stage(order.run, order.wish)
    return order.run, stage.names, stage.number, order.title


MAKERS: dict[str, Callable[[Order, Press], str | bytes]] = {
    "html": lambda order, _: html_file.page(order.run, order.wish, order.title, order.story),
    "svg": lambda order, made: made.svg(order.run, order.wish),
    "png": lambda order, made: page_renderer.png(made.svg(order.run, order.wish)),
    "pyvis": lambda order, made: pyvis_page.pyvis_page(*staged(order, made)),
    "dot": lambda order, made: dot_graphml.dot(*staged(order, made)),
    "graphml": lambda order, made: dot_graphml.graphml(*staged(order, made)),
    "json": lambda order, _: text_of(order.run) + b"\n",
    "py": python_of,
}


def made(form: str, order: Order, press_of_words: Press) -> bytes:
    """The run in that form. Raises NotMade, in a sentence."""
    try:
        text = MAKERS[form](order, press_of_words)
    except (PressError, html_file.NotBuilt) as error:
        raise NotMade(str(error)) from error
    return text.encode("utf-8", "replace") if isinstance(text, str) else text
