"""The checks of a deployment: each returns what is right, or raises Wrong with how to mend it."""

from __future__ import annotations

import socket
import ssl
import time
from urllib.parse import urlsplit

from server.deployment.caller import USUAL_SECONDS
from server.deployment.trial import Skipped, Trial, Wrong
from server.document import upgrade

LOOPBACK = ("localhost", "127.0.0.1", "::1")
# Certificates are renewed a month before their end.
ENDING_DAYS = 14
# More than the network takes; ends of rooms and limits of rates are then wrong by as much.
MOST_SKEW = 5.0
# Of the server's own networks for documentation, so that no client has it.
FORGED = "203.0.113.7"
# Drawing, and waiting for a turn, beyond the longest run.
SLACK_SECONDS = 30.0


def check_tls(trial: Trial) -> str:
    """The certificate is valid, and will be for a while."""
    parts = urlsplit(trial.url)
    if parts.scheme != "https":
        if trial.host in LOOPBACK:
            raise Skipped("The address has no TLS, and does not leave this machine.")
        raise Wrong(
            "The address begins with http://, so what students write, and the secrets of rooms, "
            "can be read on the way. Let the proxy serve https:// with a certificate."
        )
    try:
        with (
            socket.create_connection((trial.host, parts.port or 443), USUAL_SECONDS) as line,
            trial.caller.trust.wrap_socket(line, server_hostname=trial.host) as secure,
        ):
            certificate = secure.getpeercert() or {}
    except ssl.SSLCertVerificationError as error:
        raise Wrong(
            f"Browsers will refuse the certificate ({error.verify_message}). Install one for "
            f"{trial.host} with its whole chain; --ca FILE names an authority of your own."
        ) from None
    except OSError as error:
        raise Wrong(f"There is no TLS at {trial.host}: {error}.") from None
    ends = ssl.cert_time_to_seconds(str(certificate["notAfter"]))
    days = int((ends - time.time()) // 86400)
    day = time.strftime("%Y-%m-%d", time.gmtime(ends))
    if days < ENDING_DAYS:
        raise Wrong(f"The certificate ends in {days} days, on {day}. Renew it.")
    return f"The certificate is valid until {day}, for {days} days."


def check_page(trial: Trial) -> str:
    """The address leads to the page."""
    page = trial.page
    if page.status != 200:
        raise Wrong(
            f"The page is answered with status {page.status}. Let the proxy hand everything under "
            f"{trial.url}/ to the server."
        )
    return "The page comes."


def check_prefix(trial: Trial) -> str:
    """The page knows where its files and routes are."""
    home = f'data-home="{urlsplit(trial.url).path}/"'.encode()
    if home not in trial.page.body:
        raise Wrong(
            "The page does not know its prefix, so that it comes up blank. Set public_url to "
            f"{trial.url}, or let the proxy send X-Forwarded-Prefix."
        )
    return "The page knows where it is."


def check_proxy(trial: Trial) -> str:
    """The headers of the proxy arrive and are believed."""
    seen = trial.report["seen"]
    peer, headers = seen["peer"], " and ".join(seen["headers"])
    if not seen["is_trusted"] and headers:
        raise Wrong(
            f"The proxy at {peer} sends {headers}, and the server does not believe it. Add its "
            "network to trusted_proxies."
        )
    if not seen["is_trusted"] and trial.url.startswith("https:"):
        raise Wrong(
            f"All clients seem to be {peer}, which must be the proxy. Let it send X-Forwarded-For, "
            "and add its network to trusted_proxies."
        )
    if seen["is_trusted"] and not seen["told"]:
        raise Wrong(
            f"The proxy at {peer} does not tell who its clients are, so that a class is one. Let "
            "it set X-Forwarded-For to the address of its client, and clear Forwarded."
        )
    if seen["url"] != trial.url:
        raise Wrong(
            f"The server takes its address for {seen['url']}, where its links will lead. Set "
            f"public_url to {trial.url}, or let the proxy send X-Forwarded-Proto, -Host, -Prefix."
        )
    return f"The server sees the client {seen['address']}, and itself at {seen['url']}."


def check_forged(trial: Trial) -> str:
    """Headers that a client sends do not pass for those of a proxy."""
    plain = trial.report["seen"]
    scheme = "http" if plain["url"].startswith("https:") else "https"
    forged = {
        "X-Forwarded-For": FORGED, "X-Forwarded-Proto": scheme,
        "X-Forwarded-Host": "forged.invalid", "X-Forwarded-Port": "1",
        "X-Forwarded-Prefix": "/forged",
        "Forwarded": f"for={FORGED};proto={scheme};host=forged.invalid",
    }  # fmt: skip
    user_header = trial.report["user_header"]
    if user_header is not None:
        forged[user_header] = "forged"
    told = ("address", "url", "user")
    believed = [
        name for name, value in forged.items()
        if any(trial.seen({name: value})["seen"][key] != plain[key] for key in told)
    ]
    if believed:
        names = " and ".join(believed)
        raise Wrong(
            f"What a client writes into {names} reaches the server, so that anybody may pass for "
            f"anybody. Let the proxy set {names} itself, or clear it."
        )
    return "What clients write into these headers changes nothing."


def check_body(trial: Trial) -> str:
    """The longest snippet passes."""
    size = trial.limits["code_bytes"]
    # Six bytes for each of the code, the most that JSON may take.
    body = b'{"code": "' + rb"\u0023" * size + b'"}'
    reply = trial.caller.ask("POST", "/api/v1/run", body, {"Content-Type": "application/json"})
    if reply.status != 200:
        raise Wrong(
            f"A request of {len(body) // 1024} KB, as the longest snippet makes, is answered with "
            f"status {reply.status}. Allow such in the proxy (nginx: client_max_body_size 1m)."
        )
    return f"A request of {len(body) // 1024} KB passes."


def check_patience(trial: Trial) -> str:
    """The proxy waits for the longest run."""
    if trial.is_quick:
        raise Skipped("Whether the proxy waits for the longest run was not tried (--quick).")
    seconds = trial.limits["wall_seconds"]
    began = time.monotonic()
    reply = trial.caller.ask(
        "POST", "/api/v1/run", {"code": f"import time\ntime.sleep({seconds + 60})\n"},
        seconds=seconds + 2 * SLACK_SECONDS,
    )  # fmt: skip
    took = time.monotonic() - began
    if reply.status != 200:
        raise Wrong(
            f"After {took:.0f} seconds the proxy gave a run up (status {reply.status}), and one "
            f"may take {seconds:.0f} and wait before. Let the proxy wait longer (nginx: "
            f"proxy_read_timeout {seconds + 4 * SLACK_SECONDS:.0f}s)."
        )
    return f"A run of {took:.0f} seconds is answered, as long as one may take."


def check_fence(trial: Trial) -> str:
    """Strangers' code is held."""
    if trial.report["fence"] != "strong":
        raise Wrong(
            f"Nothing holds the code that students run. {trial.report['weakness']} "
            "`tapescope doctor` on the server tells more."
        )
    return "The fence is strong."


def check_clock(trial: Trial) -> str:
    """The clocks here, of the server, of Redis and of the database go alike."""
    before = time.time()
    report = trial.seen({})
    after = time.time()
    away = report["time"] - (before + after) / 2
    if abs(away) > MOST_SKEW + (after - before) / 2:
        raise Wrong(
            f"The server's clock is {told_skew(away)} the clock here. Let both be set by NTP."
        )
    for name, ahead in report["clocks"].items():
        if abs(ahead) > MOST_SKEW:
            raise Wrong(
                f"The clock of {name} is {told_skew(ahead)} that of the server. Let both be set "
                "by NTP."
            )
    clocks = ", ".join(["here", "the server", *report["clocks"]])
    return f"The clocks go alike: {clocks}."


def told_skew(seconds: float) -> str:
    """How far a clock is from another."""
    return f"{abs(seconds):.0f} seconds {'ahead of' if seconds > 0 else 'behind'}"


def check_versions(trial: Trial) -> str:
    """All that answer are of one version."""
    ours = upgrade.VERSION
    # Several processes may answer behind one proxy.
    reports = [trial.report, *(trial.seen({}) for _ in range(3))]
    seen = {tuple(sorted(each["versions"].items())) for each in reports}
    if len(seen) > 1:
        raise Wrong(
            "Servers of several versions answer, or with several limits of runs. End the old ones."
        )
    theirs = trial.report["versions"]["document"]
    if theirs != ours:
        raise Wrong(
            f"The server is of another version than this command: document {theirs} there, {ours} "
            "here. Install the same."
        )
    workers = trial.report["workers"]
    if workers["others"]:
        raise Wrong(
            f"Of {sum(workers.values())} workers {workers['others']} get no runs, because they are "
            "of another version than the server, or have other limits of runs. End the old ones."
        )
    beside = f", with {workers['ours']} workers" if workers["ours"] else ""
    return f"All are of one version: document {ours}{beside}."
