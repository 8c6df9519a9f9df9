"""The programs of the engine's suite, all the way: run in the fence, placed, told and drawn.

They print there what torch printed, too. Each run of the tests takes one in forty-eight, `pytest -m
nightly tests/web/test_programs.py` the others.
"""

import json
import os
import re
from pathlib import Path

import pytest

from server.config import Config
from server.document.run import to_json
from server.export import page_renderer
from server.export.page_renderer import Press
from server.export.render_types import Wish
from server.sandbox import Sandbox
from tests.sampling import by_day
from tests.web.runs import run_here

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((ROOT / "tests" / "engine" / "programs").glob("*.py"))
GOLDEN = json.loads((ROOT / "tests" / "golden" / "programs.json").read_text("utf-8"))
# What a value that is missing is in JavaScript; `check_undefined_grad` is a name of torch, and what
# a program calls undefined in a string is quoted.
UNDEFINED = re.compile(r"\bundefined\b")
QUOTED = re.compile(r"'[^']*['…]")
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}")
# What needs files or threads, of which the fence has none; what counts what ran before it.
ELSEWHERE = {"numpys_own_words", "save_load_files", "save_load_forms", "hooks_of_nodes_in_order"}
CONFIG = Config(wall_seconds=60, cpu_seconds=60)


@pytest.fixture(scope="module")
def whole(schema):
    """What takes a program all the way."""
    if not page_renderer.BUNDLE.is_file() and os.environ.get("CI") != "true":
        pytest.skip("the page has not been built: run `npm run build`")
    sandbox, engine = Sandbox(CONFIG), Press()

    def take(program):
        run = run_here(sandbox, program.read_text("utf-8"), 0, CONFIG)
        assert run.outcome.kind in ("finished", "failed"), run.outcome.sentence
        if program.stem not in ELSEWHERE:
            assert printed_by_none(run, GOLDEN[program.stem]) == []
        schema.validate(to_json(run))
        for language in ("en", "zh"):
            told = engine.story(run, "event", language).steps
            assert len(told) == len(run.events)
            said = [QUOTED.sub("", step.sentence) for step in told if not step.printed]
            assert list(filter(UNDEFINED.search, said)) == []
        for step in (0, len(run.events) // 2, len(run.events)):
            assert engine.svg(run, Wish(step=step)).startswith("<svg ")

    yield take
    engine.close()
    sandbox.close()


def printed_by_none(run, lines) -> list[str]:
    """The lines that a run printed and torch did not."""
    texts = [event["text"] for event in run.events
             if event["kind"] == "print" and event["how"] == "print"]
    known = {" ".join(line.split()) for line in lines}
    printed = ADDRESS.sub("0x...", "".join(texts)).splitlines()
    return [line for line in printed if line.strip() and " ".join(line.split()) not in known]


@pytest.mark.parametrize("program", by_day(PROGRAMS, 96), ids=lambda path: path.stem)
def test_a_program_is_run_placed_told_and_drawn(whole, program):
    whole(program)
