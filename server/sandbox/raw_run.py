"""What a run sent, as it came: nobody has read it yet. Reading is for a process with limits."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

import orjson

from . import outcome, protocol
from .outcome import Outcome
from .untrusted_reader import Forged, Full, Reader


@dataclass(frozen=True)
class RawRun:
    """A run that is over. `tape` are the texts of its frames; the rest is as in `Outcome`.

    `sentence` is None also of a run that failed: its last event tells why.
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
        """Whether the code came to its own end, and was not stopped on the way."""
        return self.kind in ("finished", "failed")

    def parts(self) -> list[bytes]:
        """The run as byte strings, for another process: what is known of it, then its tape."""
        known = asdict(replace(self, tape=()))
        return [orjson.dumps(known), *self.tape]

    @classmethod
    def from_parts(cls, parts: list[bytes]) -> RawRun:
        """The run of such byte strings."""
        return cls(**orjson.loads(parts[0]) | {"tape": tuple(parts[1:])})


def read(raw: RawRun, config: Any) -> Outcome:
    """The outcome of a run: its events up to the first that has not the documented form.

    `config` is the server's. A tape that nobody honest has written makes the run one that died.
    """
    reader = Reader(config.event_limit)
    events: list[dict] = []
    ops: dict = {}
    kind, limit, sentence, status = raw.kind, raw.limit, raw.sentence, raw.status
    try:
        for text in raw.tape:
            body = reader.body(protocol.TAPE, text)
            events += body["events"]
            ops |= body["ops"]
    except Forged:
        kind, limit, sentence, status = "died", None, outcome.FORGED, None
    except Full:
        kind, limit, status = "stopped", "events", None
        sentence = outcome.stop(limit, config)
    if kind == "failed":
        sentence = outcome.failure(events)
    return Outcome(
        kind, limit, sentence, status, raw.seconds, raw.fence, raw.seed, raw.seeded, raw.engine,
        events, ops,
    )  # fmt: skip
