"""Render pictures or sentences of a run without a browser: run the page's own scene code in V8.

The bundler makes `press.js` of static/src/drawing/server-entry.ts, and an embedded V8 runs it, so
that what a moment looks like and how it is told are written once. A worker does this
(server/workers/), because V8 and the renderer of pixels hold up, and can end, the process that they
run in.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import py_mini_racer
import resvg_py

from server.document.run import Run, text_of
from server.export.page_files import BUILD, read
from server.export.render_types import (
    CARD_HEIGHT,
    CARD_WIDTH,
    PLAIN,
    TOO_LARGE,
    Checked,
    PressError,
    Stage,
    Story,
    Wish,
    checked_of,
    story_of,
)

BUNDLE = BUILD / "press.js"
# V8 makes no machine code, which it would need memory for that can be written and run. It starts no
# threads of its own; with Intel's protection keys, memory that one thread has made would be closed
# to the others.
FLAGS = ("--single-threaded", "--jitless", "--no-memory-protection-keys")
# Around a picture on a card, and how much it is enlarged at most.
CARD_MARGIN, LARGEST_SCALE = 30, 2.5
# Of a picture: 160 MB while it is made. A larger one gets a smaller scale, down to where its words
# are lost anyway.
MOST_PIXELS = 40_000_000
# Beyond this, lines get hard edges: soft ones take time for all pixels between their ends.
SOFT_PIXELS = 8_000_000
LONGEST_SIDE = 32_000
LEAST_ZOOM = 1 / 16
# Where the page's own fonts are not installed; the first that is there.
SANS = ("DejaVu Sans", "Liberation Sans", "Noto Sans", "Noto Sans CJK SC", "Arial", "Helvetica")
MONO = ("DejaVu Sans Mono", "Liberation Mono", "Noto Sans Mono", "Consolas", "Menlo")


class Press:
    """One JavaScript engine, for one thread."""

    def __init__(self, bundle: Path = BUNDLE):
        self._bundle = bundle
        self._loop: asyncio.AbstractEventLoop | None = None
        self._engine: Any = None

    def start(self) -> None:
        """Start the engine. Raises PressError when the page has not been built."""
        program = program_of(self._bundle)
        initialize()
        # The engine wants a loop, and works in the thread in which that is the running one.
        self._loop = asyncio.new_event_loop()
        with running(self._loop):
            self._engine = py_mini_racer.MiniRacer()
            self._engine.eval(program)

    def svg(self, run: Run, wish: Wish = PLAIN) -> str:
        """The moment as a standalone SVG document."""
        settled = {
            "language": wish.language or "en",
            "theme": wish.theme or "light",
            "bearing": wish.bearing or "right",
        }
        return self._call("press.svg", text_of(run).decode(), asdict(wish) | settled)

    def story(self, run: Run, stride: str = "lesson", language: str = "en") -> Story:
        """The run from its beginning to its end."""
        return story_of(self._call("press.story", text_of(run).decode(), stride, language))

    def check(self, run: Run, language: str = "en") -> Checked:
        """What is wrong in the run."""
        return checked_of(self._call("press.check", text_of(run).decode(), language))

    def ending(self, run: Run, language: str = "en") -> str | None:
        """Why the run did not finish; None when it did."""
        return self._call("press.ending", text_of(run).decode(), language)

    def stage(self, run: Run, wish: Wish = PLAIN) -> Stage:
        """Find the pass that is on stage at the moment, and what the page calls its boxes."""
        told = self._call("press.stage", text_of(run).decode(), wish.step, wish.stride)
        return Stage(told["number"], told["names"])

    def close(self) -> None:
        """Let go of the engine."""
        if self._engine is not None:
            with running(self._loop):
                self._engine.close()
            self._engine = None
            self._loop.close()

    def _call(self, name: str, *arguments: Any) -> Any:
        if self._engine is None:
            self.start()
        try:
            with running(self._loop):
                return self._engine.call(name, *arguments)
        except py_mini_racer.JSOOMException as error:
            raise PressError(TOO_LARGE) from error
        except py_mini_racer.JSEvalException as error:
            raise PressError(f"The run cannot be drawn: {first_line(error)}") from error


def program_of(bundle: Path) -> str:
    """The page's program. Raises PressError where it has not been built."""
    try:
        return read(bundle)
    except OSError:
        raise PressError(
            "The page has not been built yet, and it does the drawing. In the checkout, run "
            "`npm ci` and `npm run build`."
        ) from None


