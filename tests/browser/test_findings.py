"""The findings of a run: in their tab, beside the code, on the strip and by key."""

import re

import pytest
from playwright.sync_api import expect

import tapescope

UNHELD = """import torch
from torch import nn

torch.manual_seed(0)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4) for _ in range(3)]
        self.out = nn.Linear(4, 2)

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return self.out(x)

net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss_fn = nn.CrossEntropyLoss()
x, y = torch.randn(8, 4), torch.randint(2, (8,))
for step in range(3):
    opt.zero_grad()
    loss = loss_fn(torch.softmax(net(x), 1), y)
    loss.backward()
    opt.step()
"""
# Two on one line.
TWO = UNHELD[: UNHELD.index("net = ")] + """
net, x, y = Net(), torch.randn(8, 4), torch.randint(2, (8,))
out, opt = torch.softmax(net(x), 1), torch.optim.SGD(net.parameters(), lr=0.1); \
    loss = nn.CrossEntropyLoss()(out, y)
loss.backward()
opt.step()
"""
RIGHT = "import torch\nx = torch.ones(2, requires_grad=True)\nx.sum().backward()\n"


def run(visit, code):
    visit.open()
    with visit.page.expect_response("**/api/v1/run"):
        visit.run(code)
    visit.until("document.querySelector('#run').title.startsWith('Run')")
    visit.page.keyboard.press("Escape")
    return visit.page


def opened(page):
    """The titles of the findings whose words are shown."""
    return page.locator(".finding.open .finding-title").all_inner_texts()


def test_a_run_that_is_wrong_opens_the_list_with_the_gravest_finding_open(visit):
    page = run(visit, UNHELD)
    assert page.locator("#tab-findings").get_attribute("aria-selected") == "true"
    heads = page.locator("button.finding-head")
    assert page.locator("#findings-count").inner_text() == str(heads.count()) == "2"
    assert [head.get_attribute("aria-expanded") for head in heads.all()] == ["true", "false"]
    told = page.locator(".finding-told p")
    assert [text != "" for text in told.all_inner_texts()][:3] == [True] * 3
    assert told.first.is_visible() and not told.last.is_visible()
    expect(page.locator("#findings-voice")).to_have_text("Findings: 2 (2 × Mistake)")


def test_a_finding_opens_with_a_press_goes_to_its_moment_and_closes_with_another(visit):
    page = run(visit, UNHELD)
    page.keyboard.press("Home")
    last = page.locator("button.finding-head").last
    last.click()
    assert opened(page) == [last.locator(".finding-title").inner_text()]
    expect(page.locator(".finding[aria-current] .finding-title")).to_have_text(opened(page)[0])
    assert page.locator("#inspector .facts-head").count() == 1
    last.click()
    assert opened(page) == []
    assert last.get_attribute("aria-expanded") == "false"


def test_keys_go_from_finding_to_finding_select_its_box_open_it_and_say_it(visit):
    page = run(visit, UNHELD)
    page.keyboard.press("Home")
    voice = page.locator("#findings-voice")
    page.keyboard.press(";")
    expect(voice).to_have_text(re.compile(r"^Finding \d of 2, line \d+: "))
    first = opened(page)
    assert first[0] in voice.inner_text()
    assert page.locator("#inspector .facts-head").count() == 1
    page.keyboard.press("F8")
    second = opened(page)
    assert second != first
    page.keyboard.press("F8")
    expect(page.locator("#missed")).not_to_be_empty()
    page.keyboard.press(":")
    assert opened(page) == first


def test_findings_at_one_step_are_gone_to_one_after_the_other(visit):
    page = run(visit, TWO)
    count = int(page.locator("#findings-count").inner_text())
    page.keyboard.press("Home")
    seen = []
    for _ in range(count):
        page.keyboard.press(";")
        seen.append(page.locator(".finding-head[aria-expanded=true]").get_attribute(
            "aria-controls"))
    assert sorted(seen) == [f"finding-{i}" for i in range(count)]


def test_a_line_has_one_mark_for_its_findings_which_says_and_opens_them(visit):
    page = run(visit, TWO)
    mark = page.locator(".finding-mark", has=page.locator(".finding-mark-count"))
    assert mark.count() == 1
    assert mark.locator(".finding-mark-count").inner_text() == "2"
    words = mark.locator(".finding-mark-words")
    assert words.is_hidden()
    mark.hover()
    assert words.is_visible()
    titles = page.locator(".finding-title").all_inner_texts()
    assert words.locator("> span").all_inner_texts() == [f"Mistake: {title}" for title in titles]
    mark.click()
    one = page.locator(".finding-head[aria-expanded=true]").get_attribute("aria-controls")
    mark.click()
    other = page.locator(".finding-head[aria-expanded=true]").get_attribute("aria-controls")
    assert one != other


