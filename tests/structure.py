"""Measure how the packages are built: `python -m tests.structure` prints the numbers.

Each number has a limit in `LIMITS`, which `test_structure.py` holds from both sides: more is a step
back, less is progress to write down. The aim of each number is 0, of modules at the top 3.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef

# What each number is today. `python -m tests.structure` prints this table anew.
LIMITS = {
    "modules at the top of autograd": 2,
    "tables of ops outside of records": 0,
    "largest import circle, autograd": 0,
    "imports inside functions, autograd": 2,
    "module docstrings with 'and', autograd": 0,
    "largest import circle, server": 0,
    "imports inside functions, server": 9,
    "module docstrings with 'and', server": 0,
    "annotations missing, autograd": 0,
    "annotations missing, autograd/arguments": 0,
    "annotations missing, autograd/engine": 0,
    "annotations missing, autograd/frontend": 0,
    "annotations missing, autograd/functions": 0,
    "annotations missing, autograd/functorch": 0,
    "annotations missing, autograd/graph": 0,
    "annotations missing, autograd/kernels": 0,
    "annotations missing, autograd/ops": 0,
    "annotations missing, autograd/recording": 0,
    "annotations missing, autograd/runtime": 0,
    "annotations missing, autograd/tensor": 0,
    "annotations missing, autograd/torch": 0,
    "annotations missing, autograd/transforms": 0,
    "annotations missing, server": 0,
    "annotations missing, server/classroom": 0,
    "annotations missing, server/config": 0,
    "annotations missing, server/deployment": 0,
    "annotations missing, server/document": 0,
    "annotations missing, server/examples": 0,
    "annotations missing, server/export": 0,
    "annotations missing, server/findings": 0,
    "annotations missing, server/graph": 0,
    "annotations missing, server/jobs": 0,
    "annotations missing, server/layout": 0,
    "annotations missing, server/notebook": 0,
    "annotations missing, server/sandbox": 0,
    "annotations missing, server/storage": 0,
    "annotations missing, server/web": 0,
    "annotations missing, server/workers": 0,
}


def measure() -> dict[str, int]:
    """Return every number of the table, by its name."""
    from tests.engine.fact_tables import tables_of_facts

    numbers = {
        "modules at the top of autograd": len(list((ROOT / "autograd").glob("*.py"))),
        "tables of ops outside of records": len(tables_of_facts()),
    }
    for package in ("autograd", "server"):
        paths = modules_of(package)
        numbers |= {
            f"largest import circle, {package}": largest_circle(import_graph(package)),
            f"imports inside functions, {package}": sum(map(inner_imports, paths)),
            f"module docstrings with 'and', {package}": sum(map(says_and, paths)),
        }
    for package in packages():
        missing, all_of_them = annotations(package)
        numbers[f"annotations missing, {package}"] = missing
    return numbers


def modules_of(package: str) -> list[Path]:
    """The modules of a package, at any depth; lessons are not modules."""
    paths = sorted((ROOT / package).rglob("*.py"))
    return [path for path in paths if "examples" not in path.parts or path.stem == "__init__"]


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"))


def packages() -> list[str]:
    """The packages whose annotations are counted: the two, and each folder right below them."""
    return sorted({
        "/".join(path.relative_to(ROOT).parts[:-1][:2])
        for package in ("autograd", "server") for path in modules_of(package)
    })  # fmt: skip


def annotations(package: str) -> tuple[int, int]:
    """Count the parameters and results of public functions without annotation, and all of them.

    A folder is counted with the folders inside it, a top-level package without them.
    """
    folder, deep = ROOT / package, "/" in package
    places = [
        place is not None
        for path in modules_of(package) if deep or path.parent == folder
        for node in outermost_functions(parsed(path)) if not node.name.startswith("_")
        for place in annotated_places(node)
    ]  # fmt: skip
    return places.count(False), len(places)


def annotated_places(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr | None]:
    """The annotations of a function's result and parameters, but for `self` and `cls`."""
    given = function.args
    first = [*given.posonlyargs, *given.args]
    if first and first[0].arg in ("self", "cls"):
        del first[0]
    rest = [each for each in (given.vararg, given.kwarg) if each]
    return [function.returns, *(each.annotation for each in [*first, *given.kwonlyargs, *rest])]


def says_and(path: Path) -> bool:
    """Whether the first sentence of a module's docstring has an "and": two subjects."""
    text = ast.get_docstring(parsed(path)) or ""
    sentence = text.split("\n\n")[0].replace("\n", " ").partition(". ")[0]
    return " and " in sentence


def import_statements(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports below a node, inside functions too; what only a type checker imports is none."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.Import | ast.ImportFrom):
            yield each
        elif not (isinstance(each, ast.If) and "TYPE_CHECKING" in ast.unparse(each.test)):
            yield from import_statements(each)


def names_imported(statement: ast.Import | ast.ImportFrom, path: Path) -> list[str]:
    """The absolute names of the modules that a statement imports."""
    if isinstance(statement, ast.Import):
        return [full(alias.name) for alias in statement.names]
    package = list(path.relative_to(ROOT).parent.parts)
    base = package[:len(package) - statement.level + 1] if statement.level else []
    module = full(".".join([*base, *([statement.module] if statement.module else [])]))
    inner = [f"{module}.{alias.name}" for alias in statement.names]
    return list(dict.fromkeys(name if file_of(name) else module for name in inner))


def full(name: str) -> str:
    """The name of a module in our folders: `torch` and `functorch` are our own."""
    return f"autograd.{name}" if name.partition(".")[0] in ("torch", "functorch") else name


@cache
def file_of(name: str) -> Path | None:
    """The file of one of our modules."""
    place = ROOT.joinpath(*name.split("."))
    found = [file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()]
    return found[0] if found else None


def inner_imports(path: Path) -> int:
    """How many import statements of a module stand inside functions."""
    functions = outermost_functions(parsed(path))
    return sum(1 for function in functions for _ in import_statements(function))


def outermost_functions(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions and methods of a module that stand inside no other function."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, FUNCTIONS):
            yield each
        else:
            yield from outermost_functions(each)


def import_graph(package: str) -> dict[Path, set[Path]]:
    """Which modules of a package each of its modules imports, also inside functions."""
    paths = modules_of(package)
    graph = {
        path: {file_of(name) for statement in import_statements(parsed(path))
               for name in names_imported(statement, path)}
        for path in paths
    }  # fmt: skip
    return {path: found & graph.keys() - {path} for path, found in graph.items()}


def largest_circle(graph: dict[Path, set[Path]]) -> int:
    """The size of the largest strongly connected component; 0 where no module is in a circle."""
    return max((len(each) for each in circles(graph)), default=0)


def circles(graph: dict[Path, set[Path]]) -> list[set[Path]]:
    """The sets of modules that import each other."""
    reached = {path: reachable(graph, path) for path in graph}
    found = {
        path: frozenset(each for each in reached[path] if path in reached[each])
        for path in graph if path in reached[path]
    }  # fmt: skip
    return [set(circle) for circle in set(found.values())]


def reachable(graph: dict[Path, set[Path]], start: Path) -> set[Path]:
    """What a module imports, directly or through others; itself only through a circle."""
    found: set[Path] = set()
    waiting = list(graph[start])
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += graph[path]
    return found


if __name__ == "__main__":
    for name, number in measure().items():
        limit = LIMITS.get(name)
        print(f'    "{name}": {number},', "" if number == limit else f" # the limit is {limit}")
    for package in packages():
        missing, count = annotations(package)
        print(f"# {package}: {1 - missing / max(count, 1):.0%} annotated")
