"""Choose the cases that run by day: of many cases a sample, the others with `pytest -m nightly`."""

from collections.abc import Iterable

import pytest


def by_day(cases: Iterable, one_in: int) -> list:
    """Return parameters for all cases: each `one_in`th for every run, the others marked nightly.

    The sample is the same in every run, and spread evenly: cases of a kind stand side by side.
    """
    nightly = pytest.mark.nightly
    return [case if i % one_in == 0 else pytest.param(case, marks=nightly)
            for i, case in enumerate(cases)]
