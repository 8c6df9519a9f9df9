"""What the tests of deployments share: Helm, and the chart as it renders."""

import pytest

from tests.conftest import missing
from tests.deploy import chart


@pytest.fixture(scope="session")
def helm(tmp_path_factory):
    """Helm's program."""
    found = chart.find_helm(tmp_path_factory.mktemp("helm"))
    return found or missing("there is no Helm on this machine")


@pytest.fixture(scope="session")
def rendered(helm, tmp_path_factory):
    """The manifests of the chart, with the least of values and with all that is optional."""
    folder = tmp_path_factory.mktemp("chart")
    return {
        "needed": chart.render(helm, chart.NEEDED, folder),
        "everything": chart.render(helm, chart.EVERYTHING, folder),
    }
