"""The page and its files, as the server hands them out."""

import json
import re

import pytest

from server.config import Config
from server.web.app import close, create_app
from server.web.views import assets


@pytest.fixture
def build(tmp_path, monkeypatch):
    """A built page that is there whether the bundler has run or not."""
    names = {name: f"hashed-{name}" for name in ("page.js", "early.js", "page.css", "mark.svg")}
    (tmp_path / "manifest.json").write_text(json.dumps(names), "utf-8")
    (tmp_path / "hashed-page.js").write_text("let x;", "utf-8")
    monkeypatch.setattr(assets, "BUILD", tmp_path)
    monkeypatch.setattr(assets, "MANIFEST", tmp_path / "manifest.json")
    return tmp_path


def test_the_page_names_the_built_files_and_is_not_kept(client, build):
    reply = client.get("/")
    assert reply.status_code == 200
    assert 'src="/static/hashed-page.js"' in reply.text
    assert reply.headers["Cache-Control"] == "no-store"


def test_the_page_carries_its_nonce_and_no_inline_script(client, build):
    reply = client.get("/")
    nonce = re.search(r"'nonce-([^']+)'", reply.headers["Content-Security-Policy"])[1]
    assert f'nonce="{nonce}"' in reply.text
    for attributes, content in re.findall(r"<script([^>]*)>(.*?)</script>", reply.text, re.DOTALL):
        assert not content.strip() or 'type="application/json"' in attributes


def boot(app):
    text = app.test_client().get("/").text
    close(app)
    return json.loads(re.search(r'id="boot"[^>]*>(.*?)</script>', text, re.DOTALL)[1])


def test_the_page_opens_with_the_file_of_the_command_line(build):
    code = "x = '</script><b>'\n"
    made = boot(create_app(Config(code=code, title="a.py")))
    assert (made["code"], made["title"], made["place"]) == (code, "a.py", "page")


def test_the_page_opens_with_nothing_when_there_was_no_file(build):
    made = boot(create_app(Config()))
    assert (made["code"], made["title"]) == (None, None)
    assert made["fence"] in ("strong", "timed")


def test_a_built_file_may_be_kept_for_good(client, build):
    reply = client.get("/static/hashed-page.js")
    assert reply.status_code == 200
    assert "immutable" in reply.headers["Cache-Control"]
    assert "max-age=31536000" in reply.headers["Cache-Control"]
    reply.close()


@pytest.mark.parametrize("name", ["nothing.js", "../manifest.json", "..%2f..%2fpyproject.toml"])
def test_what_was_not_built_is_not_there(client, build, name):
    assert client.get(f"/static/{name}").status_code == 404


def test_an_address_that_is_not_there_gets_a_page(client, build):
    reply = client.get("/nothing")
    assert reply.status_code == 404
    assert reply.mimetype == "text/html"
    assert "There is nothing at this address." in reply.text


def test_a_page_that_was_never_built_says_so(client, build):
    (build / "manifest.json").unlink()
    for path in ("/", "/nothing"):
        reply = client.get(path)
        assert reply.mimetype == "text/plain"
        assert reply.status_code in (503, 404)
    assert "npm run build" in client.get("/").text
