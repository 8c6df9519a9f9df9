"""The server goes on answering while clients do their worst."""

import math

import pytest

from benchmarks.hostile_clients import ATTACKS
from benchmarks.under_attack import measure, report

# A probe of /healthz at p99, in seconds: beside other tests, and on a quiet machine.
BUSY, QUIET = 0.250, 0.050
# What may stay in the server and its children after it all, in MB.
MOST_GAINED = 500


def hold_out(seconds, most):
    """Have a server attacked, look how it fared, and return the attacks that were answered."""
    measured = measure(seconds)
    print(report(measured))
    assert measured.ended is None
    assert math.inf not in measured.delays
    assert measured.quantile(0.99) <= most
    assert sum(measured.after) - sum(measured.before) <= MOST_GAINED
    counts = [answer["counts"] for answer in measured.answers.values()]
    assert not {"500", "no connection"} & {status for each in counts for status in each}
    return {name for name, answer in measured.answers.items() if answer["counts"]}


def test_five_seconds_of_attack_leave_the_server_answering():
    assert len(hold_out(5, BUSY)) >= 4


@pytest.mark.nightly
def test_two_minutes_of_every_attack_leave_the_server_answering_at_once():
    assert hold_out(120, QUIET) == set(ATTACKS)
