"""Pictures and sentences of a run without a browser: the page's own scene and narration, run here.

The bundler makes `press.js` of static/src/press.ts, and an embedded V8 runs it, so that what a
moment looks like and how it is told are written once.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from server.run import Run, text_of

PACKAGE = Path(__file__).parent
# In a wheel the built page lies in the package, in a checkout beside it.
HOME = PACKAGE if (PACKAGE / "static").is_dir() else PACKAGE.parent
BUNDLE = HOME / "static" / "build" / "press.js"
# A run at its largest takes a tenth of both.
MOST_SECONDS = 30.0
MOST_MEMORY = 1024 * 2**20
# What sites that unfold a link show.
CARD_WIDTH, CARD_HEIGHT, CARD_MARGIN = 1200, 630, 30
LARGEST_SCALE = 2.5


class PressError(Exception):
    """There is no picture or no story; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How a moment is to be shown; what is None is left to whoever shows it.

    `step` is a frame number; a picture is of the step at which the page opens a run if it is None.
    The others are those of a link (server/link.py); a picture has no camera and no formulas, and
    a file cannot look inside a large value.
    """

    step: int | None = None
    selection: str | None = None
    stride: str = "lesson"
    language: str | None = None
    theme: str | None = None
    bearing: str | None = None
    phrasing: str = "named"
    camera: str | None = None
    folds: str | None = None
    moved: str | None = None


PLAIN = Wish()


@dataclass(frozen=True, slots=True)
class Told:
    """One step in words: the frame after it, its line, its sentence, and what it printed."""

    step: int
    line: int | None
    sentence: str
    printed: str


@dataclass(frozen=True, slots=True)
class Story:
    """A run in words; `ending` is why it did not finish, None when it did."""

    steps: list[Told]
    ending: str | None


class Press:
    """One JavaScript engine; threads may share it, one works at a time."""

    def __init__(self, bundle: Path = BUNDLE):
        self._bundle = bundle
        # A thread of its own: the engine does not work beside an event loop, as a notebook has.
        self._worker = ThreadPoolExecutor(1, "press")
        self._engine: Any = None

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
        found = self._call("press.story", text_of(run).decode(), stride, language)
        return Story([Told(**step) for step in found["steps"]], found["ending"])

    def ending(self, run: Run, language: str = "en") -> str | None:
        """Why the run did not finish; None when it did."""
        return self._call("press.ending", text_of(run).decode(), language)

    def close(self) -> None:
        """Let go of the engine."""
        self._worker.submit(self._stop).result()
        self._worker.shutdown()

    def _call(self, name: str, *arguments: Any) -> Any:
        return self._worker.submit(self._work, name, arguments).result()

    def _work(self, name: str, arguments: tuple) -> Any:
        import py_mini_racer

        if self._engine is None:
            self._engine = started(self._bundle)
        try:
            return self._engine.call(name, *arguments, timeout_sec=MOST_SECONDS)
        except (py_mini_racer.JSTimeoutException, py_mini_racer.JSOOMException) as error:
            if isinstance(error, py_mini_racer.JSOOMException):
                self._stop()  # what ran out of memory is of no use any more
            raise PressError("The run is too large to draw here. Do fewer steps.") from error
        except py_mini_racer.JSEvalException as error:
            raise PressError(f"The run cannot be drawn: {first_line(error)}") from error

    def _stop(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None


def started(bundle: Path) -> Any:
    """An engine that has read the bundle."""
    import py_mini_racer

    if not bundle.is_file():
        raise PressError(
            "The page has not been built yet, and it does the drawing. In the checkout, run "
            "`npm ci` and `npm run build`."
        )
    # With Intel's protection keys, memory that one thread has made would be closed to the others.
    flags = (*py_mini_racer.DEFAULT_V8_FLAGS, "--no-memory-protection-keys")
    py_mini_racer.init_mini_racer(flags=flags, ignore_duplicate_init=True)
    engine = py_mini_racer.MiniRacer()
    engine.set_hard_memory_limit(MOST_MEMORY)
    engine.eval(bundle.read_text("utf-8"))
    return engine


def first_line(error: Exception) -> str:
    """What a JavaScript error says, without where."""
    lines = str(error).strip().splitlines()
    return next((line for line in lines if line.strip()), "an unknown mistake").strip()


def png(svg: str, zoom: float = 2.0) -> bytes:
    """An SVG document as a picture of pixels, `zoom` for each of its own."""
    import resvg_py

    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom))
    except ValueError as error:
        raise PressError(f"The picture cannot be made of pixels: {error}.") from error


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
