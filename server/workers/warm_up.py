"""Do each task once in the process that workers are born from, so that they need no files."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import orjson

from server.config import Config
from server.document.run import Run
from server.export import page_renderer
from server.export.formats import FORMATS
from server.export.page_renderer import Press
from server.export.render_types import PLAIN, Checked, Stage, Wish
from server.sandbox.raw_run import RawRun
from server.workers.tasks import Work, done

VALUE: dict[str, Any] = {"shape": [], "dtype": "float32", "data": [1.0]}
EVENTS: list[dict[str, Any]] = [
    {"kind": "leaf", "tensor": "t0", "value": VALUE, "requires_grad": True, "accumulate": "n0",
     "parameter": False, "grad_of": None, "line": 1},
    {"kind": "name", "tensor": "t0", "name": "x", "frame": 0, "line": 1},
    {"kind": "op", "op": "mul", "params": {}, "grad_mode": True, "during": None,
     "inputs": [{"slot": "self", "tensor": "t0"}, {"slot": "other", "tensor": "t0"}],
     "outputs": [{"tensor": "t1", "value": VALUE, "requires_grad": True, "view_of": None}],
     "node": {"id": "n1", "name": "MulBackward0", "edges": [
         {"slot": "self", "to": "n0", "nr": 0}, {"slot": "other", "to": "n0", "nr": 0}]},
     "saved": [], "scope": ["f()"], "calls": [0], "line": 2},
    {"kind": "op", "op": "exp", "params": {}, "grad_mode": True, "during": None,
     "inputs": [{"slot": "self", "tensor": "t1"}],
     "outputs": [{"tensor": "t2", "value": VALUE, "requires_grad": True, "view_of": None}],
     "node": {"id": "n2", "name": "ExpBackward0", "edges": [{"slot": "self", "to": "n1", "nr": 0}]},
     "saved": [], "scope": ["f()"], "calls": [0], "line": 2},
]  # fmt: skip
RUN = RawRun(
    code="x", seed=0, seeded=True, fence="strong", engine="", kind="finished", limit=None,
    sentence=None, status=0, seconds=0.0, tape=(orjson.dumps({"events": EVENTS, "ops": {}}),),
)  # fmt: skip

# What the JavaScript engine draws whole; of the other forms it only names the boxes.
DRAWN = {"svg", "png"}


class Nameless(Press):
    """Stands for the JavaScript engine, which cannot be started before the fork."""

    def stage(self, run: Run, wish: Wish = PLAIN) -> Stage:
        """The first pass, in which no box has a name."""
        return Stage(0, [None] * len(run.passes[0].boxes))

    def svg(self, run: Run, wish: Wish = PLAIN) -> str:
        """An empty picture."""
        return '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

    def check(self, run: Run, language: str = "en") -> Checked:
        """No findings."""
        return Checked("finished", [], None)


def run(config: Config, renders: bool) -> None:
    """Do what reads files; what has not been built yet (the page) is said when it is asked for."""
    wish = asdict(PLAIN)
    rest = {"wish": wish, "title": None, "story": None}
    asked: list[dict[str, Any]] = [
        {"task": name, "opens": False} for name in ("document", "undrawn", "sketch", "room")
    ]
    asked += [{"task": "export", "form": form, **rest} for form in FORMATS if form not in DRAWN]
    if renders:
        asked.append({"task": "notebook", **rest, "height": 1, "has_code": True})
    parts = RUN.parts()
    for each in asked:
        done(Work({"is_raw": True, **each}, parts, config, Nameless(), lambda _: None))
    if renders:
        page_renderer.prepare()

