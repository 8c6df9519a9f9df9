"""What the tests of the university share: the university itself, and who comes to it."""

from functools import partial

import pytest

from tests.browser.conftest import NO_HINTS
from tests.browser.desks import Desk
from tests.university import campus as campuses
from tests.university.lesson import held


@pytest.fixture(scope="session")
def opened():
    """A university that is opened once."""
    with campuses.opened() as made:
        yield made


@pytest.fixture
def campus(opened):
    """The proxy, two web processes, two workers, PostgreSQL, Redis; all of them live."""
    for service in opened.services:
        if service.process.poll() is not None:
            service.renew()
    return opened


@pytest.fixture
def lesson(campus):
    """Holds lessons in rooms of their own."""
    return partial(held, campus)


@pytest.fixture
def browsers(browser):
    """Makes people with a browser that trusts the certificate, and sends them home."""
    made = []

    def make(**options):
        made.append(Visitor(browser, ignore_https_errors=True, **options))
        return made[-1]

    yield make
    for one in made:
        assert one.faults == []
        one.context.close()


class Visitor(Desk):
    """Somebody at a browser, which notes what it was answered."""

    def __init__(self, browser, **options):
        super().__init__(browser, **options)
        self.context.add_init_script(NO_HINTS)
        self.answers = []
        self.page.on("response", lambda reply: self.answers.append((reply.status, reply.url)))
