"""Count the type checker's errors in each package: `python -m tests.type_errors`.

pyrefly reads its settings from pyproject.toml. `STRICT` lists the packages and modules where it
must find nothing, `LIMITS` counts what it finds in the rest of each top package.
"""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]

STRICT = (
    "autograd/recording",
    "server/classroom",
    "server/jobs",
    "server/storage/database.py",
    "server/storage/migrations",
    "server/storage/snippets.py",
    "server/web/views",
    "server/workers",
    "tapescope.py",
)
# The errors left outside of STRICT, by top package: clashes of types, and missing annotations.
# They hold for the versions in requirements/test.txt. Lower a number whenever it falls.
LIMITS = {
    "autograd": (819, 4687),
    "server": (134, 351),
    "tests": (173, 448),
}
MISSING = ("implicit-any-", "unannotated-")


@dataclass(frozen=True)
class Finding:
    """One error of pyrefly; `path` is relative to the root."""

    path: str
    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text} [{self.kind}]"

    @property
    def is_missing_annotation(self) -> bool:
        return self.kind.startswith(MISSING)


def check() -> list[Finding]:
    """Run pyrefly on the whole repository and return its errors."""
    output = run_pyrefly(
        "check", "--output-format", "json", "--min-severity", "error", "--summary=none",
        "--python-interpreter-path", sys.executable,
    )  # fmt: skip
    return [
        Finding(each["path"], each["line"], each["name"], each["description"])
        for each in json.loads(output)["errors"]
    ]


def covered() -> list[str]:
    """Return the paths of the files that `check` reads."""
    lines = run_pyrefly("dump-config", "--max-files", "all").splitlines()
    paths = [Path(line.strip()) for line in lines if line.endswith(".py")]
    return [path.relative_to(ROOT).as_posix() for path in paths]


def run_pyrefly(*arguments: str) -> str:
    """Return what pyrefly prints; raise RuntimeError where it could not work."""
    done = subprocess.run(
        [sys.executable, "-m", "pyrefly", *arguments],
        cwd=ROOT, capture_output=True, check=False, text=True,
    )  # fmt: skip
    # It exits with 1 where it finds errors.
    if done.returncode not in (0, 1) or not done.stdout:
        raise RuntimeError(done.stderr)
    return done.stdout


def is_strict(path: str) -> bool:
    """Return whether a file belongs to a package or module of STRICT."""
    return any(path == each or path.startswith(f"{each}/") for each in STRICT)


def package(path: str) -> str:
    """Return the two upper folders of a file, or the one that it lies in."""
    return "/".join(path.split("/")[:-1][:2]) or path


def count(errors: list[Finding]) -> dict[str, tuple[int, int]]:
    """Return the numbers of clashes and of missing annotations by top package, as in LIMITS."""
    found = Counter(
        (error.path.partition("/")[0], error.is_missing_annotation)
        for error in errors if not is_strict(error.path)
    )  # fmt: skip
    tops = sorted({top for top, _ in found})
    return {top: (found[top, False], found[top, True]) for top in tops}


def main() -> None:
    """Print a row for each package, then the totals that LIMITS holds."""
    errors = check()
    found = Counter((package(each.path), each.is_missing_annotation) for each in errors)
    print(f"{'package':<24}{'clashes':>9}{'missing':>9}")
    for name in sorted({name for name, _ in found}):
        print(f"{name:<24}{found[name, False]:>9}{found[name, True]:>9}")
    print("\noutside of STRICT")
    for name, (clashes, missing) in count(errors).items():
        print(f"{name:<24}{clashes:>9}{missing:>9}")


if __name__ == "__main__":
    main()
