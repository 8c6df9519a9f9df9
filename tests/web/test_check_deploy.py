"""`tapescope check-deploy` against real nginx, which each test sets up wrong in one way."""

import json
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from server.__main__ import main
from server.config import Config
from server.deployment import checks, command, stream
from server.deployment.caller import Caller
from server.deployment.trial import Skipped, Trial, Wrong
from server.jobs.local import LocalJobs
from server.storage.database import Down
from server.web.app import close, create_app
from server.web.forwarded import Networks
from server.web.readiness import NotReady, Readiness
from server.web.views import deployment
from tests.web.nginx import HEADERS, Site, running
from tests.web.serving_here import serving

SECRET = "of the tests, and of nothing else"
# How long a run may take in these tests, and how long the impatient proxy waits.
WALL, IMPATIENT = 2, 1
SITES = {
    "good": Site(),
    "passing": Site(passes_prefix=True),
    "plain": Site(tls=None),
    "ending": Site(tls="ending"),
    "nobody": Site(headers={"X-Forwarded-For": '""'}),
    "silent": Site(headers={name: '""' for name in HEADERS if name.startswith("X-")}),
    "garbled": Site(headers={"X-Forwarded-For": "unknown"}),
    "forged for": Site(headers={"X-Forwarded-For": "$http_x_forwarded_for"}),
    "forged host": Site(headers={"X-Forwarded-Host": None}),
    "forged scheme": Site(headers={"X-Forwarded-Proto": None}),
    "forged standard": Site(headers={"Forwarded": None}),
    "no host": Site(headers={"X-Forwarded-Host": '""', "Host": "inner"}),
    "no prefix": Site(headers={"X-Forwarded-Prefix": '""'}),
    "buffered": Site(lines=("proxy_ignore_headers X-Accel-Buffering;",)),
    "small": Site(lines=("client_max_body_size 100k;",)),
    "impatient": Site(lines=(f"proxy_read_timeout {IMPATIENT}s;",)),
    "elsewhere": Site(lines=("return 404;",)),
}


@pytest.fixture(scope="module")
def app():
    made = create_app(Config(
        database="sqlite://", hosts=None, trusted_proxies=("127.0.0.0/8", "::1"), secret=SECRET,
        wall_seconds=WALL, run_rate="9999 per minute", share_rate="9999 per minute",
        room_rate="9999 per minute",
    ))  # fmt: skip
    yield made
    close(made)


@pytest.fixture(scope="module")
def proxy(app):
    with serving(app) as upstream, running(upstream, SITES) as proxy:
        yield proxy


@pytest.fixture
def trial(proxy, monkeypatch):
    """Makes a trial of a site."""
    monkeypatch.setattr(stream, "PATIENCE_SECONDS", 1.0)
    trust = command.trust_of(str(proxy.certificate))
    return lambda site="good", secret=SECRET: Trial(
        Caller(proxy.urls[site], trust), Config(secret=secret)
    )


@pytest.fixture
def wrong(trial):
    """What a check says is wrong with a site."""

    def wrong(look, site="good"):
        with pytest.raises(Wrong) as caught:
            look(trial(site))
        return str(caught.value)

    return wrong


@pytest.fixture
def run(proxy, capsys, monkeypatch):
    """Runs the command on a site; the outcome of each check by its name, and the exit status."""
    monkeypatch.setenv("TAPESCOPE_SECRET", SECRET)

    def run(site, *more):
        status = main([
            "check-deploy", proxy.urls[site], "--json", "--ca", str(proxy.certificate), *more
        ])  # fmt: skip
        told = json.loads(capsys.readouterr().out)
        assert told["url"] == proxy.urls[site]
        return {each["name"]: each["outcome"] for each in told["checks"]}, status

    return run


RIGHT = {
    "certificate": "ok", "page": "ok", "proxy": "ok", "prefix": "ok", "forged headers": "ok",
    "stream": "ok", "large request": "ok", "short links": "ok", "fence": "ok", "clock": "ok",
    "versions": "ok", "draining": "ok", "store": "ok", "sole": "ok", "redis": "skipped",
    "broker": "skipped", "timeouts": "ok",
}  # fmt: skip


def test_a_deployment_that_is_right_is_right_in_each_check(run):
    assert run("good") == (RIGHT, 0)


