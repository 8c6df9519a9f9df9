"""Encode a moment of a run for a URL's hash; the same codec as static/src/model/link.ts.

    1.<body><check>

`1` is the version. The body is base64url (no padding) of raw deflate of compact JSON in UTF-8,
with one-letter keys and nothing that has its default. The check is four characters, base64url of
the low 24 bits of the JSON's CRC-32: a link that lost a character says so.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from server.document.untrusted_text import has_lone_surrogate, replace_lone_surrogates

VERSION = "1"
# A longer hash is refused before anything is unpacked.
MOST_CHARACTERS = 128 * 1024
# 64 KB of code, each byte of it escaped. What unpacks to more is a bomb.
MOST_BYTES = 6 * 64 * 1024 + 4096
# The largest whole number that a browser reads back as it was.
MOST_NUMBER = 2**53 - 1
MOST_NAME = 200
CHECK_LENGTH = 4

STRIDES = ("lesson", "line", "event")
PHRASINGS = ("formal", "named", "numbers")
TABS = ("code", "graph", "inspect")
LANGUAGES = ("en", "zh")
THEMES = ("light", "dark")
BEARINGS = ("right", "down")

SIGHT = re.compile(r"whole|-?\d{1,7},-?\d{1,7},\d{1,3}", re.ASCII)
FOLDS = re.compile(
    r"\d{1,2}|\d{0,2}([fo]\d{1,4}(~\d{1,4})?(,\d{1,4}(~\d{1,4})?)*){1,2}", re.ASCII
)
MOVED = re.compile(r"\d{1,4},-?\d{1,6},-?\d{1,6}(;\d{1,4},-?\d{1,6},-?\d{1,6})*", re.ASCII)
PEEK = re.compile(r"\d{1,9}:\d{1,15}(,\d{1,15})*:[cn]", re.ASCII)
MOST_ARRANGED = 4000
SAFE = re.compile(r"[A-Za-z0-9_-]*")


class LinkError(ValueError):
    """A hash that is no link; the text is a sentence for the reader, `code` says what is wrong.

    `code` is "damaged", "newer" (of a later version) or "too_big".
    """

    def __init__(self, code: str):
        super().__init__(SENTENCES[code])
        self.code = code


SENTENCES = {
    "damaged": "This link is damaged: a part of it was lost or changed on the way. Ask for it "
    "again, or copy it in one piece.",
    "newer": "This link was made by a newer Tapescope. Update this one to open it.",
    "too_big": "This link unpacks to more data than a snippet may have, so it was not "
    "opened.",
}


@dataclass(frozen=True, slots=True)
class Moment:
    """What a link tells: the code, the run it was about, the moment, and how it was looked at.

    `step` is a frame number (events that have happened), None for where the page opens a run by
    itself. `seed` is what the run drew its random numbers from. `digest` is of the run's tape
    (static/src/model/digest.ts) and `engine` the version that ran it. Theme None is the viewer's
    own; `bearing`, the way the tape runs, is what suits the viewer's screen if None. `camera` is
    where the author made it look, "whole" or "x,y,percent"; None where it follows the action.
    `folds`, `moved` and `peek` say what is folded and open other than at first, how far boxes were
    dragged, and which entry of a large value is looked at (static/src/app/state/arrangement.ts).
    `gradients` is "one" where all gradients are coloured by one log scale.
    """

    code: str
    title: str | None = None
    step: int | None = None
    selection: str | None = None
    stride: str = "lesson"
    phrasing: str = "named"
    tab: str = "graph"
    language: str | None = None
    theme: str | None = None
    seed: int | None = None
    engine: str | None = None
    digest: str | None = None
    bearing: str | None = None
    camera: str | None = None
    folds: str | None = None
    moved: str | None = None
    peek: str | None = None
    gradients: str | None = None

    def __post_init__(self) -> None:
        for name, is_fit in FITS.items():
            if not is_fit(getattr(self, name)):
                raise ValueError(f"A link cannot carry this {name}. {HINTS.get(name, '')}".strip())


def is_text(value: Any) -> bool:
    """Return whether a value is text that UTF-8 can encode."""
    return isinstance(value, str) and not has_lone_surrogate(value)


def is_name(value: Any) -> bool:
    return value is None or (is_text(value) and len(value) <= MOST_NAME)


def written(form: re.Pattern[str]) -> Callable[[Any], bool]:
    """Whether a value is None, or a text of this form that is not too long."""
    return lambda value: value is None or (
        isinstance(value, str)
        and len(value) <= MOST_ARRANGED
        and form.fullmatch(value) is not None
    )


def is_number(value: Any) -> bool:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value is None or (whole and 0 <= value <= MOST_NUMBER)


FITS = {
    "code": is_text,
    "title": is_name,
    "step": is_number,
    "selection": is_name,
    "stride": STRIDES.__contains__,
    "phrasing": PHRASINGS.__contains__,
    "tab": TABS.__contains__,
    "language": (None, *LANGUAGES).__contains__,
    "theme": (None, *THEMES).__contains__,
    "seed": is_number,
    "engine": is_name,
    "digest": is_name,
    "bearing": (None, *BEARINGS).__contains__,
    "camera": written(SIGHT),
    "folds": written(FOLDS),
    "moved": written(MOVED),
    "peek": written(PEEK),
    "gradients": (None, "one").__contains__,
}
HINTS = {
    "code": "It must be text without half a character (a lone surrogate).",
    "title": f"It must be text of at most {MOST_NAME} whole characters.",
    "step": f"It must be a whole number from 0 to {MOST_NUMBER}.",
    "seed": f"It must be a whole number from 0 to {MOST_NUMBER}.",
}
# In the order in which they are written, which the page keeps, too.
KEYS = {
    "code": "c",
    "title": "n",
    "step": "s",
    "selection": "b",
    "stride": "k",
    "phrasing": "f",
    "tab": "p",
    "language": "l",
    "theme": "t",
    "seed": "r",
    "engine": "e",
    "digest": "d",
    "bearing": "w",
    "camera": "v",
    "folds": "g",
    "moved": "m",
    "peek": "i",
    "gradients": "a",
}
DEFAULTS = {field.name: field.default for field in fields(Moment)}


def encode(moment: Moment) -> str:
    """The hash of a moment, without its `#`."""
    kept = {
        key: getattr(moment, name)
        for name, key in KEYS.items()
        if getattr(moment, name) != DEFAULTS[name]
    }
    text = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
    data = text.encode("utf-8")
    packed = zlib.compress(data, 9, -zlib.MAX_WBITS)
    return f"{VERSION}.{safe(packed)}{check(data)}"


def decode(text: str) -> Moment:
    """The moment of a hash, with or without its `#`. Raises LinkError, in a sentence."""
    text = text.removeprefix("#")
    version, dot, rest = text.partition(".")
    if not dot or not version.isascii() or not version.isdigit():
        raise LinkError("damaged")
    if version != VERSION:
        raise LinkError("newer")
    if len(text) > MOST_CHARACTERS:
        raise LinkError("too_big")
    data = unpacked(rest[:-CHECK_LENGTH])
    if check(data) != rest[-CHECK_LENGTH:]:
        raise LinkError("damaged")
    return moment_of(data)


def unpacked(body: str) -> bytes:
    """The JSON behind a body; no more of it is made than a snippet may have."""
    if not SAFE.fullmatch(body):
        raise LinkError("damaged")
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        packed = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        data = inflater.decompress(packed, MOST_BYTES + 1)
    except (binascii.Error, zlib.error):
        raise LinkError("damaged") from None
    if len(data) > MOST_BYTES:
        raise LinkError("too_big")
    if not inflater.eof or inflater.unused_data:
        raise LinkError("damaged")
    return data


def moment_of(data: bytes) -> Moment:
    """The moment of a link's JSON; keys that we do not know are of later minor changes."""
    try:
        found = json.loads(data.decode("utf-8"), parse_float=number_of)
    except (ValueError, RecursionError):
        raise LinkError("damaged") from None
    if not isinstance(found, dict) or "c" not in found:
        raise LinkError("damaged")
    try:
        return Moment(**{name: repaired(found[key]) for name, key in KEYS.items() if key in found})
    except (TypeError, ValueError):
        raise LinkError("damaged") from None


def repaired(value: Any) -> Any:
    """Replace lone surrogates in a text: older versions gave out links that carry them."""
    return replace_lone_surrogates(value) if isinstance(value, str) else value


def number_of(text: str) -> float | int:
    """A number of JSON, for which 3.0 is a whole one."""
    number = float(text)
    return int(number) if number.is_integer() else number


def check(data: bytes) -> str:
    """Four characters that change when the JSON does."""
    return safe((zlib.crc32(data) & 0xFFFFFF).to_bytes(3, "big"))


def safe(data: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")
