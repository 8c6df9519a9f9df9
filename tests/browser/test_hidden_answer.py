"""An answer that a class is asked for is nowhere on a page before the teacher shows it."""

from playwright.sync_api import expect

from tests.browser.classes import PHONE

CODE = """import torch
x = torch.tensor(1.5, requires_grad=True)  # gets 11.8125
y = 1.75 * x ** 3
y.backward()
print("so", x.grad)
"""
ANSWER = "11.8125"
LISTEN = """window.heard = [];
const Source = window.EventSource;
window.EventSource = class extends Source {
    constructor(...all) {
        super(...all);
        for (const name of ["state", "away", "late", "ended"])
            this.addEventListener(name, ({ data }) => window.heard.push(data));
    }
};"""
HELD = """() => [
    document.documentElement.outerHTML, document.title, location.href, document.cookie,
    JSON.stringify(localStorage), JSON.stringify(sessionStorage), JSON.stringify(history.state),
    ...[...document.querySelectorAll("input, textarea")].map((field) => field.value),
    ...window.heard,
].join("\\n")"""


def held(one):
    """Everything that the page holds, and that streams told it."""
    return one.page.evaluate(HELD) + one.page.locator("body").aria_snapshot()


def looks_everywhere(one):
    """Open what has numbers, at several steps; what the page held then."""
    found = []
    tabs = one.page.get_by_role("tab")
    for i in (*range(tabs.count()), 0):
        if tabs.nth(i).is_visible():
            tabs.nth(i).click()
            found.append(held(one))
    for key in ("End", "ArrowLeft", "ArrowLeft"):
        one.press(key)
        boxes = one.page.locator("#mirror [data-box]")
        for i in range(boxes.count()):
            boxes.nth(i).dispatch_event("click")
            found.append(held(one))
    for name in ("x", "y"):
        one.page.locator(f"#editor .cm-line >> text=/\\b{name}\\b/").first.hover()
        found.append(held(one))
    one.press("Control+s")
    return "\n".join([*found, held(one)])


def test_a_hidden_answer_is_nowhere_until_it_is_shown(desk, address):
    teacher = desk()
    url = teacher.open(address)
    student = desk()
    student.page.add_init_script(LISTEN)
    student.enter(url, "Ada")
    teacher.page.locator("#editor .cm-content").fill(CODE)
    teacher.page.keyboard.press("Control+Enter")
    expect(student.page.locator("#editor")).to_contain_text(ANSWER)
    assert ANSWER in looks_everywhere(student)
    student.press("Escape", "g")
    teacher.do("Ask the class")
    teacher.do("Ask")
    expect(student.page.locator("#question input")).to_be_visible()
    expect(teacher.page.locator("#editor")).not_to_contain_text(ANSWER)
    assert ANSWER not in looks_everywhere(student)
    late = desk(**PHONE, locale="zh-CN")
    late.page.add_init_script(LISTEN)
    late.enter(url)
    expect(late.page.locator("#question input")).to_be_visible()
    assert ANSWER not in looks_everywhere(late)
    # A run of one's own of the same code:
    student.press("Control+Enter")
    expect(student.page.locator("#notices .progress-card")).to_have_count(0)
    assert ANSWER not in looks_everywhere(student)
    assert "Answers so far" not in held(student)
    bars = teacher.page.locator("#question table")
    student.page.locator("#question input").fill("8")
    student.page.locator("#question input").press("Enter")
    expect(teacher.page.locator("#question")).to_contain_text("1 of 2 answered")
    expect(bars).to_have_count(0)
    teacher.do("Answers so far")
    expect(bars).to_have_count(1)
    teacher.do("Show the answer")
    expect(student.page.locator(".room-outcome")).to_contain_text(ANSWER)
    for one in (student, late):
        expect(one.page.locator("#editor")).to_contain_text(ANSWER)
    assert ANSWER in looks_everywhere(late)


def test_the_words_of_a_lesson_are_hidden_while_it_is_asked_about(desk, address):
    teacher = desk()
    student = desk().enter(teacher.open(address), "Ada")
    expect(student.page.locator("#story")).to_contain_text("0.2 + 0.2 = 0.4")
    teacher.do("Ask the class")
    teacher.do("Ask")
    expect(student.page.locator("#question input")).to_be_visible()
    for one in (teacher, student):
        assert "0.2 + 0.2" not in one.page.evaluate("document.documentElement.outerHTML")
    teacher.do("Show the answer")
    expect(student.page.locator("#story")).to_contain_text("0.2 + 0.2 = 0.4")
