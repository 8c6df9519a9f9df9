"""Choose the cases that run by day: of many cases a sample, the others with `pytest -m nightly`."""

import os
from collections.abc import Iterable

import pytest
from hypothesis import settings


def by_day(cases: Iterable, one_in: int) -> list:
    """Return parameters for all cases: each `one_in`th for every run, the others marked nightly.

    The sample is the same in every run, and spread evenly: cases of a kind stand side by side.
    """
    nightly = pytest.mark.nightly
    return [case if i % one_in == 0 else pytest.param(case, marks=nightly)
            for i, case in enumerate(cases)]


def as_root(cases: Iterable, one_in: int) -> list:
    """Return parameters for all cases: for root each `one_in`th by day, for anybody else all.

    CI runs these tests twice, as root and as nobody, from whom the kernel protects more.
    """
    return by_day(cases, one_in if os.getuid() == 0 else 1)


def at_night() -> bool:
    """Return whether nightly tests run, for which tests/conftest.py loads the profile "night"."""
    return settings.get_current_profile_name() == "night"


def examples(count: int, **options):
    """Decorate a test of Hypothesis: it draws a third of `count` examples by day, all at night."""
    night = at_night()
    drawn = settings(max_examples=count if night else count // 3, deadline=None, **options)
    return (lambda test: pytest.mark.nightly(drawn(test))) if night else drawn