def test_a_mark_in_the_gutter_is_reached_by_tab_and_speaks(visit):
    page = run(visit, UNHELD)
    mark = page.locator(".finding-mark").first
    mark.focus()
    assert mark.locator(".finding-mark-words").is_visible()
    assert page.get_by_role("button", name=re.compile("^Mistake: ")).count() >= 2
    page.keyboard.press("Enter")
    assert opened(page)[0] in mark.locator(".finding-mark-words").inner_text()


def test_the_line_of_a_finding_comes_into_sight_with_its_moment(visit):
    page = run(visit, UNHELD.replace("loss.backward()", "loss.backward()" + "\n" * 30))
    for _ in range(2):
        page.keyboard.press(";")
        line = page.locator(".finding.open .finding-line").inner_text().split()[-1]
        row = page.locator(".cm-lineNumbers .cm-gutterElement", has_text=re.compile(f"^{line}$"))
        editor = page.locator("#editor").bounding_box()
        assert editor["y"] <= row.bounding_box()["y"] < editor["y"] + editor["height"]


def test_marks_move_with_their_lines_and_leave_with_the_next_run(visit):
    page = run(visit, UNHELD)
    before = page.locator(".finding-mark").first.bounding_box()["y"]
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Enter")
    assert page.locator(".finding-mark").first.bounding_box()["y"] > before
    run(visit, RIGHT)
    assert page.locator(".finding-mark").count() == 0
    assert page.locator("#findings-count").is_hidden()
    assert page.locator("#tab-variables").get_attribute("aria-selected") == "true"


def test_a_sign_on_the_strip_says_its_findings_and_opens_them(visit):
    page = run(visit, UNHELD)
    page.keyboard.press("Home")
    page.keyboard.press(";")
    title = opened(page)[0]
    head = page.locator(".playhead").bounding_box()
    x, y = head["x"] + head["width"] / 2, page.locator("#strip").bounding_box()["y"] + 8
    page.locator("button.finding-head[aria-expanded=true]").click()
    page.keyboard.press("Home")
    page.mouse.move(x + 5, y)
    assert title in page.locator(".strip-hint").inner_text()
    page.mouse.click(x + 5, y)
    assert opened(page) == [title]
    assert page.locator("#inspector .facts-head").count() == 1


def test_titles_and_words_of_marks_are_in_chinese_too(visit):
    page = run(visit, UNHELD)
    page.keyboard.press("l")
    page.keyboard.press("Home")
    page.keyboard.press(";")
    expect(page.locator("#findings-voice")).to_have_text(re.compile(r"^第 \d 个问题，共 2 个"))
    assert page.locator(".finding-mark-words").first.text_content().startswith("失误：")
    assert page.locator(".finding .unseen").first.text_content() == "失误: "


def test_an_exported_page_keeps_the_findings_without_a_server(browser, address, tmp_path):
    path = tmp_path / "run.html"
    tapescope.show(UNHELD, language="zh").save(path)
    context = browser.new_context(offline=True, reduced_motion="reduce")
    page = context.new_page()
    page.goto(path.as_uri())
    page.locator(".finding.open").wait_for()
    assert page.locator("#findings-count").inner_text() == "2"
    assert page.locator(".finding-mark").count() > 0
    page.keyboard.press(";")
    expect(page.locator("#findings-voice")).to_have_text(re.compile("^第"))
    context.close()


FOUND = """() => document.querySelector('#stage').scene().shapes.map(({id}) => id)
    .filter(id => id.endsWith('/found'))"""


def test_the_stage_rings_what_the_open_finding_is_about_and_says_it_only_in_the_list(visit):
    page = run(visit, UNHELD)
    page.keyboard.press("Home")
    page.keyboard.press(";")
    first = page.evaluate(FOUND)
    assert len(first) > 0
    assert page.locator(".notice.is-read").count() == 1
    assert page.locator(".notice.is-read").is_hidden()
    assert page.locator("#inspector .explained.is-read .explained-what").is_hidden()
    page.keyboard.press(";")
    assert page.evaluate(FOUND) not in ([], first)
    page.locator("#tab-variables").click()
    assert page.locator(".notice.is-read").count() == 0
    assert page.locator("#inspector .explained-what").first.is_visible()


PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_on_a_phone_run_leads_to_the_graph_and_a_badge_leads_to_the_findings(visit):
    page = visit.open().page
    page.locator("#tab-code").tap()
    with page.expect_response("**/api/v1/run"):
        visit.run(UNHELD)
    visit.until("document.querySelector('#run').title.startsWith('Run')")
    assert page.locator("#tab-graph").get_attribute("aria-selected") == "true"
    badge = page.locator("#code-count")
    assert badge.inner_text() == "2"
    badge.tap()
    head = page.locator("button.finding-head").last
    assert head.is_visible() and head.bounding_box()["height"] >= 44
    head.tap()
    page.locator(".finding.open .finding-way button").tap()
    assert page.locator("#tab-graph").get_attribute("aria-selected") == "true"
