"""Run after run: memory, descriptors and processes stay what they were."""

import itertools
import os
from pathlib import Path

import pytest

from server import examples
from tests.fence.forgeries import FORGED, forging
from tests.fence.test_attacks import fenced
from tests.fence.test_life import AT_REST, born_processes, eventually

# Runs that end in every way that takes no waiting.
ENDINGS = {
    examples.index()[0]["code"]: "finished",
    "1 / 0": "failed",
    "print('x' * 10**6)": "stopped",
    "import os\nos._exit(0)": "died",
    forging(FORGED["noise"]): "died",
}
# What the interpreter may take and give back between two looks.
MOST_MEGABYTES = 6


def resident(process="self"):
    """MB of memory that a process holds."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def bearer(place):
    """The process that runs are forked from: below the one that waits for it, where there is."""
    return born_processes(place)[place._choice[0].layers["namespaces"] is None]


def soak(runs, then=None, kept=0):
    """Run so often, and look whether anything has grown since the first hundred.

    `then` is done with each run while it has its turn, and may leave `kept` descriptors open.
    """
    with fenced() as place:
        endings = itertools.cycle(ENDINGS.items())

        def run(count):
            for code, kind in itertools.islice(endings, count):
                assert place.run(code, seed=0).kind == kind
                if then is not None:
                    place.record(code, 0, then)

        run(100)
        descriptors = len(os.listdir("/proc/self/fd"))
        server, zygote = resident(), resident(bearer(place))
        run(runs)
        assert eventually(lambda: len(os.listdir("/proc/self/fd")) <= descriptors + kept)
        assert eventually(lambda: len(born_processes(place)) <= AT_REST)
        assert resident() - server <= MOST_MEGABYTES
        assert resident(bearer(place)) - zygote <= MOST_MEGABYTES


def test_two_hundred_runs_of_every_ending_leave_nothing_behind():
    soak(200)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_ten_thousand_runs_of_every_ending_leave_nothing_behind():
    soak(10_000)
