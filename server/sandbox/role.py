"""The role of a process inside the fence: its program, settings, limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

# How the kernel counts memory. Address space counts every reservation; V8 reserves a terabyte that
# it never touches, so its processes are held by the memory that they may write to instead.
ADDRESS_SPACE, DATA = "address space", "data"


@dataclass(frozen=True)
class Role:
    """A kind of process. `program` is a module with `prepare(settings)`, for a process that will
    have no files, and `start(settings)`, for one that has; both return a Ready.

    `memory_bytes` come on top of what the program holds before it is asked; `cpu_seconds` bound one
    process, for all its requests. It may read files in the folders `reads`, where Landlock holds it
    back from all others.
    """

    program: str
    memory_bytes: int
    cpu_seconds: int
    settings: dict = field(default_factory=dict)
    memory: str = ADDRESS_SPACE
    reads: tuple[str, ...] = ()


class Ready(Protocol):
    """A program that is loaded, and serves in a process of its own."""

    def install(self) -> None:
        """Change the zygote, once it has given up its rights; all its children see it."""

    def wake(self) -> None:
        """Start threads in the child, before its limits hold and before it reads anything."""

    def serve(self, source: int, sink: int) -> None:
        """Answer what descriptor `source` brings, on descriptor `sink`: one request, or more."""


def snippets(config: Any) -> Role:
    """The role of a process that runs a snippet. `config` is the server's."""
    return Role(
        "server.sandbox.child",
        config.memory_bytes,
        int(config.cpu_seconds),
        {"event_limit": config.event_limit, "output_bytes": config.output_bytes},
    )
