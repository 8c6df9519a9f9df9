"""The colours of the look in exported files, from the table that the page reads, too."""

from __future__ import annotations

import json
from pathlib import Path

LOOK = json.loads(Path(__file__).with_name("look.json").read_text("utf-8"))
# Colour token -> {"light", "dark"}.
COLORS: dict[str, dict[str, str]] = LOOK["colors"]
DAYLIGHT = {token: colors["light"] for token, colors in COLORS.items()}
# How a box looks -> the tokens of its "fill" and "line"; the page draws input and value alike.
QUIET = LOOK["boxes"]["quiet"]
BOXES: dict[str, dict[str, str]] = LOOK["boxes"] | {"input": QUIET, "value": QUIET}
# Kind of edge -> the token of its line, in a picture of what a pass was like at its end.
EDGES = {
    "tape": "backward",
    "leaf": "leaf-line",
    "value": "quiet",
    "view": "quiet",
    "cut": "error",
}
