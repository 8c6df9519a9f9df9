"""The recorder changes no result, bit for bit: programs print the same bytes with it and without.

What programs print is values to their last digit (`item`, `tolist`), versions, errors and warnings,
so equal output over all programs of the suite is equal behaviour. Each run of the tests takes one
program in sixteen, `-m nightly` all the others.
"""

import pytest

from tests.engine.runner import Worker, side_by_side
from tests.engine.test_programs import PROGRAMS
from tests.sampling import by_day

# A traceback shows the frames that ran the program, and so whether a recorder stood among them.
SHOWS_FRAMES = {"anomaly"}


@pytest.fixture(scope="module")
def workers():
    with Worker("ours") as plain, Worker("recorded") as recorded:
        yield plain, recorded


def test_the_one_worker_records_and_the_other_does_not(workers):
    # Asked first: a meta tensor that a program leaves behind is followed, too.
    asks = "from autograd.runtime import observer\nprint(observer.current is not None)"
    assert [worker.lines(asks) for worker in workers] == [["False"], ["True"]]


PARTS = 16


@pytest.mark.parametrize("part", by_day(range(PARTS), PARTS))
def test_every_program_prints_the_same_bytes_with_the_recorder_on(workers, part):
    for name, source in PROGRAMS[part::PARTS]:
        if name not in SHOWS_FRAMES:
            plain, recorded = side_by_side(workers, [exact(source)])
            assert plain == recorded, name


def exact(source: str) -> str:
    """A program that prints floats with all their digits."""
    return f"import torch\ntorch.set_printoptions(precision=17)\n{source}"
