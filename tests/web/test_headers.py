"""What every reply carries, and whom the server does not answer."""

import re

import pytest

from server.config import Config
from server.web.app import close, create_app

PATHS = ["/", "/api/examples", "/healthz", "/nothing", "/api/nothing"]
STRICT = {
    "default-src": "'none'",
    "script-src": "'self'",
    "font-src": "'self'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
CHANGING = {"POST", "PUT", "PATCH", "DELETE"}


def policy_of(reply):
    """The directives of a reply's policy, without that for styles, which has a nonce."""
    parts = reply.headers["Content-Security-Policy"].split("; ")
    policy = dict(part.split(" ", 1) for part in parts)
    assert policy.pop("style-src").startswith("'self' 'nonce-")
    return policy


@pytest.fixture(scope="module")
def shared(app):
    """The id of a shared snippet."""
    return app.test_client().post("/api/v1/share", json={"code": "1"}).get_json()["id"]


def routes(app, methods):
    """Every route that takes one of `methods`, as (method, an address of that form)."""
    found = []
    for rule in app.url_map.iter_rules():
        values = {name: 1 if name == "number" else "x" for name in rule.arguments}
        address = rule.build(values, append_unknown=False)[1]
        found += [(method, address) for method in sorted(methods & rule.methods)]
    return found


@pytest.mark.parametrize("path", [*PATHS, "/api/v1/openapi.yaml", "/s/nothing", "/embed/nothing"])
def test_every_reply_is_fenced_in(client, path):
    reply = client.get(path)
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert reply.headers["Referrer-Policy"] == "no-referrer"
    assert reply.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert reply.headers["Permissions-Policy"]
    expected = STRICT | ({"frame-ancestors": "*"} if path.startswith("/embed") else {})
    assert policy_of(reply) == expected


def test_every_route_is_fenced_in_whatever_it_answers(app, client):
    for method, address in routes(app, {"GET", *CHANGING}):
        if address.endswith("/events"):
            continue  # a stream, which has no end to wait for
        reply = client.open(address, method=method)
        policy = policy_of(reply)
        assert policy | {"frame-ancestors": "'none'"} == STRICT, address
        assert reply.headers["X-Content-Type-Options"] == "nosniff", address
        assert "Access-Control-Allow-Origin" not in reply.headers, address


@pytest.mark.parametrize("place", ["/", "/s/{}", "/embed", "/embed/{}", "/nothing", "/s/nothing"])
def test_a_page_has_no_script_or_style_of_its_own(client, shared, place):
    page = client.get(place.format(shared)).get_data(as_text=True)
    for opening in re.findall(r"<script[^>]*>", page):
        assert " src=" in opening or 'type="application/json"' in opening
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)


def test_a_mistake_of_ours_is_fenced_in_and_tells_nothing_of_itself(app, monkeypatch):
    def broken():
        raise RuntimeError("the secret of /etc")

    monkeypatch.setitem(app.view_functions, "page.index", broken)
    reply = app.test_client().get("/")
    assert reply.status_code == 500
    assert policy_of(reply) == STRICT
    assert "secret" not in reply.get_data(as_text=True)


def test_only_the_embed_may_be_framed_and_its_policy_is_as_strict_otherwise(client, shared):
    for path in ("/embed", f"/embed/{shared}"):
        assert policy_of(client.get(path)) == STRICT | {"frame-ancestors": "*"}
    assert policy_of(client.get(f"/s/{shared}")) == STRICT


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
    close(app)
    assert reply.status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:1"])
def test_a_page_of_another_site_may_not_run_code(client, origin):
    reply = client.post("/api/run", json={"code": "1"}, headers={"Origin": origin})
    assert reply.status_code == 403
    assert reply.get_json()["error"]["code"] == "foreign"


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_nothing_changes_for_a_page_of_another_site(app, client, origin):
    changing = routes(app, CHANGING)
    assert len(changing) > 4
    for method, address in changing:
        reply = client.open(address, method=method, json={}, headers={"Origin": origin})
        assert reply.status_code == 403, (method, address)


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_what_a_plain_form_can_send_changes_nothing(app, client, kind):
    # Browsers send these to any site without asking it first.
    for method, address in routes(app, {"POST"}):
        reply = client.open(
            address, method=method, data=b'{"code": "1"}', headers={"Content-Type": kind}
        )
        assert reply.status_code >= 400, (method, address)


