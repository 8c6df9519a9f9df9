"""The example at the end of each page in docs/findings: a program, what is said of it, a change.

`python -m tests.findings.pages` writes it anew for the program that the page shows.
"""

from __future__ import annotations

import difflib
import re
import textwrap
from pathlib import Path
from typing import Any

from server.document.finding import Finding
from tests.findings.programs import Positive, programs

FOLDER = Path(__file__).parents[2] / "docs" / "findings"
EXAMPLE = re.compile(r"^## Example\n\n```python\n(.*?)```\n.*", re.DOTALL | re.MULTILINE)
WIDTH = 96


def program_of(kind: str, page: str) -> Positive:
    """Return the program of a kind that its page shows."""
    shown = EXAMPLE.search(page)
    assert shown is not None, f"the page of {kind} has no example"
    cases = next(each.positive for each in programs() if each.kind == kind)
    return next(case for case in cases.values() if case.code.strip() == shown[1].strip())


def with_example(page: str, kind: str, case: Positive, finding: Finding) -> str:
    """Return a page with the example of a program that has a finding."""
    words = finding.words.en
    sentence = f"example.py:{finding.line}: {finding.severity}: {words.what} [{kind}]"
    parts = [
        "## Example",
        block("python", case.code.strip()),
        "`tapescope check` says of it:",
        block("text", f"{wrapped(sentence, '', '  ')}\n{wrapped(words.change, '    ', '    ')}"),
        wrapped(words.why, "", "", WIDTH + 4),
    ]
    if case.fixed is not None:
        before, after = case.code.strip().split("\n"), case.fixed.strip().split("\n")
        lines = list(difflib.unified_diff(before, after, lineterm="", n=1))[2:]
        parts += ["## With the change", block("diff", "\n".join(lines))]
    return EXAMPLE.sub(lambda _: "\n\n".join(parts) + "\n", page)


def block(language: str, text: str) -> str:
    """Return a block of code."""
    return f"```{language}\n{text}\n```"


def wrapped(text: str, first: str, rest: str, width: int = WIDTH) -> str:
    """Return a text in lines."""
    return textwrap.fill(text, width, initial_indent=first, subsequent_indent=rest,
                         break_long_words=False, break_on_hyphens=False)


def first_of(kind: str, code: str, sandbox: Any) -> Finding:
    """Return the first finding of a kind in a program."""
    from server.config import Config
    from tests.web.runs import run_here

    return next(each for each in run_here(sandbox, code, 0, Config()).findings
                if each.kind == kind)


def main() -> None:
    """Write the example of each page anew."""
    from server.config import Config
    from server.sandbox import Sandbox

    sandbox = Sandbox(Config())
    for path in sorted(FOLDER.glob("*.md")):
        page, kind = path.read_text("utf-8"), path.stem
        case = program_of(kind, page)
        found = first_of(kind, case.code, sandbox)
        path.write_text(with_example(page, kind, case, found), "utf-8")
    sandbox.close()


if __name__ == "__main__":
    main()
