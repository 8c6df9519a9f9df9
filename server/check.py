"""`tapescope check` prints the findings of snippets; its status says whether there are any."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from server.cli import (
    STOPPED,
    Parser,
    add_options,
    client_of,
    complain,
    own_language,
    progress,
    reader_may_leave,
    subject_of,
)
from server.config import Config
from server.document.untrusted_text import escape_controls
from server.export.render_types import Checked, SEVERITIES
from server.workers.client import Client

# The status where something was found that is as grave as was asked for.
FOUND = 1


def check(arguments: list[str]) -> int:
    """Print the findings of each file; 1 if one is as grave as --fail-on says, 3 if a run stopped.
    """
    parser = Parser("tapescope check", description="Find mistakes in snippets.")
    parser.add_argument("files", nargs="+", metavar="FILE",
                        help="a snippet (.py), or a saved run (.json)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line and file")
    parser.add_argument("--fail-on", choices=SEVERITIES, default="mistake",
                        help="the least severity that makes the status 1 (mistake)")
    add_options(parser)
    asked = parser.parse_args(arguments)
    language = asked.language or own_language()
    with client_of(asked) as (client, config):
        checked = [(file, checked_file(asked, file, client, config, language))
                   for file in asked.files]
    with reader_may_leave():
        for file, each in checked:
            tell(file, each, asked.json)
    return status_of([each for _, each in checked], asked.fail_on)


def checked_file(
    asked: argparse.Namespace, file: str, client: Client, config: Config, language: str
) -> Checked:
    """Run a file and return its findings."""
    subject = subject_of(argparse.Namespace(**vars(asked) | {"file": file}), config)
    with progress(f"Checking {file}"):
        return client.check(subject, language)


def tell(file: str, checked: Checked, is_json: bool) -> None:
    """Print the findings of a file: a line each, or a JSON object of all."""
    if is_json:
        print(json.dumps(json_of(file, checked), ensure_ascii=False))
        return
    for each in checked.findings:
        place = file if not each.lines else f"{file}:{each.lines[0]}"
        print(escape_controls(f"{place}: {each.severity}: {each.sentence} [{each.kind}]"))
        print(escape_controls(f"    {each.change}"))
    if checked.ending:
        complain(f"{file}: {checked.ending}")


def json_of(file: str, checked: Checked) -> dict[str, Any]:
    """Return the findings of a file as JSON has them."""
    return {"file": file, "outcome": checked.outcome,
            "findings": [asdict(each) for each in checked.findings]}


def status_of(checked: list[Checked], least: str) -> int:
    """Return the exit status: whether something grave was found, or a run was stopped or died."""
    grave = SEVERITIES[: SEVERITIES.index(least) + 1]
    if any(found.severity in grave for each in checked for found in each.findings):
        return FOUND
    return STOPPED if any(each.outcome in ("stopped", "died") for each in checked) else 0
