"""A real nginx in front of a server of ours, with TLS, a prefix, and whatever a test breaks."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

# What a proxy sets that is set up well; an empty value keeps back what the client sent.
HEADERS = {
    "Host": "$http_host",
    "X-Forwarded-For": "$remote_addr",
    "X-Forwarded-Proto": "$scheme",
    "X-Forwarded-Host": "$http_host",
    "X-Forwarded-Port": '""',
    "X-Forwarded-Prefix": "/tapescope",
    "Forwarded": '""',
    "Connection": '""',
}


@dataclass(frozen=True)
class Site:
    """One address of the proxy: its prefix, and how it is set up."""

    prefix: str = "/tapescope"
    # Whether the server sees the prefix in the path.
    passes_prefix: bool = False
    tls: str | None = "good"
    headers: Mapping[str, str | None] = field(default_factory=dict)
    # More lines of nginx' own language, in the block of the location.
    lines: tuple[str, ...] = ()

    def url(self, port: int) -> str:
        """Where a browser finds it."""
        return f"{'https' if self.tls else 'http'}://localhost:{port}{self.prefix}"

    def block(self, port: int, upstream: str) -> str:
        """The block `server` of the configuration."""
        headers = {k: v for k, v in ({**HEADERS, **self.headers}).items() if v is not None}
        end = "" if self.passes_prefix else "/"
        return "\n".join([
            "server {", f"listen 127.0.0.1:{port}{' ssl' if self.tls else ''};",
            *([f"ssl_certificate {self.tls}.pem;", f"ssl_certificate_key {self.tls}.key;"]
              if self.tls else []),
            "absolute_redirect off;",
            f"location {self.prefix}/ {{",
            f"proxy_pass {upstream}{end};", "proxy_http_version 1.1;",
            *(f"proxy_set_header {name} {value};" for name, value in headers.items()),
            *self.lines, "}", "}",
        ])  # fmt: skip


@dataclass(frozen=True)
class Proxy:
    """A proxy that runs: the public URLs of its sites, and a file of their certificates."""

    urls: Mapping[str, str]
    certificate: Path


@contextmanager
def running(
    upstream: str, sites: Mapping[str, Site], given: Sequence[int] = ()
) -> Iterator[Proxy]:
    """An nginx with these sites before the server at `upstream`, each at a port of its own.

    The ports are those given, else free ones.
    """
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        assert os.environ.get("CI") != "true", "CI must have nginx."
        pytest.skip("There is no nginx on this machine.")
    with tempfile.TemporaryDirectory(prefix="nginx") as name:
        folder = Path(name)
        authorities = folder / "authorities.pem"
        with authorities.open("wb") as together:
            for each in {site.tls for site in sites.values() if site.tls}:
                together.write(make_certificate(folder, each))
        ports = dict(zip(sites, given or free_ports(len(sites)), strict=True))
        blocks = [site.block(ports[key], upstream) for key, site in sites.items()]
        (folder / "nginx.conf").write_text("\n".join([*beginning(folder), *blocks, "}"]))
        with subprocess.Popen(
            [program, "-p", folder, "-c", "nginx.conf", "-e", "error.log"]
        ) as server:
            try:
                wait_for(ports.values(), server)
                urls = {key: site.url(ports[key]) for key, site in sites.items()}
                yield Proxy(urls, authorities)
            finally:
                server.terminate()


def beginning(folder: Path) -> list[str]:
    """The lines before the sites: all files are in one folder, and it runs as the user who asks."""
    kinds = "client_body", "proxy", "fastcgi", "uwsgi", "scgi"
    return [
        *(["user root;"] if os.geteuid() == 0 else []),
        "daemon off;", "worker_processes 1;", "pid nginx.pid;",
        "events { worker_connections 4096; }", "http {", "access_log off;",
        *(f"{kind}_temp_path {folder}/{kind};" for kind in kinds),
    ]  # fmt: skip


# Days for which a certificate holds.
DAYS = {"good": "90", "ending": "5"}


def make_certificate(folder: Path, name: str) -> bytes:
    """Write a certificate for localhost that signs itself, and its key; the certificate."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", DAYS[name], "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    return (folder / f"{name}.pem").read_bytes()


def free_ports(number: int) -> list[int]:
    """Ports that nobody listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def wait_for(ports: Iterable[int], server: subprocess.Popen[bytes]) -> None:
    """Until all ports are listened on, which nginx does before anything else."""
    for port in ports:
        for _ in range(1000):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            with pytest.raises(subprocess.TimeoutExpired):
                server.wait(0.01)
        else:
            pytest.fail("nginx does not come up.")
