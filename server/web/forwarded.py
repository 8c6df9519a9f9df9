"""Tell who sent a request through proxies, to which public address.

Headers are believed only of trusted proxies: `Forwarded` (RFC 7239) and `X-Forwarded-For`,
`-Proto`, `-Host`, `-Port`, `-Prefix`. The chain of proxies is walked from the right, through
trusted ones only. Where both kinds of headers come and disagree, the proxy passes one of them on
as the client wrote it, so neither is believed. uvicorn's and werkzeug's middleware know no
prefix or no networks, and neither knows `Forwarded`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from werkzeug.wsgi import get_host

# Where a request says of whom the connection is, whether that is a trusted proxy, what proxies told
# (a `Told`), and by which host the client called us.
PEER = "tapescope.peer"
IS_TRUSTED = "tapescope.is_trusted"
TOLD = "tapescope.told"
ASKED_HOST = "tapescope.asked_host"
# No chain of proxies is that long.
MOST_LETTERS = 2048
TOKEN = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
PAIR = re.compile(rf'[ \t]*({TOKEN})=("(?:[^"\\]|\\.)*"|[^\s",;]*)[ \t]*([;,]|$)')
# An address, with a port that some proxies add: 192.0.2.1:80, [2001:db8::1]:80, 2001:db8::1.
NODE = re.compile(r"\[([0-9a-fA-F:.]+)\](?::\d{1,5})?|([\d.]+):\d{1,5}|([0-9a-fA-F:.]+)", re.ASCII)
HOST = re.compile(r"(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?")
HAS_PORT = re.compile(r":\d+$")
PREFIX = re.compile(r"(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)+")
DEFAULT_PORTS = {"http": "80", "https": "443"}


@dataclass(frozen=True, slots=True)
class Told:
    """What proxies tell of a request; None for what they do not tell."""

    address: str | None = None
    scheme: str | None = None
    host: str | None = None
    prefix: str | None = None


class Networks:
    """The networks of trusted proxies."""

    def __init__(self, networks: Iterable[str] = ()):
        self._networks = [ip_network(each, strict=False) for each in networks]

    def __contains__(self, address: str) -> bool:
        found = node_of(address)
        if found is None:
            return False
        return any(ip_address(found) in network for network in self._networks)


class Forwarded:
    """A WSGI app that shows `app` the client and the public address of each request.

    `public_url` is the address of the page, whatever the headers say; `routes` are the first
    segments of paths that no prefix may begin with.
    """

    def __init__(
        self, app: Callable[..., Iterable[bytes]], trusted: Networks,
        public_url: str | None, routes: frozenset[str],
    ):  # fmt: skip
        self._app, self._trusted, self._routes = app, trusted, routes
        self._public = None if public_url is None else public_of(public_url)

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        """Answer a request."""
        peer = environ.get("REMOTE_ADDR", "")
        environ[PEER], environ[IS_TRUSTED] = peer, peer in self._trusted
        told = self._told(environ) if environ[IS_TRUSTED] else Told()
        environ["REMOTE_ADDR"], environ[TOLD] = told.address or peer, told
        show(environ, told)
        environ[ASKED_HOST] = get_host(environ)
        if self._public is not None:
            show(environ, self._public)
        return self._app(environ, start_response)

    def _told(self, environ: dict[str, Any]) -> Told:
        """What the proxies tell in their headers."""
        one = read_forwarded(environ, self._trusted)
        other = read_x_forwarded(environ, self._trusted)
        told = Told(*map(agreed, astuple(one), astuple(other)))
        if told.prefix is not None and told.prefix.split("/")[1] in self._routes:
            return Told(told.address, told.scheme, told.host)
        return told


def show(environ: dict[str, Any], told: Told) -> None:
    """Write into `environ` under which address the client sees us."""
    if told.scheme is not None:
        environ["wsgi.url_scheme"] = told.scheme
    if told.host is not None:
        environ["HTTP_HOST"] = told.host
    if told.prefix is not None:
        path = environ.get("PATH_INFO", "")
        environ["SCRIPT_NAME"] = told.prefix
        # The proxy may have taken the prefix off, or may have left it.
        if path == told.prefix or path.startswith(f"{told.prefix}/"):
            path = path.removeprefix(told.prefix)
        environ["PATH_INFO"] = path or "/"


def public_of(url: str) -> Told:
    """Split a public URL into scheme, host and prefix."""
    parts = urlsplit(url)
    return Told(None, parts.scheme, parts.netloc, parts.path.rstrip("/"))


def agreed(one: str | None, other: str | None) -> str | None:
    """What two kinds of headers tell; None when they contradict each other."""
    if one is None or other is None or one == other:
        return one if other is None else other
    return None


def read_x_forwarded(environ: dict[str, Any], trusted: Networks) -> Told:
    """What the X-Forwarded-* headers tell."""
    address, passed = walk(environ[PEER], listed(environ, "FOR"), trusted)
    scheme = reached(listed(environ, "PROTO"), passed).lower()
    host = reached(listed(environ, "HOST"), passed)
    port = reached(listed(environ, "PORT"), passed)
    prefix = reached(listed(environ, "PREFIX"), passed).rstrip("/")
    return Told(
        address if passed else None,
        scheme if scheme in DEFAULT_PORTS else None,
        host_with(port, scheme, host or environ.get("HTTP_HOST", "")) if host or port else None,
        prefix if PREFIX.fullmatch(prefix) else None,
    )


def listed(environ: dict[str, Any], name: str) -> list[str]:
    """The values of an X-Forwarded-* header, from the client's side to ours."""
    text = environ.get(f"HTTP_X_FORWARDED_{name}", "")
    return [each.strip() for each in text.split(",")] if 0 < len(text) <= MOST_LETTERS else []


