"""The examples for nginx and Caddy as they stand, run before a server that says what came."""

import contextlib
import json
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor, wait

import pytest

from server.config import Config
from server.storage.snippets import MOST_STORY
from tests.deploy import backend
from tests.deploy.proxies import CADDY, DEPLOY, NGINX, SITE, caddy, connection, nginx, program
from tests.web.nginx import free_ports


@pytest.fixture(scope="module", params=[nginx, caddy], ids=["nginx", "caddy"])
def proxy(request, tmp_path_factory):
    """One of both, and the server behind it."""
    folder = tmp_path_factory.mktemp(request.param.__name__)
    with backend.running() as server, request.param([server.server_port], folder) as port:
        yield port, server


def ask(port, path, method="GET", body=None, **headers):
    """Send a request; its reply, read."""
    with contextlib.closing(connection(port)) as asked:
        headers = {"Host": f"{SITE}:{port}", **headers}
        asked.request(method, path, body, headers)
        reply = asked.getresponse()
        return reply, reply.read()


FORGED = {
    "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "gopher", "X-Forwarded-Host": "evil",
    "X-Forwarded-Port": "1", "X-Forwarded-Prefix": "/evil", "Forwarded": "for=203.0.113.9",
    "X-Request-ID": "of a client",
}  # fmt: skip


def test_what_a_client_claims_about_itself_does_not_get_through(proxy):
    port, _ = proxy
    reply, body = ask(port, "/tapescope/api/v1/examples?a=b", **FORGED)
    told = json.loads(body)
    assert (reply.status, told["path"]) == (200, "/tapescope/api/v1/examples?a=b")
    headers = {name.lower(): value for name, value in told["headers"]}
    assert headers["x-forwarded-for"] == "127.0.0.1"
    assert headers["x-forwarded-proto"] == "https"
    assert headers["host"] == headers["x-forwarded-host"] == f"{SITE}:{port}"
    assert headers.get("x-forwarded-port") in (None, str(port))
    assert not {"forwarded", "x-forwarded-prefix"} & set(headers)
    assert re.fullmatch(r"[0-9a-f-]{32,36}", headers["x-request-id"])


def test_an_event_arrives_before_the_next_one_is_sent(proxy):
    port, server = proxy
    server.first_was_read.clear()
    with contextlib.closing(connection(port)) as asked:
        asked.request("GET", "/tapescope/api/v1/rooms/ABCDEF/events", headers={"Host": SITE})
        reply = asked.getresponse()
        assert reply.readline() == b"data: 1\n"
        server.first_was_read.set()
        assert b"data: 2" in reply.read()


def test_nginx_loses_no_request_when_two_servers_start_again_one_after_the_other(tmp_path):
    first, second = free_ports(2)
    with nginx([first, second], tmp_path) as port:
        for living in (first, second, first):
            with backend.running(living):
                replies = [ask(port, "/tapescope/", "POST", b"")[0] for _ in range(3)]
            assert [reply.status for reply in replies] == [200, 200, 200]


def test_caddy_lets_a_request_wait_for_a_server_that_starts_again(tmp_path):
    (upstream,) = free_ports(1)
    with caddy([upstream], tmp_path) as port, ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(ask, port, "/tapescope/", "POST", b"")
        assert not wait([waiting], timeout=0.5).done
        with backend.running(upstream):
            assert waiting.result()[0].status == 200


def test_browsers_are_told_to_come_with_tls(proxy):
    reply, _ = ask(proxy[0], "/tapescope/")
    assert reply.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_the_prefix_without_its_slash_leads_to_the_page(proxy):
    reply, _ = ask(proxy[0], "/tapescope")
    assert reply.status == 301 and reply.headers["Location"].endswith("/tapescope/")


def test_nobody_outside_sees_metrics(proxy):
    assert ask(proxy[0], "/tapescope/metrics")[0].status == 404


def test_the_largest_request_passes(proxy):
    config = Config()
    largest = 6 * (config.code_bytes + MOST_STORY) + 4096
    assert ask(proxy[0], "/tapescope/api/v1/run", "POST", b" " * largest)[0].status == 200


def test_both_wait_as_long_as_a_run_and_the_line_before_it():
    waits = re.findall(r"(?:proxy_read_timeout|response_header_timeout) (\d+)s", NGINX + CADDY)
    assert len(waits) == 2 and all(int(each) >= 2 * Config().wall_seconds for each in waits)


def test_both_let_go_of_a_connection_before_the_server_closes_it():
    """uvicorn closes after five seconds of silence; a request that meets that would be lost."""
    from uvicorn import Config as Uvicorn

    kept = re.findall(r"(?:keepalive_timeout|\tkeepalive) (\d+)s", NGINX + CADDY)
    assert len(kept) == 2
    assert all(int(each) < Uvicorn("").timeout_keep_alive for each in kept)


def test_caddys_file_is_as_caddy_formats_it():
    done = subprocess.run(
        [program("caddy"), "fmt", "--diff", DEPLOY / "Caddyfile"], capture_output=True, text=True
    )
    assert done.returncode == 0 and not re.search(r"^[-+]", done.stdout, re.M), done.stdout
