"""The image: its linter, and that what it copies, opens and calls is there."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import yaml

from server.web.command import DEFAULT_PORT

ROOT = Path(__file__).parents[2]
DOCKERFILE = ROOT / "deploy" / "Dockerfile"
# Instructions, with their continued lines in one.
TEXT = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", DOCKERFILE.read_text("utf-8"), flags=re.M))
LINES = [line.split(maxsplit=1) for line in TEXT.splitlines() if line.strip()]


def arguments(instruction):
    return [rest for name, rest in LINES if name == instruction]


def kept():
    """What the builder gets of the checkout: the names that .dockerignore takes back."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")][0] == "*"
    return {line[2:] if line.startswith("!/") else line[1:] for line in lines if line[0] == "!"}


def test_the_linter_finds_no_fault():
    program = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([program, DOCKERFILE], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_what_is_copied_is_there_and_reaches_the_builder():
    copied = {
        source.rstrip("/")
        for line in arguments("COPY") if not line.startswith("--from")
        for source in line.split()[:-1]
    }  # fmt: skip
    bound = {"requirements/server.txt"}  # by --mount
    assert bound | copied == kept()
    assert [name for name in kept() if not (ROOT / name).exists()] == []


def test_the_wheel_has_in_the_image_what_it_is_built_of():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    described = [project["project"]["readme"], *project["project"]["license-files"]]
    page = ["package.json", "package-lock.json", ".npmrc", "static", "templates", "tsconfig.json"]
    wanted = {*packages, *described, *page, "hatch_build.py", "pyproject.toml"}
    assert wanted <= kept()


def test_packages_come_from_the_locks_with_hashes():
    installs = re.findall(r"pip install (.*?)(?:&&|$)", " \n".join(arguments("RUN")), re.M)
    locked = "--require-hashes --only-binary :all: -r"
    assert [each.strip().partition(" /")[0] for each in installs] == [
        f"{locked} requirements/build.txt", locked, "--no-deps --no-index"
    ]  # fmt: skip


def test_the_lock_of_the_image_has_what_workers_databases_and_redis_need():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {
        re.split(r"[<>=\[]", each)[0]
        for extra in ("celery", "postgres", "redis")
        for each in extras["optional-dependencies"][extra]
    }
    lock = (ROOT / "requirements" / "server.txt").read_text("utf-8")
    locked = set(re.findall(r"^([\w-]+)==", lock, re.M))
    # The broker's client and the driver's library come with them.
    assert named | {"amqp", "psycopg-binary"} <= locked


def test_the_server_is_nobody_who_has_rights_and_says_how_it_is():
    (user,) = arguments("USER")
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", user), "Kubernetes checks numbers only"
    assert arguments("EXPOSE") == [str(DEFAULT_PORT)]
    (check,) = arguments("HEALTHCHECK")
    assert f"http://127.0.0.1:{DEFAULT_PORT}/healthz" in check
    assert arguments("STOPSIGNAL") == ["SIGTERM"]
    (code,) = re.findall(r'"-c", "(.*?)"\]', check)
    environment = os.environ | {"http_proxy": ""}
    done = subprocess.run(
        [sys.executable, "-c", code.replace(str(DEFAULT_PORT), "9")],
        env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 1 and "URLError" in done.stderr


def test_the_program_of_the_image_is_the_one_that_is_installed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (entry,) = arguments("ENTRYPOINT")
    assert yaml.safe_load(entry) == ["tini", "--", *project["scripts"]]
    assert f"VERSION={project['version']}" in arguments("ARG")
    (volume,) = arguments("VOLUME")
    assert f"HOME={volume} " in arguments("ENV")[-1]
