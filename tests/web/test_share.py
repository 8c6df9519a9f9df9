"""Short links: what is kept and told, who may take it back, and what unfolds a link."""

import json
import os
import re
import signal
import struct
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.config import Config
from server.document.link import Moment
from server.storage.snippets import Shared, Store
from server.web.app import close, create_app
from server.web.views import request_guard, short_links
from tests.web.test_api import PRODUCT, refusal

ROOT = Path(__file__).parents[2]
STORY = "Look at <b>the sum</b>."
SHARED = {"code": PRODUCT, "title": "x · x", "step": 4, "seed": 7, "story": STORY}


def share(client, **body):
    reply = client.post("/api/v1/share", json=SHARED | body)
    assert reply.status_code == 201
    return reply.get_json()


def test_what_is_shared_is_told_as_it_was(client):
    receipt = share(client)
    for path in (f"/api/v1/share/{receipt['id']}", f"/s/{receipt['id']}.json"):
        told = client.get(path).get_json()
        assert {key: told[key] for key in SHARED} == SHARED
        assert told["url"] == receipt["url"] == f"http://localhost/s/{receipt['id']}"


def test_the_same_content_has_the_same_link(client):
    one, two = share(client), share(client)
    assert one["id"] == two["id"]
    assert one["token"] != two["token"]
    assert share(client, step=5)["id"] != one["id"]


def test_only_the_author_takes_a_snippet_back(client):
    receipt = share(client, title="to be deleted")
    path = f"/api/v1/share/{receipt['id']}"
    for headers in ({}, {"Authorization": "Bearer x"}, {"Authorization": "Basic eDp4"}):
        assert refusal(client.delete(path, headers=headers)) == (403, "not_yours")
    word = {"Authorization": f"Bearer {receipt['token']}"}
    assert client.delete(path, headers=word).get_json() == {"id": receipt["id"], "deleted": True}
    assert refusal(client.get(path)) == (410, "deleted")
    page = client.get(f"/s/{receipt['id']}")
    assert page.status_code == 410
    assert "been deleted" in page.text


def test_one_token_serves_for_all_that_one_shares(client):
    token = share(client, title="first")["token"]
    second = share(client, title="second", token=token)
    assert second["token"] == token


def test_an_unknown_id_is_a_sentence(client):
    assert refusal(client.get("/api/v1/share/22222222")) == (404, "unknown")
    assert refusal(client.get("/s/22222222.json")) == (404, "unknown")
    for path in ("/s/22222222", "/s/x", "/embed/22222222", "/s/22222222.py"):
        reply = client.get(path)
        assert reply.status_code == 404
        assert "Nothing was ever shared under this link." in reply.text


def test_a_reader_of_chinese_is_told_in_chinese(client):
    reply = client.get("/s/22222222", headers={"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.8"})
    assert reply.status_code == 404
    assert '<html lang="zh-CN"' in reply.text
    assert "没有人用这个链接分享过内容。" in reply.text
    assert '<html lang="en"' in client.get("/s/22222222", headers={"Accept-Language": "de"}).text


BAD = {
    "no code": {"code": " \n"},
    "a step below zero": {"step": -1},
    "a story that is no text": {"story": 3},
    "a story that is too long": {"story": "x" * 20_000},
    "a token that is no text": {"token": ["x"]},
    "a title that is too long": {"title": "x" * 201},
    "a theme that is a list": {"theme": []},
}


@pytest.mark.parametrize("body", BAD.values(), ids=BAD.keys())
def test_what_cannot_be_shared_is_refused(client, body):
    status, code = refusal(client.post("/api/v1/share", json=SHARED | body))
    assert status == 400
    assert code in ("empty", "bad_moment")
    if "token" not in body:  # an export has none
        assert refusal(client.post("/api/v1/export/json", json=SHARED | body)) == (status, code)


