"""What users see of each fault: `python benchmarks/faults.py [FAULT ...]`.

Two workers and a web process, as their commands start them, with PostgreSQL, Redis, and Celery over
a Redis of its own; runs, links and answers in a room all the time. Each fault is injected, held for
some seconds, taken back.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.faults.measure import FAULTS, GOOD, Found, all_found

KINDS = ("run", "same run", "long run"), ("share", "link"), ("answer",), ("health",)
NAMES = "runs", "links", "answers", "/healthz"

METRICS = tuple(f"tapescope_{each}" for each in (
    "refusals", "dead", "cache_poisoned", "clock", "ready", "rooms_unwritten",
)) + ("process_open_fds",)  # fmt: skip


def report(found: Found) -> str:
    """The figures of one fault."""
    lines = [f"== {found.name}"]
    for name, kinds in zip(NAMES, KINDS, strict=True):
        mine = [each for each in found.seen if each.kind in kinds]
        good = sum(each.status in GOOD for each in mine)
        told = Counter((each.status, each.code, each.retry_after) for each in mine
                       if each.status not in GOOD)  # fmt: skip
        lines.append(f"   {name:<9} {good:>5} good, longest {found.longest(*kinds):5.1f} s; " + (
            ", ".join(f"{count} x {status} {code} (again after {wait} s)"
                      for (status, code, wait), count in told.items()) or "none refused"))
    if found.crowd is not None:
        crowd = found.crowd
        tries = Counter(number for number, status in crowd.answers if status == 200)
        let_in = [crowd.answers[number, 200] for number in sorted(tries)]
        lines.append(
            f"   the crowd {len(crowd.seconds):>5} answered in the end, p50 "
            f"{statistics.median(crowd.seconds):.1f} s, longest {max(crowd.seconds):.1f} s; by the "
            f"number of the try {let_in}; busy {crowd.count(429)}, else "
            f"{crowd.answers.total() - crowd.count(429) - crowd.count(200)}, "
            f"crossed {crowd.crossed}, not told when {crowd.untold}"
        )
    told = {key: round(value) for key, value in found.moved.items()
            if key.startswith(METRICS)}  # fmt: skip
    back = "NEVER" if found.back is None else f"after {found.back:.1f} s"
    lines.append(f"   metrics   {told}; /readyz fails: {', '.join(found.failing) or 'nothing'}")
    lines.append(f"   well {back}; crossed {found.crossed}; lost {found.lost or 'nothing'}")
    return "\n".join(lines)


def main() -> None:
    """Have the faults that are asked for, all unless named, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"of {', '.join(FAULTS)}")
    asked = parser.parse_args().faults
    if unknown := set(asked) - set(FAULTS):
        parser.error(f"no fault is called {', '.join(sorted(unknown))}")
    for found in all_found(asked or list(FAULTS)):
        print(report(found), flush=True)


if __name__ == "__main__":
    main()
