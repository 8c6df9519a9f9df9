"""Paths of tensors below a variable, such as `net.fc.weight`.

A tensor in `net` has many names while the program runs: `self.fc.weight` in `__init__`, `m.weight`
where a loop passes it, `net.fc.weight` for good. A path becomes an event if it is better than those
that its tensor has in the frames that are running.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from autograd.recording.source_lines import Call
from autograd.recording.value_text import is_a
from autograd.recording.variable_names import named_buffers, named_parts
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.recording.deferred_events import DeferredEvents
    from autograd.recording.variables import Variables

MOST_KNOWN = 8  # paths of one tensor that are remembered
NOBODY = None, None, None, None


class Paths:
    """The paths of one recorder: of tensors, of modules, and of buffers without an id."""

    def __init__(self, log: DeferredEvents, variables: Variables):
        self.log, self.variables = log, variables
        # The calls and paths of tensors, by id.
        self.emitted: dict[str, list[tuple[Call, str, str, bool]]] = {}
        # Weak references to modules, and their paths, by identity; then buffers without an id.
        self.modules: dict[int, tuple[Any, ...]] = {}
        self.buffers: dict[int, tuple[Any, ...]] = {}

    def emit(self, call: Call, root: str, value: Any, line: Any, is_passing: bool) -> None:
        """Emit the paths that begin with a name that was bound to `value`."""
        for full, thing in named_parts(root, value):
            if is_a(thing, Tensor):
                self.emit_one(call, root, full, thing, line, is_passing)
                continue
            self.remember(self.modules, thing, full, call, is_passing)
            for each, buffer in named_buffers(full, thing):
                self.remember(self.buffers, buffer, each, call, is_passing)

    def emit_one(
        self, call: Call, root: str, full: str, tensor: Tensor, line: Any, is_passing: bool
    ) -> None:
        """Emit one path, if it is better than those that its tensor has."""
        tid = self.log.tensor(tensor, line if type(line) is int else None)
        if call.names.get(full) == (tid,) or not self.is_better(call, root, full, tid, is_passing):
            return
        self.variables.bind_tensor(call, full, tensor, line)
        known = [each for each in self.emitted.get(tid, ())
                 if each[:2] != (call, full) and self.is_live(*each[:2], tid)]
        self.emitted[tid] = [*known[1 - MOST_KNOWN:], (call, full, root, is_passing)]
        call.paths.setdefault(root, []).append(full)

    def is_live(self, call: Call, full: str, tid: str) -> bool:
        """Return whether a path is still that of its tensor, in a frame that runs."""
        return self.log.stack.has(call) and call.names.get(full) == (tid,)

    def is_better(self, call: Call, root: str, full: str, tid: str, is_passing: bool) -> bool:
        """Return whether a path is better than all others of its tensor in frames that run."""
        for other, path, begins, passing in self.emitted.get(tid, ()):
            if other is call and begins == root or not self.is_live(other, path, tid):
                continue
            if not precedes(full, is_passing, call, path, passing, other):
                return False
        return True

    def remember(
        self, known: dict[int, tuple[Any, ...]], thing: Any, full: str, call: Call,
        is_passing: bool,
    ) -> None:  # fmt: skip
        """Set the path of a module or a buffer, unless it has a better one."""
        seen, path, passing, other = known.get(id(thing), NOBODY)
        if (seen is None or seen() is not thing or not self.log.stack.has(other)
                or precedes(full, is_passing, call, path, passing, other)):
            known[id(thing)] = weakref.ref(thing), full, is_passing, call

    def module_path(self, module: Any) -> str | None:
        """Return the path of a module, or None."""
        seen, path, *_ = self.modules.get(id(module), NOBODY)
        return path if seen is not None and seen() is module else None

    def pop_buffer(self, tensor: Tensor) -> tuple[str, Call] | None:
        """Remove a buffer; return its path and the call whose name that begins with."""
        seen, path, _, call = self.buffers.pop(id(tensor), NOBODY)
        return (path, call) if seen is not None and seen() is tensor else None


def precedes(
    full: str, is_passing: bool, call: Call, path: str, passing: bool, other: Call,
) -> bool:
    """Return whether a path is better than another one.

    A path is better without `self`, a loop's variable, an index; in one frame, the shorter one is.
    """
    one = path_rank(full, is_passing)
    two = path_rank(path, passing)
    if one != two:
        return one < two
    return call is other and count_steps(full) < count_steps(path)


def path_rank(path: str, is_passing: bool) -> tuple[Any, ...]:
    """Return the rank of a path; the best is the least."""
    return path.startswith("self."), is_passing, "[" in path


def count_steps(path: str) -> int:
    """Return how many attributes and indices a path has."""
    return path.count(".") + path.count("[")
