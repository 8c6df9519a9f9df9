"""Find what the names of a program mean at a moment: in the call that runs, or around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Event = dict[str, Any]


def plain_path(name: str) -> str:
    """Return one spelling for `net[0].weight` and `net.0.weight`, `d["a"]` and `d['a']`."""
    return re.sub(r"""\[["']?([^\]"']*)["']?\]""", r".\1", name)


class Scope:
    """What names mean after the first `at` events, in the call whose line runs then.

    Of calls that an exception has just left, the innermost is the one that runs.
    """

    def __init__(self, events: list[Event], at: int):
        # Of each frame its paths, spelled plainly: as written, and the tensor (None: no tensor).
        self.frames: dict[int, dict[str, tuple[str, str | None]]] = {0: {}}
        self.types: dict[tuple[int, str], str | None] = {}
        stack = [0]
        raised: list[int] = []
        for event in events[:at]:
            kind = event["kind"]
            if kind == "name":
                self._bind(event["frame"], event["name"], event["tensor"], None)
            elif kind == "value":
                self._bind_value(event)
            elif kind == "enter":
                stack.append(event["frame"])
            elif kind == "leave":
                raised = [*raised, event["frame"]] if event["how"] == "raise" else []
                if event["frame"] in stack:
                    del stack[stack.index(event["frame"]):]
                continue
            if kind in ("op", "enter"):
                raised = []
        self.chain = [*raised, *reversed(stack)]

    def _bind(self, frame: int, name: str, tensor: str | None, type_: str | None) -> None:
        names = self.frames.setdefault(frame, {})
        key = plain_path(name)
        if key in names and self.types.get((frame, key)) != type_:
            for path in [path for path in names if path.startswith(key + ".")]:
                del names[path]
        self.types[frame, key] = type_
        names[key] = name, tensor

    def _bind_value(self, event: Event) -> None:
        frame, name = event["frame"], event["name"]
        if event["type"] is None:
            self.frames.setdefault(frame, {}).pop(plain_path(name), None)
            return
        self._bind(frame, name, None, event["type"])
        for path, tensor in event.get("tensors", {}).items():
            self._bind(frame, name + path, tensor, None)

    def type_of(self, name: str) -> str | None:
        """Return the type of what is no tensor that a name means; None for a tensor or nothing."""
        for frame in self.chain:
            if plain_path(name) in self.frames.get(frame, {}):
                return self.types.get((frame, plain_path(name)))
        return None

    def tensor(self, name: str) -> str | None:
        """Return the tensor that a name or a path means; None if it means none, or nothing."""
        key = plain_path(name)
        root = key.partition(".")[0]
        for frame in self.chain:
            names = self.frames.get(frame, {})
            if key in names:
                return names[key][1]
            if root in names and frame:
                return None
        return None

    def names_of(self, tensor: str) -> list[str]:
        """Return the names by which the code that runs reaches a tensor, the best first."""
        found = [(frame, name) for frame in self.chain
                 for name, known in self.frames.get(frame, {}).values() if known == tensor]
        visible = [(frame, name) for frame, name in found if self.tensor(name) == tensor]
        return [name for _, name in sorted(
            visible, key=lambda one: (one[1].startswith("self."), len(one[1])))]

    def paths_of(self, owner: str) -> Iterator[tuple[str, str]]:
        """Yield the paths through an object that mean a tensor, as written, each with it."""
        for frame in self.chain:
            for path, (name, tensor) in self.frames.get(frame, {}).items():
                if tensor is not None and path.startswith(plain_path(owner) + "."):
                    yield name, tensor
