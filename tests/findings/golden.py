"""What is found above a note in each lesson, in programs as people write them, in the suite.

`python -m tests.findings.golden` records it anew: read what changed, ask of each finding whether
it is true of its program.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
RECORDED = ROOT / "tests" / "golden" / "findings.json"
FOLDERS = "server/examples", "tests/web/people", "tests/engine/programs"


def paths() -> list[str]:
    """Return the programs, as paths from the root of the repository."""
    return [path.relative_to(ROOT).as_posix() for folder in FOLDERS
            for path in sorted((ROOT / folder).glob("[!_]*.py"))]


def grave(findings: Iterable[Any]) -> list[str]:
    """Return findings above a note by kind, severity and line, each once."""
    told = [f"{each['kind']} {each['severity']} {each['line']}" for each in findings
            if each["severity"] != "note"]
    return list(dict.fromkeys(told))


def recorded() -> dict[str, list[str]]:
    """Return what was recorded; a program without findings is left out."""
    return json.loads(RECORDED.read_text("utf-8"))


def main() -> None:
    """Record what is found in each program."""
    from dataclasses import asdict

    from server.config import Config
    from server.sandbox import Sandbox
    from server.pipeline import diagnosed

    sandbox = Sandbox(Config())
    found = {}
    for path in paths():
        code = (ROOT / path).read_text("utf-8")
        told = diagnosed(code, sandbox.run(code, 0).events)
        found[path] = grave(asdict(each) for each in told)
    sandbox.close()
    kept = {path: told for path, told in found.items() if told}
    RECORDED.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
