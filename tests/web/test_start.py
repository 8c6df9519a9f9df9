"""What a server refuses at its start; whether another one serves from its database."""

import subprocess
import sys
from pathlib import Path

import pytest

from server.storage.database import Database
from server.storage.sole_process import SoleProcess
from server.storage.why_down import check_database
from tests.web import postgresql
from tests.web.follower import until

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def postgres():
    with postgresql.running() as address:
        yield address


@pytest.mark.parametrize(("address", "words"), [
    ("mysql+nothing://a:sesame@b/c", "must be an URL of SQLite or PostgreSQL"),
    ("sesame", "must be an URL of SQLite or PostgreSQL"),
    ("sqlite:////nowhere/at/all.db", "cannot be opened: No such file or directory: /nowhere"),
    ("postgresql://a:sesame@127.0.0.1:9/b", "does not answer: connection failed"),
])  # fmt: skip
def test_a_database_that_cannot_be_is_refused_in_a_sentence_without_its_password(address, words):
    with pytest.raises(ValueError) as error:
        check_database(Database(address))
    assert words in str(error.value) and "sesame" not in str(error.value)


def test_a_driver_that_is_missing_is_named_with_the_way_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ValueError, match=r"psycopg.*pip install 'tapescope\[postgres\]'"):
        check_database(Database("postgresql://a@127.0.0.1:9/b"))


def sole(address):
    return SoleProcess(Database(address))


OTHER = """
import sys
from server.storage.database import Database
from server.storage.sole_process import SoleProcess
serving = SoleProcess(Database(sys.argv[1]))
print(serving.is_sole(), flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    if request.param == "postgresql":
        return request.getfixturevalue("postgres")
    return f"sqlite:///{tmp_path / 'shared.db'}"


def test_a_second_process_at_one_database_is_told_until_the_first_is_gone(address):
    with subprocess.Popen(
        [sys.executable, "-c", OTHER, address], cwd=ROOT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as first:  # fmt: skip
        try:
            assert first.stdout is not None
            assert first.stdout.readline() == "True\n"
            second = sole(address)
            assert [second.is_sole(), second.is_sole()] == [False, False]
        finally:
            first.kill()
            first.wait()
    until(second.is_sole)  # PostgreSQL lets go of what is killed a moment later
    assert second.is_sole()
    third = sole(address)
    assert not third.is_sole()
    second.close()
    assert third.is_sole()
    third.close()


def test_in_memory_every_process_is_the_sole_one():
    assert sole("sqlite://").is_sole() and sole("sqlite://").is_sole()
