"""Every form in which a run leaves the house: what it is called, what makes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from server import exchange, export, press, standalone
from server.press import Press, Wish
from server.run import Run, text_of


class NotMade(Exception):
    """The run cannot be had in that form; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be exported: a run at a moment, and what its author calls it."""

    run: Run
    wish: Wish = Wish()
    title: str | None = None
    story: str | None = None

    @property
    def part(self) -> int:
        """The number of the pass that is on stage at the moment."""
        step = self.wish.step
        if step is None:
            calls = (i for i, part in enumerate(self.run.passes) if part.call is not None)
            return next(calls, 0)
        shown = (i for i, part in enumerate(self.run.passes) if step <= part.last + 1)
        return next(shown, len(self.run.passes) - 1)


@dataclass(frozen=True, slots=True)
class Format:
    """One form: its mimetype, the endings of its files (the first is ours), and its maker."""

    mimetype: str
    endings: tuple[str, ...]
    make: Callable[[Order, Press], str | bytes]


def json_of(order: Order, _press: Press) -> bytes:
    """The run document itself."""
    return text_of(order.run) + b"\n"


def python_of(order: Order, _press: Press) -> str:
    snippet = order.run.snippet
    return exchange.python(snippet.code, snippet.seed, order.title)


FORMATS = {
    "html": Format(
        "text/html",
        (".html", ".htm"),
        lambda order, _: standalone.page(order.run, order.wish, order.title, order.story),
    ),
    "svg": Format("image/svg+xml", (".svg",), lambda order, made: made.svg(order.run, order.wish)),
    "png": Format(
        "image/png", (".png",), lambda order, made: press.png(made.svg(order.run, order.wish))
    ),
    "pyvis": Format(
        "text/html", (".pyvis.html",), lambda order, _: export.pyvis_page(order.run, order.part)
    ),
    "dot": Format(
        "text/vnd.graphviz", (".dot", ".gv"), lambda order, _: exchange.dot(order.run, order.part)
    ),
    "graphml": Format(
        "application/graphml+xml",
        (".graphml",),
        lambda order, _: exchange.graphml(order.run, order.part),
    ),
    "json": Format("application/json", (".json",), json_of),
    "py": Format("text/x-python", (".py",), python_of),
}


def format_of(name: str) -> str | None:
    """The form that a file's name asks for, by its longest ending; None for none that we know."""
    endings = {ending: form for form, each in FORMATS.items() for ending in each.endings}
    fitting = [ending for ending in endings if name.lower().endswith(ending)]
    return endings[max(fitting, key=len)] if fitting else None


def made(form: str, order: Order, press_of_words: Press) -> bytes:
    """The run in that form. Raises NotMade, in a sentence."""
    try:
        text = FORMATS[form].make(order, press_of_words)
    except (press.PressError, standalone.NotBuilt) as error:
        raise NotMade(str(error)) from error
    return text.encode("utf-8", "replace") if isinstance(text, str) else text
