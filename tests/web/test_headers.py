"""What every reply carries, and whom the server does not answer."""

import pytest

from server import create_app
from server.config import Config

PATHS = ["/", "/api/examples", "/healthz", "/nothing", "/api/nothing"]


@pytest.mark.parametrize("path", PATHS)
def test_every_reply_is_fenced_in(client, path):
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]


def test_each_reply_has_its_own_nonce(client):
    policies = {client.get("/healthz").headers["Content-Security-Policy"] for _ in range(2)}
    assert len(policies) == 2


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "192.168.1.9:8000"])
def test_a_name_that_is_not_ours_is_not_answered(client, host, path):
    assert client.get(path, headers={"Host": host}).status_code == 400


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost", "[::1]:8765"])
def test_our_own_names_are_answered(client, host):
    assert client.get("/healthz", headers={"Host": host}).status_code == 200


def test_a_server_that_others_may_use_answers_to_any_name():
    app = create_app(Config(hosts=None))
    reply = app.test_client().get("/healthz", headers={"Host": "class.example"})
    app.extensions["sandbox"].close()
    assert reply.status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:1"])
def test_a_page_of_another_site_may_not_run_code(client, origin):
    reply = client.post("/api/run", json={"code": "1"}, headers={"Origin": origin})
    assert reply.status_code == 403
    assert reply.get_json()["error"]["code"] == "foreign"


def test_our_own_page_may_run_code(client):
    reply = client.post("/api/run", json={"code": "1"}, headers={"Origin": "http://localhost"})
    assert reply.status_code == 200
