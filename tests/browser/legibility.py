"""Can the picture on stage be read? Numbers for real models: `python -m tests.browser.legibility`.

It prints a table: a row for each model, size and moment. The numbers come from the shapes that are
drawn (`#stage.scene()`), not from pixels.
"""

from __future__ import annotations

import argparse
import shutil
from dataclasses import dataclass

from playwright.sync_api import Page, sync_playwright

from tests.browser.models import MODELS, MOMENTS, SIZES, opened, served

# The least size of type, in pixels of the screen.
LEAST_TYPE = 11
# Type of 10.99 px is a rounding of 11, and boxes may touch.
SLACK = 0.05
TOUCH = 1

READ = """async ({ least, touch }) => {
    await new Promise(requestAnimationFrame);
    const stage = document.querySelector("#stage");
    const { shapes, scale, seen, sizeOf } = stage.scene();
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    const css = getComputedStyle(document.body);
    const faces = { ui: css.fontFamily, mono: "monospace" };
    const isDrawn = ({ opacity }) => (opacity ?? 1) > 0.05;
    const rectOf = (shape) => {
        const size = sizeOf(shape);
        pen.font = `${shape.bold ? 600 : 400} 100px ${faces[shape.font]}`;
        const w = pen.measureText(shape.text).width * size / 100;
        const left = { start: 0, middle: w / 2, end: w }[shape.anchor];
        // Capitals and figures: between two lines of type is room.
        return { id: shape.id, text: shape.text, x: shape.x - left, y: shape.y - 0.36 * size, w,
            h: 0.72 * size };
    };
    const meet = (a, b, by = touch / scale) => a.x + by < b.x + b.w && b.x + by < a.x + a.w &&
        a.y + by < b.y + b.h && b.y + by < a.y + a.h;
    const pairs = (list, other) => list.flatMap((a, i) =>
        (other ?? list.slice(i + 1)).filter((b) => meet(a, b)).map((b) => [a, b]));
    const isSeen = ({ x, y, w, h }) => x + w / 2 > seen.x && x + w / 2 < seen.x + seen.w &&
        y + h / 2 > seen.y && y + h / 2 < seen.y + seen.h;
    const ownerOf = ({ id }) => id.split("/")[0];
    const name = ({ id, text }) => (text === undefined ? id : `${id} ${text}`);

    const all = shapes.filter(isDrawn);
    const boxes = all.filter(({ kind, id }) => kind === "box" && /^[tn]\\d+$/.test(id));
    // A sentence beside what is to blame may cover what is not.
    const texts = all.filter(({ kind, id, text }) => kind === "text" && text.trim() !== "" &&
        !id.includes("/bubble")).filter((shape) => sizeOf(shape) * scale >= 5);
    const rects = texts.map(rectOf);
    const large = new Set(texts.filter((shape) => sizeOf(shape) * scale >= least).map(ownerOf));
    const visible = boxes.filter(isSeen);
    const mute = visible.filter(({ id }) => !large.has(id));
    const shownTexts = rects.filter(isSeen);
    const outside = boxes.filter(({ x, y, w, h }) => x < seen.x || y < seen.y ||
        x + w > seen.x + seen.w || y + h > seen.y + seen.h);
    const lists = {
        mute, small: texts.filter((shape) => sizeOf(shape) * scale < least),
        texts: pairs(shownTexts).map(([a, b]) => ({ id: `${name(a)} | ${name(b)}` })),
        boxes: pairs(boxes).map(([a, b]) => ({ id: `${a.id} | ${b.id}` })),
        across: pairs(shownTexts, visible).filter(([text, box]) => ownerOf(text) !== box.id)
            .map(([a, b]) => ({ id: `${name(a)} | ${b.id}` })),
        outside,
    };
    return { count: boxes.length, visible: visible.length, scale, height: stage.clientHeight,
        ...Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, list.map(name)])) };
}"""


@dataclass(frozen=True)
class Sight:
    """What is wrong with a picture, as ids of its shapes; scale in screen pixels a world pixel."""

    count: int
    visible: int
    scale: float
    height: int
    # Visible boxes without a legible label; texts that are too small.
    mute: list[str]
    small: list[str]
    # Overlaps: of two texts, of two boxes, of a text with a box that is not its own.
    texts: list[str]
    boxes: list[str]
    across: list[str]
    # Boxes that are not, or not whole, in view.
    outside: list[str]

    @property
    def legible(self) -> float:
        """The share of visible boxes with a legible label, in percent."""
        return 100 * (1 - len(self.mute) / self.visible) if self.visible else 100.0


def read(page: Page) -> Sight:
    """The picture that is on stage now."""
    return Sight(**page.evaluate(READ, {"least": LEAST_TYPE - SLACK, "touch": TOUCH}))


def fitted(page: Page) -> Sight:
    """The picture after Fit."""
    page.keyboard.press("f")
    page.wait_for_timeout(400)
    return read(page)


def row(model: str, size: str, moment: str, found: Sight, fit: Sight) -> str:
    """A row of the table."""
    return (f"{model:<11}{size:>10}  {moment:<18}{found.height:>7}{found.scale:>7.2f}"
            f"{found.count:>7}{found.visible:>6}{found.legible:>8.1f}%{len(found.small):>6}"
            f"{len(found.texts):>6}{len(found.boxes):>6}{len(found.across):>7}"
            f"{fit.scale:>7.2f}{fit.legible:>8.1f}%{len(fit.outside):>8}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--show", action="store_true", help="list what is wrong, too")
    asked = parser.parse_args()
    print(f"{'model':<11}{'size':>10}  {'moment':<18}{'height':>7}{'scale':>7}{'boxes':>7}"
          f"{'seen':>6}{'legible':>9}{'small':>6}{'texts':>6}{'boxes':>6}{'across':>7}"
          f"{'fit':>7}{'legible':>9}{'outside':>8}")
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        for model in asked.models.split(","):
            for size in asked.sizes.split(","):
                with opened(browser, address, model, size) as page:
                    for moment, go in MOMENTS.items():
                        if not go(page, address, model):
                            continue
                        found = read(page)
                        print(row(model, size, moment, found, fitted(page)), flush=True)
                        if asked.show:
                            for kind in ("mute", "small", "texts", "boxes", "across"):
                                print(f"    {kind}: {getattr(found, kind)[:8]}")
                        page.keyboard.press("g")
                        page.wait_for_timeout(300)
        browser.close()


if __name__ == "__main__":
    main()
