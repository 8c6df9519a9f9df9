"""Tapescope for Python: show a snippet or a function as a player, in a notebook or as a file.

    import tapescope
    tapescope.show("x = torch.tensor(2.0, requires_grad=True); (x * x).backward()")

In a notebook, `%load_ext tapescope` brings `%%tapescope`, which shows the cell below it. What is
shown runs in a process of its own, on Tapescope's engine; nothing of the notebook is touched, and
nothing is asked from any network.
"""

from __future__ import annotations

import argparse
import ast
import atexit
import functools
import html
import inspect
import json
import shlex
import textwrap
import types
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from server.config import Config
from server.config.sources import load
from server.document.run import Run, from_json, text_of
from server.document.untrusted_text import escape_controls
from server.export import formats
from server.export.render_types import Diagnosed, Wish
from server.sandbox import Sandbox
from server.workers.client import Client
from server.workers.pool import Failed, Workers

__all__ = ["Failed", "Player", "show"]

HEIGHT = 560
# What is more than a note, and what a grade is called.
GRADES = {
    "error": ("Error", "错误"),
    "mistake": ("Mistake", "失误"),
    "smell": ("Weak spot", "隐患"),
}


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
        Path(path).write_bytes(self._made(form))

    def _repr_html_(self) -> str:
        page = self._made("html").decode("utf-8")
        return (
            f'<iframe srcdoc="{html.escape(page)}" title="Tapescope" '
            f'style="width:100%;height:{self.height}px;border:0"></iframe>'
            f"{self._findings()}"
        )

    def _findings(self) -> str:
        """What is wrong in the run, as a list in HTML; nothing where nothing is."""
        language = self.wish.language or "en"
        checked = Client(workers(load().config)).check(text_of(self.run), language)
        rows = [item_of(each, language) for each in checked.findings if each.severity in GRADES]
        return f'<ul class="tapescope-findings">{"".join(rows)}</ul>' if rows else ""

    def _made(self, form: str) -> bytes:
        client = Client(workers(load().config))
        return client.export(text_of(self.run), form, self.wish, self.title, None)

    def __repr__(self) -> str:
        outcome = escape_controls(self.run.outcome.sentence or "finished")
        return f"<tapescope.Player: {len(self.run.events)} events, {outcome}>"


def item_of(finding: Diagnosed, language: str) -> str:
    """Return a finding as an item of a list: its grade, line and title, then its words."""
    is_english = language == "en"
    grade = GRADES[finding.severity][0 if is_english else 1]
    line = finding.lines[0] if finding.lines else None
    place = "" if line is None else f", line {line}" if is_english else f"，第 {line} 行"
    colon, space = (": ", " ") if is_english else ("：", "")
    words = space.join([finding.sentence, finding.why, finding.change])
    return (
        f"<li><b>{html.escape(f'{grade}{place}{colon}{finding.title}')}</b>"
        f"<br>{html.escape(words)}</li>"
    )


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
    """Run code, or a function without arguments, and answer with its player.

    Of a function, its source is run, with the modules, plain values and functions that it uses.
    `step` is the moment to open at (a number of events), `seed` where random numbers begin; None
    leaves each to Tapescope. Raises TypeError for what is neither code nor such a function.
    """
    code = what if isinstance(what, str) else code_of(what)
    config = replace(load().config, wall_seconds=seconds, cpu_seconds=seconds)
    document = sandbox(config).record(code, seed, Client(workers(load().config)).document)
    wish = Wish(step, language=language, theme=theme)
    return Player(from_json(json.loads(document)), wish, title, height)


def code_of(function: Callable[[], object]) -> str:
    """A program that does what the function does."""
    if not inspect.isfunction(function) or function.__name__ == "<lambda>":
        raise TypeError("show() takes code as text, or a function that was made with `def`.")
    needed = [
        parameter.name
        for parameter in inspect.signature(function).parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    if needed:
        raise TypeError(f"show() calls the function without arguments, but it needs {needed[0]}.")
    parts = definitions(function, {})
    return "\n\n".join([*parts.values(), f"{function.__name__}()\n"])


def definitions(function: types.FunctionType, known: dict[str, str]) -> dict[str, str]:
    """Code that defines the function and what it uses, by name, in the order to run it."""
    known[function.__name__] = ""  # a function may call itself
    used = inspect.getclosurevars(function)
    for name, thing in {**used.globals, **used.nonlocals}.items():
        if name in known:
            continue
        if isinstance(thing, types.ModuleType):
            alias = "" if thing.__name__ == name else f" as {name}"
            known[name] = f"import {thing.__name__}{alias}"
        elif inspect.isfunction(thing) and thing.__name__ == name:
            definitions(thing, known)
        else:
            known[name] = f"{name} = {literal(name, thing)}"
    del known[function.__name__]
    known[function.__name__] = source_of(function)
    return known


def source_of(function: types.FunctionType) -> str:
    """The source of a function, as it would stand at the left margin."""
    try:
        return textwrap.dedent(inspect.getsource(function)).rstrip()
    except OSError:
        raise TypeError(
            f"The source of {function.__name__} is not to be found. Give show() the code as text."
        ) from None


def literal(name: str, thing: object) -> str:
    """A plain value as code. Raises TypeError for anything else."""
    try:
        if ast.literal_eval(repr(thing)) == thing:
            return repr(thing)
    except (ValueError, SyntaxError):
        pass
    raise TypeError(
        f"The function uses {name}, a {type(thing).__name__}, which cannot be written as code. "
        "Make it inside the function."
    )


@functools.cache
def sandbox(config: Config) -> Sandbox:
    """One sandbox for each set of limits, let go of when Python ends."""
    made = Sandbox(config)
    atexit.register(made.close)
    return made


@functools.cache
def workers(config: Config) -> Workers:
    """The processes that draw, started when the first run is shown, let go of as well."""
    made = Workers(config)
    atexit.register(made.close)
    return made


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext tapescope`."""
    shell.register_magic_function(cell_magic, "cell", "tapescope")


def cell_magic(line: str, cell: str) -> Player:
    """`%%tapescope [--seed N] [--step N] [--height PIXELS] [--theme T] [--language en|zh]`."""
    parser = argparse.ArgumentParser("%%tapescope", exit_on_error=False, add_help=False)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--step", type=int)
    parser.add_argument("--height", type=int, default=HEIGHT)
    parser.add_argument("--theme", choices=["light", "dark"])
    parser.add_argument("--language", choices=["en", "zh"])
    asked, others = parser.parse_known_args(shlex.split(line))
    if others:
        raise ValueError(f"%%tapescope does not know {others[0]}. {cell_magic.__doc__}")
    return show(cell, **vars(asked))
