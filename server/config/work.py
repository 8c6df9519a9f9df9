"""Settings of what is worked on: runs, drawings of runs, how many go on at a time."""

from __future__ import annotations

from dataclasses import dataclass

from server.config import machine
from server.config.machine import MEGABYTE
from server.config.setting import setting


@dataclass(frozen=True)
class Runs:
    """What one run may take"""

    cpu_seconds: float = setting(
        8.0,
        """Processor time that a program may use. Far more than any lesson takes, and little enough
        that a class of endless loops is done in minutes. The kernel counts whole seconds.""",
        unit="s",
    )
    wall_seconds: float = setting(
        60.0,
        """Time by the clock, for what sleeps. The time that a run waits for a turn, or for a
        processor that others have, does not count.""",
        unit="s",
    )
    memory_bytes: int = setting(
        machine.RUN_BYTES,
        """Memory of a program. What numpy and the engine need is counted apart; a tape that people
        look at fits in far less. All runs together may take (slots + long_slots) times this, which
        the machine must have.""",
        unit="bytes",
    )
    output_bytes: int = setting(
        1 * MEGABYTE,
        "Text that a program may print: more than anybody reads, and little enough to send.",
        unit="bytes",
    )
    event_limit: int = setting(
        100_000,
        """Events on a tape: about 2,000 steps of a small training loop. More cannot be played, only
        scrubbed. Code runs on when its tape is full, but only its prints are kept.""",
        unit="events",
    )
    code_bytes: int = setting(
        64 * 1024,
        "A snippet is a page of code; 64 KB is a thousand lines.",
        unit="bytes",
    )


@dataclass(frozen=True)
class Drawings:
    """What drawing one run may take"""

    pass_boxes: int = setting(
        4_000,
        "A pass of more boxes than this is no picture; its latest ones are drawn.",
        unit="boxes",
    )
    run_boxes: int = setting(
        12_000, "Bounds the time and the bytes that drawing one run may take.", unit="boxes"
    )
    pass_edges: int = setting(
        10_000, "Edges of one pass. A chain of 4,000 ops has 8,000 edges.", unit="edges"
    )
    run_edges: int = setting(
        80_000,
        """Placed edges of a run, those in folds too: six for each of run_boxes, where chains have
        four.""",
        unit="edges",
    )
    run_shown: int = setting(
        250_000,
        """Boxes and edges of all passes, 10 us each; training loops show at most one an event.""",
        unit="boxes and edges",
    )
    run_passes: int = setting(
        20_000, "A loop that only calls backward has 16,000 on a full tape.", unit="passes"
    )
    drawn_bytes: int = setting(
        32 * MEGABYTE, "The drawing's part of a reply, as much as the tape's.", unit="bytes"
    )
    draw_seconds: float = setting(
        8.0,
        "Processor time for drawing one run. The counts above end nearly every run earlier.",
        unit="s",
    )
    render_seconds: float = setting(
        12.0, "Processor time for one picture, or for the sentences of one run.", unit="s"
    )


@dataclass(frozen=True)
class Capacity:
    """How much goes on at a time"""

    slots: int = setting(
        machine.SLOTS,
        """Runs at a time. A run is computation: more of them than this only make each other late.
        Fewer where the machine's memory could not hold all runs at their limits.""",
        unit="runs",
    )
    long_slots: int = setting(
        machine.LONG_SLOTS,
        """Runs at a time that take long, so that short ones need not wait for them. They let the
        others go first, so that many of them make nobody late: a class on two cores has room
        there.""",
        unit="runs",
        may_be_zero=True,
    )
    queue_length: int = setting(
        machine.QUEUE_LENGTH,
        """Runs that may wait for a turn. A class of 60 behind one address, which may have half of
        it, and its room three quarters of that, presses Run at once.""",
        unit="runs",
        may_be_zero=True,
    )
    draw_workers: int = setting(
        machine.DRAW_WORKERS,
        """Processes that draw. What draws a run works while that still has its turn.""",
        unit="processes",
    )
    draw_memory_bytes: int = setting(
        machine.DRAW_BYTES,
        """Memory of a process that draws: room for the tape as objects, and for the graph and its
        layout.""",
        unit="bytes",
    )
    render_workers: int = setting(
        machine.RENDER_WORKERS,
        "Processes that make pictures and sentences with the page's own code.",
        unit="processes",
    )
    render_memory_bytes: int = setting(
        machine.RENDER_BYTES,
        "Memory of a process that makes pictures: V8 takes 150 MB before it does anything.",
        unit="bytes",
    )
    unsent_bytes: int = setting(
        machine.UNSENT_BYTES,
        """Replies that wait for clients who are slow to take them; beyond, the largest are given
        up.""",
        unit="bytes",
    )
