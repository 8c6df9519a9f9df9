"""What the program calls the parts of its modules and containers, and whose name is told.

A tensor in `net` has many names while the program runs: `self.fc.weight` in `__init__`, `m.weight`
where a loop passes it, `net.fc.weight` for good. A path is told if it is a better one than those
that its tensor has in the frames that are running.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from autograd.recording.short import is_a
from autograd.recording.source_lines import Call
from autograd.recording.variable_names import buffers_of, things_in
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.recording.recorder import Recorder
    from autograd.recording.variables import Variables

MOST_KNOWN = 8  # paths of one tensor that are remembered
NOBODY = None, None, None, None


class Paths:
    """The paths that were told, by their tensors; and those of modules and buffers."""

    def __init__(self, recorder: Recorder, variables: Variables):
        self.recorder, self.variables = recorder, variables
        # Calls and paths, by the ids of tensors.
        self.told: dict[str, list[tuple[Call, str, str, bool]]] = {}
        # Modules, weakly, and their paths, by id: not on them.
        self.layers: dict[int, tuple[Any, ...]] = {}
        self.buffers: dict[int, tuple[Any, ...]] = {}  # likewise, of those that were not met yet

    def tell(self, call: Call, root: str, value: Any, line: Any, is_passing: bool) -> None:
        """Tell the paths that begin with a name that was bound to `value`."""
        for full, thing in things_in(root, value):
            if is_a(thing, Tensor):
                self.tell_one(call, root, full, thing, line, is_passing)
                continue
            self.remember(self.layers, thing, full, call, is_passing)
            for each, buffer in buffers_of(full, thing):
                self.remember(self.buffers, buffer, each, call, is_passing)

    def tell_one(
        self, call: Call, root: str, full: str, tensor: Tensor, line: Any, is_passing: bool
    ) -> None:
        """Tell one path, if it is a better one than its tensor has."""
        tid = self.recorder.tensor(tensor, line if type(line) is int else None)
        if call.names.get(full) == (tid,) or not self.is_better(call, root, full, tid, is_passing):
            return
        self.variables.tell_tensor(call, full, tensor, line)
        known = [each for each in self.told.get(tid, ())
                 if each[:2] != (call, full) and self.is_live(*each[:2], tid)]
        self.told[tid] = [*known[1 - MOST_KNOWN:], (call, full, root, is_passing)]
        call.paths.setdefault(root, []).append(full)

    def is_live(self, call: Call, full: str, tid: str) -> bool:
        """Whether a path means its tensor still, in a frame that runs."""
        return self.recorder.stack.has(call) and call.names.get(full) == (tid,)

    def is_better(self, call: Call, root: str, full: str, tid: str, is_passing: bool) -> bool:
        """Whether a path is better than all other ones that its tensor has in frames that run."""
        for other, path, begins, passing in self.told.get(tid, ()):
            if other is call and begins == root or not self.is_live(other, path, tid):
                continue
            if not precedes(full, is_passing, call, path, passing, other):
                return False
        return True

    def remember(
        self, known: dict[int, tuple[Any, ...]], thing: Any, full: str, call: Call,
        is_passing: bool,
    ) -> None:  # fmt: skip
        """Give a module or a buffer its path, unless it has a better one."""
        seen, path, passing, other = known.get(id(thing), NOBODY)
        if (seen is None or seen() is not thing or not self.recorder.stack.has(other)
                or precedes(full, is_passing, call, path, passing, other)):
            known[id(thing)] = weakref.ref(thing), full, is_passing, call

    def layer(self, module: Any) -> str | None:
        """The path of a module."""
        seen, path, *_ = self.layers.get(id(module), NOBODY)
        return path if seen is not None and seen() is module else None

    def buffer(self, tensor: Tensor) -> tuple[str, Call] | None:
        """The path of a buffer that is met now, and the call whose name it begins with."""
        seen, path, _, call = self.buffers.pop(id(tensor), NOBODY)
        return (path, call) if seen is not None and seen() is tensor else None


def precedes(
    full: str, is_passing: bool, call: Call, path: str, passing: bool, other: Call,
) -> bool:
    """Whether a path is a better one than another: not an object's own, not a loop's, with no
    index in it; and in the same frame one of fewer steps."""
    one = goodness(full, is_passing)
    two = goodness(path, passing)
    if one != two:
        return one < two
    return call is other and steps(full) < steps(path)


def goodness(path: str, is_passing: bool) -> tuple[Any, ...]:
    """How good a path is, the best least."""
    return path.startswith("self."), is_passing, "[" in path


def steps(path: str) -> int:
    """How many steps lead to its end."""
    return path.count(".") + path.count("[")
