"""The API is what its OpenAPI document says, for any request that schemathesis thinks of.

By day it thinks of a quarter of those that it thinks of at night.
"""

import re

import pytest
import schemathesis
import yaml
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from server.web.views import api
from tests.sampling import by_day

DOCUMENT = yaml.safe_load(api.OPENAPI.read_text("utf-8"))
METHODS = ("get", "post", "put", "delete")
OPERATIONS = [(m, path) for path, item in DOCUMENT["paths"].items() for m in item if m in METHODS]


@pytest.fixture(scope="module")
def described(app):
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.yaml", app)


def hold(strategy, examples):
    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def holds(case):
        case.call_and_validate()

    holds()


@pytest.mark.parametrize("share", by_day([1 / 4, 1], 2))
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_answer_is_one_that_the_document_promises(described, method, path, share):
    hold(described[path][method].as_strategy(), int(share * examples_of(path)))


@pytest.mark.parametrize("share", by_day([1 / 4, 1], 2))
@pytest.mark.parametrize(
    ("method", "path"), [each for each in OPERATIONS if each[0] in ("post", "put")]
)
def test_every_request_that_is_not_of_the_document_is_refused_as_it_says(
    described, method, path, share
):
    strategy = described[path][method].as_strategy(generation_mode=GenerationMode.NEGATIVE)
    hold(strategy, int(share * examples_of(path)))


def examples_of(path):
    """Fewer where most find no room; tests/web/test_room.py asks inside of one."""
    return 10 if "{room}" in path else 40


def test_the_document_names_every_route_and_no_other(app):
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule).replace("{identity}", "{id}"), method)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/")
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    assert served == {(path, method.upper()) for method, path in OPERATIONS}
