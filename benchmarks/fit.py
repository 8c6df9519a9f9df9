"""How large whole drawings are seen: twelve real programs, with modules open and folded.

    python benchmarks/fit.py [PROGRAM ...]

For each program (by default those of tests/web/people) its largest picture on three stages: the
scale at which all of it fits in one row, and as the page wraps it. At 0.36 every box has a legible
label. The exit code says whether something fits less well wrapped than in one row.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from server import pipeline
from server.config import Config
from server.document.run import to_json
from server.sandbox import Sandbox
from tests.page.questions import Page

PEOPLE = Path(__file__).parents[1] / "tests" / "web" / "people"
# The free part of the stage where the window is so wide, and the way that the tape runs there.
STAGES = {
    "1280": (840, 580, "right"), "1920": (1320, 840, "right"), "400": (400, 460, "down"),
}  # fmt: skip
# Modules open at no level, at the outermost, and all.
LEVELS = {"folded": 0, "outer": 1, "open": 99}
# Around a drawing (static/src/drawing/stage/camera.ts), along the page's axes.
MARGINS = {"right": (144, 72), "down": (112, 104)}


def scale(page: Page, run: dict, size: tuple[int, int, str], level: int, *, wraps: bool) -> float:
    """The scale at which the largest picture of a run fits a stage."""
    w, h, bearing = size
    stage = {"w": w, "h": h} if wraps else None
    margins = MARGINS[bearing]
    bounds = page.ask("bounds", run, stage=stage, level=level, bearing=bearing)
    return min(
        min(w / (each["w"] + margins[0]), h / (each["h"] + margins[1]), 1.6) for each in bounds
    )


def main() -> int:
    programs = [Path(name) for name in sys.argv[1:]] or sorted(PEOPLE.glob("*.py"))
    worse = []
    columns = [f"{level} {stage}" for level in LEVELS for stage in STAGES]
    print(f"{'':12}" + "".join(f"{column:>13}" for column in columns))
    sandbox = Sandbox(Config())
    with Page() as page:
        for program in programs:
            code = program.read_text()
            outcome = sandbox.run(code, 0)
            run = json.loads(json.dumps(to_json(pipeline.document(code, outcome, Config()))))
            cells = []
            for level in LEVELS.values():
                for size in STAGES.values():
                    before, after = (
                        scale(page, run, size, level, wraps=wraps) for wraps in (False, True)
                    )
                    cells.append(f"{before:.2f} > {after:.2f}")
                    if after < before - 0.005:
                        worse.append(program.stem)
            print(f"{program.stem:12}" + "".join(f"{cell:>13}" for cell in cells), flush=True)
    sandbox.close()
    print(f"worse when wrapped: {sorted(set(worse))}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
