"""Run each program once for all tests of this folder: one sandbox, one page, all answers kept."""

from collections.abc import Callable
from functools import cache

import pytest

from tests.truth.checker import check
from tests.truth.page import Page


class Judge:
    """Checks what the page says of programs against their tapes; keeps every answer."""

    def __init__(self, document_of: Callable[[str], dict], page: Page):
        def run(code):
            document = document_of(code)
            return document, page.says(document)

        self.run = cache(run)
        self.check = cache(self.check_anew)

    def check_anew(self, name: str, code: str):
        """Return the problems in what the page says of a program, and what was read."""
        return check(*self.run(code), name)


@pytest.fixture(scope="session")
def judge(document_of):
    with Page() as page:
        yield Judge(document_of, page)
