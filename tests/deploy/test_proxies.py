"""The examples for nginx and Caddy as they stand, run before a server that says what came."""

import contextlib
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from pathlib import Path

import pytest

from server.config import Config
from server.storage.snippets import MOST_STORY
from server.web.command import DEFAULT_PORT
from tests.conftest import missing
from tests.deploy import backend

DEPLOY = Path(__file__).parents[2] / "deploy"
NGINX = (DEPLOY / "nginx.conf").read_text("utf-8")
CADDY = (DEPLOY / "Caddyfile").read_text("utf-8")
SITE = "learn.example.edu"
# What nginx would write under /var, and where who is not root may not.
FOLDERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def program(name):
    path = os.pathsep.join([os.environ["PATH"], "/usr/sbin", "/sbin"])
    return shutil.which(name, path=path) or missing(f"there is no {name} on this machine")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def write_certificate(folder):
    """Write a certificate of the site and its key, as the example names them."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem",
         "-subj", f"/CN={SITE}", "-addext", f"subjectAltName=DNS:{SITE}", "-days", "2"],
        check=True, capture_output=True,
    )  # fmt: skip


@contextlib.contextmanager
def started(command, port, folder, **environment):
    """Run a proxy until the block ends; the port on which it takes TLS."""
    with open(folder / "log", "w") as log, subprocess.Popen(
        command, stdout=log, stderr=log, env=os.environ | environment
    ) as process:
        try:
            for _ in range(400):
                # Caddy listens before it has made its certificate.
                with contextlib.suppress(OSError), contextlib.closing(connection(port)):
                    break
                assert process.poll() is None, (folder / "log").read_text()
                time.sleep(0.025)
            yield port
        finally:
            process.terminate()


@contextlib.contextmanager
def nginx(upstream, folder):
    """nginx with the example, on ports of its own."""
    port, plain = free_port(), free_port()
    write_certificate(folder)
    text = NGINX.replace("/etc/ssl/tapescope", str(folder))
    text = text.replace(f"127.0.0.1:{DEFAULT_PORT};", f"127.0.0.1:{upstream};", 1)
    text = re.sub(r"listen \[::\].*\n", "", text)
    text = text.replace("listen 443 ", f"listen {port} ").replace("listen 80;", f"listen {plain};")
    (folder / "site.conf").write_text(text)
    paths = "".join(f"{each}_temp_path {folder}/{each};\n" for each in FOLDERS)
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/log;\n"
        f"events {{}}\nhttp {{ access_log off;\n{paths}include {folder}/site.conf; }}\n"
    )
    command = [program("nginx"), "-p", folder, "-e", folder / "log", "-c", whole]
    tested = subprocess.run([*command, "-t"], capture_output=True, text=True)
    assert tested.returncode == 0 and "[warn]" not in tested.stderr, tested.stderr
    with started(command, port, folder):
        yield port


@contextlib.contextmanager
def caddy(upstream, folder):
    """Caddy with the example, a certificate of its own making, and its ports."""
    port, plain = free_port(), free_port()
    text = CADDY.replace(f" {DEFAULT_PORT} {{", f" {upstream} {{")
    ports = f"http_port {plain}\nhttps_port {port}\nskip_install_trust\nlocal_certs\n"
    path = folder / "Caddyfile"
    path.write_text(text.replace("admin off\n", f"admin off\n{ports}"))
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [program("caddy"), "run", "--config", path, "--adapter", "caddyfile"]
    with started(command, port, folder, TAPESCOPE_SITE=SITE, **home):
        yield port


@pytest.fixture(scope="module", params=[nginx, caddy], ids=["nginx", "caddy"])
def proxy(request, tmp_path_factory):
    """One of both, and the server behind it."""
    folder = tmp_path_factory.mktemp(request.param.__name__)
    with backend.running() as server, request.param(server.server_port, folder) as port:
        yield port, server


def connection(port):
    """A connection with TLS to the site."""
    context = ssl._create_unverified_context()
    found = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=10)
    found.sock = context.wrap_socket(
        socket.create_connection(("127.0.0.1", port), timeout=10), server_hostname=SITE
    )
    return found


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
