"""A finished run as it arrived, with frames that are not parsed yet.

Parsing is done in a process with limits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

import orjson

from . import outcome, protocol
from .outcome import Outcome
from .untrusted_reader import Forged, Full, Reader


@dataclass(frozen=True)
class RawRun:
    """A finished run; `tape` has the texts of its frames, the other fields are as in `Outcome`.

    `sentence` is None also for a failed run: its last event has the reason.
    """

    code: str
    seed: int
    seeded: bool
    fence: str
    engine: str
    kind: str
    limit: str | None
    sentence: str | None
    status: int | None
    seconds: float
    tape: tuple[bytes, ...]

    @property
    def is_whole(self) -> bool:
        """Whether the code ran to its own end and was not stopped."""
        return self.kind in ("finished", "failed")

    def parts(self) -> list[bytes]:
        """Return the run as byte strings for another process: its other fields, then its tape."""
        known = {each.name: getattr(self, each.name) for each in fields(self)}
        return [orjson.dumps(known | {"tape": ()}), *self.tape]

    @classmethod
    def from_parts(cls, parts: list[bytes]) -> RawRun:
        """Return the run from the byte strings of `parts`."""
        return cls(**orjson.loads(parts[0]) | {"tape": tuple(parts[1:])})


def ignore(_: Outcome) -> None:
    """Do nothing with what is read so far."""


def read(raw: RawRun, config: Any, look: Callable[[Outcome], None] = ignore) -> Outcome:
    """Return the outcome of a run, with the events of its tape before the first invalid frame.

    `config` is the server's; `look` is called after each frame with the outcome up to there, whose
    events grow. An invalid tape makes the run one that died.
    """
    reader = Reader(config.event_limit)
    found = Outcome(
        raw.kind, raw.limit, raw.sentence, raw.status, raw.seconds, raw.fence, raw.seed, raw.seeded,
        raw.engine, [], {},
    )  # fmt: skip
    try:
        for text in raw.tape:
            body = reader.body(protocol.TAPE, text)
            found.events.extend(body["events"])
            found.ops.update(body["ops"])
            look(found)
    except Forged:
        found = replace(found, kind="died", limit=None, sentence=outcome.FORGED, status=None)
    except Full:
        found = replace(
            found, kind="stopped", limit="events", sentence=outcome.stop("events", config),
            status=None,
        )  # fmt: skip
    if found.kind == "failed":
        return replace(found, sentence=outcome.failure(found.events))
    return found
