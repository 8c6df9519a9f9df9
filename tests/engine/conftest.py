"""Our engine and real torch side by side, each in a process that runs one program after another."""

import pytest

from tests.engine.oracle import check_installed
from tests.engine.runner import Worker


@pytest.fixture(scope="session")
def engines():
    check_installed()
    with Worker("ours") as ours, Worker("torch") as theirs:
        yield ours, theirs
