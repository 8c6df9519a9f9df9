"""A large run: its first pass is on stage before the rest of its document is there."""

import threading

LOOP = """import torch
weights = torch.randn(16, 16, requires_grad=True)
for i in range(300):
    (weights * weights).sum().backward()
"""
SHOWN = "document.querySelector('#mirror').textContent.includes('weights')"


def test_the_first_pass_is_seen_and_walked_while_the_rest_is_on_the_way(visit):
    visit.open()
    held = threading.Event()

    def hold(route):
        reply = route.fetch()
        while not held.is_set():
            visit.page.wait_for_timeout(25)
        route.fulfill(response=reply)

    visit.page.route("**/api/v1/run", hold)
    visit.run(LOOP + "import time\ntime.sleep(0.5)\n")
    visit.until(SHOWN)
    assert visit.page.locator("#run").get_attribute("title").startswith("Stop")
    assert int(visit.page.locator("#step-count").inner_text().split()[-1]) < 30
    visit.page.locator("#strip").focus()
    step = visit.press("ArrowRight")
    held.set()
    visit.until("document.querySelector('#run').title.startsWith('Run')")
    assert int(visit.page.locator("#step-count").inner_text().split()[-1]) > 1000
    assert visit.step() == step
    assert visit.complaints == []
