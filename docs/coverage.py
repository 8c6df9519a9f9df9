"""Write docs/coverage.md, which of torch's names are there: `python -m docs.coverage`.

The names are those recorded in autograd/torch/names.json (`python -m tests.engine.names_of_torch`
records them under real torch); whether a name is there, the engine itself is asked. With `--print`
the page goes to standard output.
"""

from __future__ import annotations

import importlib
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

from autograd.frontend import import_hook
from autograd.frontend.missing_names import names_of_torch
from autograd.frontend.unsupported import find_alternative

PAGE = Path(__file__).parent / "coverage.md"
OPENING = """\
# Which names of torch are there

Written by `python -m docs.coverage` from the engine itself; the list of torch 2.13's public names
was recorded under real torch. *There* means that the name can be used. *Set aside* are names of
what lies outside this engine (quantized numbers, nested tensors and those sparse by blocks,
compilers, devices other than the CPU, several processes, torch's own machinery): a program that
asks for one hears at once what to use instead. A name that is *missing* says so at once, too, and
tells what is near.
"""


@dataclass(frozen=True)
class Room:
    """One module of torch, and its names in three groups."""

    module: str
    there: tuple[str, ...]
    missing: tuple[str, ...]
    aside: tuple[str, ...]

    @property
    def share(self) -> str:
        """How many of the names within reach are there, in percent."""
        reach = len(self.there) + len(self.missing)
        return f"{100 * len(self.there) / reach:.1f} %"


def thing(module: str):
    """The module of the engine's face, its Tensor, or None where there is no such module."""
    if module == "torch.Tensor":
        return importlib.import_module("torch").Tensor
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError:
        return None


def room(module: str, names) -> Room:
    """The names of one module, sorted into those that are there and those that are not."""
    holder = thing(module)
    there = {name for name in names if holder is not None and hasattr(holder, name)}
    aside = {name for name in names if name not in there and find_alternative(f"{module}.{name}")}
    return Room(module, *(tuple(sorted(group)) for group in (
        there, set(names) - there - aside, aside)))


def row(each: Room) -> str:
    """One line of the table."""
    counts = " | ".join(str(len(x)) for x in (each.there, each.missing, each.aside))
    return f"| `{each.module}` | {counts} | {each.share} |"


def chapter(each: Room) -> str:
    """The names of one module, group by group."""
    groups = (("There", each.there), ("Missing", each.missing), ("Set aside", each.aside))
    parts = [
        textwrap.fill(f"{title}: " + ", ".join(f"`{name}`" for name in names) + ".", 100,
                      break_long_words=False, break_on_hyphens=False)
        for title, names in groups if names
    ]
    return f"## {each.module}\n\n" + "\n\n".join(parts) + "\n"


def page() -> str:
    """The whole page."""
    import_hook.install()
    rooms = [room(module, names) for module, names in names_of_torch().items()]
    whole = Room("all", *(
        tuple(name for each in rooms for name in getattr(each, group))
        for group in ("there", "missing", "aside")))
    table = ["| namespace | there | missing | set aside | there, of what is not set aside |",
             "|---|---|---|---|---|", *map(row, rooms), row(whole)]
    return "\n".join([OPENING, "\n".join(table), "", *map(chapter, rooms)]).rstrip() + "\n"


if __name__ == "__main__":
    if "--print" in sys.argv:
        sys.stdout.write(page())
    else:
        PAGE.write_text(page(), encoding="utf-8")
