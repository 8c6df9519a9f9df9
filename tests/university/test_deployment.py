"""`tapescope check-deploy` at the university, which is set up well, and then wrong in one way."""

import json

import pytest

from server.__main__ import main
from server.deployment import stream
from tests.deploy import proxies
from tests.sampling import by_day
from tests.university.campus import SITE, web
from tests.university.lesson import PRODUCT
from tests.web.nginx import free_ports

FORWARDED = "X-Forwarded-For $remote_addr"
WRONG = {
    "the client": (FORWARDED, 'X-Forwarded-For ""', "proxy", "X-Forwarded-For"),
    "buffering": (
        "proxy_buffering off;", "proxy_ignore_headers X-Accel-Buffering;", "stream", "buffering",
    ),
    "the prefix": ("location /tapescope/ {", "location /elsewhere/ {", "page", "status 404"),
    "the size": ("client_max_body_size 1m;", "client_max_body_size 1k;", "large request", "1m"),
}  # fmt: skip


@pytest.fixture
def check(campus, monkeypatch, capsys):
    """Runs the command with the settings of the university; what is wrong, by the check's name."""
    monkeypatch.setattr(stream, "PATIENCE_SECONDS", 1.0)
    for name, value in campus.environment.items():
        monkeypatch.setenv(name, value)

    def check():
        status = main(["check-deploy", "--json", "--quick", "--ca", str(campus.certificate)])
        told = json.loads(capsys.readouterr().out)
        assert told["url"] == campus.url
        wrong = {each["name"]: each["sentence"] for each in told["checks"]
                 if each["outcome"] == "wrong"}
        assert status == (1 if wrong else 0)
        return wrong, told["checks"]

    return check


def test_nothing_is_wrong_with_a_university_that_is_deployed_as_documented(check):
    wrong, told = check()
    assert wrong == {}
    skipped = {each["name"] for each in told if each["outcome"] == "skipped"}
    assert skipped == {"timeouts"}
    assert {"redis", "broker", "store"} <= {each["name"] for each in told}


@pytest.mark.parametrize("case", by_day(WRONG, len(WRONG)))
def test_what_is_wrong_with_nginx_is_told_and_nothing_else(campus, check, case):
    before, after, name, words = WRONG[case]
    with campus.behind(lambda: campus.nginx(**{before: after}), campus.certificate):
        wrong, _ = check()
    assert list(wrong) == [name]
    assert words in wrong[name]


@pytest.mark.nightly
def test_without_a_public_url_the_proxy_must_tell_how_it_was_called(campus, check, tmp_path):
    """Every header that the shipped file sets for it is missed when it is not sent."""
    port, address = free_ports(1)[0], f"{SITE}:{campus.port}"
    (tmp_path / "own.toml").write_text('trusted_proxies = ["127.0.0.1"]\n', "utf-8")
    config = {"TAPESCOPE_CONFIG": str(tmp_path / "own.toml")}
    other = web(port, tmp_path, campus.environment | config)
    other.start()
    try:
        other.wait()
        told = {'X-Forwarded-Prefix ""': "X-Forwarded-Prefix /tapescope"}
        with campus.behind(lambda: campus.nginx([port], **told), campus.certificate):
            assert check()[0] == {}
        told["X-Forwarded-Proto $scheme"] = 'X-Forwarded-Proto ""'
        with campus.behind(lambda: campus.nginx([port], **told), campus.certificate):
            wrong, _ = check()
        assert "X-Forwarded-Proto" in wrong["proxy"] and address in wrong["proxy"]
    finally:
        other.kill()


def test_a_class_behind_caddy_runs_and_follows(campus, lesson, tmp_path):
    ports, root = [campus.webs[0].port], tmp_path / "caddy/pki/authorities/local/root.crt"
    with campus.behind(lambda: proxies.caddy(ports, tmp_path, SITE, campus.port), root):
        with lesson(3) as class_:
            assert class_.opened["url"].startswith(f"{campus.url}/r/")
            asked = {"code": PRODUCT}
            ran = class_.at_once(lambda one, _: one.signed("POST", "/api/v1/run", asked))
            assert [each.json()["outcome"]["kind"] for each in ran] == ["finished"] * 3
            for cursor in (1, 2, 3):
                class_.move(cursor)
