"""What benchmarks of the page share: a server, a visitor in Chromium, what is measured, figures."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info",
             "--js-flags=--expose-gc"]
SIZE = {"width": 1280, "height": 800}

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


def report(name: str, found: float, limit: float, unit: str, at_least: bool = False) -> bool:
    """Print one figure beside its limit; whether it is kept."""
    kept = found >= limit if at_least else found <= limit
    sign = ">=" if at_least else "<="
    print(f"{'ok  ' if kept else 'MISS'}  {name:<46} {found:8.2f} {unit:<4} ({sign} {limit:g})",
          flush=True)
    return kept
