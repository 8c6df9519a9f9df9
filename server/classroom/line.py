"""The streams of a room as data: what each asked for, what was told last to all."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from server.classroom.sse_message import Told


@dataclass(frozen=True, slots=True)
class Hold:
    """How a line is to be held: from which state on, for whom, and for how many events.

    `address` is the network that asks, or None on one's own machine, where nobody is counted.
    `away` is whether the browser takes the teacher for away; None for one that is not to be told.
    """

    room: str
    seq: int
    participant: str | None
    once: bool
    address: str | None = None
    away: bool | None = False


@dataclass(eq=False, slots=True)
class Stream:
    """One browser's line; `due` is set when there is something to do for it.

    `late` is whether it was told that the rooms cannot be reached, `away` that the teacher is gone.
    """

    hold: Hold
    due: asyncio.Event = field(default_factory=asyncio.Event)
    gone: bool = False
    beat: bool = False
    late: bool = False
    away: bool = False
    since: float = field(default_factory=time.monotonic)


@dataclass(eq=False, slots=True)
class Line:
    """All streams of a room, and what was told last.

    `late` while the room cannot be reached. `fallback` counts how often the room was an earlier
    state than had been told, as after a restart of Redis that had not written all. `missed` counts
    the looks at the room that did not find its teacher, `away` is what follows from them, once they
    tell anything. `left` is when the last poll ended: the next one goes on with this line.
    """

    streams: set[Stream] = field(default_factory=set)
    latest: Told | None = None
    late: bool = False
    fallback: int = 0
    missed: int = 0
    away: bool | None = None
    left: float = 0.0

    def wake(self) -> None:
        """Have all streams see to what there is to do."""
        for stream in self.streams:
            stream.due.set()


def counts_of(hold: Hold) -> list[tuple[str, str]]:
    """What a stream counts for, each as the kind of its bound and whose it is."""
    counts = [("process", ""), ("room", hold.room)]
    if hold.address is not None:
        counts.append(("address", hold.address))
        if hold.participant is None:
            counts.append(("unnamed", hold.address))
    return counts


def tabs_of(line: Line, participant: str) -> list[Stream]:
    """The streams of a participant that go on."""
    return [s for s in line.streams if s.hold.participant == participant and not s.gone]
