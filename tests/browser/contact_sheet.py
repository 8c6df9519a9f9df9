"""Put real models on a contact sheet: `python -m tests.browser.contact_sheet OUT`.

In OUT are one picture for each model, size, theme and moment, all of them in `index.html`, and that
as `sheet-SIZE.png`. For the eye: look at it after a change of the look, against the sheet before.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.models import MODELS, MOMENTS, PHONE, SIZES, THEMES, dimensions, opened, served

# Widths of a picture on the sheet, of desktops and of phones.
WIDE, NARROW = 480, 220
STYLE = """body { margin: 24px; background: #777; color: #fff; font: 15px system-ui }
section { width: max-content } h2 { margin: 24px 0 8px } div { display: flex; gap: 12px;
margin-bottom: 12px } figure { margin: 0 } figcaption { padding: 2px 0 } img { display: block }"""


def name_of(model: str, size: str, theme: str, moment: str) -> str:
    """The file of a picture."""
    return f"{model}-{size}-{theme}-{moment.replace(' ', '-')}.png"


def take(browser: Browser, address: str, out: Path, model: str, size: str,
         themes: Sequence[str]) -> None:
    """Take the pictures of a model in one size; the theme changes in place."""
    with opened(browser, address, model, size) as page:
        for moment, go in MOMENTS.items():
            if not go(page, address, model):
                continue
            for theme in themes:
                page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
                page.wait_for_timeout(100)
                page.screenshot(path=out / name_of(model, size, theme, moment))


def figure(out: Path, width: int, model: str, size: str, theme: str, moment: str) -> str:
    """A picture with its title, or the title alone where there is no such moment."""
    name = name_of(model, size, theme, moment)
    title = f"{model}, {moment}, {theme}"
    if not (out / name).exists():
        return f'<figure style="width: {width}px">{title}: nothing is folded</figure>'
    return (f'<figure><a href="{name}"><img src="{name}" width="{width}"></a>'
            f"<figcaption>{title}</figcaption></figure>")


def html_of(out: Path, models: Sequence[str], sizes: Sequence[str], themes: Sequence[str]) -> str:
    """The sheet: a section for each size, a row for each model."""
    parts = ["<!doctype html><meta charset=utf-8><title>Contact sheet</title>"
             f"<style>{STYLE}</style>"]
    for size in sizes:
        width = NARROW if dimensions(size)[0] < PHONE else WIDE
        rows = "".join(
            "<div>" + "".join(figure(out, width, model, size, theme, moment)
                              for theme in themes for moment in MOMENTS) + "</div>"
            for model in models)
        parts.append(f'<section id="s{size}"><h2>{size}</h2>{rows}</section>')
    return "".join(parts)


def print_sheet(browser: Browser, out: Path, sizes: Sequence[str]) -> None:
    """The sections of `index.html` as pictures."""
    page = browser.new_page(viewport={"width": 3200, "height": 1000})
    page.goto((out / "index.html").resolve().as_uri())
    page.wait_for_load_state("networkidle")
    for size in sizes:
        page.locator(f"#s{size}").screenshot(path=out / f"sheet-{size}.png")
    page.close()


def main() -> None:
    """Take the pictures and make the sheet."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", type=Path)
    for name, default in (("models", MODELS), ("sizes", SIZES), ("themes", THEMES)):
        parser.add_argument(f"--{name}", default=",".join(default))
    asked = parser.parse_args()
    models, sizes, themes = (text.split(",") for text in (asked.models, asked.sizes, asked.themes))
    asked.out.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        for model in models:
            for size in sizes:
                take(browser, address, asked.out, model, size, themes)
            print(model, flush=True)
        (asked.out / "index.html").write_text(html_of(asked.out, models, sizes, themes), "utf-8")
        print_sheet(browser, asked.out, sizes)
        browser.close()


if __name__ == "__main__":
    main()
