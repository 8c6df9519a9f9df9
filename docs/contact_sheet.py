"""Put ten situations of the page on one sheet: `python docs/contact_sheet.py`.

Four sheets in docs/contact: light and dark, 1280 and 400 pixels wide. They are for the eye: make
them again after a change of the look, and hold them beside the ones before. Needs Playwright and a
`chromium` on the path.
"""

from __future__ import annotations

import base64
import shutil
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from screenshots import NARROW, WIDE, opened, served

from server.export.look import COLORS

ROOT = Path(__file__).parents[1]
SHEETS = Path(__file__).parent / "contact"
LONG = """import torch
x = torch.tensor(0.5, requires_grad=True)
w = torch.tensor(1.1, requires_grad=True)
h = x
for i in range({turns}):
    h = torch.tanh(h * w + 0.1)
loss = (h - 1) ** 2
loss.backward()
"""
DEEP = """import torch
from torch import nn
torch.manual_seed(0)
x = torch.randn(2, 4)
net = nn.Sequential(*[nn.Sequential(nn.Linear(4, 4), nn.Tanh()) for _ in range(10)])
loss = net(x).pow(2).sum()
loss.backward()
"""
NOWHERE = "import torch\nx = torch.arange(6.0).reshape(2, 3)\nprint(x @ x.T)\n"


def lesson(name: str) -> str:
    """The code of a lesson."""
    return (ROOT / "server" / "examples" / f"{name}.py").read_text("utf-8")


# What is to be seen, the code, words of the moment (None: where it opens), and keys after that.
SITUATIONS = [
    ("two paths meet at a gate", lesson("16_diamond"), "has both its gradients", []),
    ("gradients accumulate", lesson("01_accumulate"), "x.grad adds up", ["i"]),
    ("a second backward fails", lesson("04_backward_twice"), "cannot run again", []),
    ("detach and no_grad cut", lesson("18_detach"), None, ["End"]),
    ("layers folded, matrices", lesson("20_two_layers"), "It passes", ["b", "ArrowRight"]),
    ("a long tape, followed", LONG.format(turns=12), "It passes", ["ArrowRight"] * 3),
    ("a deep model begins folded", DEEP, "It passes", ["ArrowRight"] * 3),
    ("found by name", lesson("19_linear_regression"), None, ["/", "type:loss", "Enter"]),
    ("a gradient of a gradient", lesson("23_double_backward"), None, ["End"]),
    ("no gradient anywhere", NOWHERE, None, []),
]
MOST_STEPS = 120


def go_to(page: Page, moment: str | None, keys: list[str]) -> None:
    """Step to the first moment whose sentence has these words, and press the keys."""
    if moment is not None:
        page.keyboard.press("Home")
        for _ in range(MOST_STEPS):
            if moment in page.locator("#caption").inner_text():
                break
            page.keyboard.press("ArrowRight")
        else:
            raise SystemExit(f"No moment says {moment!r}.")
    for key in keys:
        if key.startswith("type:"):
            page.keyboard.type(key.removeprefix("type:"))
        else:
            page.keyboard.press(key)
    page.wait_for_timeout(600)


def sheet(browser: Browser, shots: list[tuple[str, bytes]], scheme: str, wide: bool) -> bytes:
    """All pictures, with their titles, as one."""
    paper, ink = COLORS["paper"][scheme], COLORS["ink"][scheme]
    width, columns = (760, 2) if wide else (300, 5)
    figures = "".join(
        f'<figure><img width="{width}" src="data:image/png;base64,'
        f'{base64.b64encode(png).decode()}"><figcaption>{title}</figcaption></figure>'
        for title, png in shots)
    context = browser.new_context(viewport={"width": columns * (width + 24) + 24, "height": 800})
    page = context.new_page()
    page.set_content(
        f"<style>body {{ margin: 24px 0 0 24px; background: {paper}; color: {ink};"
        f" font: 16px system-ui; display: grid; grid-template-columns: repeat({columns},"
        f" {width}px); gap: 24px }} figure {{ margin: 0 }} img {{ border: 1px solid #8888 }}"
        f"</style>{figures}")
    picture = page.screenshot(full_page=True, type="jpeg", quality=68)
    context.close()
    return picture


def main() -> None:
    """Make the four sheets."""
    SHEETS.mkdir(exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        for scheme in ("light", "dark"):
            for size in (WIDE, NARROW):
                shots = []
                for title, code, moment, keys in SITUATIONS:
                    page = opened(browser, address, scheme, size, code)
                    page.locator("#strip").focus()
                    go_to(page, moment, keys)
                    shots.append((title, page.screenshot()))
                    page.context.close()
                made = sheet(browser, shots, scheme, size is WIDE)
                (SHEETS / f"{scheme}-{size['width']}.jpg").write_bytes(made)
        browser.close()


if __name__ == "__main__":
    main()
