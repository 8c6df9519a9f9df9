"""How quick the page is in a real Chromium, beside the limits that it has set itself.

    python benchmarks/page.py [--quick]

It starts the server of this checkout and opens the built page as a visitor would. Every figure is
printed with its limit; the exit code says whether all were kept. Needs Playwright and a `chromium`
on the path. `--quick` takes fewer runs, for a look on the way.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import statistics
import urllib.request

from large_runs import await_end, figures
from playwright.sync_api import Browser, sync_playwright
from visitor import (
    ARGUMENTS,
    CHAIN,
    CLICK_TO_FRAME,
    ROOT,
    SCRUB,
    SIZE,
    lessons,
    opened,
    report,
    served,
)

MIB = 1024 * 1024

# Milliseconds of work in each frame of the screen while the tape plays.
PLAY = """async ({ frames }) => {
    document.querySelector("[data-action=play]").click();
    const times = [];
    for (let i = 0; i <= frames; i++) times.push(await new Promise(requestAnimationFrame));
    document.querySelector("[data-action=play]").click();
    return times.slice(1).map((time, i) => time - times[i]);
}"""


# A long account: 1,000 backward calls, and a step of the optimizer after every fourth.
TRAINING = """import torch
torch.manual_seed(0)
net = torch.nn.Linear(8, 8)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(4, 8)
for i in range(1000):
    (net(x) ** 2).mean().backward()
    if i % 4 == 3:
        optimizer.step()
        optimizer.zero_grad()
"""

# Milliseconds from each press of the key to the end of the next frame of the screen.
STEPS = """async ({ steps, pause }) => {
    const spent = [];
    for (let i = 0; i < steps; i++) {
        await new Promise(done => setTimeout(done, pause));
        const before = performance.now();
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
        await new Promise(done => requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = done;
            channel.port2.postMessage(0);
        }));
        spent.push(performance.now() - before);
    }
    return spent;
}"""


def first_frames(browser: Browser, address: str, times: int) -> tuple[float, str]:
    """The slowest lesson's median from the click on Run to its frame, and which it is."""
    medians = {}
    for name, code in lessons(address).items():
        page = opened(browser, address, code)
        page.evaluate(CLICK_TO_FRAME)
        medians[name] = statistics.median(page.evaluate(CLICK_TO_FRAME) for _ in range(times))
        page.context.close()
    slowest = max(medians, key=lambda name: medians[name])
    return medians[slowest], slowest


def at_size(browser: Browser, address: str, nodes: int, frames: int) -> dict[str, float]:
    """Scrubbing and playing on a tape of so many nodes: medians, and the worst twentieth."""
    page = opened(browser, address, CHAIN.format(turns=nodes // 3))
    scrubs = sorted(page.evaluate(SCRUB, {"places": frames}))
    page.keyboard.press("Home")
    page.wait_for_timeout(300)
    plays = page.evaluate(PLAY, {"frames": frames})
    page.context.close()
    return {"scrub": statistics.median(scrubs), "scrub95": scrubs[int(0.95 * len(scrubs))],
            "fps": 1000 / statistics.mean(plays)}


def ledger(browser: Browser, address: str, steps: int) -> dict[str, float]:
    """Medians of a step of the transport with a long ledger open, and with none."""
    page = opened(browser, address, TRAINING, reduced_motion="reduce")
    await_end(page)
    found = {}
    for name in ("closed", "open"):
        if name == "open":
            page.locator(".variable-name[aria-label='net.weight']").click()
            page.wait_for_selector(".account-rows")
        for way, pause in (("held", 0), ("alone", 200)):
            page.keyboard.press("End")
            page.wait_for_timeout(400)
            spent = page.evaluate(STEPS, {"steps": steps, "pause": pause})
            found[f"{name}, {way}"] = statistics.median(spent)
    found["rows"] = page.locator("#inspector .account tr").count()
    page.context.close()
    return found


def weight(address: str) -> float:
    """What the first visit fetches, compressed, in MiB."""
    build = ROOT / "static" / "build"
    manifest = json.loads((build / "manifest.json").read_text())
    html = urllib.request.urlopen(address).read()
    loaded = [build / name for name in manifest.values()] + list(build.glob("chunk-*.js"))
    return (len(gzip.compress(html)) + sum(
        len(gzip.compress(path.read_bytes())) for path in loaded)) / MIB


def first_paint(browser: Browser, address: str, times: int) -> float:
    """Median of the browser's own first contentful paint, cold, in milliseconds."""
    found = []
    for _ in range(times):
        context = browser.new_context(viewport=SIZE)
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("#mirror .mirror-box", state="attached")
        found.append(page.evaluate(
            "performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        context.close()
    return statistics.median(found)


def growth(browser: Browser, address: str, runs: int) -> float:
    """How many MiB of heap the last half of many runs in one tab added."""
    code = next(iter(lessons(address).values()))
    page = opened(browser, address, code)
    session = page.context.new_cdp_session(page)

    def heap() -> float:
        session.send("HeapProfiler.collectGarbage")
        return page.evaluate("performance.memory.usedJSHeapSize") / MIB

    marks = []
    for i in range(runs):
        page.evaluate(CLICK_TO_FRAME)
        if i + 1 in (runs // 2, runs):
            marks.append(heap())
    page.context.close()
    return marks[1] - marks[0]


def main() -> int:
    """Print every figure; 1 if a limit was missed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    quick = parser.parse_args().quick
    times, frames, runs = (3, 60, 40) if quick else (9, 240, 200)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=ARGUMENTS)
        kept = [report("page weight, compressed", weight(address), 1.5, "MiB"),
                report("first paint", first_paint(browser, address, times), 500, "ms")]
        found = at_size(browser, address, 300, frames)
        kept.append(report("scrub at 300 nodes, p95", found["scrub95"], 16.7, "ms"))
        kept.append(report("play at 300 nodes", found["fps"], 59, "fps", at_least=True))
        kept += figures(browser, address, quick)
        account = ledger(browser, address, frames // 6)
        for way in ("held", "alone"):
            ratio = account[f"open, {way}"] / account[f"closed, {way}"]
            kept.append(report(f"step with a long ledger open, key {way}", ratio, 1.5, "x"))
            print(f"      {'in milliseconds, open and closed':<46} "
                  f"{account[f'open, {way}']:8.2f} and {account[f'closed, {way}']:.2f}")
        kept.append(report("rows made of a ledger of 1,500 lines", account["rows"], 60, ""))
        slowest, lesson = first_frames(browser, address, times)
        kept.append(report(f"Run to first frame, p50 of {lesson}", slowest, 100, "ms"))
        kept.append(report(f"heap added by the last {runs // 2} of {runs} runs",
                           growth(browser, address, runs), 2, "MiB"))
        browser.close()
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
