"""Every setting of the server, with its default, its unit, its reason.

`Config` has plain values and reads nothing: `server.config.sources` reads the command line, the
environment and a file.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from server.config.checks import Unfit, problems_of
from server.config.machine import OWN_BYTES, OWN_BYTES_PER_RUN
from server.config.serving import LOOPBACK, Access, Network, Operation, Storage
from server.config.work import Capacity, Drawings, Runs

# In the order in which they are printed.
SECTIONS = (Runs, Drawings, Capacity, Network, Access, Storage, Operation)


@dataclass(frozen=True)
class Config(Operation, Storage, Access, Network, Capacity, Drawings, Runs):
    """Settings of one server; raises Unfit, a ValueError, for those that cannot work."""

    # The file that the command line opened: what is in the editor when the page comes up.
    code: str | None = None
    title: str | None = None

    def __post_init__(self) -> None:
        problems = list(problems_of(self))
        if problems:
            raise Unfit(self, problems)

    @property
    def is_public(self) -> bool:
        """Whether others are served, whose runs need a strong fence and who are counted."""
        is_own = self.hosts is not None and set(self.hosts) <= set(LOOPBACK)
        return not is_own or self.public_url is not None or bool(self.trusted_proxies)

    @property
    def is_store_needed(self) -> bool:
        """Whether the database is for others or was named: it must be there, for one process."""
        return self.is_public or self.database is not None

    @property
    def allowed_hosts(self) -> tuple[str, ...] | None:
        """The names by which browsers may call the server, with that of public_url; None for any.
        """
        name = urlsplit(self.public_url or "").hostname
        return self.hosts if self.hosts is None or name is None else (*self.hosts, name)

    @property
    def prefix(self) -> str:
        """The path of public_url, as /tapescope; empty where there is none."""
        return urlsplit(self.public_url or "").path.rstrip("/")

    @property
    def worker_line(self) -> int:
        """How many tasks may wait for workers of one kind and length.

        All runs that go on, with room for the shares of one client, and questions of classes.
        """
        return 2 * (self.slots + self.long_slots) + 32

    @property
    def needed_bytes(self) -> int:
        """The memory that everything may take at a time, in bytes."""
        runs = self.slots + self.long_slots
        return (
            OWN_BYTES
            + self.unsent_bytes
            + runs * (self.memory_bytes + OWN_BYTES_PER_RUN)
            + self.draw_workers * self.draw_memory_bytes
            + self.render_workers * self.render_memory_bytes
        )