@pytest.mark.parametrize("site", ["passing", pytest.param("plain", marks=pytest.mark.nightly)])
def test_a_proxy_may_pass_the_prefix_on_or_leave_tls_to_another(run, site):
    without = {"certificate": "skipped"} if site == "plain" else {}
    assert run(site, "--quick") == (RIGHT | without | {"timeouts": "skipped"}, 0)


def test_one_thing_that_is_wrong_gives_the_status(run):
    assert run("nobody", "--quick") == (RIGHT | {"proxy": "wrong", "timeouts": "skipped"}, 1)


@pytest.mark.parametrize(("site", "look", "mends"), [
    ("ending", checks.check_tls, "Renew"),
    ("elsewhere", checks.check_page, "status 404"),
    ("no prefix", checks.check_prefix, "X-Forwarded-Prefix"),
    ("nobody", checks.check_proxy, "X-Forwarded-For"),
    ("garbled", checks.check_proxy, "X-Forwarded-For"),
    ("no host", checks.check_proxy, "public_url"),
    ("no host", stream.check_store, "public_url"),
    ("forged for", checks.check_forged, "set X-Forwarded-For itself"),
    ("forged host", checks.check_forged, "set X-Forwarded-Host itself"),
    ("forged scheme", checks.check_forged, "set X-Forwarded-Proto itself"),
    ("forged standard", checks.check_forged, "set Forwarded itself"),
    ("buffered", stream.check_stream, "proxy_buffering off"),
    ("small", checks.check_body, "client_max_body_size"),
    ("impatient", checks.check_patience, "proxy_read_timeout"),
])  # fmt: skip
def test_a_proxy_that_is_set_up_wrong_is_found(wrong, trial, site, look, mends):
    assert mends in wrong(look, site)
    if look is not checks.check_patience:  # which takes long
        assert look(trial()).endswith(".")


def test_a_proxy_that_nobody_trusts_is_found(wrong, app, monkeypatch):
    monkeypatch.setattr(app.wsgi_app, "_trusted", Networks())
    assert "does not believe it. Add its network to trusted_proxies" in wrong(checks.check_proxy)
    assert "must be the proxy" in wrong(checks.check_proxy, "silent")


def test_a_user_whom_the_client_itself_names_is_found(wrong, app, monkeypatch):
    named = replace(app.config["TAPESCOPE"], user_header="X-Remote-User")
    monkeypatch.setitem(app.config, "TAPESCOPE", named)
    assert "set X-Remote-User itself" in wrong(checks.check_forged)


def test_who_has_the_class_token_tries_what_needs_it(trial, app, monkeypatch):
    token = {"class_token": "the class of 2026 学"}
    asked = replace(app.config["TAPESCOPE"], who_opens_rooms="class-token",
                    who_shares="class-token", **token)
    monkeypatch.setitem(app.config, "TAPESCOPE", asked)
    for look in (stream.check_stream, stream.check_store):
        with pytest.raises(Skipped, match="class token"):
            look(trial())
        assert look(replace(trial(), config=Config(secret=SECRET, **token))).endswith(".")


