"""The command `tapescope check-deploy [URL]`: print what is wrong with a deployment."""

from __future__ import annotations

import argparse
import json
import ssl
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from urllib.parse import urlsplit

from server import cli
from server.cli import Refused
from server.deployment import checks, stream
from server.deployment.caller import Caller
from server.deployment.trial import Result, Skipped, Trial, found
from server.document.untrusted_text import escape_controls

# In the order in which they are told.
CHECKS: dict[str, Callable[[Trial], str]] = {
    "proxy": checks.check_proxy,
    "prefix": checks.check_prefix,
    "forged headers": checks.check_forged,
    "stream": stream.check_stream,
    "large request": checks.check_body,
    "short links": stream.check_store,
    "fence": checks.check_fence,
    "clock": checks.check_clock,
    "versions": checks.check_versions,
}
# What the server says of itself (server/web/readiness.py) only where it has it.
WITHOUT = {
    "redis": "No Redis is set, so that one process serves all.",
    "broker": "No broker is set, so that runs are done where the page is served.",
}
MARKS = {"ok": "ok     ", "wrong": "WRONG  ", "skipped": "skipped"}


def check_deploy(arguments: list[str]) -> int:
    """Print each check of a deployment; the status is 1 when something is wrong. Raises Refused."""
    asked = parser().parse_args(arguments)
    config = cli.config_of(None)
    url = asked.url or config.public_url
    if not url:
        raise Refused("Say where the deployment is: tapescope check-deploy https://HOST/PREFIX.")
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
        raise Refused(f"{url} is not an address of a web server.")
    url = url.rstrip("/")
    results = []
    for result in tried(Trial(Caller(url, trust_of(asked.ca)), config, asked.quick)):
        results.append(result)
        if not asked.json:
            print(MARKS[result.outcome], f"{result.name}:", escape_controls(result.sentence),
                  flush=True)
    if asked.json:
        print(json.dumps({"url": url, "checks": [asdict(each) for each in results]}, indent=2))
    return 1 if any(each.outcome == "wrong" for each in results) else 0


def tried(trial: Trial) -> Iterator[Result]:
    """The results of all checks; those that could only repeat the first one's are left out."""
    for name, look in (("certificate", checks.check_tls), ("page", checks.check_page)):
        result = found(name, look, trial)
        yield result
        if result.outcome == "wrong":
            return
    with ThreadPoolExecutor(1) as beside:
        # The longest check goes on while the others are made.
        patience = beside.submit(found, "timeouts", checks.check_patience, trial)
        for name, look in CHECKS.items():
            yield found(name, look, trial)
        yield from looked_after(trial)
        yield patience.result()


def looked_after(trial: Trial) -> Iterator[Result]:
    """What the server itself finds when it looks after what it needs."""
    try:
        looked = trial.report["checks"]
    except Skipped:
        looked = ()
    told = {each["name"]: each for each in looked}
    for name, each in told.items():
        if name not in CHECKS:
            yield Result(name, "ok" if each["ok"] else "wrong", each["sentence"])
    for name, sentence in WITHOUT.items():
        if name not in told:
            yield Result(name, "skipped", sentence)


def trust_of(path: str | None) -> ssl.SSLContext:
    """The authorities that browsers trust, and those of a file. Raises Refused."""
    trust = ssl.create_default_context()
    if path is not None:
        try:
            trust.load_verify_locations(path)
        except OSError:
            raise Refused(f"The file {path} has no certificates in PEM format.") from None
    return trust


def parser() -> argparse.ArgumentParser:
    """What the command takes."""
    parser = cli.Parser(
        "tapescope check-deploy", description="Try a deployment through its public URL."
    )
    parser.add_argument("url", nargs="?", metavar="URL", help="where it is; else public_url")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument(
        "--quick", action="store_true", help="do not wait as long as the longest run, a minute"
    )
    parser.add_argument(
        "--ca", metavar="FILE", help="certificates of an authority that browsers here trust"
    )
    return parser
