"""Whether the server is ready, its numbers, its logs."""

import io
import json
import logging
import re
from contextlib import closing
from pathlib import Path

import pytest

from server import logs
from server.config import Config
from server.storage.database import Down
from server.web.app import close, create_app
from server.web.readiness import Check

CODE = "import torch\nx = torch.tensor(2., requires_grad=True)\n(x * x).backward()\n"
TOKEN = "a token of sixteen"
PROXY = "192.0.2.200"
STRANGER = {"REMOTE_ADDR": "192.0.2.77"}


@pytest.fixture(scope="module")
def served():
    """An app that serves strangers."""
    made = create_app(
        Config(database="sqlite://", hosts=None, metrics_token=TOKEN, trusted_proxies=(PROXY,))
    )
    assert made.extensions["jobs"].fence  # it takes a moment to start, as a server does at first
    yield made
    close(made)


@pytest.fixture
def client(served):
    return served.test_client()


@pytest.fixture
def log():
    """Has logs written in a form; returns where. Loggers are as before afterwards."""
    loggers = logging.getLogger(), logging.getLogger("server")
    before = [(each, each.handlers[:], each.level) for each in loggers]

    def log(form):
        text = io.StringIO()
        logs.configure(form)
        loggers[0].handlers[0].setStream(text)
        return text

    yield log
    for logger, handlers, level in before:
        logger.handlers[:] = handlers
        logger.setLevel(level)


@pytest.fixture
def lines(log):
    """Returns the lines that were logged, as JSON."""
    text = log("json")
    return lambda: [json.loads(line) for line in text.getvalue().splitlines()]


@pytest.fixture
def failing(served, monkeypatch):
    """Makes the list of lessons fail with an error that quotes its user."""

    def fail():
        try:
            int("hunter".replace("t", "T"))
        except ValueError as error:
            words = "code".join(["private ", "..."])
            raise RuntimeError(f'No "{words}" here.') from error

    monkeypatch.setitem(served.view_functions, "api.list_examples", fail)
    monkeypatch.setitem(served.config, "PROPAGATE_EXCEPTIONS", False)


def numbers(client):
    """The numbers of /metrics, by name and labels."""
    text = client.get("/metrics").text
    pairs = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


def test_a_server_that_can_serve_is_ready(client):
    reply = client.get("/readyz", environ_overrides=STRANGER)
    assert reply.status_code == 200
    assert reply.get_json()["ready"] is True
    assert [each["name"] for each in reply.get_json()["checks"]] >= ["draining", "fence", "store"]
    assert reply.headers["Cache-Control"] == "no-store"


def test_runs_and_requests_are_counted_and_timed(client):
    before = numbers(client)
    assert client.post("/api/v1/run", json={"code": CODE}).status_code == 200
    assert client.post("/api/v1/run", json={"code": CODE + "1 / 0\n"}).status_code == 200
    assert client.post("/api/v1/run", json={"code": ""}).status_code == 400
    assert client.get("/no/such/route").status_code == 404
    after = numbers(client)

    def more(name):
        return after.get(name, 0) - before.get(name, 0)

    assert more('tapescope_runs_total{kind="document",outcome="finished"}') == 1
    assert more('tapescope_runs_total{kind="document",outcome="failed"}') == 1
    route = 'method="POST",route="/api/v1/run"'
    assert more(f'tapescope_requests_total{{{route},status="200"}}') == 2
    assert more(f'tapescope_requests_total{{{route},status="400"}}') == 1
    assert more('tapescope_requests_total{method="GET",route="none",status="404"}') == 1
    assert more('tapescope_refusals_total{code="empty"}') == 1
    for name in ("wait", "run", "draw"):
        assert more(f"tapescope_{name}_seconds_count") == 2
    assert more('tapescope_job_seconds_count{kind="document"}') == 2
    assert more("tapescope_run_seconds_sum") > 0


def test_what_is_held_is_read_when_somebody_looks(served, client):
    before = numbers(client)["tapescope_snippet_bytes"]
    client.post("/api/v1/share", json={"code": "metrics = 1"})
    client.post("/api/v1/rooms", json={"code": CODE})
    after = numbers(client)
    assert after["tapescope_snippet_bytes"] > before
    assert after["tapescope_rooms_open"] == 1
    assert after["tapescope_streams"] == 0
    assert after["tapescope_draining"] == 0
    assert after["tapescope_slots_taken"] == 0
    assert after["tapescope_queue_length"] == 0
    assert after["process_resident_memory_bytes"] > 2**20


def test_each_number_is_in_the_documentation(served):
    told = (Path(__file__).parents[2] / "docs" / "operating.md").read_text("utf-8")
    metrics = served.extensions["metrics"]
    names = {each.name for each in metrics.registry.collect() if each.name.startswith("tapescope")}
    documented = set(re.findall(r"`(tapescope_\w+?)(?:_total)?(?:\{[\w, ]+\})?` \|", told))
    assert documented == names


def test_a_number_that_cannot_be_read_hides_no_other(served, client, monkeypatch):
    def fail():
        raise Down

    metrics = served.extensions["metrics"]
    monkeypatch.setitem(metrics._readings, "tapescope_rooms_open", ("", "", Check(fail)))
    found = numbers(client)
    assert "tapescope_rooms_open" not in found
    assert "tapescope_streams" in found