def test_a_certificate_that_browsers_refuse_is_found(proxy, capsys):
    assert main(["check-deploy", proxy.urls["good"]]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("WRONG   certificate: Browsers will refuse the certificate")


def test_who_is_no_server_is_found(capsys):
    assert main(["check-deploy", "http://127.0.0.1:9/x"]) == 1
    assert "The server did not answer: " in capsys.readouterr().out


def test_a_server_that_strangers_reach_without_tls_is_found():
    trial = Trial(Caller("http://tape.example", command.trust_of(None)), Config(secret=SECRET))
    with pytest.raises(Wrong, match="https://"):
        checks.check_tls(trial)


def test_a_store_that_does_not_answer_is_found(wrong, app, monkeypatch):
    monkeypatch.setattr(app.extensions["store"], "put", down)
    assert "Short links do not work" in wrong(stream.check_store)


def test_rooms_that_do_not_answer_are_found(wrong, app, monkeypatch):
    monkeypatch.setattr(app.extensions["rooms"], "open", down)
    assert "cannot reach its rooms" in wrong(stream.check_stream)


def down(*_):
    raise Down from OSError("it is not there")


@pytest.mark.parametrize("name", ["redis", "broker"])
def test_what_the_server_itself_misses_is_told(trial, app, monkeypatch, name):
    def missing():
        raise NotReady("It does not answer.")

    monkeypatch.setitem(app.extensions, "readiness", Readiness())
    app.extensions["readiness"].add(name, missing)
    results = {each.name: each for each in command.looked_after(trial())}
    assert (results[name].outcome, results[name].sentence) == ("wrong", "It does not answer.")
    assert len(results) == 2


def test_a_fence_that_does_not_hold_is_found(wrong, app, monkeypatch):
    monkeypatch.setattr(type(app.extensions["jobs"]), "fence", property(lambda _: "timed"))
    assert "tapescope doctor" in wrong(checks.check_fence)


@pytest.mark.parametrize("ahead", [60, -60])
def test_a_clock_that_is_wrong_is_found(wrong, monkeypatch, ahead):
    monkeypatch.setattr(deployment, "time", SimpleNamespace(time=lambda: time.time() + ahead))
    told = "60 seconds ahead of" if ahead > 0 else "60 seconds behind"
    assert told in wrong(checks.check_clock)


@pytest.mark.parametrize("place", ["database", "redis"])
def test_the_clock_of_another_machine_that_is_wrong_is_found(wrong, app, monkeypatch, place):
    part = {"database": app.extensions["store"].database, "redis": app.extensions["rooms"]}[place]
    monkeypatch.setattr(type(part), "clock", lambda _: time.time() - 90)
    assert f"The clock of {place} is 90 seconds behind" in wrong(checks.check_clock)


def test_servers_of_several_versions_are_found(wrong, monkeypatch):
    versions = iter([12, 12, 11] * 9)
    several = type("Several", (), {"VERSION": property(lambda _: next(versions))})
    monkeypatch.setattr(deployment, "upgrade", several())
    assert "several versions" in wrong(checks.check_versions)
    monkeypatch.setattr(deployment, "upgrade", SimpleNamespace(VERSION=11))
    assert "of another version than this command" in wrong(checks.check_versions)
    monkeypatch.undo()
    monkeypatch.setattr(LocalJobs, "count_workers", lambda _: (2, 1))
    assert "Of 3 workers 1 get no runs" in wrong(checks.check_versions)
    limits = iter("aab" * 9)
    monkeypatch.setattr(deployment, "version", lambda _: next(limits))
    assert "several limits of runs" in wrong(checks.check_versions)


def test_who_does_not_have_the_secret_is_told_nothing_and_checks_the_rest(trial):
    stranger = trial(secret="another secret, of somebody else")
    results = {each.name: each for each in command.tried(replace(stranger, is_quick=True))}
    told = {"proxy", "forged headers", "fence", "clock", "versions", "timeouts"}
    assert {name: each.outcome for name, each in results.items()} == {
        name: "skipped" if name in told else outcome for name, outcome in RIGHT.items()
        if name not in ("draining", "store", "sole")
    }  # fmt: skip
    assert "TAPESCOPE_SECRET" in results["proxy"].sentence


@pytest.mark.parametrize("word", [
    None, "", "x", ".", "1.2", pytest.param(f"{int(time.time())}.", id="now"), "\u0663.x",
    f"{10**40}.x", "1" * 9999,
])  # fmt: skip
def test_strangers_find_no_report(app, word):
    headers = {} if word is None else {"Authorization": f"Bearer {word}".encode().decode("latin-1")}
    reply = app.test_client().get("/deployment", headers=headers)
    assert reply.status_code == 404
    assert b"127.0.0.1" not in reply.data


def test_an_old_signature_opens_nothing(app):
    def ask(stamp):
        word = f"{stamp}.{app.extensions['secret'].derive_key('deployment', str(stamp))}"
        headers = {"Authorization": f"Bearer {word}"}
        return app.test_client().get("/deployment", headers=headers).status_code

    assert [ask(int(time.time()) - age) for age in (0, 200, 400, -400)] == [200, 200, 404, 404]


@pytest.mark.parametrize(("given", "sentence"), [
    ([], "Say where the deployment is"),
    (["ftp://x"], "ftp://x is not an address"),
    (["https://"], "https:// is not an address"),
    (["https://x", "--ca", __file__], "has no certificates"),
    (["https://x", "--ca", "/nowhere"], "has no certificates"),
])  # fmt: skip
def test_what_cannot_be_checked_is_refused_in_a_sentence(capsys, given, sentence):
    assert main(["check-deploy", *given]) == 2
    assert sentence in capsys.readouterr().err
