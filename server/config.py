"""Every setting of the server, with its default, its unit, one line on why."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path

MEGABYTE = 2**20
# A site as CSP's frame-ancestors has them. Nothing else may get into the header.
SITE = re.compile(
    r"\*|'self'|'none'|https?:|(https?://)?(\*\.)?[\w-]+(\.[\w-]+)*(:(\d+|\*))?", re.ASCII
)


# Where Linux says how much memory a container may take, in its two versions of control groups.
CGROUPS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)


@cache
def physical_memory() -> int:
    """The memory of the machine, or of its container, in bytes; 4 GB where nothing tells."""
    try:
        found = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        found = 4096 * MEGABYTE
    return min([found, *filter(None, map(container_memory, CGROUPS))])


def container_memory(path: Path) -> int | None:
    """The bytes that a file of control groups allows; None where it is not there, or says "max"."""
    try:
        return int(path.read_text("ascii"))
    except (OSError, ValueError):
        return None


# A server may have no places for long runs, and no line for those that wait.
MAY_BE_ZERO = {"long_slots", "queue_length"}
CORES = os.cpu_count() or 1
# A machine of less than 2.6 GB has room for one worker of each kind, and for small ones.
IS_SMALL = physical_memory() < 2600 * MEGABYTE
FEWEST, LEAST = (1, 128 * MEGABYTE) if IS_SMALL else (2, 192 * MEGABYTE)
# What the server itself may hold: for itself, for each run that goes on (its tape, and the reply),
# and of replies that their clients are slow to take.
OWN_BYTES = 128 * MEGABYTE
OWN_BYTES_PER_RUN = min(96 * MEGABYTE, physical_memory() // 16)
UNSENT_BYTES = min(256 * MEGABYTE, physical_memory() // 16)
RUN_BYTES = min(256 * MEGABYTE, physical_memory() // 8)
DRAW_BYTES = min(768 * MEGABYTE, max(LEAST, physical_memory() // 8))
DRAW_WORKERS = max(FEWEST, min(2 * CORES, physical_memory() // (4 * 768 * MEGABYTE)))
RENDER_BYTES = min(1024 * MEGABYTE, max(2 * LEAST, physical_memory() // 8))
RENDER_WORKERS = max(FEWEST, min(2 * CORES, physical_memory() // (6 * 1024 * MEGABYTE)))


def most_slots() -> int:
    """How many runs at a time the memory that is left has room for, and as many long ones."""
    workers = DRAW_WORKERS * DRAW_BYTES + RENDER_WORKERS * RENDER_BYTES
    left = physical_memory() * 9 // 10 - OWN_BYTES - UNSENT_BYTES - workers
    return max(1, left // (2 * (RUN_BYTES + OWN_BYTES_PER_RUN)))


def seconds_of(name: str, otherwise: float) -> float:
    """The seconds that an environment variable sets. Raises ValueError when it is no number."""
    text = os.environ.get(name) or str(otherwise)
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{name} is {text!r}, which is no number of seconds.") from None


@dataclass(frozen=True, slots=True)
class Config:
    """Settings of one server; raises ValueError for those that cannot work."""

    # Of the processor: what a program may use. Far more than any lesson takes, and little enough
    # that a class of endless loops is done in minutes. The kernel counts whole seconds.
    cpu_seconds: float = field(default_factory=lambda: seconds_of("TAPESCOPE_CPU_SECONDS", 8))
    # By the clock: for what sleeps. The time that a run waits for a turn, or for a processor that
    # others have, does not count.
    wall_seconds: float = field(default_factory=lambda: seconds_of("TAPESCOPE_WALL_SECONDS", 60))
    # What numpy and the engine need is counted apart; a tape that people look at fits in far less.
    # All places together may take `slots + long_slots` times this, which the machine must have.
    memory_bytes: int = RUN_BYTES
    # More text than anybody reads, and little enough to send.
    output_bytes: int = 1 * MEGABYTE
    # About 2,000 steps of a small training loop: more cannot be played, only scrubbed. Code runs on
    # when its tape is full, but only its prints are kept.
    event_limit: int = 100_000
    # A snippet is a page of code; 64 KB is a thousand lines.
    code_bytes: int = 64 * 1024
    # A run is computation: more of them at a time than this only make each other late. Fewer where
    # the machine's memory could not hold all runs at their limits.
    slots: int = min(2 * CORES, most_slots())
    # Where runs go that take long, so that short ones need not wait for them. They let the others
    # go first, so that many of them make nobody late: a class on two cores has room there.
    long_slots: int = min(8 * slots, 2 * most_slots() - slots)
    # A class of 30 behind one address, which may have half of it, presses Run at once.
    queue_length: int = max(64, 4 * slots)
    # For each address, where others are served: far more than anybody reads or writes by hand.
    run_rate: str = "120 per minute"
    share_rate: str = "20 per minute"
    # A pass beyond this many boxes is no picture; its latest ones are drawn.
    pass_boxes: int = 4_000
    # Bounds the time and the bytes that drawing one run may take.
    run_boxes: int = 12_000
    # What draws a run works while that still has its turn. It needs room for the tape as objects,
    # and for the graph and its layout.
    draw_memory_bytes: int = DRAW_BYTES
    draw_workers: int = DRAW_WORKERS
    # Pictures and sentences: V8 takes 150 MB before it does anything.
    render_memory_bytes: int = RENDER_BYTES
    render_workers: int = RENDER_WORKERS
    render_seconds: float = 12.0
    # Replies that wait for clients who are slow to take them; beyond, the largest are given up.
    unsent_bytes: int = UNSENT_BYTES
    # What drawing a run may cost besides (server/layout/budget.py). A chain of 4,000 ops has 8,000
    # edges.
    pass_edges: int = 10_000
    # Placed edges, those in folds too: six for each of `run_boxes`, and chains have four.
    run_edges: int = 80_000
    # Boxes and edges of all passes, 10 us each; training loops show at most one an event.
    run_shown: int = 250_000
    # A loop that only calls backward has 16,000 on a full tape.
    run_passes: int = 20_000
    # The drawing's part of a reply, as much as the tape's (server/sandbox/protocol.py).
    drawn_bytes: int = 32 * MEGABYTE
    # Processor seconds. The counts above end nearly every run earlier.
    draw_seconds: float = 8.0
    # Names by which a browser may call us; None for any, which only a public address may have.
    # A page of another site could otherwise reach a server on this machine (DNS rebinding).
    hosts: tuple[str, ...] | None = ("127.0.0.1", "localhost", "::1")
    # Where shared snippets are kept: an SQLAlchemy URL; None for SQLite in the user's data folder.
    database: str | None = field(default_factory=lambda: os.environ.get("DATABASE_URL") or None)
    # What shared snippets may take of the disk: a million of a kilobyte, as most are.
    share_bytes: int = 1024 * MEGABYTE
    # For each address a day, where others are served: a school of 800 behind one address that
    # shares ten snippets each, and a sixty-fourth of the space.
    share_bytes_a_day: int = 16 * MEGABYTE
    # What all rooms may take of the disk, or of Redis' memory: a thousand lessons of a megabyte.
    room_bytes: int = 1024 * MEGABYTE
    # Open rooms of one address, where others are served: a day of lessons of a school behind it.
    address_rooms: int = 100
    # What signs the words of participants, for several servers that share rooms; None for a file in
    # the user's configuration folder, never beside the data.
    secret: str | None = field(
        default_factory=lambda: os.environ.get("TAPESCOPE_SECRET") or None, repr=False
    )
    # Where rooms live when several processes serve them; None for the memory of this one.
    redis: str | None = field(default_factory=lambda: os.environ.get("REDIS_URL") or None)
    # Longer than any school day; a code that nobody needs any more must not open a room for ever.
    room_hours: float = 12.0
    room_rate: str = "20 per minute"
    # Sites that may show `/embed` in a frame, as CSP's frame-ancestors has them; None for any where
    # the fence is strong, and none but this server where it is not.
    frame_ancestors: str | None = field(
        default_factory=lambda: os.environ.get("TAPESCOPE_FRAME_ANCESTORS") or None
    )
    # The file that the command line opened: what is in the editor when the page comes up.
    code: str | None = None
    title: str | None = None

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            may_be_zero = each.name in MAY_BE_ZERO and value == 0
            if isinstance(value, int | float) and not (value > 0 or may_be_zero):
                raise ValueError(f"The setting {each.name} must be above zero.")
        if max(self.cpu_seconds, self.wall_seconds) >= 10**6:
            raise ValueError("The settings cpu_seconds and wall_seconds must be below 1,000,000.")
        if self.cpu_seconds != round(self.cpu_seconds):
            raise ValueError(
                "The setting cpu_seconds must be a whole number: the kernel counts whole seconds."
            )
        if self.secret is not None and len(self.secret) < 16:
            raise ValueError(
                "The setting secret (TAPESCOPE_SECRET) needs 16 characters or more that nobody can "
                "guess; `openssl rand -hex 32` makes some."
            )
        for site in (self.frame_ancestors or "").split():
            if not SITE.fullmatch(site):
                raise ValueError(
                    f"{site} is not a site that may frame the page. Write https://course.example, "
                    "*, 'self' or 'none' (with the quotes), and a space between two."
                )
        if self.needed_bytes > physical_memory():
            raise ValueError(
                f"The server and all that runs, draws and renders at a time may take "
                f"{self.needed_bytes // MEGABYTE} MB, and this machine has "
                f"{physical_memory() // MEGABYTE} MB: set slots, long_slots, draw_workers, "
                "render_workers or the memory of each lower."
            )

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
