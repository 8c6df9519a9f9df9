"""Our engine and real torch side by side, each in a process that runs one program after another."""

import importlib.util

import pytest

from tests.conftest import missing
from tests.engine.runner import Worker


@pytest.fixture(scope="session")
def engines():
    if importlib.util.find_spec("torch") is None:
        missing("real torch is not installed")
    with Worker("ours") as ours, Worker("torch") as theirs:
        yield ours, theirs
