"""What tests of the web face share: an app with a sandbox, and the schema of its answer."""

import json
from pathlib import Path

import pytest
import redis
from jsonschema_rs import Draft202012Validator

from server import check, cli
from server.classroom.database_store import Attic
from server.config import Config
from server.config.sources import load
from server.jobs.kept_answers import NearKept
from server.jobs.kept_in_redis import FarKept
from server.sandbox import Sandbox
from server.web.app import close, create_app
from server.workers.pool import Workers
from tests.web.counted_jobs import MOST
from tests.web.redis_server import running

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


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory):
    """A file that has all tables: a copy is there sooner than a database is made."""
    path = tmp_path_factory.mktemp("empty") / "rooms.db"
    attic = Attic(f"sqlite:///{path}")
    attic.read("222222")
    attic.close()
    return path


class Kept:
    """What a command makes of its settings, kept for the next command that has the same ones."""

    def __init__(self, kind):
        self._kind = kind
        self._made = []

    def __call__(self, config):
        for settings, made in self._made:
            if settings == config:
                return made
        made = self._kind(config)
        self._made.append((config, made))
        made.close = lambda: None
        return made

    def close(self):
        for _, made in self._made:
            self._kind.close(made)


@pytest.fixture(scope="module")
def kept():
    """Sandboxes and workers of commands: to start them takes longer than most commands."""
    sandboxes, workers = Kept(Sandbox), Kept(Workers)
    yield sandboxes, workers
    sandboxes.close()
    workers.close()


@pytest.fixture
def quick(kept, monkeypatch):
    """Let commands of this process share their sandboxes and workers."""
    sandboxes, workers = kept
    monkeypatch.setattr(cli, "Sandbox", sandboxes)
    monkeypatch.setattr(cli, "Workers", workers)
    monkeypatch.setattr(check, "Sandbox", sandboxes)


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


@pytest.fixture(scope="module")
def server():
    with running() as address:
        yield address


@pytest.fixture
def address(server):
    """A Redis that is empty."""
    with redis.Redis.from_url(server) as client:
        client.flushall()
    return server


@pytest.fixture(params=["memory", "redis"])
def keep(request):
    """Makes a place for answers as a process has it; in Redis all have the same."""
    if request.param == "memory":
        one = NearKept(MOST)
        yield lambda: one
        return
    address = request.getfixturevalue("address")
    made = []

    def make(most=MOST):
        made.append(FarKept(address, most))
        return made[-1]

    yield make
    for each in made:
        each.close()
