"""Every form in which a run leaves the house, read by its own reader."""

import ast
import io
import json
import os
import struct
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import networkx
import pytest

from server.document.run import from_json
from server.export import exporters, formats, html_file, page_renderer
from server.export.exporters import Order, made
from server.export.formats import format_of
from server.export.page_renderer import Press
from server.export.render_types import Wish
from tests.web import tapes
from tests.web.test_exchange import graphviz
from tests.web.test_run import run_of

READERS = {
    "html": lambda data: data.decode().index("</html>"),
    "svg": ElementTree.fromstring,
    "png": lambda data: struct.unpack(">8sI4s", data[:16]),
    "pyvis": lambda data: data.decode().index("</html>"),
    "dot": lambda data: graphviz(data.decode()),
    "graphml": lambda data: networkx.read_graphml(io.BytesIO(data)),
    "json": lambda data: from_json(json.loads(data)),
    "py": lambda data: ast.parse(data),
}


@pytest.fixture(scope="module")
def engine():
    if not page_renderer.BUNDLE.is_file() and os.environ.get("CI") != "true":
        pytest.skip("the page has not been built: run `npm run build`")
    opened = Press()
    yield opened
    opened.close()


def test_every_form_has_a_reader():
    assert READERS.keys() == formats.FORMATS.keys()


@pytest.mark.parametrize("form", formats.FORMATS)
@pytest.mark.parametrize("story", ["diamond", "training"])
def test_every_form_is_read_by_its_own_reader(engine, form, story):
    assert READERS[form](made(form, Order(run_of(tapes.STORIES[story]())), engine)) is not None


@pytest.mark.parametrize("form", formats.FORMATS)
def test_a_run_without_events_has_every_form(engine, form):
    READERS[form](made(form, Order(run_of([])), engine))


def test_the_same_run_makes_the_same_file(engine):
    order = Order(run_of(tapes.diamond()))
    for form in formats.FORMATS:
        if form != "pyvis":  # pyvis gives its page a new id each time
            assert made(form, order, engine) == made(form, order, engine)


def test_a_lesson_that_plays_from_disk_is_under_two_megabytes(engine):
    assert len(made("html", Order(run_of(tapes.training())), engine)) < 2 * 2**20


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.html", "html"), ("a.HTM", "html"), ("a.pyvis.html", "pyvis"), ("a.gv", "dot"),
        ("a.graphml", "graphml"), ("-", None), ("html", None), ("a.gif", None),
    ],
)  # fmt: skip
def test_a_name_tells_its_form(name, form):
    assert format_of(name) == form


def test_the_pass_is_the_one_on_stage(engine):
    run = run_of(tapes.training(steps=3))
    assert engine.stage(run).number == 0
    assert engine.stage(run, Wish(step=0)).number == 0
    for number, part in enumerate(run.passes):
        assert engine.stage(run, Wish(step=part.last + 1)).number == number
    assert engine.stage(run, Wish(step=10**9)).number == len(run.passes) - 1


def test_of_a_run_that_failed_the_pass_is_the_last_as_on_the_page(engine):
    run = run_of(tapes.training(steps=3))
    failed = replace(run, outcome=replace(run.outcome, kind="failed"))
    assert engine.stage(failed).number == len(run.passes) - 1


TITLED = {
    "pyvis": '<h1>Fit · pass 2 of 3</h1>',
    "dot": 'label="Fit · pass 2 of 3"',
    "graphml": ">Fit · pass 2 of 3</data>",
}


@pytest.mark.parametrize(("form", "words"), TITLED.items())
def test_a_graph_says_its_title_and_which_pass_it_is_of_how_many(engine, form, words):
    run = run_of(tapes.training(steps=3))
    order = Order(run, Wish(step=run.passes[1].last), "Fit")
    assert words in made(form, order, engine).decode()


def test_a_page_that_was_never_built_is_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(html_file.built, "__defaults__", (tmp_path,))
    with pytest.raises(exporters.NotMade, match="npm run build"):
        made("html", Order(run_of([])), Press(tmp_path / "press.js"))
    with pytest.raises(exporters.NotMade, match="npm run build"):
        made("svg", Order(run_of([])), Press(tmp_path / "press.js"))
