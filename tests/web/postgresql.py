"""A PostgreSQL that a test starts for itself, in a folder of its own, reached by a socket there."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

# PostgreSQL does not run as root; Debian's package comes with this user.
USER = "postgres"


def binaries() -> Path:
    """The folder of its programs; skips when there is none, but never in CI."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=version)
    program = shutil.which("postgres") or (found[-1] if found else None)
    if program is None:
        assert os.environ.get("CI") != "true", "CI must have PostgreSQL."
        pytest.skip("There is no PostgreSQL on this machine.")
    return Path(program).resolve().parent


def version(program: Path) -> int:
    return int(program.parts[-3])


@contextmanager
def running() -> Iterator[str]:
    """An empty server; answers with its address, as DATABASE_URL gives it."""
    # A socket's path must be short, so not pytest's own folder.
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, USER, USER)
        data = Path(folder) / "data"
        call("initdb", "-D", data, "-U", "tapescope", "-A", "trust", "-E", "UTF8", "--no-sync")
        start(folder)
        try:
            yield f"postgresql://tapescope@/postgres?host={folder}"
        finally:
            kill(folder)


@contextmanager
def killed(address: str) -> Iterator[None]:
    """A server that `running` started is gone meanwhile, without a word to those it serves."""
    folder = address.rpartition("=")[2]
    kill(folder)
    try:
        yield
    finally:
        start(folder)


def start(folder: str) -> None:
    data = Path(folder) / "data"
    call("pg_ctl", "-D", data, "-l", data / "log", "-o", f"-k {folder} -h ''", "-w", "start")


def kill(folder: str) -> None:
    call("pg_ctl", "-D", Path(folder) / "data", "-m", "immediate", "-w", "stop")


def call(name: str, *arguments: str | Path) -> None:
    """Run one of PostgreSQL's programs."""
    user = USER if os.geteuid() == 0 else None
    subprocess.run(
        [binaries() / name, *arguments], check=True, cwd="/", stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, user=user, group=user, extra_groups=[] if user else None,
    )  # fmt: skip
