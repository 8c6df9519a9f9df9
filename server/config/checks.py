"""Check settings: what cannot work is refused with the name, the value, what is allowed."""

from __future__ import annotations

import ipaddress
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from server.config import machine
from server.config.machine import MEGABYTE
from server.config.serving import LANGUAGES
from server.config.setting import Setting, settings_of

if TYPE_CHECKING:
    from server.config import Config

# A site as CSP's frame-ancestors has them. Nothing else may get into the header.
SITE = re.compile(
    r"\*|'self'|'none'|https?:|(https?://)?(\*\.)?[\w-]+(\.[\w-]+)*(:(\d+|\*))?", re.ASCII
)
RATE = re.compile(r"[1-9]\d* per ([1-9]\d* )?(second|minute|hour|day)s?", re.ASCII)
HEADER = re.compile(r"[A-Za-z0-9-]+", re.ASCII)
HOST = re.compile(r"\[[0-9a-fA-F:.]+\]|[\w.-]+", re.ASCII)
PATH = re.compile(r"(/[\w.~-]+)*/?", re.ASCII)


@dataclass(frozen=True)
class Problem:
    """What is wrong with the value of a setting: what it must be, after "must be"."""

    name: str
    must: str
    # A whole sentence, where what is wrong is not one value.
    sentence: str | None = None


class Unfit(ValueError):
    """Settings that cannot work; the text says all that is wrong with them."""

    def __init__(self, config: Config, problems: list[Problem]):
        known = settings_of(config)
        super().__init__(" ".join(
            told(each, known[each.name], getattr(config, each.name)) for each in problems
        ))  # fmt: skip
        self.problems = problems


def told(problem: Problem, known: Setting, value: object, origin: str = "") -> str:
    """Return a sentence that names the setting, its origin, the value, what is allowed."""
    if problem.sentence is not None:
        return problem.sentence
    place = f" ({origin})" if origin else ""
    shown = "" if known.is_secret or known.is_address else f" is {written(value)}; it"
    return f"The setting {problem.name}{place}{shown} must be {problem.must}."


def written(value: object) -> str:
    """Return a value as people write it."""
    if isinstance(value, tuple):
        return repr(", ".join(map(str, value)))
    return f"{value:,}" if isinstance(value, int) and value >= 10**6 else repr(value)


def problems_of(config: Config) -> Iterator[Problem]:
    """All that is wrong with settings, in the order in which they are declared."""
    yield from wrong_numbers(config)
    yield from wrong_addresses(config)
    yield from wrong_access(config)
    for name in ("secret", "metrics_token"):
        if len(getattr(config, name) or "x" * 16) < 16:
            yield Problem(
                name,
                "16 characters or more that nobody can guess; `openssl rand -hex 32` makes some",
            )


def wrong_numbers(config: Config) -> Iterator[Problem]:
    """Numbers that are not above zero, too large, or more than the machine has."""
    for name, known in settings_of(config).items():
        value = getattr(config, name)
        if name == "port" or isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if not (value > 0 or (known.may_be_zero and value == 0)):
            least = "zero or more" if known.may_be_zero else "above zero"
            yield Problem(name, f"a number{of_unit(known)} {least}")
        elif name in ("cpu_seconds", "wall_seconds") and value >= 10**6:
            yield Problem(name, "below 1,000,000 seconds")
        elif math.isinf(value):
            yield Problem(name, "a finite number")
    if config.cpu_seconds % 1 and math.isfinite(config.cpu_seconds):
        yield Problem("cpu_seconds", "a whole number: the kernel counts whole seconds")
    if config.port is not None and not 0 <= config.port < 2**16:
        yield Problem("port", "a port, 0 (any free one) to 65535")
    if config.needed_bytes > machine.physical_memory():
        yield Problem("slots", "fewer", (
            f"The server and all that runs, draws and renders at a time may take "
            f"{config.needed_bytes // MEGABYTE} MB, and this machine has "
            f"{machine.physical_memory() // MEGABYTE} MB: set slots, long_slots, draw_workers, "
            "render_workers or the memory of each lower."
        ))  # fmt: skip


def of_unit(known: Setting) -> str:
    """The unit in a sentence."""
    unit = "seconds" if known.unit == "s" else known.unit
    return f" of {unit}" if unit else ""


def wrong_addresses(config: Config) -> Iterator[Problem]:
    """Addresses, names and networks that are none."""
    if config.public_url is not None and not is_public_url(config.public_url):
        yield Problem(
            "public_url", "an address as https://autograd.example.edu or .../tapescope, without "
            "user, query and fragment"
        )  # fmt: skip
    for name in ("trusted_proxies", "metrics_networks"):
        if not all(map(is_network, getattr(config, name))):
            yield Problem(name, "networks, as 127.0.0.1 or 10.0.0.0/8, with commas")
    if not all(HOST.fullmatch(host) or ":" in host for host in config.hosts or ()):
        yield Problem("hosts", "names, as autograd.example.edu, with commas, or * for any")
    if not all(map(SITE.fullmatch, (config.frame_ancestors or "").split())):
        yield Problem(
            "frame_ancestors", "sites that may frame the page: https://course.example, *, 'self' "
            "or 'none' (with the quotes), with a space between two"
        )  # fmt: skip


def is_network(text: str) -> bool:
    """Whether a text is a network, or an address."""
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def is_public_url(text: str) -> bool:
    """Whether a text is a web address of a host, with a path or without."""
    try:
        parts = urlsplit(text)
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        return False
    plain = not (parts.query or parts.fragment or parts.username or "@" in parts.netloc)
    host = parts.netloc.rpartition(":")[0] if parts.port else parts.netloc
    return bool(known and plain and HOST.fullmatch(host) and PATH.fullmatch(parts.path))


def wrong_access(config: Config) -> Iterator[Problem]:
    """Rates that are none, and ways in that need another setting."""
    for name in ("run_rate", "share_rate", "room_rate"):
        if not RATE.fullmatch(getattr(config, name)):
            yield Problem(name, "a rate, as 120 per minute or 5 per 10 seconds")
    for name in ("who_opens_rooms", "who_shares"):
        allowed = getattr(config, name)
        if allowed == "class-token" and config.class_token is None:
            yield needs(name, allowed, "class_token")
        if allowed == "proxy-header" and config.user_header is None:
            yield needs(name, allowed, "user_header")
        if allowed == "proxy-header" and not config.trusted_proxies:
            yield needs(name, allowed, "trusted_proxies")
    if config.class_token is not None and not 8 <= len(config.class_token) <= 200:
        yield Problem("class_token", "8 to 200 characters that nobody outside the class can guess")
    if config.user_header is not None and not HEADER.fullmatch(config.user_header):
        yield Problem("user_header", "the name of a header, as X-Remote-User")
    if not config.languages or not set(config.languages) <= set(LANGUAGES):
        yield Problem("languages", "one or several of en and zh, with commas")


def needs(name: str, value: str, other: str) -> Problem:
    """The problem of a value that needs another setting."""
    return Problem(name, "", f"The setting {name} is {value!r}, which needs the setting {other}.")
