"""The far view, and the scale of gradients: by key and button, in the legend and in links."""

LAYERS = """import torch
x = torch.linspace(-1, 1, 64).reshape(8, 8)
w = torch.full((8, 8), 0.01, requires_grad=True)
h = x
for _ in range(4):
    h = torch.tanh(h @ w)
h.sum().backward()
"""
SIZES = """() => {
    const { shapes, scale } = document.querySelector("#stage").scene();
    const texts = shapes.filter(({ kind }) => kind === "text");
    return scale > 0.7 ? [] : texts.map(({ fixed, size }) => (fixed ? size : size * scale));
}"""


def written_address(visit):
    """Return the link of the moment, once no change waits to be written into it."""
    before = None
    while (now := visit.page.evaluate("location.hash")) != before:
        before = now
        visit.page.wait_for_timeout(700)
    return now


def test_the_scale_of_gradients_is_switched_told_and_linked(visit):
    page = visit.open().page
    visit.run(LAYERS)
    button = page.locator("[data-action=oneScale]")
    legend = page.locator("#scales")
    assert "per map" in legend.inner_text()
    assert button.get_attribute("aria-pressed") == "false"
    before = written_address(visit)
    page.locator("#strip").focus()
    page.keyboard.press("1")
    assert button.get_attribute("aria-pressed") == "true"
    visit.until("document.querySelector('#scales').innerText.includes('gradients: log')")
    assert "1e-8 … 1e4" in legend.inner_text()
    visit.until(f"location.hash !== {before!r}")
    page.reload()
    page.wait_for_selector("#mirror .mirror-box", state="attached")
    visit.until("document.querySelector('[data-action=oneScale]').ariaPressed === 'true'")
    button.click()
    visit.until("document.querySelector('#scales').innerText.includes('per map')")
    assert visit.complaints == []


def test_zoomed_out_by_hand_every_word_keeps_its_size(visit):
    page = visit.open().page
    visit.run(LAYERS)
    page.locator("#strip").focus()
    found: list[object] = []
    for _ in range(8):
        page.keyboard.press("-")
        page.wait_for_timeout(150)
        found += page.evaluate(SIZES)
    assert found
    assert min(found) >= 10.99
    assert visit.complaints == []
