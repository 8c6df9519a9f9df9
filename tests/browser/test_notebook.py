"""What a notebook shows below a cell: the player, in a browser that has no network."""

import tapescope

LESSON = """import torch
x = torch.tensor(2.0, requires_grad=True)
y = x * x
y.backward()
"""


def test_a_cell_plays_in_the_notebook_without_a_network(browser, address, tmp_path):
    player = tapescope.show(LESSON, title="Twice the same leaf", language="zh", step=0)
    page = tmp_path / "notebook.html"
    page.write_text(f"<!doctype html><title>Lecture</title>{player._repr_html_()}", "utf-8")
    context = browser.new_context(offline=True, reduced_motion="reduce")
    notebook = context.new_page()
    asked, wrong = [], []
    notebook.on("request", lambda request: asked.append(request.url))
    notebook.on("pageerror", lambda error: wrong.append(str(error)))
    notebook.goto(page.as_uri())
    inner = notebook.frame_locator("iframe")
    inner.locator("html[lang=zh-CN]").wait_for(state="attached")
    assert inner.locator("#lesson-title").inner_text() == "Twice the same leaf"
    inner.locator("[data-action=last]").click()
    inner.locator("#mirror .mirror-box", has_text="4.0").first.wait_for(state="attached")
    assert inner.locator("#step-number").input_value() != "0"
    assert wrong == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:", "about:"))] == []
    context.close()
