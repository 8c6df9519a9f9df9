"""Make the output of a cell of a notebook: the player with a picture of the moment.

Scripts of an output run only where the notebook is trusted. Elsewhere (an untrusted notebook,
GitHub) the picture stays in its place, with the findings below it.
"""

from __future__ import annotations

import base64
import hashlib
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from server.document.printed_text import printed_text
from server.document.run import Run
from server.document.untrusted_text import escape_controls
from server.export.html_file import packed_page, packed_run, rendered
from server.export.page_renderer import Press, png, size_of
from server.export.render_types import Cell, Diagnosed, Wish

# Pixels of a picture for each of the page's: screens of notebooks have two, files are small.
ZOOM = 1.5
# The smallest scale at which a picture is legible; a wider one is scrolled.
LEAST_SCALE = 0.6
# The most characters of what a run printed.
MOST_PRINTED = 2000
# Where the run stands in the shell of the page; it is no text of a run, which is base64.
PLACE = "%run of Tapescope%"
# What is more than a note, and what a grade is called.
GRADES: Mapping[str, Mapping[str, str]] = {
    "en": {"error": "Error", "mistake": "Mistake", "smell": "Weak spot"},
    "zh": {"error": "错误", "mistake": "失误", "smell": "隐患"},
}
NOTE = {
    "en": "A picture of the run. It plays once you run the cell or trust the notebook.",
    "zh": "这是运行过程的一张图。运行此单元或信任此笔记本后即可播放。",
}
ALT = {
    "en": "A moment of the run: {n} events, {outcome}",
    "zh": "运行中的一个时刻：{n} 个事件，{outcome}",
}
MISSING = {
    "en": "A picture of the run. The player's code was in the output of another cell and is gone: "
    "run %reload_ext tapescope, then this cell.",
    "zh": "这是运行过程的一张图。播放器的代码原在另一个单元的输出中，现已不在："
    "请先运行 %reload_ext tapescope，再运行此单元。",
}
PRINTED = {"en": "Printed:", "zh": "输出："}
SAVED = {
    "en": '.save("run.html") writes a file that plays in a browser.',
    "zh": '.save("run.html") 可写出能在浏览器中播放的文件。',
}


@dataclass(frozen=True, slots=True)
class Item:
    """A finding: its grade, line and title, then what, why and what to change."""

    head: str
    words: str


def cell(run: Run, wish: Wish, title: str | None, height: int, has_code: bool, press: Press
         ) -> Cell:  # fmt: skip
    """Make the output for a run; one that `has_code` holds the player's code for others, too.

    Raises NotBuilt or PressError.
    """
    language = wish.language or "en"
    items = [item_of(each, language) for each in press.check(run, language).findings
             if each.severity in GRADES[language]]
    svg = press.svg(run, wish)
    picture, size = png(svg, ZOOM), size_of(svg)
    printed = printed_by(run)
    words = [sentence_of(run)]
    if printed:
        words += [PRINTED[language], textwrap.indent(printed, "    ")]
    words += [f"{item.head}\n    {item.words}" for item in items]
    html = rendered(
        "notebook.html", "", page=digest(), height=height, items=items, width=round(size[0]),
        least=round(LEAST_SCALE * size[0]), printed=printed,
        picture=base64.b64encode(picture).decode("ascii"),
        alt=ALT[language].format(n=len(run.events), outcome=outcome_of(run)),
        note=NOTE[language], missing=MISSING[language], place=PLACE,
        packed_run=packed_run(run, wish, title), shell=shell() if has_code else None,
    )  # fmt: skip
    text = "\n".join([*words, SAVED[language]])
    return Cell(html, picture, round(size[0]), round(size[1]), text)


def sentence_of(run: Run) -> str:
    """Return what Python prints of a player: the number of events, and how the run ended."""
    return f"<tapescope.Player: {len(run.events)} events, {outcome_of(run)}>"


def outcome_of(run: Run) -> str:
    """Return how a run ended."""
    return escape_controls(run.outcome.sentence or "finished")


def printed_by(run: Run) -> str:
    """Return what a run printed, also values of bare expressions; of much of it the beginning."""
    text = escape_controls(printed_text(run.events)).rstrip()
    return text if len(text) <= MOST_PRINTED else f"{text[:MOST_PRINTED]}…"


def item_of(finding: Diagnosed, language: str) -> Item:
    """Return a finding in words."""
    is_english = language == "en"
    line = finding.lines[0] if finding.lines else None
    place = "" if line is None else f", line {line}" if is_english else f"，第 {line} 行"
    colon, space = (": ", " ") if is_english else ("：", "")
    words = space.join([finding.sentence, finding.why, finding.change])
    grade = GRADES[language][finding.severity]
    return Item(escape_controls(f"{grade}{place}{colon}{finding.title}"), escape_controls(words))


@cache
def shell() -> str:
    """Return the page without a run, as each output completes it."""
    return rendered("file.html", digest(), title="Tapescope", packed=packed_page(),
                    packed_run=PLACE, engine="", code="")  # fmt: skip


@cache
def digest() -> str:
    """Return what tells the player's code from that of other versions, in one notebook."""
    return hashlib.sha256(packed_page().encode("ascii")).hexdigest()
