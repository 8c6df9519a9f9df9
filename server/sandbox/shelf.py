"""Modules served from memory: what a snippet may import in a process that can open no file."""

import importlib.util
import marshal
import mmap
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path

from . import absent

# Parts of the library that are no use to a lesson: tests, tools, and what draws windows.
_UNUSED = {
    "__phello__", "__pycache__", "_pyinstaller", "_pyrepl", "config", "curses", "dbm",
    "dist-packages", "distutils", "ensurepip", "f2py", "idlelib", "lib-dynload", "lib2to3",
    "msilib", "site-packages", "test", "tests", "tkinter", "turtledemo", "venv",
}  # fmt: skip


@dataclass(frozen=True)
class Book:
    """A module as a file has it: compiled, or as source where nobody has compiled it yet."""

    path: str
    is_package: bool
    is_compiled: bool
    content: bytes | memoryview


class Shelf(MetaPathFinder, InspectLoader):
    """Finds and loads the modules of its books."""

    def __init__(self, books: dict[str, Book]):
        # In memory of their own, which a fork does not have to copy the tables of.
        whole = mmap.mmap(-1, sum(len(book.content) for book in books.values()))
        view, start = memoryview(whole), 0
        self._books = {}
        for name, book in books.items():
            end = start + len(book.content)
            view[start:end] = book.content
            self._books[name] = replace(book, content=view[start:end].toreadonly())
            start = end

    def find_spec(self, name, path=None, target=None):
        book = self._books.get(name)
        if book is None:
            return None
        spec = ModuleSpec(name, self, origin=book.path, is_package=book.is_package)
        spec.has_location = True
        return spec

    def exec_module(self, module):
        """Run the module, then let it say what cannot work here."""
        super().exec_module(module)
        absent.amend(module)

    def get_code(self, name):
        """The code of the module `name`."""
        book = self._books[name]
        if book.is_compiled:
            return marshal.loads(book.content)
        return compile(bytes(book.content), book.path, "exec", dont_inherit=True)

    def get_source(self, name):
        """The sources stay outside the fence."""
        return None

    def is_package(self, name):
        """Whether the module `name` may have modules inside."""
        return self._books[name].is_package


def standard_library() -> dict[str, Book]:
    """Every module of the standard library that is written in Python and is not loaded yet."""
    return dict(_books_in(Path(sysconfig.get_path("stdlib")), ""))


def package(name: str) -> dict[str, Book]:
    """Every module of the package `name` that is written in Python and is not loaded yet."""
    origin = Path(importlib.util.find_spec(name).origin)
    itself = {} if name in sys.modules else {name: _book(origin, is_package=True)}
    return itself | dict(_books_in(origin.parent, name + "."))


def _books_in(folder: Path, prefix: str) -> Iterator[tuple[str, Book]]:
    for path in folder.iterdir():
        name = path.stem
        if name in _UNUSED or path.name.startswith("."):
            continue
        if path.suffix == ".py" and name != "__init__" and prefix + name not in sys.modules:
            yield prefix + name, _book(path, is_package=False)
        elif path.suffix == "" and (path / "__init__.py").is_file():
            if prefix + name not in sys.modules:
                yield prefix + name, _book(path / "__init__.py", is_package=True)
            yield from _books_in(path, prefix + name + ".")


def _book(path: Path, is_package: bool) -> Book:
    """A module as its compiled file has it, when that is there and not older than its source."""
    try:
        data = Path(importlib.util.cache_from_source(path)).read_bytes()
        stat = path.stat()
        fresh = b"".join(
            (value & 0xFFFFFFFF).to_bytes(4, "little")
            for value in (0, int(stat.st_mtime), stat.st_size)
        )
        if data[:4] == importlib.util.MAGIC_NUMBER and data[4:16] == fresh:
            return Book(str(path), is_package, True, data[16:])
    except OSError:
        pass
    return Book(str(path), is_package, False, path.read_bytes())
