"""The strip under the stage: phases, iterations, curves, marks, and how one moves along it."""

TRAINING = """import torch
torch.manual_seed(0)
x = torch.randn(8, 1)
y = 3 * x + 1
net = torch.nn.Linear(1, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(12):
    optimizer.zero_grad()
    loss = ((net(x) - y) ** 2).mean()
    loss.backward()
    optimizer.step()
with torch.no_grad():
    print(((net(x) - y) ** 2).mean())
"""


def train(visit, code=TRAINING):
    """Run the program; its tape is on the strip, and the keys are the page's."""
    visit.open().run(code)
    visit.until("document.querySelector('#run').title.startsWith('Run')")
    visit.page.keyboard.press("Escape")
    return visit.page


def said(page):
    """What the strip tells a screen reader."""
    return page.locator("#strip").get_attribute("aria-valuetext")


def test_the_strip_says_which_phase_a_step_is_in(visit):
    page = train(visit)
    page.keyboard.press("Home")
    assert said(page) == "Nothing has run yet. Step forward, or press Space."
    page.keyboard.press("]")
    assert said(page).startswith("backward 1: Backward 1 starts at loss")
    page.keyboard.press("ArrowLeft")
    assert said(page).startswith("forward: ")
    page.keyboard.press("w")
    assert said(page).startswith("update: SGD moves")
    page.keyboard.press("End")
    page.keyboard.press("P")
    page.keyboard.press("ArrowLeft")
    assert said(page).startswith("evaluation: ")
    page.keyboard.press("l")
    assert said(page).startswith("评估：")
