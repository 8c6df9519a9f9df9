"""`tapescope check` prints the findings of snippets, with the fixes that work.

Its status says whether there are any.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import asdict
from typing import Any

from server.cli import (
    FILE_HELP,
    STOPPED,
    Parser,
    add_options,
    client_of,
    complain,
    own_language,
    progress,
    reader_may_leave,
    stopping,
    subject_of,
)
from server.config import Config
from server.document.untrusted_text import escape_controls
from server.export.render_types import Checked, SEVERITIES
from server.sandbox import RawRun, Sandbox
from server.workers.client import Client, Subject
from server.workers.fixes import Offer, offers

# The status where something was found that is as grave as was asked for.
FOUND = 1
# Before the phrase of a fix.
FIX = {"en": "fix: ", "zh": "修改："}

# The fixes that work, by the kind of a finding and the event at which it comes to light.
Fixes = Mapping[tuple[str, int], list[Offer]]


def check(arguments: list[str]) -> int:
    """Print the findings of each file; 1 if one is as grave as --fail-on says, 3 if a run stopped.
    """
    parser = Parser("tapescope check", description="Find mistakes in snippets.")
    parser.add_argument("files", nargs="+", metavar="FILE",
                        help=FILE_HELP)
    parser.add_argument("--json", action="store_true", help="one JSON object a line and file")
    parser.add_argument("--fail-on", choices=SEVERITIES, default="mistake",
                        help="the least severity that makes the status 1 (mistake)")
    parser.add_argument("--no-fixes", action="store_true", help="do not try the fixes of findings")
    add_options(parser)
    asked = parser.parse_args(arguments)
    language = asked.language or own_language()
    with client_of(asked) as (client, config):
        checked = [(file, checked_file(asked, file, client, config, language))
                   for file in asked.files]
    with reader_may_leave():
        for file, (each, fixes) in checked:
            if asked.json:
                print(json.dumps(json_of(file, each, fixes, language), ensure_ascii=False))
            else:
                tell(file, each, fixes, language)
    return status_of([each for _, (each, _) in checked], asked.fail_on)


def checked_file(
    asked: argparse.Namespace, file: str, client: Client, config: Config, language: str
) -> tuple[Checked, Fixes]:
    """Run a file; return its findings, and the fixes of those above a note."""
    subject = subject_of(argparse.Namespace(**vars(asked) | {"file": file}), config)
    with progress(f"Checking {file}"):
        found = client.check(subject, language)
    if asked.no_fixes or all(each.severity == "note" for each in found.findings):
        return found, {}
    with progress(f"Trying the fixes of {file}"):
        return found, tried(subject, client, config)


def tried(subject: Subject, client: Client, config: Config) -> Fixes:
    """Return the fixes of a run that work; none of a saved run, whose code is not run."""
    if not isinstance(subject, RawRun):
        return {}
    raw, found = subject, client.fixes(subject, None)
    with closing(Sandbox(config)) as sandbox:

        def record(code: str, then: Callable[[RawRun], Any]) -> Any:
            with stopping() as run:
                return sandbox.record(code, raw.seed, then, progress=run)

        return {tuple(each["finding"]): offers(found, each, client, record, config.code_bytes)
                for each in found["findings"]}


def tell(file: str, checked: Checked, fixes: Fixes, language: str) -> None:
    """Print the findings of a file: a line each, what to change, and the fixes that work."""
    for each in checked.findings:
        place = file if not each.lines else f"{file}:{each.lines[0]}"
        print(escape_controls(f"{place}: {each.severity}: {each.sentence} [{each.kind}]"))
        print(escape_controls(f"    {each.change}"))
        for fix in fixes.get((each.kind, each.at), ()):
            phrase, outcome = fix.sentence[language], fix.outcome[language]
            print(escape_controls(f"    {FIX[language]}{phrase} → {outcome}"))
    if checked.ending:
        complain(f"{file}: {checked.ending}")


def json_of(file: str, checked: Checked, fixes: Fixes, language: str) -> dict[str, Any]:
    """Return the findings of a file as JSON has them."""
    found = []
    for each in checked.findings:
        told = asdict(each)
        made = [{"sentence": fix.sentence[language], "outcome": fix.outcome[language],
                 "code": fix.code} for fix in fixes.get((each.kind, told.pop("at")), ())]
        found.append(told | {"fixes": made})
    return {"file": file, "outcome": checked.outcome, "findings": found}


def status_of(checked: list[Checked], least: str) -> int:
    """Return the exit status: whether something grave was found, or a run was stopped or died."""
    grave = SEVERITIES[: SEVERITIES.index(least) + 1]
    if any(found.severity in grave for each in checked for found in each.findings):
        return FOUND
    return STOPPED if any(each.outcome in ("stopped", "died") for each in checked) else 0
