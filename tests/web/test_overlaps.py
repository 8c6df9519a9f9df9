"""Real programs: in no layout of theirs do boxes, or what is outside of these, overlap."""

from pathlib import Path

import pytest

from server.examples import lessons
from server.graph.box_size import Size
from server.graph.dataflow import read
from server.graph.graph import graph_of
from server.graph.passes import spans
from server.layout.direction import BEARINGS, RIGHT, TAB_ROOM
from server.layout.layout import place, signature
from server.layout.nested_layout import folds
from server.layout.placement_units import LABEL, NAME
from tests.web.drawings import samples

PEOPLE = sorted((Path(__file__).parent / "people").glob("*.py"))
LESSONS = {lesson["id"]: lesson["code"] for lesson in lessons()}
TAUGHT = ("accumulate", "diamond", "views", "function", "two_layers", "double_backward")
PROGRAMS = {path.stem: path.read_text("utf-8") for path in PEOPLE} | {
    name: LESSONS[name] for name in TAUGHT
}


def layouts(events):
    """`(bearing, boxes, curves)` of each form: flat, folded, and of each group alone."""
    found = spans(events)
    tape = read(events, [span.first for span in found])
    graphs = [graph_of(tape, span, 4000) for span in found]
    for graph in {signature(graph): graph for graph in graphs}.values():
        data = [data for _, data in graph.nodes(data=True)]
        own = [(each["kind"], each["size"]) for each in data]
        for bearing, form in zip(BEARINGS, place(graph), strict=True):
            yield bearing, list(zip(own, form.at, strict=True)), form.points
        groups, whole = folds(graph)
        sizes = [("group", Size(int(group.w), int(group.h))) for group in groups]
        for fold in [whole, *(group.inside for group in groups)] if whole else []:
            items = [own[box] for box in fold.boxes] + [sizes[group] for group in fold.groups]
            for bearing, form in zip(BEARINGS, (fold.right, fold.down), strict=True):
                yield bearing, list(zip(items, form.at, strict=False)), form.points


def rooms(bearing, boxes):
    """`(box, left, top, right, bottom)` of each box, its tabs, its ports and its name outside."""
    for number, ((kind, size), (x, y)) in enumerate(boxes):
        left, right, top, bottom = x - size.w / 2, x + size.w / 2, y - size.h / 2, y + size.h / 2
        yield number, left, top, right, bottom
        if size.tabs:
            yield number, left - TAB_ROOM, bottom - size.tabs, left, bottom
        if size.ports and bearing is RIGHT:
            yield number, right, top, right + bearing.port_room, bottom
        elif size.ports:
            yield number, left, bottom, right, bottom + bearing.port_room
        if kind == "accumulate" and bearing is RIGHT:
            yield number, left, bottom, right, bottom + LABEL
        elif kind == "accumulate":
            yield number, x, top - LABEL, x + NAME, top


def overlapping(all_rooms):
    """The first two rooms of different boxes that overlap, or None."""
    active = []
    for room in sorted(all_rooms, key=lambda room: room[1]):
        box, left, top, _, bottom = room
        active = [other for other in active if other[3] > left]
        for other in active:
            if other[0] != box and other[2] < bottom and top < other[4]:
                return other, room
        active.append(room)
    return None


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_overlaps_in_any_layout_of_a_real_program(sandbox, name):
    for bearing, boxes, _ in layouts(sandbox.run(PROGRAMS[name], 0).events):
        assert overlapping(rooms(bearing, boxes)) is None, bearing.name


@pytest.mark.parametrize("name", ["gpt", "lstm", "maml", "cnn"])
def test_no_line_of_a_real_program_passes_through_a_box(sandbox, name):
    for bearing, boxes, curves in layouts(sandbox.run(PROGRAMS[name], 0).events):
        for curve in curves:
            for x, y in samples(curve, each=4):
                for (_, size), (at, level) in boxes:
                    inside = abs(x - at) < size.w / 2 - 1 and abs(y - level) < size.h / 2 - 1
                    assert not inside, (bearing.name, x, y)
