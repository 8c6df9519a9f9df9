"""The role of a process inside the fence: its program, settings, limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

# How the kernel counts memory. Address space includes every reservation; V8 reserves a terabyte
# that it never touches, so for its processes the memory that they may write to is limited.
ADDRESS_SPACE, DATA = "address space", "data"


@dataclass(frozen=True)
class Role:
    """A kind of process inside the fence: its program with its limits.

    `program` is a module with `prepare(settings)`, for a process that will have no files, and
    `start(settings)`, for one that has; both return a Ready. `memory_bytes` are added to what the
    program holds before its first request; `cpu_seconds` limit one process, for all its requests.
    It may read files in the folders `reads` where Landlock denies it all others. If it is forked
    often, `libraries` are packages of which it maps the compiled modules first.
    """

    program: str
    memory_bytes: int
    cpu_seconds: int
    settings: dict = field(default_factory=dict)
    memory: str = ADDRESS_SPACE
    reads: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()


class Ready(Protocol):
    """A loaded program that serves requests in a process of its own."""

    def install(self) -> None:
        """Change the zygote after it has dropped its rights; all its children inherit this."""

    def wake(self) -> None:
        """Start threads in the child, before its limits hold and before it reads anything."""

    def serve(self, source: int, sink: int) -> None:
        """Serve requests from descriptor `source`, one or more; write results to `sink`."""


def snippets(config: Any) -> Role:
    """Return the role of a process that runs a snippet; `config` is the server's."""
    return Role(
        "server.sandbox.child",
        config.memory_bytes,
        int(config.cpu_seconds),
        {"event_limit": config.event_limit, "output_bytes": config.output_bytes},
        libraries=("ml_dtypes", "numpy", "orjson"),
    )
