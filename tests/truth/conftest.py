"""Run each program once for all tests of this folder: one sandbox, one page, one checker."""

import json
from functools import cache

import pytest

from server.config import Config
from server.run import to_json
from server.sandbox import Sandbox
from tests.truth.checker import check
from tests.truth.page import Page
from tests.web.runs import run_here


class Judge:
    """Checks what the page says of programs against their tapes; keeps every answer."""

    def __init__(self, sandbox: Sandbox, page: Page, config: Config):
        def run(code):
            run = json.loads(json.dumps(to_json(run_here(sandbox, code, 0, config))))
            return run, page.says(run)

        self.run = cache(run)
        self.check = cache(self.check_anew)

    def check_anew(self, name: str, code: str):
        """Return the problems in what the page says of a program, and what was read."""
        return check(*self.run(code), name)


@pytest.fixture(scope="session")
def judge():
    config = Config()
    sandbox = Sandbox(config)
    with Page() as page:
        yield Judge(sandbox, page, config)
    sandbox.close()