def initialize() -> None:
    """Load V8 into this process, which may fork afterwards."""
    py_mini_racer.init_mini_racer(flags=FLAGS, ignore_duplicate_init=True)


@contextmanager
def running(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Let `loop` pass for the running one in this thread, which may have another."""
    former = asyncio._get_running_loop()
    asyncio._set_running_loop(loop)
    try:
        yield
    finally:
        asyncio._set_running_loop(former)


def first_line(error: Exception) -> str:
    """What a JavaScript error says, without where."""
    lines = str(error).strip().splitlines()
    return next((line for line in lines if line.strip()), "an unknown mistake").strip()


def prepare() -> None:
    """Load what pictures need from files: V8, the page's program, the system's fonts."""
    initialize()
    fonts()
    if BUNDLE.is_file():
        read(BUNDLE)


def png(svg: str, zoom: float = 2.0) -> bytes:
    """An SVG document as a picture of pixels, `zoom` for each of its own, or fewer if it is large.

    Raises PressError for one that would be too large even then.
    """
    width, height = size_of(svg)
    zoom = bounded(width, height, zoom)
    is_soft = width * height * zoom**2 <= SOFT_PIXELS
    edges = {} if is_soft else {"shape_rendering": "optimize_speed"}
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, **fonts(), **edges))
    except ValueError as error:
        raise PressError(f"The picture cannot be made of pixels: {error}.") from error


def bounded(width: float, height: float, zoom: float) -> float:
    """The zoom at which a picture of that size is not too large. Raises PressError."""
    most = min(zoom, LONGEST_SIDE / max(width, height), math.sqrt(MOST_PIXELS / (width * height)))
    if most < LEAST_ZOOM:
        raise PressError(
            f"The picture would be {width:,.0f} x {height:,.0f} pixels, more than can be made. "
            "Fold some of it, or move its boxes nearer to each other."
        )
    return most


@cache
def fonts() -> dict[str, str]:
    """The families to write in where the page's own are not installed."""
    found = {"sans_serif_family": first_installed(SANS), "monospace_family": first_installed(MONO)}
    return {kind: family for kind, family in found.items() if family is not None}


def first_installed(families: tuple[str, ...]) -> str | None:
    """The first of some families that something can be written in here."""
    def drawn(family: str) -> bytes:
        return resvg_py.svg_to_bytes(svg_string=PROBE.format(family=family))

    blank = drawn("no such family")
    return next((family for family in families if drawn(family) != blank), None)


PROBE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text x="2" y="16" font-size="16" font-family="{family}">a</text></svg>'
)


def card(svg: str) -> str:
    """An SVG document in the middle of a card, as sites show that unfold a link."""
    width, height = size_of(svg)
    room_x, room_y = CARD_WIDTH - 2 * CARD_MARGIN, CARD_HEIGHT - 2 * CARD_MARGIN
    scale = min(room_x / width, room_y / height, LARGEST_SCALE)
    x, y = (CARD_WIDTH - scale * width) / 2, (CARD_HEIGHT - scale * height) / 2
    paper = re.search(r'<rect [^>]*fill="(#[0-9a-f]{6})"', svg)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{CARD_WIDTH}" height="{CARD_HEIGHT}">'
        f'<rect width="100%" height="100%" fill="{paper[1] if paper else "#ffffff"}"/>'
        f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">{svg}</g></svg>'
    )


def size_of(svg: str) -> tuple[float, float]:
    """Width and height that the root of an SVG document asks for, each at least 1."""
    found = re.match(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"', svg)
    if found is None:
        raise PressError("The picture has no size.")
    return max(1.0, float(found[1])), max(1.0, float(found[2]))