def test_the_metrics_are_not_for_strangers(client):
    def status(address, **headers):
        reply = client.get(
            "/metrics", environ_overrides={"REMOTE_ADDR": address}, headers=headers
        )
        return reply.status_code

    assert status("127.0.0.1") == 200
    assert status("::1") == 200
    assert status("::ffff:127.0.0.1") == 200
    assert status("192.0.2.77") == 403
    assert status("") == 403
    assert status("192.0.2.77", Authorization=f"Bearer {TOKEN}") == 200
    assert status("192.0.2.77", Authorization=f"Bearer {TOKEN}x") == 403
    assert status("192.0.2.77", Authorization="Bearer \xe9") == 403
    # A proxy on this machine asks for somebody else.
    assert status("127.0.0.1", **{"X-Forwarded-For": "192.0.2.77"}) == 403
    assert status("127.0.0.1", Forwarded="for=192.0.2.77") == 403
    # A trusted one says for whom.
    assert status(PROXY, **{"X-Forwarded-For": "192.0.2.77"}) == 403
    assert status(PROXY, **{"X-Forwarded-For": "127.0.0.1"}) == 200


def test_a_request_has_an_id_in_its_reply_and_in_all_its_lines(client, lines):
    reply = client.get("/s/22222222", environ_overrides=STRANGER)
    [line] = lines()
    assert re.fullmatch("[0-9a-f]{16}", reply.headers["X-Request-ID"])
    assert line["request_id"] == reply.headers["X-Request-ID"]
    assert (line["route"], line["status"], line["client"]) == ("/s/<identity>", 404, "192.0.2.0/24")
    assert line["bytes"] == len(reply.data)
    assert line["milliseconds"] > 0
    assert "22222222" not in json.dumps(line)
    assert client.get("/").headers["X-Request-ID"] != reply.headers["X-Request-ID"]


def test_an_id_of_a_stranger_is_not_believed(client):
    given = {"X-Request-ID": "0123456789abcdef"}
    assert client.get("/", headers=given).headers["X-Request-ID"] != "0123456789abcdef"


@pytest.mark.parametrize("given", ["0123456789abcdef", "short", "x" * 65, "0123 6789"])
def test_an_id_of_a_trusted_proxy_is_taken_if_it_is_one(client, given):
    trusted = {"REMOTE_ADDR": PROXY}
    reply = client.get("/", headers={"X-Request-ID": given}, environ_overrides=trusted)
    assert (reply.headers["X-Request-ID"] == given) == (given == "0123456789abcdef")


def test_no_line_has_code_tokens_or_whole_addresses(client, lines):
    code = "tell_nobody = 1\n"
    token = client.post("/api/v1/share", json={"code": code}).get_json()["token"]
    for address in ("192.0.2.77", "2001:db8:1:2:3:4:5:6"):
        client.post(
            "/api/v1/run", json={"code": code, "ticket": "0f" * 16},
            headers={"Authorization": f"Bearer {token}"},
            environ_overrides={"REMOTE_ADDR": address},
        )  # fmt: skip
    logged = json.dumps(lines())
    for secret in ("tell_nobody", token, "0f0f", "192.0.2.77", "2001:db8:1:2:3"):
        assert secret not in logged
    assert "2001:db8:1::/48" in logged


def test_an_error_has_its_id_on_the_page_and_in_the_log(client, lines, failing):
    reply = client.get("/api/v1/examples")
    identity = reply.headers["X-Request-ID"]
    assert reply.get_json()["error"]["request"] == identity
    assert identity in reply.get_json()["error"]["sentence"]
    error, access = lines()
    assert error["request_id"] == access["request_id"] == identity
    assert access["status"] == 500
    assert "RuntimeError: No '…' here." in error["exc_info"]
    assert "ValueError: invalid literal for int()" in error["exc_info"]
    assert "private code" not in json.dumps(error)
    assert "hunTer" not in error["exc_info"]


def test_text_logs_have_the_id_and_no_control_characters(log):
    text = log("text")
    logs.REQUEST_ID.set("0123456789abcdef")
    try:
        logging.getLogger("server.x").warning("A %s.", "name\n\x1b[31mFORGED")
    finally:
        logs.REQUEST_ID.set("")
    said = text.getvalue()
    assert said.count("\n") == 1
    assert "WARNING server.x: A name\\n\\x1b[31mFORGED. [0123456789abcdef]" in said


def test_probes_that_find_all_well_fill_no_log(client, lines):
    for path in ("/healthz", "/readyz", "/metrics"):
        client.get(path)
    assert lines() == []


def test_openings_of_links_are_written_when_the_server_ends(tmp_path):
    address = f"sqlite:///{tmp_path / 'shared.sqlite3'}"
    made = create_app(Config(database=address))
    client = made.test_client()
    identity = client.post("/api/v1/share", json={"code": "x = 1"}).get_json()["id"]
    client.get(f"/api/v1/share/{identity}")
    close(made)
    from server.storage.snippets import Store

    with closing(Store(address)) as store:
        assert store.look(identity).opens == 1
    assert [each.name for each in tmp_path.iterdir()] == ["shared.sqlite3"]
