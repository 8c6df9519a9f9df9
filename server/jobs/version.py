"""The version of what answers jobs: two servers of one version answer a job alike."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib import metadata
from pathlib import Path

from server.config import Config
from server.export import page_files

ROOT = Path(__file__).parents[2]
# What decides the answer to a job: the engine, and of the server all but who asks for it.
SOURCES = (
    "autograd", "server/document", "server/export", "server/findings", "server/graph",
    "server/layout", "server/sandbox", "server/workers", "server/jobs", "server/pipeline.py",
)  # fmt: skip
# The settings that decide it. Those of memory are each machine's own: a run that meets them ends
# as one that was stopped, whose answer nobody keeps.
LIMITS = (
    "cpu_seconds", "wall_seconds", "output_bytes", "event_limit", "code_bytes", "pass_boxes",
    "run_boxes", "pass_edges", "run_edges", "run_shown", "run_passes", "drawn_bytes",
    "draw_seconds", "render_seconds",
)  # fmt: skip


def version(config: Config) -> str:
    """The digest of the sources, of the page that exports contain, and of the limits of runs."""
    limits = {name: getattr(config, name) for name in LIMITS}
    text = f"{sources()} {json.dumps(limits)}"
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


@cache
def sources() -> str:
    """The digest of the sources, of the built page, and of numpy's version."""
    digest = hashlib.sha256(metadata.version("numpy").encode("ascii"))
    paths = [path for each in SOURCES for path in (ROOT / each,) if path.is_file()]
    paths += [path for each in SOURCES for path in sorted((ROOT / each).rglob("*.py"))]
    for path in paths:
        digest.update(b"%s %d " % (path.relative_to(ROOT).as_posix().encode(), path.stat().st_size))
        digest.update(path.read_bytes())
    # The names of built files change with their content.
    for path in sorted(page_files.BUILD.rglob("*")):
        digest.update(path.name.encode())
    return digest.hexdigest()
