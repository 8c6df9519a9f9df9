"""Whatever is folded, open or wrapped: nothing overlaps, and lines lead from box to box."""

import json
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server import pipeline
from server.config import Config
from server.document.run import to_json
from server.sandbox import Outcome
from tests.page.questions import Page
from tests.sampling import examples
from tests.web.drawings import samples, tape_events
from tests.web.tapes import TapeWriter


@pytest.fixture(scope="module")
def page():
    with Page() as asked:
        yield asked


def document(events):
    outcome = Outcome(
        kind="finished", limit=None, sentence=None, status=0, seconds=0.1, fence="timed", seed=0,
        seeded=True, engine="0.1.0", events=events, ops={},
    )  # fmt: skip
    return json.loads(json.dumps(to_json(pipeline.document("x = 1", outcome, Config()))))


def planes(page, events, folded, stage=None):
    size = stage and {"w": stage[0], "h": stage[1]}
    asked = page.ask("planes", document(events), folded=sorted(folded), stage=size)
    return [json.loads(json.dumps(one), object_hook=lambda x: SimpleNamespace(**x))
            for one in asked]  # fmt: skip


PEOPLE = Path(__file__).parents[1] / "web" / "people"
FOLDED = st.sets(st.integers(0, 6))
# Null for one row, however long; on a stage that is very small, all is wrapped that can be.
STAGES = st.sampled_from([None, (160, 160), (240, 160), (160, 320), (840, 600), (400, 500)])


@examples(40)
@given(tape_events(), FOLDED, STAGES)
def test_no_two_boxes_overlap(page, events, folded, stage):
    for plane in planes(page, events, folded, stage):
        for a, b in combinations(plane.boxes, 2):
            apart = abs(a.x - b.x) >= (a.w + b.w) / 2 or abs(a.y - b.y) >= (a.h + b.h) / 2
            assert apart, (plane.bearing, a, b)


@examples(40)
@given(tape_events(), FOLDED, STAGES)
def test_no_line_passes_through_a_box(page, events, folded, stage):
    for plane in planes(page, events, folded, stage):
        for edge in plane.edges:
            for x, y in samples(edge.points):
                for box in plane.boxes:
                    # Lines end at boxes, and places are whole pixels.
                    within = abs(x - box.x) < box.w / 2 - 1.5 and abs(y - box.y) < box.h / 2 - 1.5
                    assert not within, (plane.bearing, edge, box)


@examples(40)
@given(tape_events(), FOLDED, STAGES)
def test_lines_leave_and_enter_square_to_the_boxes_that_they_join(page, events, folded, stage):
    for plane in planes(page, events, folded, stage):
        for edge in plane.edges:
            if edge.kind == "leaf":
                continue
            start, end = plane.boxes[getattr(edge, "from")], plane.boxes[edge.to]
            along = (lambda x, y: (x, y)) if plane.bearing == "right" else (lambda x, y: (y, x))
            (u0, v0), (u1, v1), *_, (u2, v2), (u3, v3) = (along(*point) for point in edge.points)
            (su, sv), (tu, tv) = along(start.x, start.y), along(end.x, end.y)
            (sl, sw), (tl, tw) = along(start.w, start.h), along(end.w, end.h)
            assert u0 == su + sl / 2 and (v0, v2) == (v1, v3)
            assert v0 == sv or edge.port is not None and abs(v0 - sv) < sw / 2
            assert u3 == tu - tl / 2 and abs(v3 - tv) < tw / 2
            assert u0 < u1 and u2 < u3


@examples(40)
@given(tape_events(), FOLDED, STAGES)
def test_a_frame_holds_what_is_in_its_group_and_nothing_else(page, events, folded, stage):
    layouts = doubled(events, document(events)["layouts"])
    for plane, layout in zip(planes(page, events, folded, stage), layouts, strict=True):
        for frame in plane.frames:
            inside = members(layout["groups"], frame.group)
            seats = {seat for box, seat in enumerate(plane.seats) if box in inside}
            for number, box in enumerate(plane.boxes):
                middle = frame.x + frame.w / 2, frame.y + frame.h / 2
                beside = abs(box.x - middle[0]) >= (box.w + frame.w) / 2
                apart = beside or abs(box.y - middle[1]) >= (box.h + frame.h) / 2
                assert apart != (number in seats), (plane.bearing, frame, box)


@examples(40)
@given(tape_events(), FOLDED, STAGES)
def test_everything_is_within_the_bounds(page, events, folded, stage):
    for plane in planes(page, events, folded, stage):
        left, top = plane.bounds.x, plane.bounds.y
        right, bottom = left + plane.bounds.w, top + plane.bounds.h
        corners = [(box.x + side * box.w / 2, box.y + side * box.h / 2)
                   for box in plane.boxes for side in (-1, 1)]  # fmt: skip
        for x, y in [*corners, *(p for edge in plane.edges for p in edge.points)]:
            assert left <= x <= right and top <= y <= bottom, (plane.bearing, x, y)


@pytest.mark.parametrize("program", ["lstm", "maml", "gan", "cnn", "recursion"])
def test_real_programs_are_drawn_without_faults_on_any_stage(page, document_of, program):
    run = document_of((PEOPLE / f"{program}.py").read_text())
    for w, h in [(840, 600), (400, 520), (80, 80)]:
        assert page.ask("faults", run, stage={"w": w, "h": h}) == []


def doubled(events, layouts):
    """The layout of each plane."""
    return [layouts[each["layout"]] for each in document(events)["passes"] for _ in range(2)]


def members(groups, number):
    found = set(groups[number]["inside"]["boxes"])
    for inner, group in enumerate(groups):
        if group["parent"] == number:
            found |= members(groups, inner)
    return found


@examples(60)
@given(st.data(), tape_events(), FOLDED)
def test_a_moment_is_the_same_however_one_came_to_it(page, data, events, folded):
    cursors = st.floats(0, len(events)).map(lambda cursor: round(cursor, 1))
    visits = data.draw(st.lists(cursors, min_size=2, max_size=12))
    asked = page.ask("astray", document(events), folded=sorted(folded), visits=visits)
    assert asked == []


@examples(60)
@given(tape_events(), FOLDED)
def test_whatever_is_sought_is_seen_once_what_is_folded_around_it_is_open(page, events, folded):
    seen = page.ask("uncovered", document(events), folded=sorted(folded))
    assert all(seen)


def two_calls():
    """Two layers in a model, each with a weight of its own, and a sum of squares."""
    tape = TapeWriter()
    x, h = tape.leaf("x"), None
    for layer in ("net.0", "net.1"):
        w = tape.leaf(f"{layer}.weight", requires_grad=True)
        h = tape.op("mul", h or x, w, scope=("net", layer))
        h = tape.op("relu", h, scope=("net", layer))
    tape.backward(tape.op("mul", h, h, name="loss"))
    return tape.events


@pytest.mark.parametrize(
    ("folded", "boxes", "frames"),
    [(set(), 10, 3), ({0}, 3, 0), ({1, 2}, 4, 1), ({1}, 7, 2)],
)
def test_a_model_folds_into_one_box_and_its_layers_into_one_each(page, folded, boxes, frames):
    right, down = planes(page, two_calls(), folded)
    assert (len(right.boxes), len(down.boxes)) == (boxes, boxes)
    assert (len(right.frames), len(down.frames)) == (frames, frames)
    assert None not in right.seats
