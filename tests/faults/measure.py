"""Break something at a site under load, and note what its clients were told."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults import site
from tests.faults.faults import OF_ONE, OF_SITE, Fault
from tests.faults.load import Load, Seen

FAULTS = OF_SITE | OF_ONE
BEFORE_SECONDS = 1.0
# How long everything may take to be well again.
AFTER_SECONDS = 30.0


@dataclass
class Found:
    """What came of a fault: what was told during it, what metrics moved, when all was well.

    Metrics that moved by less than 1 did so by themselves.
    """

    name: str
    fault: Fault
    seen: list[Seen]
    moved: dict[str, float]
    failing: list[str]
    back: float | None
    crossed: int
    lost: list[str] = field(default_factory=list)
    crowd: Any = None

    def refusals(self) -> set[str]:
        """The codes that clients were told, or statuses of answers without one."""
        return {each.code or str(each.status) for each in self.seen if each.status not in GOOD}

    def longest(self, *kinds: str) -> float:
        """How long an answer took at most, in seconds."""
        return max((each.seconds for each in self.seen if each.kind in kinds), default=0.0)


GOOD = {200, 201}


@contextmanager
def places(folder: Path) -> Iterator[dict[str, tuple[site.Site, Load]]]:
    """A site and a server alone, each with its load, for the faults of OF_SITE and of OF_ONE."""
    (folder / "site").mkdir()
    (folder / "one").mkdir()
    with site.running(folder / "site", workers=2) as whole, site.alone(folder / "one") as one:
        loads = Load(whole.web), Load(one.web)
        for load in loads:
            load.open_room()
        known = dict.fromkeys(OF_SITE, (whole, loads[0]))
        yield known | dict.fromkeys(OF_ONE, (one, loads[1]))


def measure(name: str, where: site.Site, load: Load) -> Found:
    """Have a fault at a site, and see how its clients fare until all is well again."""
    fault, before = FAULTS[name], where.web.numbers()
    load.crowd = None
    with load.going_on():
        time.sleep(BEFORE_SECONDS)
        first = len(load.seen)
        with fault.block(where, load):
            time.sleep(fault.seconds)
            failing = [each["name"] for each in where.web.ask("GET", "/readyz").json["checks"]
                       if not each["ok"]]  # fmt: skip
            during = load.server.numbers()
        ended = time.monotonic()
        while (back := load.all_well_after(ended)) is None and not_over(ended):
            time.sleep(0.2)
        # Whatever began before the end counts as during it.
        seen = [each for each in load.seen[first:] if each.at - each.seconds <= ended]
    fault.after(where)
    changes = {key: value - before.get(key, 0.0) for key, value in during.items()}
    moved = {key: value for key, value in changes.items() if abs(value) >= 1}
    crossed, lost = len(load.crossed), load.lost()
    return Found(name, fault, seen, moved, failing, back, crossed, lost, load.crowd)


def not_over(since: float) -> bool:
    return time.monotonic() < since + AFTER_SECONDS


def all_found(names: list[str]) -> Iterator[Found]:
    """Have some faults one after the other."""
    with tempfile.TemporaryDirectory() as folder, places(Path(folder)) as known:
        for name in names:
            yield measure(name, *known[name])
