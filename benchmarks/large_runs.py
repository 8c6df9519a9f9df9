"""How quick the page is with a real model and long runs: figures of `benchmarks/page.py`.

    python benchmarks/large_runs.py [--quick]

First frames count from the end of the run, whose own time is not the page's.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import statistics
import urllib.request

from engine import GPT
from playwright.sync_api import Browser, Page, sync_playwright
from visitor import ARGUMENTS, CHAIN, SCRUB, opened, report, served

MEGABYTE = 1e6
# As a class gets it: `server/web/views/compression.py`.
COMPRESS_LEVEL = 4

NANOGPT = GPT.replace("in range(20)", "in range(5)")
LOOP = """import torch
from torch import nn
torch.manual_seed(0)
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
x, t = torch.randn(16, 4), torch.randn(16, 1)
for step in range({steps}):
    loss = ((net(x) - t) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
# As many steps as fit on a tape of 100,000 events.
FULL = LOOP.format(steps=2900)

# From a press of Run until another picture than before has been on the screen.
CLICK_TO_PICTURE = """async () => {
    const stage = document.querySelector("#stage");
    const shapes = stage.scene().shapes;
    const before = performance.now();
    document.querySelector("#run").click();
    while (stage.scene().shapes === shapes) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - before;
}"""
IS_OVER = "document.querySelector('#run').title.startsWith('Run')"

# Milliseconds from the key that opens or folds the selected module to the end of the next frame.
OPEN = """() => new Promise(resolve => {
    const before = performance.now();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "b", bubbles: true }));
    requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now() - before);
        channel.port2.postMessage(0);
    });
})"""
MODULE = """() => {
    const [box] = document.querySelector("#stage").scene().folded;
    if (box) document.querySelector(`#mirror [data-box='${box}']`).click();
    return box !== undefined;
}"""


def reply(address: str, code: str) -> bytes:
    """The run document of some code."""
    asked = urllib.request.Request(
        f"{address}api/v1/run", json.dumps({"code": code, "seed": 0}).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(asked) as answer:
        return answer.read()


def await_end(page: Page) -> None:
    """Wait until the whole run is there."""
    while not page.evaluate(IS_OVER):
        page.wait_for_timeout(50)


def run_again(page: Page) -> float:
    """Milliseconds from the end of a run to its first picture: from a press of Run, less the run.
    """
    await_end(page)  # another press would stop the run before
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Home")
    page.wait_for_timeout(400)
    with page.expect_response("**/api/v1/run") as whole:
        spent = page.evaluate(CLICK_TO_PICTURE)
    seconds = whole.value.json()["outcome"]["seconds"]
    page.wait_for_timeout(1000)
    return spent - 1000 * seconds


def beyond(browser: Browser, address: str, code: str, times: int) -> float:
    """The median from the end of a run to its first picture, in milliseconds."""
    page = opened(browser, address, code)
    page.wait_for_timeout(1000)
    spent = [run_again(page) for _ in range(times)]
    page.context.close()
    return statistics.median(spent)


def scrub(browser: Browser, address: str, code: str, places: int) -> tuple[float, float]:
    """Median and 95th percentile of a place that the playhead is dragged to, all being there."""
    page = opened(browser, address, code)
    await_end(page)
    page.wait_for_timeout(1000)
    page.evaluate(SCRUB, {"places": places // 4})
    spent = sorted(page.evaluate(SCRUB, {"places": places}))
    page.context.close()
    return statistics.median(spent), spent[int(0.95 * len(spent))]


def module(browser: Browser, address: str, times: int) -> float:
    """The slowest opening of a module of nanoGPT, in milliseconds."""
    page = opened(browser, address, NANOGPT)
    spent = []
    for _ in range(times):
        if not page.evaluate(MODULE):
            break
        spent.append(page.evaluate(OPEN))
        page.wait_for_timeout(300)
    page.context.close()
    return max(spent, default=float("inf"))


def figures(browser: Browser, address: str, quick: bool) -> list[bool]:
    """Print the figures; whether each limit is kept."""
    times, places = (3, 60) if quick else (9, 240)
    wire = len(gzip.compress(reply(address, NANOGPT), COMPRESS_LEVEL)) / MEGABYTE
    kept = [report("nanoGPT's document, compressed", wire, 2, "MB")]
    for name, code in (("nanoGPT, 5 steps", NANOGPT),
                       ("1,000 steps of training", LOOP.format(steps=1000))):
        late = beyond(browser, address, code, times)
        kept.append(report(f"first frame after the run: {name}", late, 400, "ms"))
    for name, code in (("1,000 boxes", CHAIN.format(turns=333)), ("100,000 events", FULL)):
        median, worst = scrub(browser, address, code, places)
        kept.append(report(f"scrub at {name}, p95", worst, 16.7, "ms"))
        print(f"      {'its p50':<46} {median:8.2f} ms")
    kept.append(report("opening a module", module(browser, address, 6), 100, "ms"))
    return kept


def main() -> int:
    """Print every figure; 1 if a limit was missed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    quick = parser.parse_args().quick
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=ARGUMENTS)
        kept = figures(browser, address, quick)
        browser.close()
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
