"""Each fault is told clearly, shows in a metric, loses nothing acknowledged, crosses no runs."""

import pytest

from tests.faults import site
from tests.faults.faults import OF_ONE, OF_SITE
from tests.faults.load import Load
from tests.faults.measure import measure

# Each of another kind: a service is gone, what it has is damaged, what clients say is forged.
BY_DAY = "Redis is gone", "a poisoned cache", "forged forwarded headers"


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    """A site with services, and its load."""
    with site.running(tmp_path_factory.mktemp("site"), workers=2) as whole:
        yield whole, opened(whole)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """A server without services, and its load."""
    with site.alone(tmp_path_factory.mktemp("one")) as one:
        yield one, opened(one)


def opened(where):
    load = Load(where.web)
    load.open_room()
    return load


def hold(name, where, load):
    """Have a fault, and see that it does no harm."""
    found = measure(name, where, load)
    assert found.crossed == 0
    assert found.lost == []
    assert found.back is not None
    refused = [each for each in found.seen if each.code]
    assert found.refusals() <= found.fault.told
    assert all(each.sentence for each in refused)
    assert all(each.retry_after for each in refused if each.status in (429, 503))
    assert not found.fault.metric or found.fault.metric in found.moved
    crowd = found.crowd
    if crowd is not None:
        assert {status for _, status in crowd.answers} <= {200, 429}
        assert (crowd.crossed, crowd.untold) == (0, 0)


@pytest.mark.parametrize("name", BY_DAY)
def test_a_fault_does_no_harm(loaded, name):
    hold(name, *loaded)


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", [each for each in OF_SITE if each not in BY_DAY])
def test_no_fault_does_harm(loaded, name):
    hold(name, *loaded)


@pytest.mark.nightly
@pytest.mark.parametrize("name", OF_ONE)
def test_no_fault_of_a_server_without_services_does_harm(alone, name):
    hold(name, *alone)
