"""Collect what is known where an exception ended a run, as its explanations need it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from server.document.finding import Bilingual, Fix
from server.findings.names import line_text, paths_in
from server.findings.reading import Event, Reading
from server.findings.scope import Scope


@dataclass(frozen=True)
class Told:
    """An exception explained, and what it is about beside what the tape blames."""

    words: Bilingual
    kind: str = "error"
    lines: tuple[int | None, ...] = ()
    tensors: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()


class Scene:
    """The exception, and the program as it was then."""

    def __init__(self, reading: Reading):
        self.reading = reading
        self.at = len(reading.events) - 1
        self.fail = reading.events[self.at]

    @cached_property
    def scope(self) -> Scope:
        """The names as they were."""
        return Scope(self.reading.events, self.at)

    @cached_property
    def nodes(self) -> dict[str, Event]:
        """The op that made each node."""
        return {event["node"]["id"]: event for event in self.reading.events
                if event["kind"] == "op" and event["node"] is not None}

    @property
    def line(self) -> int | None:
        """The line that failed."""
        line: int | None = self.fail["line"]
        return line

    def text(self, line: int | None) -> str:
        """Return a line of the program without its comment."""
        return line_text(self.reading, line)

    def called_on(self, tensor: str, line: int | None) -> str | None:
        """Return what a line calls a tensor: the longest such path."""
        found: list[str] = []
        for path in paths_in(self.text(line)):
            parts = re.split(r"(?=[.\[])", path)
            found += ["".join(parts[: i + 1]) for i in range(len(parts))]
        meant = [path for path in found if self.scope.tensor(path) == tensor]
        return max(meant, key=len) if meant else None

    def name_of(self, tensor: str | None) -> str | None:
        """Return what a tensor is called where the program failed; None if it has no name there."""
        if tensor is None:
            return None
        called = self.called_on(tensor, self.line)
        known = self.scope.names_of(tensor)
        if called is not None or known:
            return called or known[0]
        # A list may still hold a tensor whose name went on to another one.
        entries = {found[0] for path in paths_in(self.text(self.line))
                   if (found := re.match(r"[\w.]+\[[^\]]*\]", path))
                   and self.scope.tensor(found[0]) is None}
        of = self.reading.tensors.get(tensor)
        is_held = len(entries) == 1 and self.reading.name(tensor) is not None
        if is_held:
            return entries.pop()
        owner = self.name_of(of.grad_of) if of is not None and of.grad_of else None
        return None if owner is None else f"{owner}.grad"

    @property
    def blamed(self) -> str | None:
        """The first tensor that the exception points at."""
        tensors = self.fail["blame"]["tensors"]
        return tensors[0] if tensors else None

    def is_trained(self, tensor: str) -> bool:
        """Whether a tensor is a leaf that requires grad since it was made."""
        known = self.reading.tensors.get(tensor)
        if known is None:
            return False
        made = self.reading.events[known.made]
        return made["kind"] == "leaf" and bool(made["requires_grad"])

    def shape(self, tensor: str | None) -> list[int] | None:
        """Return the shape of a tensor; None if it is not on the tape."""
        known = self.reading.tensors.get(tensor or "")
        if known is None:
            return None
        shape: list[int] = known.value["shape"]
        return shape

    @cached_property
    def _alike(self) -> Counter[str]:
        return Counter(event["node"]["name"] for event in self.nodes.values())

    def node_text(self, node: str) -> str:
        """Return torch's name of a node, and what it made where there are several of the kind."""
        made = self.nodes.get(node)
        if made is None:
            return self._untold(node)
        name: str = made["node"]["name"]
        result = self.name_of(made["outputs"][0]["tensor"]) if made["outputs"] else None
        return f"{name} ({result})" if result and self._alike[name] > 1 else name

    def _untold(self, node: str) -> str:
        """The name of a node that no op told."""
        whose = {"run": "node", "flow": "to"}
        return next((event["name"] for event in self.reading.events
                     if event["kind"] in whose and "name" in event
                     and event[whose[event["kind"]]] == node), "A node")
