"""Tapescope for Python: show a snippet or a function as a player, in a notebook or as a file.

    import tapescope
    tapescope.show('''
    import torch
    x = torch.tensor(2.0, requires_grad=True)
    (x * x).backward()
    ''')

In a notebook, `%load_ext tapescope` brings `%%tapescope`, which shows the cell below it, and
`%tapescope` for one line. What is shown runs in a process of its own, on Tapescope's engine;
nothing of the notebook is touched, and nothing is asked from any network.
"""

from __future__ import annotations

import argparse
import atexit
import functools
import json
import re
import shlex
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from server.config import Config
from server.config.sources import load
from server.document.run import Run, from_json, text_of
from server.document.untrusted_text import escape_controls
from server.export import formats
from server.export.render_types import Cell, Wish
from server.notebook.program import code_of, with_names
from server.notebook.session import session, session_of
from server.sandbox import Sandbox
from server.workers.client import Client
from server.workers.pool import Failed, Workers

__all__ = ["Failed", "Player", "show"]

HEIGHT = 560
# A switch of a magic with its value, at the beginning of a line.
SWITCH = re.compile(r"\s*--[\w-]+(?:=|\s+)(?:\"[^\"]*\"|'[^']*'|\S+)")
USAGE = (
    "[--with NAMES] [--seed N] [--step N] [--height PIXELS] [--theme light|dark] "
    "[--language en|zh]"
)


@dataclass(frozen=True)
class Player:
    """A run that plays: a notebook shows it inline, `save` makes a file of it.

    `run` is the run document (docs/run-document.md) as dataclasses.
    """

    run: Run
    wish: Wish = Wish()
    title: str | None = None
    height: int = HEIGHT

    def save(self, path: str | Path) -> None:
        """Write a file; its ending says which: .html .svg .png .json .dot .graphml .py.

        Raises ValueError for another ending, and `Failed` when it cannot be made.
        """
        form = formats.format_of(str(path))
        if form is None:
            known = " ".join(kind.endings[0] for kind in formats.FORMATS.values())
            raise ValueError(f"The ending of {path} is none of {known}.")
        made = client().export(text_of(self.run), form, self.wish, self.title, None)
        Path(path).write_bytes(made)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the player for notebooks, a picture and sentences for what shows no player."""
        try:
            made = self._cell()
        except Failed as failure:
            return {"text/plain": f"{self!r}\n{failure}"}, {}
        data = {"text/html": made.html, "image/png": made.picture, "text/plain": made.text}
        return data, {"image/png": {"width": made.width, "height": made.height}}

    def _ipython_display_(self) -> None:
        """Show the player, unless `show` has shown it below the same cell."""
        notebook = session()
        if notebook is None:
            print(self._repr_mimebundle_()[0]["text/plain"])
        elif not notebook.has_shown(self):
            notebook.display(self, *self._repr_mimebundle_())

    def _cell(self) -> Cell:
        notebook = session()
        has_code = notebook is None or notebook.takes_code()
        return client().notebook(text_of(self.run), self.wish, self.title, self.height, has_code)

    def __repr__(self) -> str:
        outcome = escape_controls(self.run.outcome.sentence or "finished")
        return f"<tapescope.Player: {len(self.run.events)} events, {outcome}>"


def show(
    what: str | Callable[[], object],
    *,
    seed: int | None = None,
    step: int | None = None,
    theme: str | None = None,
    language: str | None = None,
    title: str | None = None,
    height: int = HEIGHT,
    seconds: float = 30.0,
) -> Player:
    """Run code, or a function without arguments, show its player in a notebook, and return it.

    Of a function, its source is run, with the modules, plain values, arrays, tensors and functions
    that it uses. `step` is the moment to open at (a number of events), `seed` where random numbers
    begin; None leaves each to Tapescope. Raises TypeError for what is neither code nor such a
    function.
    """
    code = at_margin(what) if isinstance(what, str) else code_of(what)
    config = replace(load().config, wall_seconds=seconds, cpu_seconds=seconds)
    document = sandbox(config).record(code, seed, client().document)
    wish = Wish(step, language=language, theme=theme)
    player = Player(from_json(json.loads(document)), wish, title, height)
    if session() is not None:
        player._ipython_display_()
    return player


def at_margin(code: str) -> str:
    """Return code without the indentation of all its lines, if its first line has any."""
    return textwrap.dedent(code) if code.lstrip("\n")[:1].isspace() else code


@functools.cache
def sandbox(config: Config) -> Sandbox:
    """One sandbox for each set of limits, let go of when Python ends."""
    made = Sandbox(config)
    atexit.register(made.close)
    return made


def client() -> Client:
    """Return what draws, with the settings of now."""
    return Client(workers(load().config))


@functools.cache
def workers(config: Config) -> Workers:
    """The processes that draw, started when the first run is shown, let go of as well."""
    made = Workers(config)
    atexit.register(made.close)
    return made


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext tapescope`."""
    session_of(shell).forget_code()
    shell.register_magic_function(
        functools.partial(cell_magic, shell), "cell", "tapescope")
    shell.register_magic_function(
        functools.partial(line_magic, shell), "line", "tapescope")


def cell_magic(shell: Any, line: str, cell: str) -> Player:
    """Show the cell below `%%tapescope [switches]`."""
    asked, rest = switches_of("%%tapescope", line)
    if rest:
        raise usage_error(f"%%tapescope does not know {rest}. It takes {USAGE}.")
    return shown(shell, asked, cell)


def line_magic(shell: Any, line: str) -> Player:
    """Show the code of a line, after its switches: `%tapescope --with x (x * x).backward()`."""
    asked, code = switches_of("%tapescope", line)
    return shown(shell, asked, f"{code}\n")


def shown(shell: Any, asked: dict[str, Any], code: str) -> Player:
    """Run code after the names of the notebook that it asks for; errors are one sentence."""
    names = [name.strip() for name in (asked.pop("with") or "").split(",") if name.strip()]
    try:
        return show(with_names(code, names, shell.user_ns), **asked)
    except (TypeError, NameError, ValueError, Failed) as error:
        raise usage_error(str(error)) from None


class Switches(argparse.ArgumentParser):
    """A parser that raises its errors."""

    def error(self, message: str) -> NoReturn:
        """Raise a message as a sentence."""
        raise usage_error(f"{self.prog}: {message}. It takes {USAGE}.")


def switches_of(magic: str, line: str) -> tuple[dict[str, Any], str]:
    """Return the switches at the beginning of a line, by name, and the rest of it."""
    end = 0
    while found := SWITCH.match(line, end):
        end = found.end()
    parser = Switches(magic, add_help=False, allow_abbrev=False)
    parser.add_argument("--with")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--step", type=int)
    parser.add_argument("--height", type=int, default=HEIGHT)
    parser.add_argument("--theme", choices=["light", "dark"])
    parser.add_argument("--language", choices=["en", "zh"])
    return vars(parser.parse_args(shlex.split(line[:end]))), line[end:].strip()


def usage_error(sentence: str) -> Exception:
    """Return an error that IPython shows as its sentence alone."""
    # A magic runs in IPython, which has loaded this.
    return sys.modules["IPython.core.error"].UsageError(sentence)
