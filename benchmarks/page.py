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
import re
import shutil
import statistics
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info",
             "--js-flags=--expose-gc"]
SIZE = {"width": 1280, "height": 800}
MIB = 1024 * 1024

# A tape of one pass with about as many boxes as asked for: each turn makes three.
CHAIN = """import torch
x = torch.tensor(0.5, requires_grad=True)
h = x
for i in range({turns}):
    h = torch.tanh(h * 1.01 + 0.01)
h.backward()
"""

# From a press of Run until the new run's picture has been on the screen: the button says Stop
# meanwhile.
CLICK_TO_FRAME = """() => new Promise(resolve => {
    const run = document.querySelector("#run");
    const before = performance.now();
    new MutationObserver((_, observer) => {
        if (run.title.startsWith("Stop")) return;
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(
            () => resolve(performance.now() - before)));
    }).observe(run, { attributeFilter: ["title"] });
    run.click();
})"""

# Milliseconds of work for each place that the playhead is dragged to: what the pointer's event does
# at once, and all of the next frame of the screen; not the wait between them.
SCRUB = """async ({ places }) => {
    const strip = document.querySelector("#strip");
    const box = strip.getBoundingClientRect();
    const at = (type, share) => strip.dispatchEvent(new PointerEvent(type, {
        pointerId: 1, bubbles: true, clientX: box.left + share * box.width,
        clientY: box.top + box.height - 8, button: 0, buttons: 1 }));
    const spent = [];
    const next = () => new Promise(requestAnimationFrame);
    strip.setPointerCapture = () => {};
    strip.hasPointerCapture = () => true;
    at("pointerdown", 0.5);
    for (let i = 0; i < places; i++) {
        await next();
        await new Promise(done => {
            let moved = 0, begun = 0;
            requestAnimationFrame(() => {
                begun = performance.now();
                const channel = new MessageChannel();
                channel.port1.onmessage = () => {
                    spent.push(moved + performance.now() - begun);
                    done();
                };
                channel.port2.postMessage(0);
            });
            const before = performance.now();
            at("pointermove", (i * 0.6180339887) % 1);
            moved = performance.now() - before;
        });
    }
    strip.dispatchEvent(new PointerEvent("lostpointercapture", { pointerId: 1 }));
    return spent;
}"""

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


@contextmanager
def served() -> Iterator[str]:
    """The address of a server that runs as long as the block."""
    server = subprocess.Popen(
        [sys.executable, "-m", "server", "--no-browser", "--port", "0"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )
    try:
        yield re.search(r"http://\S+", server.stdout.readline()).group()
    finally:
        server.terminate()
        server.wait()


def opened(browser: Browser, address: str, code: str, **options: str) -> Page:
    """The page of somebody who has this code from an earlier visit, with it on the tape."""
    context = browser.new_context(viewport=SIZE, color_scheme="light", locale="en-US", **options)
    kept = json.dumps(json.dumps({"code": code, "title": None}))
    context.add_init_script(f"localStorage.setItem('tapescope', {kept})")
    context.add_init_script("localStorage.setItem('tapescope-hints', 'done')")
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#mirror .mirror-box", state="attached")
    page.wait_for_timeout(300)
    return page


def lessons(address: str) -> dict[str, str]:
    """Each lesson's code by its id."""
    with urllib.request.urlopen(f"{address}api/examples") as reply:
        return {one["id"]: one["code"] for one in json.load(reply)["examples"]}


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
    found = {}
    for name in ("closed", "open"):
        if name == "open":
            page.locator(".variable-name", has_text="net.weight").first.click()
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


def report(name: str, found: float, limit: float, unit: str, at_least: bool = False) -> bool:
    """Print one figure beside its limit; whether it is kept."""
    kept = found >= limit if at_least else found <= limit
    sign = ">=" if at_least else "<="
    print(f"{'ok  ' if kept else 'MISS'}  {name:<46} {found:8.2f} {unit:<4} ({sign} {limit:g})",
          flush=True)
    return kept


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
        for nodes, limit in ((300, 16.7), (1000, 33.0)):
            found = at_size(browser, address, nodes, frames)
            kept.append(report(f"scrub at {nodes} nodes, p50", found["scrub"], limit, "ms"))
            print(f"      {'its p95':<46} {found['scrub95']:8.2f} ms")
            if nodes == 300:
                kept.append(report("play at 300 nodes", found["fps"], 59, "fps", at_least=True))
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
