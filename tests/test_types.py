"""Hold the type checker's errors where tests/type_errors.py says."""

import pytest

from tests import type_errors


@pytest.fixture(scope="module")
def errors():
    """The errors of one run of the checker, which all tests here read."""
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
