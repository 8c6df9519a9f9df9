"""The layers of the fence: prepared once, entered by each run before it reads any code."""

import os
import resource
from collections.abc import Callable
from dataclasses import dataclass

from . import landlock, memory_map, privileges, rlimits, seccomp, syscalls
from .role import DATA, Role

# In the order in which they are entered. A machine may lack layers, but no essential one.
LAYERS = ("namespaces", "nobody", "rights", "descriptors", "rlimits", "landlock", "seccomp",
          "memory")  # fmt: skip
ESSENTIAL = frozenset({"rights", "descriptors", "rlimits", "seccomp", "memory"})
# The reason stored for a layer that a test leaves out.
LEFT_OUT = "left out"

# The zygote's limit of descriptors: two for each run, and a few. Runs have a lower limit.
_DESCRIPTORS = 1024


@dataclass(frozen=True)
class Options:
    """Options from the server: the role of the processes, and layers that tests leave out."""

    role: Role
    without: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, found: dict) -> "Options":
        """Return the options from the JSON value of their `asdict`."""
        return cls(Role(**found["role"]), tuple(found["without"]))


class Confinement:
    """The confinement of a run; `layers` has None for a layer that holds, else the reason."""

    def __init__(self, options: Options):
        self._options = options
        self.layers: dict[str, str | None] = {}

    def holds(self, layer: str) -> bool:
        """Return whether `layer` can be entered."""
        return self.layers[layer] is None

    def attempt(self, layer: str, action: Callable[[], None]) -> None:
        """Call `action` unless `layer` is left out; store the result in `layers`."""
        if layer in self._options.without:
            self.layers[layer] = LEFT_OUT
            return
        try:
            action()
            self.layers[layer] = None
        except (OSError, ValueError) as error:
            self.layers[layer] = str(error)

    def prepare(self) -> None:
        """Drop the rights of the loaded zygote, and build what its runs enter."""
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        most = _DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _DESCRIPTORS)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        self.attempt("nobody", privileges.become_nobody)
        self.attempt("rights", privileges.give_up_rights)
        self.attempt("descriptors", lambda: None)
        role = self._options.role
        self.attempt("rlimits", lambda: rlimits.bound_memory(role.memory_bytes, role.memory))
        self.attempt("landlock", self._write_rules)
        self.attempt("seccomp", self._write_filter)
        self.attempt("memory", memory_map.refuse_shared_memory)

    def detach(self, channel: int, parent: int) -> None:
        """Close the files and descriptors of a child of the process `parent`, except `channel`.

        Raises OSError when a layer that held before cannot be entered.
        """
        privileges.die_with_parent()
        if os.getppid() != parent:
            raise OSError("The parent is gone.")
        if self.holds("landlock"):
            landlock.enter(self._rules)
        if self.holds("descriptors"):
            privileges.keep_only(channel)

    def enter(self) -> None:
        """Confine this process and all its threads for good. Raises OSError as `detach` does."""
        if self.holds("rlimits"):
            rlimits.bound_run(self._options.role.cpu_seconds)
        if self.holds("seccomp"):
            self._filter.enter(os.getpid())

    def _write_rules(self) -> None:
        self._rules = landlock.ruleset(self._options.role.reads)

    def _write_filter(self) -> None:
        processor = syscalls.here()
        if processor is None:
            raise OSError("there is no list of system calls for this processor")
        role = self._options.role
        reads = bool(role.reads) and self.holds("landlock")
        self._filter = seccomp.Filter(processor, reads, places=role.memory == DATA)
