"""What all tests share: one Chromium, one sandbox, one Node, and who of two runs which of them."""

import atexit
import json
import logging
import os
import shutil
import tempfile
from functools import cache

import numpy as np
import pytest
from xdist.scheduler import LoadScopeScheduling


# Some tests use the engine without its face, which silences what numpy says of it.
np.seterr(all="ignore")



class Raising(logging.Handler):
    """Raises what is logged as an exception."""

    def emit(self, record):
        if record.exc_info:
            raise record.exc_info[1]


# A diagnosis that fails leaves a run without its findings; in the tests it fails aloud.
logging.getLogger("server.findings").addHandler(Raising())

# No test reads or writes the configuration or the data of the user who runs it. Processes that
# share the work, and servers that tests start, have the same folder.
if "PYTEST_XDIST_WORKER" not in os.environ:
    own = tempfile.mkdtemp(prefix="tapescope-")
    os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = own
    atexit.register(shutil.rmtree, own, ignore_errors=True)

# The shell is Chromium without windows and services of its own: a page opens in 2/3 of the time.
CHROMIUM = "chromium-headless-shell", "chromium", "chromium-browser"

# Of the browser itself: for each window it would load two pages behind its address bar, which takes
# longer than ours. The others are what Playwright turns off, whose list this one replaces.
UNUSED = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "MediaRouter", "OptimizationHints",
          "PaintHolding")


def missing(what):
    """Skip, but in CI nothing may be skipped."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"In CI nothing may be skipped, but {what}.")
    pytest.skip(what)


# Where it is asked for.
BROWSERS = "tests/browser/", "tests/notebook/", "tests/university/", "tests/web/test_export.py"


def pytest_configure(config):
    """Load Hypothesis' profile of the night, by which tests draw more, where nightly tests run."""
    if "nightly" in config.option.markexpr.replace("not nightly", ""):
        from hypothesis import settings

        settings.register_profile("night", settings.default)
        settings.load_profile("night")


class Beside(LoadScopeScheduling):
    """One process has the browser, the other all the rest, file by file: two browsers would be in
    each other's way, and the programs of a file warn only once in a process. The tests of truth
    share their runs, so that one process has them all."""

    def _split_scope(self, nodeid):
        file = nodeid.partition("::")[0]
        if file.startswith(BROWSERS):
            return "browser"
        return "truth" if file.startswith("tests/truth/") else file


def pytest_xdist_make_scheduler(config, log):
    """Who runs what, of two."""
    return Beside(config, log)


@pytest.fixture(scope="session")
def browser():
    """Chromium, through Playwright, which can be started only once in a process."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        missing("there is no Chromium on this machine")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("Playwright is not installed")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=program,
            args=[
                "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--no-first-run",
                f"--disable-features={','.join(UNUSED)}",
            ],
        )
        yield chromium
        chromium.close()


# What follows imports where it is used: the process of real torch imports this module, too.
@pytest.fixture(scope="session")
def sandbox():
    """A sandbox with the usual limits."""
    from server.config import Config
    from server.sandbox import Sandbox

    made = Sandbox(Config())
    yield made
    made.close()


@pytest.fixture(scope="session")
def document_of(sandbox):
    """Return the run document of a program, which runs once."""
    from server.config import Config
    from server.document.run import to_json
    from tests.web.runs import run_here

    @cache
    def text_of(code):
        return json.dumps(to_json(run_here(sandbox, code, 0, Config())))

    return lambda code: json.loads(text_of(code))


@pytest.fixture(scope="session")
def page():
    """The page's own code, which answers questions about runs."""
    from tests.page.questions import Page

    with Page() as page:
        yield page
