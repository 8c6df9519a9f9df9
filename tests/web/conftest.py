"""What tests of the web face share: an app with a sandbox, and the schema of its answer."""

import json
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator

from server.config import Config
from server.web.app import close, create_app

SCHEMA = json.loads((Path(__file__).parent / "run.schema.json").read_text("utf-8"))


@pytest.fixture(scope="session")
def app():
    made = create_app(Config(database="sqlite://"))
    yield made
    close(made)


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture(scope="session")
def schema():
    return Draft202012Validator(SCHEMA)