def test_a_store_that_is_down_is_a_sentence_and_the_rest_goes_on():
    app = create_app(Config(database="sqlite:////nowhere/at/all.db"))
    client = app.test_client()
    refused = client.post("/api/v1/share", json=SHARED)
    assert (*refusal(refused), refused.headers["Retry-After"]) == (503, "store_down", "5")
    assert refusal(client.get("/api/v1/share/22222222")) == (503, "store_down")
    assert client.get("/s/22222222").status_code == 503
    assert client.get("/").status_code in (200, 503)  # 503 where the page is not built
    assert client.post("/api/v1/run", json={"code": PRODUCT}).status_code == 200
    close(app)


def test_a_shared_snippet_is_a_file_for_torch(client):
    reply = client.get(f"/s/{share(client)['id']}.py")
    assert reply.mimetype == "text/x-python"
    assert "torch.manual_seed(7)" in reply.text
    assert reply.text.endswith(PRODUCT)


def boot(text):
    return json.loads(re.search(r'id="boot"[^>]*>(.*?)</script>', text, re.DOTALL)[1])


def meta(text):
    return dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', text))


def test_the_page_of_a_short_link_knows_its_moment(client):
    receipt = share(client)
    reply = client.get(f"/s/{receipt['id']}")
    assert reply.status_code == 200
    told = boot(reply.text)
    assert told["shared"] == receipt["id"]
    assert told["moment"]["code"] == PRODUCT
    assert told["moment"]["step"] == 4
    assert told["story"] == STORY
    assert "code" not in told  # it is opened as a stranger's, not as the user's own file


def test_sites_that_unfold_a_link_get_a_title_a_text_and_a_picture(client):
    receipt = share(client)
    text = client.get(f"/s/{receipt['id']}").text
    told = meta(text)
    assert told["og:title"] == "x · x"
    assert told["og:url"] == receipt["url"]
    assert told["og:description"] == "Look at &lt;b&gt;the sum&lt;/b&gt;."
    assert told["og:image"] == f"{receipt['url']}.png"
    oembed = re.search(r'type="application/json\+oembed" href="([^"]+)"', text)[1]
    assert client.get(oembed.replace("&amp;", "&")).get_json()["title"] == "x · x"


def test_the_picture_is_drawn_once_and_gone_with_its_snippet(client, app):
    receipt = share(client, title="to be drawn")
    before = app.extensions["jobs"].jobs.counts.misses
    for _ in range(2):
        reply = client.get(f"/s/{receipt['id']}.png")
        assert struct.unpack(">II", reply.data[16:24]) == (1200, 630)
    assert app.extensions["jobs"].jobs.counts.misses == before + 1
    word = {"Authorization": f"Bearer {receipt['token']}"}
    client.delete(f"/api/v1/share/{receipt['id']}", headers=word)
    assert client.get(f"/s/{receipt['id']}.png").status_code == 410


def test_without_a_strong_fence_nothing_runs_for_a_picture(client, monkeypatch):
    receipt = share(client)
    monkeypatch.setattr(short_links, "draws", lambda: False)
    monkeypatch.setattr(short_links, "drawn", lambda moment: pytest.fail("it ran"))
    assert client.get(f"/s/{receipt['id']}.png").status_code == 404
    assert "og:image" not in meta(client.get(f"/s/{receipt['id']}").text)


def oembed(client, **query):
    return client.get("/oembed", query_string=query)


def test_oembed_tells_how_to_frame_a_link(client):
    receipt = share(client)
    told = oembed(client, url=receipt["url"], maxwidth=500, maxheight=99_999).get_json()
    assert (told["type"], told["version"]) == ("rich", "1.0")
    assert (told["width"], told["height"]) == (500, 480)
    frame = ElementTree.fromstring(told["html"])
    assert frame.get("src") == receipt["embed"]
    assert frame.get("title") == "x · x · Tapescope"


