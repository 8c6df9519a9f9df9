"""Read the view that a class follows: the part of the picture in sight, with its folds.

The page lays a picture as suits its screen, so no coordinate means the same on two of them. A part
is told by the boxes of the run document that are in it, docs/classroom.md has the fields.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from server.classroom.errors import Refused
from server.document.link import FOLDS

# Of a model with some hundred modules both words are far shorter; each state carries them.
MOST_WORD = 1000
MOST_LAYOUTS = 10_000
# No picture is so large, in its own pixels, and no screen shows it ten times as large.
MOST_AROUND = 10_000_000
MOST_SCALE = 10_000
BOXES = re.compile(r"\d{1,5}(~\d{1,5})?(,\d{1,5}(~\d{1,5})?)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the picture of the layout of that number.

    `boxes` are those that are wholly in it, as in `0~4,9`; `around` says how far from them its
    edges are: along the tape before and after them, across it before and after. `scale` counts
    pixels of the screen for 1000 of the picture.
    """

    layout: int
    boxes: str
    around: tuple[int, int, int, int]
    scale: int


@dataclass(frozen=True, slots=True)
class View:
    """What whoever drives sees: what is folded, as links write it, and the part in sight.

    Both are None as long as nobody has told a view of the run that is shown.
    """

    folds: str | None = None
    part: Part | None = None


def view_in(found: Any) -> View | None:
    """The view in a request's body, None for none; Refused when it is not one."""
    if found is None:
        return None
    if not isinstance(found, dict):
        raise Refused("bad_move", what="A view is an object, or null.")
    return View(word_in(found.get("folds"), FOLDS, "folds"), part_in(found.get("part")))


def view_of(kept: dict[str, Any] | None) -> View | None:
    """A view as it was before it was written."""
    if kept is None:
        return None
    part = kept["part"]
    if part is not None:
        part = Part(**part | {"around": tuple(part["around"])})
    return View(kept["folds"], part)


def part_in(found: Any) -> Part | None:
    if found is None:
        return None
    if not isinstance(found, dict):
        raise Refused("bad_move", what="The part of a view is an object, or null.")
    boxes, around = word_in(found.get("boxes"), BOXES, "boxes"), found.get("around")
    if boxes is None or not isinstance(around, list) or len(around) != 4:
        raise Refused("bad_move", what="A part has boxes, and four distances around them.")
    before, after, above, below = (whole_in(each, -MOST_AROUND, MOST_AROUND) for each in around)
    layout = whole_in(found.get("layout"), 0, MOST_LAYOUTS)
    scale = whole_in(found.get("scale"), 1, MOST_SCALE)
    return Part(layout, boxes, (before, after, above, below), scale)


def word_in(found: Any, form: re.Pattern[str], name: str) -> str | None:
    """A word of that form, None for none; Refused when it is another thing."""
    if found is None:
        return None
    if not isinstance(found, str) or len(found) > MOST_WORD or not form.fullmatch(found):
        raise Refused("bad_move", what=f"The {name} of a view are written as in 0~4,9.")
    return found


def whole_in(found: Any, least: int, most: int) -> int:
    """A whole number within bounds, or Refused."""
    if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
        what = f"A view has whole numbers, here from {least} to {most}."
        raise Refused("bad_move", what=what)
    return found
