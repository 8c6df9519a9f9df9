"""Settings of serving others: addresses, who may use it, what it keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from server.config.machine import MEGABYTE
from server.config.setting import setting

# anybody; who has the class token; whom an authenticating proxy has let in.
Allowed = Literal["anybody", "class-token", "proxy-header"]
LOOPBACK = ("127.0.0.1", "localhost", "::1")
LANGUAGES = ("en", "zh")


@dataclass(frozen=True)
class Network:
    """Where the server is, and whom it believes"""

    host: str = setting(
        "127.0.0.1",
        """Address to listen on. Any other than this machine's own serves others, for which the
        fence must be strong.""",
    )
    port: int | None = setting(
        None, "Port to listen on; unless given 8765, or a free one where that is taken."
    )
    public_url: str | None = setting(
        None,
        """Where browsers find the server, as https://autograd.example.edu/tapescope: links, QR
        codes and rooms name it, its path is the prefix. Needed where the server itself cannot know,
        behind a proxy. Who sets it serves others.""",
    )
    trusted_proxies: tuple[str, ...] = setting(
        (),
        """Networks of proxies whose Forwarded and X-Forwarded headers are believed, as 127.0.0.1 or
        10.0.0.0/8. From anywhere else the headers are ignored: every client could claim to be
        another.""",
    )
    hosts: tuple[str, ...] | None = setting(
        LOOPBACK,
        """Names by which browsers may call the server; * for any. A page of another site could
        otherwise reach a server on this machine (DNS rebinding). Any, unless given, where host or
        public_url serve others.""",
    )
    frame_ancestors: str | None = setting(
        None,
        """Sites that may show /embed in a frame, as the frame-ancestors of CSP has them. Any where
        the fence is strong, none but this server where it is not.""",
    )


@dataclass(frozen=True)
class Access:
    """Who may do what, and how often"""

    who_opens_rooms: Allowed = setting(
        "anybody",
        """Who may open a room: anybody, who has the class token (class-token), or whom an
        authenticating proxy names (proxy-header).""",
    )
    who_shares: Allowed = setting(
        "anybody", "Who may make short links: anybody, class-token or proxy-header, as for rooms."
    )
    class_token: str | None = setting(
        None,
        """What a teacher tells those who may open rooms or share. The page asks for it once, and
        keeps it until its window is closed.""",
        is_secret=True,
    )
    user_header: str | None = setting(
        None,
        """The header in which an authenticating proxy names the user, as X-Remote-User. Believed
        only from trusted_proxies.""",
    )
    run_rate: str = setting(
        "300 per minute",
        """Runs of one client, where others are served: a member of a room, or all behind one
        address who are in none. A class of 60 of these runs something every 12 seconds.""",
    )
    share_rate: str = setting(
        "20 per minute",
        "Short links of one client, where others are served: far more than anybody writes by hand.",
    )
    room_rate: str = setting(
        "20 per minute", "Rooms that one client opens, where others are served."
    )
    crowd: int = setting(
        10,
        """All members of a room, and all of one address, may do so many times what run_rate,
        share_rate and room_rate let one client do: a lecture of 300 that runs something every six
        seconds.""",
        unit="clients",
    )
    address_rooms: int = setting(
        100,
        """Open rooms of one address, where others are served: a day of lessons of a school behind
        it.""",
        unit="rooms",
    )
    share_bytes_a_day: int = setting(
        16 * MEGABYTE,
        """What one address may share in a day, where others are served: a school of 800 behind one
        address that shares ten snippets each, and a sixty-fourth of the space.""",
        unit="bytes",
    )
    languages: tuple[str, ...] = setting(
        LANGUAGES, "The languages that the page offers, the first where a browser asks for another."
    )


@dataclass(frozen=True)
class Storage:
    """What is kept, and where"""

    database: str | None = setting(
        None,
        """Where short links and rooms are kept, as an URL of SQLAlchemy; SQLite in the user's data
        folder unless given.""",
        is_address=True,
        second_name="DATABASE_URL",
    )
    redis: str | None = setting(
        None,
        """Where rooms and rates are when several processes serve them; in the memory of the one
        process unless given.""",
        is_address=True,
        second_name="REDIS_URL",
    )
    broker_url: str | None = setting(
        None,
        """Where runs wait for workers on other machines (redis:// or amqp://); they are done on
        this machine unless given.""",
        is_address=True,
    )
    secret: str | None = setting(
        None,
        """Signs what participants of rooms and challenges carry; several servers need the same. A
        file in the user's configuration folder unless given, never beside the data.""",
        is_secret=True,
    )
    cache_bytes: int = setting(
        128 * MEGABYTE,
        """Documents of runs that are kept, so that the same run is computed once: a thousand
        lessons; 0 keeps none.""",
        unit="bytes",
        may_be_zero=True,
    )
    share_bytes: int = setting(
        1024 * MEGABYTE,
        "What short links may take of the disk: a million of a kilobyte, as most are.",
        unit="bytes",
    )
    room_bytes: int = setting(
        1024 * MEGABYTE,
        """What all rooms may take of the disk, or of Redis' memory: a thousand lessons of a
        megabyte.""",
        unit="bytes",
    )
    room_hours: float = setting(
        12.0,
        """How long a room is open: longer than any school day. A code that nobody needs any more
        must not open a room for ever.""",
        unit="hours",
    )
    retention_days: float | None = setting(
        None, "How long a short link is kept that nobody opens; for ever unless given.", unit="days"
    )


@dataclass(frozen=True)
class Operation:
    """How the server is watched and ended"""

    log_format: Literal["text", "json"] = setting(
        "text", "Lines for people, or JSON objects for a collector of logs."
    )
    log_addresses: bool = setting(
        False,
        """Log whole addresses of clients. Unless set a line has the network only, /24 or /48:
        enough to tell one school from another.""",
    )
    metrics_token: str | None = setting(
        None,
        "Opens /metrics to who sends it as a bearer token, from any network.",
        is_secret=True,
    )
    metrics_networks: tuple[str, ...] = setting(
        ("127.0.0.0/8", "::1/128"),
        """Networks that may read /metrics without a token, unless a proxy asks for them that is not
        trusted.""",
    )
    shutdown_seconds: float = setting(
        25.0,
        """How long runs in progress may go on when the server is told to end: less than the 30 s
        after which Kubernetes kills.""",
        unit="seconds",
    )
    drain_seconds: float = setting(
        0.0,
        """How long a server that is told to end answers on at least, with /readyz at 503, so that
        balancers see it and ask others.""",
        unit="seconds",
        may_be_zero=True,
    )
