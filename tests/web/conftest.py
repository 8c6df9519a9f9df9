"""What tests of the web face share: an app with a sandbox, and the schema of its answer."""

import json
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator

from server import cli
from server.config import Config
from server.config.sources import load
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


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A user without settings; answers with the folder for them."""
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_, **__: tmp_path)
    return tmp_path


@pytest.fixture
def given(monkeypatch, own):
    """Loads settings that are given as the names of the arguments say."""

    def load_from(file="", environment=(), line=()):
        if file:
            (own / "tapescope.toml").write_text(file, "utf-8")
        for name, value in dict(environment).items():
            monkeypatch.setenv(name, value)
        parser = cli.Parser()
        cli.add_arguments(parser, {})
        return load(parser.parse_args(list(line)))

    return load_from
