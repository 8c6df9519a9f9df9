"""`tapescope config` prints every setting, with its value, its source, its reason."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from server.cli import Parser, loaded_of, reader_may_leave
from server.config import SECTIONS, Config
from server.config.setting import Setting, argument_of, settings_of, variable_of
from server.config.sources import KNOWN, Loaded, add_arguments
from server.document.untrusted_text import escape_controls

WIDTH = 96
DEFAULT = "default"
SIZES = ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"), (1, "bytes"))


def show_config(arguments: list[str]) -> int:
    """Print the settings as a table, as a TOML file, or as JSON."""
    parser = Parser(
        "tapescope config",
        description="Print every setting, where its value is from, and its reason. Secrets and the "
        "passwords of addresses are not printed.",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--toml", action="store_true", help="a file that one can edit")
    form.add_argument("--json", action="store_true", help="one JSON object a setting, in a list")
    add_arguments(parser, {})
    asked = parser.parse_args(arguments)
    loaded = loaded_of(asked)
    with reader_may_leave():
        if asked.json:
            print(json.dumps(json_of(loaded), indent=2, ensure_ascii=False))
        else:
            print(*(toml_of(loaded) if asked.toml else table_of(loaded)), sep="\n")
    return 0


def source_of(loaded: Loaded, name: str) -> str:
    """Where a value is from: default, file, environment or command line."""
    given = loaded.given.get(name)
    return DEFAULT if given is None else given.source


def shown_value(config: Config, name: str) -> Any:
    """The value of a setting as JSON and TOML have it, without what is secret."""
    value, known = getattr(config, name), KNOWN[name]
    if known.is_secret:
        return "not set" if value is None else "set"
    if known.is_address and value is not None:
        return without_password(value)
    if name == "hosts" and value is None:
        return ["*"]
    return list(value) if isinstance(value, tuple) else value


def without_password(address: str) -> str:
    """An address without what may be secret in it: user, password, query."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "set"
    place = parts.netloc.rpartition("@")[2]
    if place == parts.netloc and not parts.query:
        return address
    return f"{parts.scheme}://{'***@' if place != parts.netloc else ''}{place}{parts.path}"


def written(value: Any, unit: str) -> str:
    """A value as people read it."""
    if value is None:
        return "not set"
    if isinstance(value, list):
        return ", ".join(value) or "none"
    if unit == "bytes":
        size, name = next(each for each in SIZES if value % each[0] == 0 < value or each[0] == 1)
        return f"{value // size:,} {name}"
    if isinstance(value, float):
        return f"{value:g} {unit}".strip()
    return f"{value:,} {unit}".strip() if unit else str(value)


def table_of(loaded: Loaded) -> Iterator[str]:
    """The settings by section: name, value, source; the reason below each."""
    for section in SECTIONS:
        yield f"{section.__doc__}"
        yield ""
        for name, known in settings_of(section).items():
            value = written(shown_value(loaded.config, name), known.unit)
            yield escape_controls(f"  {name} = {value}  ({place_of(loaded, name)})")
            yield textwrap.fill(known.reason, WIDTH, initial_indent=" " * 6,
                                subsequent_indent=" " * 6)
        yield ""


def place_of(loaded: Loaded, name: str) -> str:
    """Where a value is from, with the name there."""
    given = loaded.given.get(name)
    return DEFAULT if given is None else f"{given.source}: {given.place}"


def toml_of(loaded: Loaded) -> Iterator[str]:
    """The settings as a file: those that are not defaults, and the others in comments."""
    yield "# Settings of Tapescope. Arguments and the environment come before them."
    for section in SECTIONS:
        yield f"\n# {section.__doc__}."
        for name, known in settings_of(section).items():
            yield ""
            yield textwrap.fill(known.reason, WIDTH, initial_indent="# ", subsequent_indent="# ")
            yield line_of(loaded, name, known)


def line_of(loaded: Loaded, name: str, known: Setting) -> str:
    """The line of a setting in a TOML file."""
    value = shown_value(loaded.config, name)
    if known.is_secret or (known.is_address and value != getattr(loaded.config, name)):
        return f"# {name} is {'not set' if value == 'not set' else 'set, and not printed'}"
    if value is None:
        return f"# {name} is not set"
    is_default = name not in loaded.given
    return f"{'# ' if is_default else ''}{name} = {json.dumps(value, ensure_ascii=False)}"


def json_of(loaded: Loaded) -> list[dict[str, Any]]:
    """The settings as JSON has them."""
    return [
        {
            "name": name, "value": shown_value(loaded.config, name), "unit": known.unit or None,
            "source": source_of(loaded, name), "argument": argument_of(name),
            "variable": variable_of(name), "reason": known.reason,
        }
        for section in SECTIONS for name, known in settings_of(section).items()
    ]  # fmt: skip
