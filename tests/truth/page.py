"""What the page says of a run: asked of its own code, which runs here under Node."""

from __future__ import annotations

import json

from tests.page.node import Node
from tests.truth.tape import Tape

MOST_NAMES = 30


class Page(Node):
    """`tests/truth/ask.ts`."""

    program = "../truth/ask.ts"

    def says(self, run: dict) -> dict:
        """Every sentence of every step in three strides, all explanations, each missing `.grad`."""
        return self.answer({"run": json.dumps(run), "names": names_of(Tape(copied(run)))})


def copied(run: dict) -> dict:
    """A run of which the tape may put whole values in place of repeated ones."""
    return {**run, "events": [dict(event) for event in run["events"]]}


def names_of(tape: Tape) -> list[tuple[str, str]]:
    """The names of the module that mean tensors at the end, with these."""
    last = len(tape.events)
    found = [(name, history.at(last)) for (frame, name), history in tape.bound.items()
             if frame == 0 and isinstance(history.at(last), str)]
    return found[:MOST_NAMES]
