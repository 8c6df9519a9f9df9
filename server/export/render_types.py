"""Plain data of a picture or a story: how a moment is to be shown, what comes of it.

The process that answers requests speaks of these and loads no renderer (page_renderer.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# The size of the picture that sites show which unfold a link.
CARD_WIDTH, CARD_HEIGHT = 1200, 630
TOO_LARGE = "The run is too large to be drawn here. Do fewer steps, or fold what it is made of."


class PressError(Exception):
    """There is no picture or no story; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How a moment is to be shown; what is None is left to whoever shows it.

    `step` is a frame number; a picture is of the step at which the page opens a run if it is None.
    The others are those of a link (server/document/link.py); a picture has no camera and no
    formulas, and a file cannot look inside a large value.
    """

    step: int | None = None
    selection: str | None = None
    stride: str = "lesson"
    language: str | None = None
    theme: str | None = None
    bearing: str | None = None
    phrasing: str = "named"
    camera: str | None = None
    folds: str | None = None
    moved: str | None = None


PLAIN = Wish()


@dataclass(frozen=True, slots=True)
class Cell:
    """The output of a notebook's cell in three forms; the size is that of the picture."""

    html: str
    picture: bytes
    width: int
    height: int
    text: str


@dataclass(frozen=True, slots=True)
class Stage:
    """The pass that is on stage at a moment: its number from 0, and the names of its boxes.

    They are named as at the end of the pass; None is a box without a name.
    """

    number: int
    names: list[str | None]


@dataclass(frozen=True, slots=True)
class Told:
    """One step in words: the frame after it, its line, its sentence, and what it printed."""

    step: int
    line: int | None
    sentence: str
    printed: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a run did that may not be meant: its line, a title, and what, why, what to change."""

    line: int | None
    title: str
    words: str


# How grave a finding may be, the gravest first.
SEVERITIES = ("error", "mistake", "smell", "note")


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """A finding in one language; the first of `lines` is the one that it stands under.

    It comes to light at event `at`.
    """

    kind: str
    at: int
    severity: str
    lines: list[int]
    names: list[str]
    title: str
    sentence: str
    why: str
    change: str


@dataclass(frozen=True, slots=True)
class Checked:
    """The findings of a run, how it ended, and why it did not finish (None: it did)."""

    outcome: str
    findings: list[Diagnosed]
    ending: str | None


@dataclass(frozen=True, slots=True)
class Story:
    """A run in words; `ending` is why it did not finish, None when it did."""

    steps: list[Told]
    found: list[Found]
    heading: str
    ending: str | None


def story_of(told: dict[str, Any]) -> Story:
    """The story that the page's code answers with."""
    return Story(
        [Told(**step) for step in told["steps"]],
        [Found(**each) for each in told["found"]],
        told["heading"],
        told["ending"],
    )


def checked_of(told: dict[str, Any]) -> Checked:
    """The findings that the page's code answers with."""
    found = [Diagnosed(**each) for each in told["findings"]]
    return Checked(told["outcome"], found, told["ending"])
