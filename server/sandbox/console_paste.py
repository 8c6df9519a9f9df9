"""Turn a pasted console session back into the program that was typed, keeping its line numbers.

A text is a transcript when its first line that is neither blank nor a comment has a prompt; any
other text is a program and is returned unchanged, doctests in its docstrings included. In a
transcript each line keeps its number, and lines that are not code become empty:

- `>>> ` and `... `: the rest of the line is code; a line without a prompt is output.
- `In [18]: ` and `   ...: ` with code after the prompt: the same, and `Out[19]:` begins output.
- `In [18]:` alone, as notebooks copy: the lines below are code, up to `Out[18]:`, the next `In`, or
  a paragraph that begins like printed output (a tensor, `<...>`, None, True or False).

`static/src/model/transcript.ts` follows the same rules; `tests/golden/transcripts.json` tests both.
"""

import re

_PYTHON = re.compile(r"[ \t]*>>>[ \u00a0]?(?P<code>.*)")
_PYTHON_MORE = re.compile(r"[ \t]*\.\.\.(?:[ \u00a0](?P<code>.*))?$")
_IPYTHON = re.compile(r"[ \t]*In ?\[[\d *\u00a0]*\]:[ \u00a0]?(?P<code>.*)")
_IPYTHON_MORE = re.compile(r"[ \t]*\.\.\.:[ \u00a0]?(?P<code>.*)")
_RESULT = re.compile(r"[ \t]*Out ?\[[\d *\u00a0]*\]:")
_PRINTED = re.compile(r"(?:tensor\(.*|<.*>|None|True|False)$")
_LINE = re.compile(r"(?P<text>[^\r\n]*)(?P<end>\r\n|\r|\n|$)")


def is_transcript(text: str) -> bool:
    """Return whether `text` was copied from a console or notebook rather than from a file."""
    for match in _LINE.finditer(text):
        line = match["text"]
        if line.strip() and not line.lstrip().startswith("#"):
            return bool(_PYTHON.match(line) or _IPYTHON.match(line))
    return False


def code_of(text: str) -> str:
    """Return the program inside `text`, without prompts and output, every line at its number."""
    if not is_transcript(text):
        return text
    lines = [match for match in _LINE.finditer(text) if match.group()]
    kept = _code_lines([line["text"] for line in lines])
    return "".join(code + line["end"] for code, line in zip(kept, lines, strict=True))


def _code_lines(lines: list[str]) -> list[str]:
    """Return the code of each of `lines`, or "" for output of the console."""
    kept = []
    mode = "code"  # until the first prompt; then the style of the last prompt, or "output"
    after_blank = False
    for line in lines:
        code, mode = _read(line, mode, after_blank)
        kept.append(code)
        after_blank = not line.strip()
    return kept


def _read(line: str, mode: str, after_blank: bool) -> tuple[str, str]:
    """Return the code of one line, and the mode of the lines below it."""
    if prompt := _PYTHON.match(line):
        return prompt["code"], "python"
    if prompt := _IPYTHON.match(line):
        return prompt["code"], "ipython" if prompt["code"].strip() else "cell"
    if mode == "python" and (prompt := _PYTHON_MORE.match(line)):
        return prompt["code"] or "", "python"
    if mode in ("ipython", "cell") and (prompt := _IPYTHON_MORE.match(line)):
        return prompt["code"], "ipython"
    if mode == "code":
        return line, mode
    printed = _RESULT.match(line) or (after_blank and _PRINTED.match(line))
    if mode == "cell" and not printed:
        return line, mode
    return "", "output"
