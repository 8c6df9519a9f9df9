"""Who may open rooms and share: anybody, who has the class token, whom a trusted proxy names."""

import pytest

from server.config import Config
from server.web.app import close, create_app
from tests.web.test_api import PRODUCT, refusal

TOKEN = "heron-口令-42"
# As a browser sends it: the bytes of UTF-8.
SENT = TOKEN.encode().decode("latin-1")
HEADER = "Tapescope-Class-Token"


@pytest.fixture(scope="module")
def let_in():
    """Makes a server where only some may open rooms and share."""
    made = {}

    def server(who):
        if who not in made:
            made[who] = create_app(Config(
                database="sqlite://", who_opens_rooms=who, who_shares=who, class_token=TOKEN,
                user_header="X-Remote-User", trusted_proxies=("192.0.2.0/24",),
                share_rate="1000 per minute",
            ))  # fmt: skip
        return made[who].test_client()

    yield server
    for app in made.values():
        close(app)


WAYS = pytest.mark.parametrize("path", ["/api/v1/share", "/api/v1/rooms"])


def ask(client, path, headers=(), peer="198.51.100.7"):
    return client.post(
        path, json={"code": PRODUCT}, headers=dict(headers), environ_base={"REMOTE_ADDR": peer}
    )


@WAYS
def test_without_the_class_token_nobody_opens_rooms_or_shares(let_in, path):
    client = let_in("class-token")
    assert refusal(ask(client, path)) == (401, "needs_token")
    assert refusal(ask(client, path, {HEADER: " "})) == (401, "needs_token")
    assert refusal(ask(client, path, {HEADER: SENT[:-1]})) == (403, "wrong_token")


@WAYS
def test_who_has_the_class_token_is_let_in(let_in, path):
    assert ask(let_in("class-token"), path, {HEADER: SENT}).status_code == 201


def test_everything_else_is_open_without_the_class_token(let_in):
    client = let_in("class-token")
    assert client.get("/").status_code == 200
    assert ask(client, "/api/v1/run").status_code == 200


def test_who_guesses_the_class_token_is_stopped(let_in):
    client = let_in("class-token")
    guess = {HEADER: "not the one"}
    statuses = [
        ask(client, "/api/v1/share", guess, peer="203.0.113.9").status_code for _ in range(61)
    ]
    assert set(statuses[:60]) == {403}
    # Now the right one opens nothing either, for whoever guessed.
    assert refusal(ask(client, "/api/v1/share", {HEADER: SENT}, "203.0.113.9"))[1] == "guessing"
    assert ask(client, "/api/v1/share", {HEADER: SENT}).status_code == 201


@WAYS
def test_whom_a_trusted_proxy_names_is_let_in_and_nobody_else(let_in, path):
    client = let_in("proxy-header")
    named = {"X-Remote-User": "ada"}
    assert ask(client, path, named, peer="192.0.2.5").status_code == 201
    assert refusal(ask(client, path, peer="192.0.2.5")) == (401, "not_let_in")
    assert refusal(ask(client, path, named)) == (401, "not_let_in")  # who could write anything


def test_a_refusal_comes_before_anything_is_run(let_in, monkeypatch):
    client = let_in("class-token")
    monkeypatch.setitem(client.application.extensions, "jobs", None)
    assert refusal(ask(client, "/api/v1/rooms"))[0] == 401


@pytest.mark.parametrize(("offered", "wanted", "spoken"), [
    (("zh",), "en", "zh-CN"), (("en",), "zh", "en"), (("zh", "en"), "fr", "zh-CN"),
    (("en", "zh"), "zh", "zh-CN"),
])  # fmt: skip
def test_pages_of_the_server_speak_a_language_that_is_offered(offered, wanted, spoken):
    app = create_app(Config(database="sqlite://", languages=offered))
    try:
        client = app.test_client()
        page = client.get("/s/AAAAAAAAAAAAAAAA", headers={"Accept-Language": wanted}).text
        assert f'lang="{spoken}"' in page
        assert f'data-languages="{" ".join(offered)}"' in client.get("/").text
    finally:
        close(app)
