"""Texts from strangers, made safe for what reads them: UTF-8, terminals, spreadsheets."""

from __future__ import annotations

import re

# Half of a UTF-16 pair. Python and JSON can hold it alone; UTF-8 cannot.
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
# Controls that change the direction of text, so that it reads as what it is not (Trojan Source).
DIRECTIONS = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
# Characters that a terminal may act on: C0 without newline and tab, DEL, C1, directions, line
# separators; and what UTF-8 cannot encode.
CONTROLS = re.compile(f"[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029{DIRECTIONS}\ud800-\udfff]")
# Where some spreadsheet begins a cell: the separators of all locales, and every line break.
SEPARATORS = ",;|\t\n\x0b\x0c\r\x1c-\x1f\x85\u2028\u2029\uff0c\uff1b\uff5c"
# What a spreadsheet may strip before it looks at a cell: blanks, quotes, invisible characters.
STRIPPED = (
    ' "\0-\x08\x0e-\x1b\x7f-\x84\x86-\xa0\xad\u1680\u2000-\u200f\u202a-\u202f'
    "\u205f-\u206f\u3000\ufeff"
)
# What begins a formula: OWASP's list, with the full-width signs that some locales take for these.
SIGNS = "=+\\-@\\t\\r\uff1d\uff0b\uff0d\uff20\u2212"
FORMULA = re.compile(f"(^|[{SEPARATORS}])(?=[{STRIPPED}]*[{SIGNS}])")


def has_lone_surrogate(text: str) -> bool:
    """Return whether a text has a character that UTF-8 cannot encode."""
    return LONE_SURROGATE.search(text) is not None


def replace_lone_surrogates(text: str) -> str:
    """Replace each lone surrogate by U+FFFD, so that the text can be encoded as UTF-8."""
    return LONE_SURROGATE.sub("\ufffd", text)


def escape_controls(text: str) -> str:
    """Write control characters as Python escapes, so that a terminal shows them and obeys none.

    Newlines and tabs stay.
    """
    return CONTROLS.sub(escape_character, text)


def escape_formulas(text: str) -> str:
    """Put an apostrophe before whatever a spreadsheet may take for a cell with a formula.

    OWASP's rule for CSV injection, applied after each separator as well: a spreadsheet of another
    locale splits by other separators than the file was written with. The quotes around the cell,
    and the doubling of those inside, are the CSV writer's.
    """
    return FORMULA.sub(r"\1'", text)


def escape_character(match: re.Match[str]) -> str:
    """Return the Python escape of the matched character."""
    return match[0].encode("unicode_escape", "surrogatepass").decode("ascii")
