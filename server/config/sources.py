"""Read the settings from the command line, the environment, a file: `load(arguments)`."""

from __future__ import annotations

import argparse
import difflib
import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

from server.config import Config
from server.config.checks import Problem, Unfit, told
from server.config.serving import LOOPBACK
from server.config.setting import PREFIX, argument_of, settings_of, variable_of
from server.config.work import Capacity, Drawings, Runs
from server.config.values import Unreadable, value_of

KNOWN = settings_of(Config)
# Those of what is worked on, which commands have that serve nobody.
WORK = [name for section in (Runs, Drawings, Capacity) for name in settings_of(section)]
FILE_VARIABLE = f"{PREFIX}CONFIG"
# Of several sources the last counts.
FILE, ENVIRONMENT, LINE = "file", "environment", "command line"
# Names of the environment -> settings; ours come after those that other programs know.
VARIABLES = {
    **{each.second_name: name for name, each in KNOWN.items() if each.second_name},
    **{variable_of(name): name for name in KNOWN},
}


@dataclass(frozen=True)
class Given:
    """A value as it was given, the kind of source, the place in it."""

    value: Any
    source: str
    place: str


@dataclass(frozen=True)
class Loaded:
    """The settings, where those that are not defaults came from, warnings as sentences."""

    config: Config
    given: Mapping[str, Given] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    file: Path | None = None


class Misread(ValueError):
    """Sources that give no settings; the text is sentences about all that is wrong."""


def add_arguments(
    parser: argparse.ArgumentParser, shown: Mapping[str, str], names: Iterable[str] = KNOWN
) -> None:
    """Add an argument for each setting; --help shows those of `shown`, with these words."""
    parser.add_argument(
        "--config", metavar="FILE", help="settings, as `tapescope config --toml` prints them"
    )
    for name in names:
        parser.add_argument(
            argument_of(name), dest=name, metavar="N" if KNOWN[name].unit else "VALUE",
            help=shown.get(name, argparse.SUPPRESS),
        )  # fmt: skip


def load(asked: argparse.Namespace | None = None) -> Loaded:
    """Read the settings of this process. Raises Misread."""
    file = file_of(asked)
    given = {**from_file(file), **from_environment(), **from_line(asked)}
    values, problems = read(given)
    if problems:
        raise Misread(" ".join(problems))
    serves_others = values.get("host") not in (None, *LOOPBACK) or "trusted_proxies" in values
    if serves_others and "hosts" not in values:
        # Who listens to others is called by names that nobody here can know.
        values["hosts"] = None
    try:
        config = Config(**values)
    except Unfit as unfit:
        raise Misread(" ".join(
            sentence(each, given.get(each.name), values.get(each.name)) for each in unfit.problems
        )) from None  # fmt: skip
    return Loaded(config, given, tuple(strange_variables()), file)


def file_of(asked: argparse.Namespace | None) -> Path | None:
    """The file of settings: the one that is named, else that of the user, if there is one."""
    named = getattr(asked, "config", None) or os.environ.get(FILE_VARIABLE)
    if named:
        return Path(named)
    own = Path(platformdirs.user_config_path("tapescope", appauthor=False)) / "tapescope.toml"
    return own if own.is_file() else None


def from_file(path: Path | None) -> dict[str, Given]:
    """The values that a file gives. Raises Misread."""
    if path is None:
        return {}
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise Misread(f"There is no file of settings {path}.") from None
    except OSError as error:
        raise Misread(f"The file of settings {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise Misread(f"The file of settings {path} is not text in UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise Misread(f"The file of settings {path} is not TOML: {error}.") from None
    strange = [name for name in found if name not in KNOWN]
    if strange:
        raise Misread(" ".join(
            f"The file {path} sets {name}, which is no setting.{nearest(name, list(KNOWN))}"
            for name in strange
        ))  # fmt: skip
    return {name: Given(value, FILE, f"in {path}") for name, value in found.items()}


def from_environment() -> dict[str, Given]:
    """The values that the environment gives; an empty one is none."""
    return {
        name: Given(os.environ[variable], ENVIRONMENT, variable)
        for variable, name in VARIABLES.items()
        if os.environ.get(variable)
    }


def from_line(asked: argparse.Namespace | None) -> dict[str, Given]:
    """The values that the command line gives."""
    given = {name: getattr(asked, name, None) for name in KNOWN}
    return {
        name: Given(value, LINE, argument_of(name))
        for name, value in given.items()
        if value is not None
    }


def read(given: Mapping[str, Given]) -> tuple[dict[str, Any], list[str]]:
    """The values by their types, with a sentence for each that is not of its type."""
    values: dict[str, Any] = {}
    problems: list[str] = []
    for name, each in given.items():
        try:
            values[name] = value_of(name, each.value)
        except Unreadable as error:
            problems.append(sentence(Problem(name, str(error)), each, each.value))
    return values, problems


def sentence(problem: Problem, given: Given | None, value: Any) -> str:
    """A sentence about a problem, with where the value is from."""
    if given is not None:
        value = tuple(given.value) if isinstance(given.value, list) else given.value
        return told(problem, KNOWN[problem.name], value, given.place)
    return told(problem, KNOWN[problem.name], value)


def strange_variables() -> Iterator[str]:
    """A warning for each variable of ours that no setting has."""
    known = [*VARIABLES, FILE_VARIABLE]
    for variable in sorted(os.environ):
        if variable.startswith(PREFIX) and variable not in known:
            yield f"{variable} is no setting and was not read.{nearest(variable, known)}"


def nearest(name: str, known: list[str]) -> str:
    """The nearest name as a question, if there is one."""
    found = difflib.get_close_matches(name, known, 1, 0.8)
    return f" Is {found[0]} meant?" if found else ""
