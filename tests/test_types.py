"""Hold the type checker's errors where tests/type_errors.py says."""

import re
from importlib.metadata import version

import pytest

from tests import type_errors
from tests.conftest import missing

LOCKED = (type_errors.ROOT / "requirements" / "test.txt").read_text("utf-8")


@pytest.fixture(scope="module")
def errors():
    """The errors of one run of the checker, which all tests here read.

    Another version of the checker, or of the types that it reads most, finds others.
    """
    for name in ("numpy", "pyrefly"):
        locked = re.search(rf"^{name}==(\S+)", LOCKED, re.MULTILINE)[1]
        if version(name) != locked:
            missing(f"{name} is {version(name)} and not {locked}, as locked")
    return type_errors.check()


def test_strict_packages_have_no_type_errors(errors):
    assert [str(each) for each in errors if type_errors.is_strict(each.path)] == []


def test_the_other_packages_have_as_many_type_errors_as_their_limits(errors):
    assert type_errors.count(errors) == type_errors.LIMITS, (
        "Mend new errors (`pyrefly check PATH` shows them); write a lower number into LIMITS."
    )


def test_the_checker_reads_every_strict_package():
    """A package that moved away would hold nothing, and nobody would see."""
    covered = type_errors.covered()
    assert [
        name for name in type_errors.STRICT
        if not any(path == name or path.startswith(f"{name}/") for path in covered)
    ] == []  # fmt: skip
