"""One client may run and share only so often, where strangers are clients."""

import pytest

from server.config import Config
from server.web.app import close, create_app


@pytest.fixture
def client_of(monkeypatch):
    """A client of a server with these settings that runs nothing."""
    made = []

    def client_of(**settings):
        app = create_app(Config(database="sqlite://", run_rate="3 per minute", **settings))
        made.append(app)
        return app.test_client()

    yield client_of
    for app in made:
        close(app)


def ask(client, address="192.0.2.1"):
    # Empty code is refused before it would be run, and counts all the same.
    here = {"REMOTE_ADDR": address}
    return client.post("/api/run", json={"code": ""}, environ_base=here)


def test_a_client_that_asks_too_often_is_told_to_wait(client_of):
    client = client_of(hosts=None)
    assert [ask(client).status_code for _ in range(4)] == [400, 400, 400, 429]
    reply = ask(client)
    assert reply.json["error"]["code"] == "busy"
    assert reply.json["error"]["sentence"].endswith(".")
    assert int(reply.headers["Retry-After"]) > 0


def test_asking_for_files_counts_as_running(client_of):
    client = client_of(hosts=None)
    asked = [client.post("/api/v1/export/html", json={"code": ""}) for _ in range(4)]
    assert [reply.status_code for reply in asked] == [400, 400, 400, 429]


def test_other_clients_are_not_held_up_by_one(client_of):
    client = client_of(hosts=None)
    for _ in range(5):
        ask(client)
    assert ask(client, "192.0.2.2").status_code == 400


def test_all_addresses_of_one_host_are_one_client(client_of):
    client = client_of(hosts=None)
    statuses = [ask(client, f"2001:db8::{last}").status_code for last in range(4)]
    assert statuses == [400, 400, 400, 429]
    assert ask(client, "2001:db8:0:1::1").status_code == 400


def test_on_ones_own_machine_nobody_is_counted(client_of):
    client = client_of()
    assert {ask(client, "127.0.0.1").status_code for _ in range(10)} == {400}


def test_pages_are_not_counted(client_of):
    client = client_of(hosts=None)
    assert {client.get("/healthz").status_code for _ in range(10)} == {200}
