"""The health of a run: a picture and a table of layers, sorted, walked by keys, that lead there."""

import pytest

SIGMOIDS = """\
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 4), nn.Sigmoid(), nn.Linear(4, 1))
with torch.no_grad():
    net[2].weight.mul_(0.001)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(6, 3)
for i in range(4):
    optimizer.zero_grad()
    loss = net(x).square().sum()
    loss.backward()
    optimizer.step()
"""


@pytest.fixture
def health(visit):
    page = visit.open().page
    visit.run(SIGMOIDS)
    visit.until("/net/.test(document.querySelector('#mirror').textContent)")
    visit.until("!/^Stop/.test(document.querySelector('#run').title)")
    page.get_by_role("tab", name="Health").click()
    return visit


def layers(page):
    rows = page.locator(".health-table tr[data-layer]")
    return rows.evaluate_all("rows => rows.map(row => row.dataset.layer)")


def test_the_table_is_sorted_by_any_column_and_says_so(health):
    page = health.page
    assert layers(page)[:4] == ["net.0.weight", "net.0.bias", "net.0", "net.1"]
    head = page.locator(".health-table th").filter(has_text="‖grad‖")
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    shown = page.locator(".health-table tr[data-layer] td:nth-child(3)").all_inner_texts()
    numbers = [float(text) for text in shown]
    assert numbers == sorted(numbers, reverse=True)
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    assert layers(page) != sorted(layers(page))


def test_a_small_gradient_is_flagged_by_its_ratio_to_the_next_layer(health):
    flags = health.page.locator('tr[data-layer="net.0.weight"] + tr .health-flag')
    assert "of that of net.2.weight" in flags.first.inner_text()


def test_a_number_leads_to_its_moment_and_its_box(health):
    page = health.page
    row = page.locator('tr[data-layer="net.2.weight"]')
    row.locator("td").nth(1).get_by_role("button").click()
    assert page.locator("#inspector h2").inner_text() == "net.2.weight"
    assert "net.2.weight" in page.locator("#caption").inner_text()
    norm = row.locator("td").nth(1).inner_text().strip()
    assert float(norm) > 0


def test_arrows_walk_the_picture_and_enter_goes_there(health):
    page = health.page
    picture = page.get_by_role("slider", name="Layers by iteration")
    page.locator(".health-measures button").last.focus()
    page.keyboard.press("Tab")
    assert picture.evaluate("e => e === document.activeElement")
    before = health.step()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    words = picture.get_attribute("aria-valuetext")
    assert words.startswith("net.0.bias, iteration 4 of 4: ‖grad‖")
    assert page.locator(".health-table caption").inner_text() == "Layers in iteration 4 of 4"
    assert health.step() == before
    page.keyboard.press("Enter")
    assert page.locator("#iteration-number").input_value() == "4"
    assert page.locator("#inspector h2").inner_text() == "net.0.bias"


def test_the_table_follows_the_moment_and_both_speak_chinese(health):
    page = health.page
    page.locator("#step-number").fill("1")
    page.keyboard.press("Enter")
    assert page.locator(".health-table caption").inner_text() == "Layers in iteration 1 of 4"
    page.locator("[data-action=language]").click()
    assert page.locator(".health-table caption").inner_text() == "第 1 / 4 次迭代的各层"
    assert "零的占比" in page.locator(".health-measures").inner_text()


def test_a_run_without_gradients_says_that_there_is_nothing(visit):
    page = visit.open().page
    visit.run("import torch\nx = torch.ones(2)\nprint(x)\n")
    visit.until("/ones|x, /.test(document.querySelector('#mirror').textContent)")
    page.get_by_role("tab", name="Health").click()
    assert "no gradient was computed" in page.locator("#health").inner_text()