def reached(values: Sequence[str], passed: int) -> str:
    """The value of the proxy that the client spoke to, as far as each proxy added one."""
    return values[-min(max(passed, 1), len(values))] if values else ""


def host_with(port: str, scheme: str, host: str) -> str | None:
    """A host with the port that belongs to it; None for what is no host."""
    if not HOST.fullmatch(host):
        return None
    is_port = port.isascii() and port.isdigit() and 0 < int(port[:6]) < 2**16
    if not is_port or HAS_PORT.search(host) or DEFAULT_PORTS.get(scheme) == port:
        return host
    return f"{host}:{port}"


def read_forwarded(environ: dict[str, Any], trusted: Networks) -> Told:
    """What the header `Forwarded` tells."""
    elements = elements_of(environ.get("HTTP_FORWARDED", ""))
    if not elements:
        return Told()
    address, passed = walk(environ[PEER], [each.get("for", "") for each in elements], trusted)
    found = elements[-max(passed, 1)]
    scheme, host = found.get("proto", "").lower(), found.get("host", "")
    return Told(
        address if passed else None,
        scheme if scheme in DEFAULT_PORTS else None,
        host if HOST.fullmatch(host) else None,
    )


def elements_of(text: str) -> list[dict[str, str]]:
    """The elements of a header `Forwarded`, each one proxy's; none where it is malformed."""
    elements: list[dict[str, str]] = [{}]
    place = 0
    while place < len(text) <= MOST_LETTERS:
        pair = PAIR.match(text, place)
        if pair is None or pair[1].lower() in elements[-1]:
            return []
        value = pair[2]
        if value.startswith('"'):
            value = re.sub(r"\\(.)", r"\1", value[1:-1])
        elements[-1][pair[1].lower()] = value
        if pair[3] == ",":
            elements.append({})
        place = pair.end()
    return elements if elements[-1] else []


def walk(peer: str, hops: Sequence[str], trusted: Networks) -> tuple[str, int]:
    """Walk from `peer` to the client; its address, and how many hops were believed.

    The last hop was told by `peer`, and each other one by the hop behind it.
    """
    address, passed = peer, 0
    for hop in reversed(hops):
        found = node_of(hop)
        if found is None or address not in trusted:
            break
        address, passed = found, passed + 1
    return address, passed


def node_of(text: str) -> str | None:
    """The address of a hop in its usual form; None where it hides, or is malformed."""
    found = NODE.fullmatch(text.partition("%")[0] if "%" in text else text)
    if found is None:
        return None
    try:
        address = ip_address(found[1] or found[2] or found[3])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)
