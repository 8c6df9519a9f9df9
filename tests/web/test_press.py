"""Pictures and sentences without a browser, made by the page's own code."""

import os
import struct
import xml.etree.ElementTree as ElementTree

import pytest

from server.config import Config
from server.export import exporters, page_renderer
from server.export.page_renderer import Press
from server.export.render_types import PressError, Wish
from server.workers import warm_up
from tests.web import tapes
from tests.web.test_run import run_of

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def engine():
    if not page_renderer.BUNDLE.is_file() and os.environ.get("CI") != "true":
        pytest.skip("the page has not been built: run `npm run build`")
    made = Press()
    yield made
    made.close()


def texts(svg: str) -> list[str]:
    return [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_moment_is_a_picture_that_any_reader_of_xml_reads(engine):
    shown = texts(engine.svg(run_of(tapes.diamond())))
    assert "x" in shown
    assert "leaf" in shown


def test_forty_unnamed_squares_one_in_another_are_told_like_one(engine):
    tape = tapes.TapeWriter()
    h = tape.leaf("x", requires_grad=True)
    for _ in range(40):
        h = tape.op("mul", h, h)
    told = engine.story(run_of(tape.events)).steps
    assert told[2].sentence.startswith("mul(mul(x, x), mul(x, x)) = 1.0.")
    assert told[-1].sentence.startswith("mul(1.0, 1.0) = 1.0.")


def test_boxes_are_called_in_exports_as_in_pictures(engine):
    tape = tapes.TapeWriter()
    w = tape.leaf("self.weight", requires_grad=True)
    for name, frame in (("weight", 1), ("net.att.weight", 0), ("x", 0)):
        tape.say("name", tensor=w, name=name, frame=frame, line=None)
    tape.say("name", tensor=tape.leaf(""), name="x", frame=0, line=None)
    y = tape.op("mul", w, w)
    run = run_of(tape.events)
    named = dict(zip(run.passes[0].boxes, engine.stage(run).names, strict=True))
    assert (named[w], named[tape.maker[y]]) == ("net.att.weight", None)
    shown = texts(engine.svg(run, Wish(step=len(run.events))))
    assert {name for name in named.values() if name} <= set(shown)
    assert b"net.att.weight" in exporters.made("dot", exporters.Order(run), engine)


def test_what_a_process_does_before_it_forks_starts_no_engine(monkeypatch):
    started: list[Press] = []
    monkeypatch.setattr(Press, "start", started.append)
    warm_up.run(Config(), renders=True)
    assert started == []


def test_pictures_of_two_steps_differ(engine):
    run = run_of(tapes.diamond())
    assert engine.svg(run, Wish(step=1)) != engine.svg(run, Wish(step=len(run.events)))


def test_a_step_beyond_the_end_is_the_end(engine):
    run = run_of(tapes.diamond())
    assert engine.svg(run, Wish(step=10**6)) == engine.svg(run, Wish(step=len(run.events)))


def test_the_theme_is_the_one_that_was_wished_for(engine):
    run = run_of(tapes.diamond())
    dark, light = (engine.svg(run, Wish(theme=theme)) for theme in ("dark", "light"))
    assert 'fill="#14161a"' in dark.splitlines()[0]
    assert 'fill="#fbfbf9"' in light.splitlines()[0]


def test_the_story_goes_from_the_first_event_to_the_last(engine):
    run = run_of(tapes.training())
    told = engine.story(run).steps
    assert told[-1].step == len(run.events)
    assert [one.step for one in told] == sorted({one.step for one in told})
    assert all(one.sentence for one in told)
    assert len(engine.story(run, "event").steps) == len(run.events)


def test_the_story_is_told_in_both_languages(engine):
    run = run_of(tapes.diamond())
    assert "是叶子" in engine.story(run, language="zh").steps[0].sentence
    assert "is a leaf" in engine.story(run, language="en").steps[0].sentence


def test_a_picture_of_pixels_has_the_size_of_the_other_times_the_zoom(engine):
    svg = engine.svg(run_of(tapes.diamond()))
    width, height = page_renderer.size_of(svg)
    data = page_renderer.png(svg, 2)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", data[16:24]) == (2 * width, 2 * height)


def test_a_card_has_the_size_that_sites_want(engine):
    for run in (run_of(tapes.diamond()), run_of([])):
        data = page_renderer.png(page_renderer.card(engine.svg(run)), 1)
        assert struct.unpack(">II", data[16:24]) == (1200, 630)


def test_a_mistake_of_the_page_is_a_sentence(tmp_path):
    bundle = tmp_path / "press.js"
    bundle.write_text("var press = { svg() { throw new Error('no such box'); } };", "utf-8")
    engine = Press(bundle)
    with pytest.raises(PressError, match="cannot be drawn: .*no such box"):
        engine.svg(run_of([]))
    engine.close()


def test_a_page_that_was_never_built_is_a_sentence(tmp_path):
    with pytest.raises(PressError, match="npm run build"):
        Press(tmp_path / "press.js").svg(run_of([]))


def test_what_is_no_picture_is_a_sentence():
    with pytest.raises(PressError, match="pixels"):
        page_renderer.png('<svg width="9" height="9"')
    with pytest.raises(PressError, match="no size"):
        page_renderer.card("<svg/>")
