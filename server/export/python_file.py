"""A snippet as a file that runs under real torch."""

from __future__ import annotations

import ast
import re

from server.sandbox.console_paste import code_of

# What XML 1.0 cannot hold, and halves of characters.
UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# A line with its end, as Python's parser counts lines.
LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$")


def plain(text: str) -> str:
    """A text that XML can hold."""
    return UNWRITABLE.sub("\ufffd", text)


def python(code: str, seed: int | None, title: str | None = None) -> str:
    """The snippet as a file for real torch: what it is, the seed, and the code as it was written.

    The seed makes torch draw the numbers of the picture. A pasted console session loses its
    prompts; code that Python cannot parse stays as it is, below the header.
    """
    program = code_of(code)
    name = [plain(title).replace("\n", " ").replace("\r", " ")] if title else []
    header = "".join(f"# {line}\n" for line in [*name, "A snippet from Tapescope."])
    if seed is None:
        return header + "\n" + program
    lines = LINE.findall(program)
    at = lines_before_statements(program)
    begin, rest = "".join(lines[:at]), "".join(lines[at:])
    if begin and not begin.endswith("\n"):
        begin += "\n"
    seeding = f"import torch\n\ntorch.manual_seed({seed})\n"
    return f"{header}\n{begin}{seeding}\n{rest}"


def lines_before_statements(program: str) -> int:
    """How many lines must stay first: a docstring, and imports from `__future__`."""
    try:
        body = ast.parse(program).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return 0
    first = 0
    for index, statement in enumerate(body):
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        is_docstring = index == 0 and is_text and isinstance(statement.value.value, str)
        is_future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        if not (is_docstring or is_future):
            break
        first = statement.end_lineno or 0
    return first
