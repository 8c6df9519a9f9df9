"""Importer of modules from memory, for a process that can open no file."""

from __future__ import annotations

import contextlib
import importlib.util
import marshal
import mmap
import os
import struct
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any

from . import denied_messages

# Parts of the library that lessons cannot use: tests, tools, windows.
_UNUSED = {
    "__phello__", "__pycache__", "_pyinstaller", "_pyrepl", "config", "curses", "dbm",
    "dist-packages", "distutils", "ensurepip", "f2py", "idlelib", "lib-dynload", "lib2to3",
    "msilib", "site-packages", "test", "tests", "tkinter", "turtledemo", "venv",
}  # fmt: skip
# The path of a file's compiled form, relative to its folder.
_COMPILED = os.path.join("__pycache__", f"%s.{sys.implementation.cache_tag}.pyc")
_WORD = 0xFFFFFFFF
_HUGE_PAGE = 2**21


@dataclass(frozen=True)
class Book:
    """The content of a module: compiled, or its source if there is no compiled file."""

    path: str
    is_package: bool
    is_compiled: bool
    content: bytes | memoryview


class Shelf(MetaPathFinder, InspectLoader):
    """Finds and loads modules whose contents lie in `memory`."""

    def __init__(self, books: dict[str, Book]):
        self.memory = _memory(sum(len(book.content) for book in books.values()))
        view, start = memoryview(self.memory), 0
        self._books = {}
        for name, book in books.items():
            end = start + len(book.content)
            view[start:end] = book.content
            content = view[start:end].toreadonly()
            self._books[name] = Book(book.path, book.is_package, book.is_compiled, content)
            start = end

    def find_spec(
            self, name: str, path: Sequence[str] | None = None, target: Any = None
    ) -> ModuleSpec | None:
        book = self._books.get(name)
        if book is None:
            return None
        spec = ModuleSpec(name, self, origin=book.path, is_package=book.is_package)
        spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, then replace its functions that cannot work here."""
        super().exec_module(module)
        denied_messages.amend(module)

    def get_code(self, name: str) -> CodeType:
        """Return the code object of the module `name`."""
        book = self._books[name]
        if book.is_compiled:
            return marshal.loads(book.content)
        return compile(bytes(book.content), book.path, "exec", dont_inherit=True)

    def get_source(self, name: str) -> None:
        """Return None: the sources stay outside the fence."""
        return None

    def is_package(self, name: str) -> bool:
        """Return whether the module `name` is a package."""
        return self._books[name].is_package


def _memory(size: int) -> mmap.mmap:
    """Return private memory of at least `size` bytes, which is copied on write.

    It has huge pages if the kernel supports them: they are filled fast, and a fork copies few
    tables.
    """
    whole = -(-size // _HUGE_PAGE) * _HUGE_PAGE  # otherwise Linux does not align it to huge pages
    memory = mmap.mmap(-1, whole, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # a kernel without huge pages
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def standard_library() -> dict[str, Book]:
    """Return the standard library's Python modules that are not loaded yet."""
    return dict(_books_in(sysconfig.get_path("stdlib"), ""))


def package(name: str) -> dict[str, Book]:
    """Return the Python modules of the package `name` that are not loaded yet."""
    folder, _, file = importlib.util.find_spec(name).origin.rpartition(os.sep)
    itself = {} if name in sys.modules else {name: _book(folder, file, is_package=True)}
    return itself | dict(_books_in(folder, name + "."))


def _books_in(folder: str, prefix: str) -> Iterator[tuple[str, Book]]:
    # Strings rather than Path, which takes twice as long, and every zygote waits for this.
    for entry in os.scandir(folder):
        stem, dot, suffix = entry.name.partition(".")
        name = prefix + stem
        if stem in _UNUSED or not stem:
            continue
        if suffix == "py" and stem != "__init__" and name not in sys.modules:
            yield name, _book(folder, entry.name, is_package=False)
        elif not dot and entry.is_dir() and os.path.isfile(f"{entry.path}{os.sep}__init__.py"):
            if name not in sys.modules:
                yield name, _book(entry.path, "__init__.py", is_package=True)
            yield from _books_in(entry.path, name + ".")


def _book(folder: str, file: str, is_package: bool) -> Book:
    """Return a module from its compiled file if that is not older than the source, else from that.
    """
    path, compiled = f"{folder}{os.sep}{file}", f"{folder}{os.sep}{_COMPILED % file[:-3]}"
    try:
        data = _content(compiled)
        stat = os.stat(path)
        fresh = struct.pack("<3L", 0, int(stat.st_mtime) & _WORD, stat.st_size & _WORD)
        if data[:4] == importlib.util.MAGIC_NUMBER and data[4:16] == fresh:
            return Book(path, is_package, True, memoryview(data)[16:])
    except OSError:
        pass
    return Book(path, is_package, False, _content(path))


def _content(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.read()
