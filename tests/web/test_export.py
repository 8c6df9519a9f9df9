"""The pyvis page: one file that opens from disk and asks no network for anything."""

import pytest

from server.export import pyvis_page
from tests.web import tapes
from tests.web.test_exchange import nameless
from tests.web.test_run import run_of

DIAMOND = run_of(tapes.diamond())


def test_the_pyvis_page_opens_from_disk_without_a_network(browser, tmp_path):
    path = tmp_path / "graph.html"
    path.write_text(pyvis_page.pyvis_page(DIAMOND, nameless(DIAMOND.passes[0])), "utf-8")
    context = browser.new_context(offline=True)
    page = context.new_page()
    asked, wrong = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.goto(path.as_uri())
    page.wait_for_selector("#graph canvas")
    assert page.evaluate("[nodes.length, edges.length]") == [5, 5]
    assert page.evaluate("Math.round(network.getBoundingBox(2).right)") > 0
    assert asked == [path.as_uri()]
    assert wrong == []
    context.close()


def test_the_pyvis_page_puts_boxes_where_the_layout_has_them(browser, tmp_path):
    run = run_of(tapes.training())
    path = tmp_path / "graph.html"
    path.write_text(pyvis_page.pyvis_page(run, nameless(run.passes[1]), 1), "utf-8")
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector("#graph canvas")
    page.wait_for_function("network.getBoundingBox(0).right > network.getBoundingBox(0).left")
    for index, box in enumerate(run.layouts[0].boxes):
        bounds = page.evaluate(f"network.getBoundingBox({index})")
        assert (bounds["left"] + bounds["right"]) / 2 == pytest.approx(box.x, abs=1)
        assert (bounds["top"] + bounds["bottom"]) / 2 == pytest.approx(box.y, abs=1)
        # vis-network adds the radius of the corners on each side.
        assert box.w <= bounds["right"] - bounds["left"] + 1 <= box.w + 40
    context.close()


def test_boxes_are_labelled_with_names_values_and_gradients():
    tape = tapes.TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    y = tape.op("mul", x, x, name="y")
    tape.backward(y)
    value = tapes.number(0.4)
    tape.say("grad", tensor=x, node=None, before=None, added=value, after=value,
             by="accumulate", call=1, line=None)  # fmt: skip
    world = pyvis_page.world_after(tape.events)
    assert pyvis_page.caption(world, x, "leaf", "x")[0] == "x\nleaf\n1.0\ngrad 0.4"
    assert pyvis_page.caption(world, tape.maker[y], "op", "y")[0] == "y\nMulBackward0\n1.0"
    assert pyvis_page.caption(world, tape.maker[x], "accumulate", "x")[0] == "+"


def test_text_of_a_run_never_becomes_markup():
    tape = tapes.TapeWriter()
    name = "</script><img src=x onerror=alert(1)>"
    tape.leaf(name, requires_grad=True)
    page = pyvis_page.pyvis_page(run_of(tape.events), [name])
    assert "<img" not in page


def test_the_page_says_which_pass_it_shows():
    run = run_of(tapes.training())
    assert "pass 2 of 3" in pyvis_page.pyvis_page(run, nameless(run.passes[1]), 1)


def test_a_large_value_is_told_by_its_range():
    stats = {"min": -1.0, "max": 2.0}
    value = {"shape": [40, 40], "dtype": "float32", "stats": stats}
    assert pyvis_page.text_of(value) == "float32 [40, 40], -1.0 to 2.0"
