"""The run document (docs/run-document.md) as frozen dataclasses that read or write JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import orjson

from server.document.finding import Finding
from server.document.upgrade import VERSION as VERSION
from server.document.upgrade import RunError as RunError
from server.document.upgrade import broken, renewed

# What the document calls by a word that Python keeps for itself.
WORDS = {"source": "from", "target": "to"}
TYPES = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


@dataclass(frozen=True, slots=True)
class Snippet:
    """The code as the user wrote it, and the seed that the generator began with."""

    code: str
    seed: int
    seeded: bool


@dataclass(frozen=True, slots=True)
class Pass:
    """A stretch of the tape, `first..last`, and what stands in each box of its layout.

    `left_out` and `edges_left_out` did not fit in; with no room at all it is not `drawn`."""

    first: int
    last: int
    call: int | None
    layout: int
    boxes: tuple[str, ...]
    left_out: int
    edges_left_out: int
    drawn: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A box: its middle, width and height in CSS pixels."""

    kind: str
    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True, slots=True)
class Edge:
    """A line of cubic Beziers between boxes, by index, from output `port` (None: the only one)."""

    source: int
    target: int
    kind: str
    slot: str | None
    edge: int | None
    port: int | None
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """What pyvis made of a layout, for vis-network."""

    nodes: tuple[dict, ...]
    edges: tuple[dict, ...]
    options: dict


@dataclass(frozen=True, slots=True)
class Form:
    """Where the boxes of a drawing have their middles, and the points of its edges."""

    width: float
    height: float
    at: tuple[tuple[float, float], ...]
    points: tuple[tuple[tuple[float, float], ...], ...]


@dataclass(frozen=True, slots=True)
class Fold:
    """A container in which every group is a box: the whole, or the inside of one group.

    `right` and `down` place its boxes, then its groups, then the doors in its frame through which
    lines from the boxes `entries` come in and from `exits` go out. `edges` are those of the layout
    that are seen here, `lines` the curve of each; edges may share one.
    """

    boxes: tuple[int, ...]
    groups: tuple[int, ...]
    entries: tuple[int, ...]
    exits: tuple[int, ...]
    edges: tuple[int, ...]
    lines: tuple[int, ...]
    right: Form
    down: Form


@dataclass(frozen=True, slots=True)
class GroupBox:
    """A call, a line or `times` equal modules, with `ops` recorded ops: it folds into one box.

    Folded it shows what the box `face` shows. `parent` is the group around it."""

    kind: str
    label: str
    parent: int | None
    face: int
    ops: int
    times: int
    w: float
    h: float
    inside: Fold


@dataclass(frozen=True, slots=True)
class Layout:
    """Boxes and edges in their places, shared by all passes of one shape.

    Here the tape runs to the right; `down` has the same boxes and edges from top to bottom. Where
    there are `groups`, `folded` is the same with each of them as a box.
    """

    width: float
    height: float
    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]
    down: Form
    groups: tuple[GroupBox, ...]
    folded: Fold | None
    picture: Picture


@dataclass(frozen=True, slots=True)
class OutcomeSummary:
    """How the run ended."""

    kind: str
    limit: str | None
    sentence: str | None
    status: int | None
    seconds: float
    fence: str


@dataclass(frozen=True, slots=True)
class Run:
    """Everything that drawing a run needs. Events and ops stay in their JSON form."""
    version: int
    engine: str
    snippet: Snippet
    events: tuple[dict, ...]
    passes: tuple[Pass, ...]
    layouts: tuple[Layout, ...]
    ops: dict
    outcome: OutcomeSummary
    findings: tuple[Finding, ...]


def to_json(thing: Any) -> Any:
    """A Run, or any part of one, as JSON knows it."""
    if is_dataclass(thing):
        return {WORDS.get(each.name, each.name): to_json(getattr(thing, each.name))
                for each in fields(thing)}
    return [to_json(item) for item in thing] if isinstance(thing, tuple) else thing


def text_of(run: Run | Layout) -> bytes:
    """The run document, or a layout of it, as JSON in UTF-8."""
    try:
        return orjson.dumps(run, members, orjson.OPT_PASSTHROUGH_DATACLASS)
    except TypeError:  # an integer of more than 64 bits
        return json.dumps(run, default=members, separators=(",", ":")).encode()


def members(thing: Any) -> dict[str, Any]:
    """What a part of a Run has, by the words of the document."""
    return {word: getattr(thing, name) for name, word in words_of(type(thing))}


@cache
def words_of(kind: type) -> list[tuple[str, str]]:
    """The fields of a part, and what the document calls them."""
    return [(field.name, WORDS.get(field.name, field.name)) for field in fields(kind)]