def test_a_title_stays_a_title_in_the_frame(client):
    receipt = share(client, title='"><script>alert(1)</script>')
    told = oembed(client, url=receipt["url"]).get_json()
    assert ElementTree.fromstring(told["html"]).tag == "iframe"
    assert "<script>alert" not in client.get(f"/s/{receipt['id']}").text
    assert "<script>alert" not in client.get(f"/embed/{receipt['id']}").text


@pytest.mark.parametrize(
    "url", ["", "http://other.example/s/22222222", "http://localhost/", "http://[", "/s/2222222"]
)
def test_oembed_knows_only_our_links(client, url):
    assert refusal(oembed(client, url=url)) == (404, "unknown")


def test_oembed_speaks_only_json(client):
    assert refusal(oembed(client, url=share(client)["url"], format="xml")) == (501, "only_json")


def ancestors(reply):
    return re.search(r"frame-ancestors ([^;]+)", reply.headers["Content-Security-Policy"])[1]


@pytest.mark.parametrize(
    ("wanted", "strength", "allowed"),
    [
        (None, "strong", "*"),
        (None, "timed", "'self'"),
        ("https://course.example", "timed", "https://course.example"),
    ],
)
def test_only_the_embedded_page_may_be_framed(monkeypatch, wanted, strength, allowed):
    app = create_app(Config(database="sqlite://", frame_ancestors=wanted))
    monkeypatch.setattr(type(app.extensions["jobs"]), "fence", strength)
    client = app.test_client()
    assert ancestors(client.get("/embed")) == allowed
    assert ancestors(client.get("/")) == "'none'"
    assert ancestors(client.get(f"/s/{share(client)['id']}")) == "'none'"


def test_every_page_keeps_its_policy(client):
    names = set(request_guard.HEADERS)
    for path in ("/embed", f"/s/{share(client)['id']}"):
        assert names <= set(client.get(path).headers.keys())


def test_a_file_of_a_moment_has_a_name_and_a_type(client):
    reply = client.post("/api/v1/export/svg", json=SHARED | {"title": "课 1: x/y"})
    assert reply.mimetype == "image/svg+xml"
    assert "attachment" in reply.headers["Content-Disposition"]
    assert ElementTree.fromstring(reply.data) is not None
    assert refusal(client.post("/api/v1/export/gif", json=SHARED)) == (404, "unknown_form")
    assert refusal(client.post("/api/v1/export/svg", json={"code": ""})) == (400, "empty")


def started(database):
    """A server of this checkout, and its address."""
    server = subprocess.Popen(
        [sys.executable, "-m", "server", "--no-browser", "--port", "0"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, env=os.environ | {"DATABASE_URL": database},
    )  # fmt: skip
    for line in server.stdout:
        if found := re.search(r"http://\S+", line):
            return server, found.group()
    raise AssertionError("the server did not say where it is")


def test_a_server_killed_in_the_middle_of_400_shares_loses_none_it_acknowledged(tmp_path):
    database = f"sqlite:///{tmp_path / 'shared.db'}"
    server, address = started(database)
    acknowledged, enough = [], threading.Event()

    def put(number):
        body = json.dumps({"code": f"x = {number}"}).encode()
        ask = urllib.request.Request(
            f"{address}api/v1/share", body, {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(ask, timeout=20) as reply:
                acknowledged.append((number, json.load(reply)["id"]))
        except (OSError, ValueError):
            return  # it was killed meanwhile
        if len(acknowledged) >= 150:
            enough.set()

    with ThreadPoolExecutor(8) as pool:
        for number in range(400):
            pool.submit(put, number)
        assert enough.wait(60)
        server.send_signal(signal.SIGKILL)
    server.wait()
    server.stdout.close()
    assert 150 <= len(acknowledged) < 400
    kept = Store(database)
    for number, identity in acknowledged:
        assert kept.get(identity) == Shared(Moment(f"x = {number}"))
    kept.close()
