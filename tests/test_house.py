"""The rules of the house, held by tests: who imports whom, how large things may grow, names."""

import ast
import fnmatch
import subprocess
import sys
from pathlib import Path

import autograd
from tests.import_table import MAY_IMPORT

ROOT = Path(__file__).parents[1]
TRACKED = subprocess.run(
    ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    cwd=ROOT, capture_output=True, check=True, text=True,
).stdout.split("\0")  # fmt: skip
FILES = [ROOT / name for name in TRACKED if name and (ROOT / name).is_file()]
PYTHON = [path for path in FILES if path.suffix == ".py"]
TYPESCRIPT = [path for path in FILES if path.suffix == ".ts"]
CODE = [path for path in PYTHON if path.parts[len(ROOT.parts)] in ("autograd", "server")]

MOST_LINES = 300
# Of the engine; a chapter of records may be longer.
MOST_LINES_OF_ENGINE, MOST_LINES_OF_CHAPTER = 500, 600
MOST_LINES_OF_FUNCTION = 40
MOST_COLUMNS = 100
# Names that say nothing about what is inside.
EMPTY_NAMES = {"utils", "helpers", "common", "manager", "service", "handler", "core"}


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def is_lesson(path):
    """Whether it is one of people's own snippets, as they wrote them."""
    return name_of(path).startswith("server/examples/") and path.stem != "__init__"


def found_in(paths, look):
    """What `look` finds wrong with files, by their names."""
    return {name_of(path): found for path in paths if (found := look(path))}


def allowed_in(path):
    """What the table of imports allows a file; None where it has no line for it."""
    lines = (may for pattern, may in MAY_IMPORT.items() if fnmatch.fnmatch(name_of(path), pattern))
    return next(lines, None)


def imported(path):
    """The modules that a file imports, absolute names."""
    package = list(path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                yield inner if is_module(inner) else module


def is_module(name):
    place = ROOT.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()


def is_allowed(name, allowed):
    top = name.partition(".")[0]
    if top in sys.stdlib_module_names:
        return True
    return any(
        name == each or (each != "server" and name.startswith(f"{each}.")) for each in allowed
    )


def test_every_file_stands_in_the_table_of_imports():
    assert [name_of(path) for path in CODE if allowed_in(path) is None] == []


def test_imports_go_in_the_direction_of_the_house():
    assert found_in(CODE, lambda path: sorted({
        name for name in imported(path) if not is_allowed(name, allowed_in(path) or set())
    })) == {}


def test_the_engine_does_not_know_its_listener():
    inside = "autograd/recording/"
    knowing = [
        name_of(path) for path in CODE
        if name_of(path).startswith("autograd/") and not name_of(path).startswith(inside)
        and any(name.startswith("autograd.recording") for name in imported(path))
    ]  # fmt: skip
    assert knowing == []


def test_importing_the_server_brings_no_web_framework():
    program = (
        "import sys, server, server.sandbox\n"
        "print([n for n in ('flask', 'werkzeug', 'jinja2', 'networkx', 'pyvis', 'uvicorn')"
        " if n in sys.modules])"
    )
    output = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout
    assert output == "[]\n"


def test_autograd_is_ours_and_not_another_package_of_that_name():
    assert Path(autograd.__file__).is_relative_to(ROOT)


def test_the_packages_at_the_top_are_the_two_of_the_house():
    tops = {
        path.relative_to(ROOT).parts[0] for path in PYTHON if len(path.relative_to(ROOT).parts) > 1
    }
    assert tops <= {"autograd", "server", "tests", "benchmarks", "docs"}


def test_no_folder_of_tests_shadows_a_package():
    assert not (ROOT / "tests" / "autograd").exists()
    assert not (ROOT / "tests" / "server").exists()
    assert [
        path for path in PYTHON if name_of(path).startswith("tests/") and path.stem == "__init__"
    ] == []


def test_a_file_is_short():
    def too_many(path):
        name = name_of(path)
        most = MOST_LINES_OF_ENGINE if name.startswith("autograd/") else MOST_LINES
        if name.startswith("autograd/ops/"):
            most = MOST_LINES_OF_CHAPTER
        return max(0, len(path.read_text("utf-8").splitlines()) - most)

    assert found_in(PYTHON + TYPESCRIPT, too_many) == {}


def test_the_lines_of_a_file_are_narrow():
    assert found_in((path for path in PYTHON + TYPESCRIPT if not is_lesson(path)), lambda path: [
        i for i, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > MOST_COLUMNS
    ]) == {}


def test_a_function_fits_on_a_screen():
    """A signature counts as one line, however many it takes."""
    def long(path):
        lines = {f"{each.name} on line {each.lineno}": each.end_lineno - each.body[0].lineno + 2
                 for each in ast.walk(ast.parse(path.read_text("utf-8")))
                 if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
        return {name: many for name, many in lines.items() if many > MOST_LINES_OF_FUNCTION}

    assert found_in(PYTHON, long) == {}


def test_a_module_opens_with_what_it_is_for():
    def opens_wrong(path):
        source = path.read_text("utf-8")
        if is_lesson(path):
            return not source.startswith("# ")
        text = ast.get_docstring(ast.parse(source)) or ""
        return not text.split("\n\n")[0].endswith((".", ":"))

    assert found_in(CODE, opens_wrong) == {}


def test_the_linter_finds_nothing():
    ruff = [sys.executable, "-m", "ruff", "check", "--no-cache", "--output-format", "concise", ROOT]
    found = subprocess.run(ruff, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_no_name_of_ours_says_nothing():
    """The face of torch has torch's own names, `torch.utils` among them."""
    ours = [path for path in FILES if not name_of(path).startswith("autograd/torch/")]
    parts = {name_of(path): set(path.relative_to(ROOT).with_suffix("").parts) for path in ours}
    assert [name for name, words in parts.items() if words & EMPTY_NAMES] == []