def from_json(document: Any) -> Run:
    """The Run of a document, also of an older version; RunError, a sentence, for anything else."""
    document = renewed(document)
    run = decoded(Run, document, "the document")
    check_passes(run)
    for index, layout in enumerate(run.layouts):
        check_layout(layout, f"layouts[{index}]")
    return run


def decoded(kind: Any, value: Any, where: str) -> Any:
    """`value` of a document as the type `kind`."""
    if get_origin(kind) is UnionType:
        kind = get_args(kind)[0]
        return None if value is None else decoded(kind, value, where)
    if is_dataclass(kind):
        return decoded_fields(kind, value, where)
    if get_origin(kind) is tuple:
        return decoded_tuple(get_args(kind), value, where)
    fits = isinstance(value, (int, float) if kind is float else kind)
    if not fits or (isinstance(value, bool) and kind is not bool):
        raise broken(where, f"is not {TYPES.get(kind, 'an object')}")
    return value


def decoded_fields(kind: Any, value: Any, where: str) -> Any:
    if not isinstance(value, dict):
        raise broken(where, "is not an object")
    found = {}
    for name, wanted in get_type_hints(kind).items():
        word = WORDS.get(name, name)
        if word not in value:
            raise broken(where, f"has no {word!r}")
        found[name] = decoded(wanted, value[word], f"{where}.{word}")
    return kind(**found)


def decoded_tuple(wanted: tuple, value: Any, where: str) -> tuple:
    if not isinstance(value, list):
        raise broken(where, "is not a list")
    if wanted[-1] is not ... and len(value) != len(wanted):
        raise broken(where, f"does not have {len(wanted)} entries")
    return tuple(decoded(wanted[0], item, f"{where}[{i}]") for i, item in enumerate(value))


def check_passes(run: Run) -> None:
    """Passes cover all events in order, and name one thing for each box of their layout."""
    expected = 0
    for index, part in enumerate(run.passes):
        where = f"passes[{index}]"
        if part.first != expected or part.last < part.first - 1:
            raise broken(where, "does not follow the pass before it")
        expected = part.last + 1
        if not 0 <= part.layout < len(run.layouts):
            raise broken(where, "has a layout that is not there")
        if len(part.boxes) != len(run.layouts[part.layout].boxes):
            raise broken(where, "does not fill the boxes of its layout")
    if expected != len(run.events):
        raise broken("the list of passes", "does not cover the events")


def check_layout(layout: Layout, where: str) -> None:
    for index, edge in enumerate(layout.edges):
        if not (0 <= edge.source < len(layout.boxes) and 0 <= edge.target < len(layout.boxes)):
            raise broken(f"{where}.edges[{index}]", "goes to a box that is not there")
        check_curve(edge.points, f"{where}.edges[{index}]")
    check_form(layout.down, len(layout.boxes), len(layout.edges), f"{where}.down")
    for fold in (*(group.inside for group in layout.groups), layout.folded):
        if fold is not None:
            check_fold(fold, layout, where)
    for group in layout.groups:
        inner = group.parent is None or 0 <= group.parent < len(layout.groups)
        if not inner or not 0 <= group.face < len(layout.boxes) or layout.folded is None:
            raise broken(where, "has a group of what is not there")


def check_fold(fold: Fold, layout: Layout, where: str) -> None:
    """A fold names boxes, groups and edges that are there, and places all that stands in it."""
    numbers = (
        ((*fold.boxes, *fold.entries, *fold.exits), len(layout.boxes)),
        (fold.groups, len(layout.groups)),
        (fold.edges, len(layout.edges)),
        (fold.lines, len(fold.right.points)),
    )
    there = all(0 <= n < most for given, most in numbers for n in given)
    if not there or len(fold.lines) != len(fold.edges):
        raise broken(where, "has a fold of what is not there")
    standing = len(fold.boxes) + len(fold.groups) + len(fold.entries) + len(fold.exits)
    for name, form in (("right", fold.right), ("down", fold.down)):
        check_form(form, standing, len(fold.right.points), f"{where}: a fold's {name}")


def check_form(form: Form, boxes: int, edges: int, where: str) -> None:
    """A form has a place for each box and a curve for each edge."""
    if (len(form.at), len(form.points)) != (boxes, edges):
        raise broken(where, "does not place every box and edge")
    for index, points in enumerate(form.points):
        check_curve(points, f"{where}.points[{index}]")


def check_curve(points: tuple, where: str) -> None:
    if len(points) % 3 != 1:
        raise broken(where, "does not have 1 + 3k points")