def test_another_site_may_not_even_ask_whether_it_may(app, client):
    asking = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    for _, address in routes(app, CHANGING):
        reply = client.options(address, headers=asking)
        assert reply.status_code == 403
        assert not [name for name in reply.headers.keys() if name.startswith("Access-Control")]


def test_a_body_beyond_all_bounds_is_refused_before_it_is_read(app, client):
    body = b'{"code": "' + b"x" * app.config["MAX_CONTENT_LENGTH"] + b'"}'
    for method, address in routes(app, {"POST", "PUT"}):
        if address.endswith("/stop"):
            continue  # it takes no body
        reply = client.open(
            address, method=method, data=body, headers={"Content-Type": "application/json"}
        )
        assert reply.status_code >= 400, (method, address)
        if not any(word in address for word in ("rooms", "export")):
            assert reply.get_json()["error"]["code"] == "too_long"


def test_our_own_page_may_run_code(client):
    reply = client.post("/api/run", json={"code": "1"}, headers={"Origin": "http://localhost"})
    assert reply.status_code == 200


FILES = ["/s/{}.json", "/s/{}.py", "/s/{}.png", "/api/v1/share/{}",
         "/oembed?url=http://localhost/s/{}"]  # fmt: skip
PAGES = ["/s/{}", "/embed/{}"]


@pytest.fixture
def receipt(client):
    """A snippet that the test may delete."""
    body = {"code": "import torch\nx = torch.ones(2)\n", "title": "to be deleted"}
    return client.post("/api/v1/share", json=body).get_json()


def take_back(client, receipt):
    word = {"Authorization": f"Bearer {receipt['token']}"}
    return client.delete(f"/api/v1/share/{receipt['id']}", headers=word)


@pytest.mark.parametrize("place", FILES)
def test_what_is_shared_is_kept_by_caches_that_ask_each_time_and_gone_when_it_is(
    client, receipt, place
):
    path = place.format(receipt["id"])
    first = client.get(path)
    assert first.status_code == 200
    assert first.headers["Cache-Control"] == "no-cache"
    known = {"If-None-Match": first.headers["ETag"]}
    again = client.get(path, headers=known)
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert client.get(path, headers={"If-None-Match": 'W/"other"'}).data == first.data
    assert take_back(client, receipt).get_json()["deleted"] is True
    gone = client.get(path, headers=known)
    assert (gone.status_code, gone.headers["Cache-Control"]) == (410, "no-store")
    assert "ETag" not in gone.headers


@pytest.mark.parametrize("place", PAGES)
def test_a_page_of_a_shared_snippet_is_kept_by_no_cache(client, receipt, place):
    # Its nonce is that of one reply.
    path = place.format(receipt["id"])
    reply = client.get(path)
    assert (reply.status_code, reply.headers["Cache-Control"]) == (200, "no-store")
    assert "ETag" not in reply.headers
    take_back(client, receipt)
    gone = client.get(path)
    assert (gone.status_code, gone.headers["Cache-Control"]) == (410, "no-store")


@pytest.mark.parametrize("place", [*FILES, *PAGES])
def test_a_cache_does_not_keep_that_nothing_was_shared(client, place):
    reply = client.get(place.format("22222222"))
    assert (reply.status_code, reply.headers["Cache-Control"]) == (404, "no-store")


def test_a_compressed_file_is_known_again():
    app = create_app(Config(database="sqlite://", hosts=None))
    client = app.test_client()
    body = {"code": "x = 1\n" * 500}
    shared = client.post("/api/v1/share", json=body).get_json()["id"]
    packing = {"Accept-Encoding": "gzip"}
    first = client.get(f"/s/{shared}.json", headers=packing)
    assert first.headers["Content-Encoding"] == "gzip"
    known = packing | {"If-None-Match": first.headers["ETag"]}
    assert client.get(f"/s/{shared}.json", headers=known).status_code == 304
    close(app)
