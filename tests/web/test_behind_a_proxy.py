"""A server with a public URL: its links, its checks of names, what it counts."""

import re
from pathlib import Path

import pytest

from server.config import Config
from server.export import page_files
from server.web.app import close, create_app
from tests.web.rooms import Class

PUBLIC = "https://tape.example/lab/tapescope"


@pytest.fixture(scope="module")
def app():
    made = create_app(Config(
        database="sqlite://", public_url=PUBLIC, trusted_proxies=("127.0.0.0/8",), hosts=None,
        run_rate="3 per minute",
    ))  # fmt: skip
    yield made
    close(made)


@pytest.fixture
def client(app):
    return app.test_client()


def test_all_links_lead_to_the_public_url(client):
    kept = client.post("/api/v1/share", json={"code": "x = 1\n"}).json
    assert kept["url"] == f"{PUBLIC}/s/{kept['id']}"
    assert kept["embed"] == f"{PUBLIC}/embed/{kept['id']}"
    page = client.get(f"/s/{kept['id']}").text
    assert f'content="{kept["url"]}.png"' in page
    framed = client.get("/oembed", query_string={"url": kept["url"]}).json
    assert f'src="{kept["embed"]}"' in framed["html"]
    assert framed["thumbnail_url"] == f"{kept['url']}.png"
    for elsewhere in ("https://tape.example/s/", "https://other.example/lab/tapescope/s/"):
        refused = client.get("/oembed", query_string={"url": elsewhere + kept["id"]})
        assert refused.status_code == 404
    assert Class(client).opened["url"].startswith(f"{PUBLIC}/r/")


@pytest.mark.parametrize("path", ["/", "/lab/tapescope/", "/lab/tapescope"])
def test_the_page_knows_its_prefix_whether_the_proxy_strips_it_or_not(client, path):
    page = client.get(path).text
    assert 'data-home="/lab/tapescope/"' in page
    assert f'data-public="{PUBLIC}/"' in page
    assert re.findall(r'(?:href|src)="(?!/lab/tapescope/static/|https?://|#)[^"]*"', page) == []
    (script,) = re.findall(r'src="(/lab/tapescope/static/page-[^"]*)"', page)
    for each in (script, script.removeprefix("/lab/tapescope")):
        with client.get(each) as reply:
            assert reply.status_code == 200


def test_a_page_of_the_public_url_is_ours_and_no_other(client):
    statuses = {
        origin: client.post("/api/v1/share", json={"code": "x"}, headers={"Origin": origin})
        .status_code
        for origin in ("https://tape.example", "http://localhost", "https://other.example", "null")
    }  # fmt: skip
    assert statuses == {
        "https://tape.example": 201, "http://localhost": 201, "https://other.example": 403,
        "null": 403,
    }  # fmt: skip


def test_clients_behind_the_proxy_are_counted_one_by_one(client):
    def ask(client_address):
        headers = {"X-Forwarded-For": client_address}
        return client.post("/api/v1/run", json={"code": "x = 1"}, headers=headers).status_code

    assert [ask("192.0.2.1") for _ in range(4)] == [200, 200, 200, 429]
    assert [ask("192.0.2.2"), ask("192.0.2.1, 192.0.2.3")] == [200, 200]
    assert ask("192.0.2.9, 192.0.2.1") == 429  # what a client writes, its proxy corrects


def test_a_prefix_that_a_route_has_is_refused():
    with pytest.raises(ValueError, match="public_url"):
        create_app(Config(database="sqlite://", public_url="https://tape.example/api"))


def test_own_names_are_still_the_only_ones_where_names_are_set():
    app = create_app(Config(database="sqlite://", public_url=PUBLIC, hosts=("localhost",)))
    client = app.test_client()
    hosts = {"localhost:8": 200, "tape.example": 200, "evil.example": 400}
    for host, status in hosts.items():
        assert client.get("/healthz", headers={"Host": host}).status_code == status
    close(app)


def test_no_built_file_names_a_route_from_the_root_of_the_server(app):
    routes = {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()} - {""}
    rooted = re.compile(rf"""["'`(]/({'|'.join(sorted(routes))})(?![\w-])""")
    files = [*page_files.BUILD.glob("*.js"), *page_files.BUILD.glob("*.css"),
             *Path(page_files.TEMPLATES).glob("*.html")]
    assert len(files) > 10
    found = {file.name: rooted.findall(file.read_text("utf-8")) for file in files}
    assert {name: each for name, each in found.items() if each} == {}
    assert rooted.findall('fetch("/api/v1/run")') == ["api"]
