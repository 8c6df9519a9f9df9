"""The run document as dataclasses: there and back, and what is refused on the way."""

import json

import pytest

from server import pipeline
from server.config import Config
from server.document.run import RunError, from_json, to_json
from server.sandbox import Outcome
from tests.web import tapes


def run_of(events, **changed):
    outcome = dict(
        kind="finished", limit=None, sentence=None, status=0, seconds=0.1, fence="timed", seed=0,
        seeded=True, engine="0.1.0", events=events, ops={},
    )  # fmt: skip
    return pipeline.document("x = 1", Outcome(**outcome | changed), Config())


def document(events=()):
    return json.loads(json.dumps(to_json(run_of(list(events)))))


@pytest.mark.parametrize("story", tapes.STORIES.values(), ids=tapes.STORIES)
def test_a_run_comes_back_from_json_as_it_was(story):
    run = run_of(story())
    assert from_json(json.loads(json.dumps(to_json(run)))) == run


@pytest.mark.parametrize("story", tapes.STORIES.values(), ids=tapes.STORIES)
def test_a_document_follows_its_schema(story, schema):
    schema.validate(document(story()))


def test_a_run_without_events_follows_its_schema(schema):
    made = document()
    schema.validate(made)
    assert made["passes"] == [
        {
            "first": 0,
            "last": -1,
            "call": None,
            "layout": 0,
            "boxes": [],
            "left_out": 0,
            "edges_left_out": 0,
            "drawn": True,
        }
    ]


def test_a_shape_that_returns_is_laid_out_once():
    made = document(tapes.training(steps=5))
    assert [part["layout"] for part in made["passes"]] == [0] * 5
    assert len(made["layouts"]) == 1


def test_the_picture_of_a_layout_has_its_boxes_and_edges():
    (layout,) = document(tapes.square())["layouts"]
    picture = layout["picture"]
    assert [node["id"] for node in picture["nodes"]] == list(range(len(layout["boxes"])))
    assert [(node["x"], node["y"]) for node in picture["nodes"]] == [
        (box["x"], box["y"]) for box in layout["boxes"]
    ]
    assert [(edge["from"], edge["to"]) for edge in picture["edges"]] == [
        (edge["from"], edge["to"]) for edge in layout["edges"]
    ]
    assert picture["options"]["physics"] == {"enabled": False}


def test_boxes_beyond_the_limit_are_left_out_and_counted():
    tape = tapes.TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    for _ in range(100):
        h = tape.op("exp", h)
    config = Config(pass_boxes=50)
    (drawn,), _ = pipeline.draw(tape.events, config)
    assert (len(drawn.boxes), drawn.left_out) == (50, 52)


def test_runs_of_ever_larger_passes_are_drawn_within_the_limit():
    tape = tapes.TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    for _ in range(60):
        h = tape.op("exp", h)
        tape.backward(h)
    config = Config(run_boxes=500)
    drawn, layouts = pipeline.draw(tape.events, config)
    assert len(drawn) == 60
    assert max(len(part.boxes) for part in drawn[-10:]) == pipeline.LEAST_BOXES


def broken(**changed):
    return document(tapes.square()) | changed


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        ([], "has version None"),
        (broken(version=13), "has version 13"),
        (broken(version=8, ops=None), "the document has no 'ops'"),
        (broken(version=1, outcome=3), "the document has no 'outcome'"),
        (broken(engine=7), "the document.engine is not a text"),
        (broken(events={}), "the document.events is not a list"),
        (broken(events=[]), "does not cover the events"),
        (broken(layouts=[]), "passes[0] has a layout that is not there"),
        (broken(passes=[]), "does not cover the events"),
        (broken(snippet={"code": ""}), "the document.snippet has no 'seed'"),
        (broken(outcome=None), "the document.outcome is not an object"),
    ],
)
def test_a_broken_document_is_refused_with_a_sentence(made, sentence):
    with pytest.raises(RunError, match="^This run document ") as refused:
        from_json(made)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("kind", ["finished", "failed", "stopped"])
def test_a_document_of_version_1_is_read_as_the_same_run(kind):
    status = {"finished": 0, "failed": 1, "stopped": None}[kind]
    run = run_of(tapes.square(), kind=kind, status=status)
    old = json.loads(json.dumps(to_json(run))) | {"version": 1}
    del old["outcome"]["status"]
    assert from_json(old) == run


def test_of_a_document_of_version_3_no_call_is_known():
    tape = tapes.TapeWriter()
    w = tape.leaf("w", requires_grad=True)
    tape.op("mul", w, w, scope=("step()", "net"), calls=(1, 2))
    old = document(tape.events) | {"version": 3}
    del old["events"][-1]["calls"]
    assert from_json(old).events[-1]["calls"] == [0, 0]


def test_in_a_document_of_version_4_a_call_is_within_the_one_that_ends_after_it():
    tape = tapes.TapeWriter()
    w = tape.leaf("w", requires_grad=True)
    y = tape.op("mul", w, w)
    outer, inner, failed = tape.begin(y), tape.begin(y), tape.begin(y)
    for call in (inner, outer):
        tape.say("backward", phase="end", call=call, failed=False, results=[], line=None)
    tape.backward(y)
    old = document(tape.events) | {"version": 4}
    for event in old["events"]:
        event.pop("within", None)
        event.pop("failed", None)
    within = {e["call"]: e["within"] for e in from_json(old).events if "within" in e}
    assert within == {outer: None, inner: outer, failed: inner, failed + 1: None}


def test_a_document_of_version_6_draws_all_its_passes_and_edges():
    run = run_of(tapes.training())
    old = json.loads(json.dumps(to_json(run))) | {"version": 6}
    for part in old["passes"]:
        del part["edges_left_out"], part["drawn"]
    assert from_json(old) == run


def test_a_pass_that_does_not_fill_its_layout_is_refused():
    made = document(tapes.square())
    made["passes"][0]["boxes"].pop()
    with pytest.raises(RunError, match="does not fill the boxes of its layout"):
        from_json(made)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("to", 99, "goes to a box that is not there"),
        ("points", [[0, 0], [1, 1]], "does not have 1 \\+ 3k points"),
        ("points", [[0, 0, 0]], "does not have 2 entries"),
        ("kind", True, "is not a text"),
    ],
)
def test_a_broken_edge_is_refused(field, value, sentence):
    made = document(tapes.square())
    made["layouts"][0]["edges"][0][field] = value
    with pytest.raises(RunError, match=sentence):
        from_json(made)


def test_in_a_document_of_version_9_nothing_repeats():
    old = document() | {"version": 9}
    groups = [group for layout in old["layouts"] for group in layout["groups"]]
    for group in groups:
        del group["times"]
    assert all(each.times == 1 for layout in from_json(old).layouts for each in layout.groups)


def test_in_a_document_of_version_8_ops_get_their_words():
    facts = {"node": "PowBackward0", "forward": "$self^{$exponent}", "gradients": {}}
    old = document() | {"version": 8, "ops": {"pow_scalar": facts}}
    assert from_json(old).ops == {"pow_scalar": facts | {"word": "pow", "outputs": []}}


def test_in_a_document_of_version_10_all_edges_leave_from_the_middle():
    run = from_json(document() | {"version": 10})
    assert all(edge.port is None for layout in run.layouts for edge in layout.edges)


def test_a_document_of_version_11_has_no_modules_and_is_read():
    assert from_json(document() | {"version": 11}).version == 12
