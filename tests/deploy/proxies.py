"""nginx and Caddy with the examples of deploy/, of which only names, ports and files are others."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from server.web.command import DEFAULT_PORT
from tests.conftest import missing
from tests.web.nginx import beginning, free_ports

DEPLOY = Path(__file__).parents[2] / "deploy"
NGINX = (DEPLOY / "nginx.conf").read_text("utf-8")
CADDY = (DEPLOY / "Caddyfile").read_text("utf-8")
SITE = "learn.example.edu"
# Beginnings of the lines of both servers in the example for nginx.
FIRST = f"server 127.0.0.1:{DEFAULT_PORT} "
SECOND = f"# server 127.0.0.1:{DEFAULT_PORT + 1} "


def program(name: str) -> str:
    """The path of a program; skips where there is none, but never in CI."""
    path = os.pathsep.join([os.environ["PATH"], "/usr/sbin", "/sbin"])
    return shutil.which(name, path=path) or missing(f"there is no {name} on this machine")


def write_certificate(folder: Path, site: str) -> None:
    """Write a certificate of the site and its key, as the example names them."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem",
         "-subj", f"/CN={site}", "-addext", f"subjectAltName=DNS:{site}", "-days", "60"],
        check=True, capture_output=True,
    )  # fmt: skip


@contextlib.contextmanager
def started(
    command: Sequence[str | Path], port: int, site: str, folder: Path, **environment: str
) -> Iterator[int]:
    """Run a proxy until the block ends; the port on which it takes TLS."""
    with open(folder / "log", "w") as log, subprocess.Popen(
        command, stdout=log, stderr=log, env=os.environ | environment
    ) as process:
        try:
            for _ in range(400):
                # Caddy listens before it has made its certificate.
                with contextlib.suppress(OSError), contextlib.closing(connection(port, site)):
                    break
                assert process.poll() is None, (folder / "log").read_text()
                time.sleep(0.025)
            yield port
        finally:
            process.terminate()


def nginx(
    upstreams: Sequence[int], folder: Path, site: str = SITE, port: int | None = None,
    spoiled: Mapping[str, str] | None = None,
) -> contextlib.AbstractContextManager[int]:  # fmt: skip
    """nginx with the example before one or two servers; `spoiled` are lines that are set wrong."""
    plain, free = free_ports(2)
    port = port or free
    if not (folder / "fullchain.pem").exists():
        write_certificate(folder, site)
    servers = dict(zip((FIRST, SECOND), (f"server 127.0.0.1:{each} " for each in upstreams)))
    changes = {
        "/etc/ssl/tapescope": str(folder), SITE: site, **servers,
        "listen 443 ": f"listen {port} ", "listen 80;": f"listen {plain};", **(spoiled or {}),
    }  # fmt: skip
    text = re.sub(r"listen \[::\].*\n", "", NGINX)
    for before, after in changes.items():
        assert before in text, before
        text = text.replace(before, after)
    whole = folder / "nginx.conf"
    whole.write_text("\n".join([*beginning(folder), text, "}"]))
    command = [program("nginx"), "-p", folder, "-e", folder / "log", "-c", whole]
    tested = subprocess.run([*command, "-t"], capture_output=True, text=True)
    assert tested.returncode == 0 and "[warn]" not in tested.stderr, tested.stderr
    return started(command, port, site, folder)


def caddy(
    upstreams: Sequence[int], folder: Path, site: str = SITE, port: int | None = None
) -> contextlib.AbstractContextManager[int]:
    """Caddy with the example before one server, and a certificate of its own making."""
    plain, free = free_ports(2)
    port = port or free
    text = CADDY.replace(f" {DEFAULT_PORT} {{", f" {upstreams[0]} {{")
    ports = f"http_port {plain}\nhttps_port {port}\nskip_install_trust\nlocal_certs\n"
    path = folder / "Caddyfile"
    path.write_text(text.replace("admin off\n", f"admin off\n{ports}"))
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [program("caddy"), "run", "--config", path, "--adapter", "caddyfile"]
    return started(command, port, site, folder, TAPESCOPE_SITE=site, **home)


def connection(port: int, site: str = SITE) -> http.client.HTTPSConnection:
    """A connection with TLS to the site."""
    context = ssl._create_unverified_context()
    found = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=10)
    found.sock = context.wrap_socket(
        socket.create_connection(("127.0.0.1", port), timeout=10), server_hostname=site
    )
    return found
