"""Layouts that are kept for other runs: a run gets the one that would be placed for it."""

from dataclasses import replace

import pytest
from hypothesis import given

from server import pipeline
from server.config import Config
from server.layout.recent_layouts import Layouts, Placed
from tests.sampling import examples
from tests.web.drawings import tape_events
from tests.web.tapes import TapeWriter


@pytest.fixture(autouse=True)
def forgets(monkeypatch):
    """No layout is kept before a test, nor after it."""
    forget(monkeypatch)


def forget(monkeypatch):
    monkeypatch.setattr(pipeline, "LAYOUTS", Layouts())


def renamed(events):
    """The events of the same program with longer names."""
    return [
        each | {"name": f"{each['name']}_and_something_more"} if each["kind"] == "name" else each
        for each in events
    ]


@examples(30)
@given(tape_events())
def test_a_run_is_drawn_alike_whatever_was_drawn_before(events):
    with pytest.MonkeyPatch.context() as monkeypatch:
        forget(monkeypatch)
        alone = pipeline.draw(events, Config())
        forget(monkeypatch)
        pipeline.draw(renamed(events), Config())
        assert pipeline.draw(events, Config()) == alone
        assert pipeline.draw(events, Config()) == alone


def line(name, shape=()):
    """A tape of one line with two ops, which fold into a box that shows the last."""
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    tape.op("relu", tape.op("mul", x, x), name=name, shape=shape)
    for event in tape.events:
        event["line"] = 3
    return tape.events


def test_a_folded_line_is_as_wide_as_its_own_value_needs(monkeypatch):
    (flat,) = pipeline.draw(line("some_name"), Config())[1]
    (deep,) = pipeline.draw(line("some_name", (1, 1, 1, 1)), Config())[1]
    assert [box.w for box in flat.boxes] == [box.w for box in deep.boxes]
    assert flat.groups[0].w < deep.groups[0].w
    forget(monkeypatch)
    assert pipeline.draw(line("some_name", (1, 1, 1, 1)), Config())[1] == (deep,)


def test_a_shape_that_was_drawn_in_an_earlier_run_is_not_placed_again(monkeypatch):
    _, (first,) = pipeline.draw(line("h"), Config())
    monkeypatch.setattr(pipeline, "placed", None)
    assert pipeline.draw(line("h"), Config())[1] == (first,)


def test_a_kept_layout_takes_as_much_of_the_budget_as_one_that_is_placed():
    pipeline.draw(line("h"), Config())
    config = replace(Config(), drawn_bytes=200)
    passes, _ = pipeline.draw(line("h"), config)
    assert not passes[0].drawn


def test_of_many_layouts_those_are_kept_that_were_used_last():
    (made,) = pipeline.draw(line("h"), Config())[1]
    placed = Placed.of(made)
    kept = Layouts(2 * placed.size)
    kept.keep("a", placed)
    kept.keep("b", placed)
    assert kept.find("a") == placed
    kept.keep("c", placed)
    assert [kept.find(look) for look in "abc"] == [placed, None, placed]
