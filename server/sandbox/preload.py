"""Load the modules that snippets import, before the process can no longer open a file."""

import gc
import importlib
import pkgutil
import sys
from types import ModuleType

from . import libraries, memory_importer

_NUMPY = ("numpy.fft", "numpy.linalg", "numpy.random")
# Loaded now rather than from memory later, because so many programs import them.
_FREQUENT = (
    "abc", "collections.abc", "contextlib", "copy", "dataclasses", "difflib", "enum", "functools",
    "inspect", "io", "itertools", "json", "math", "operator", "pathlib", "random", "re",
    "statistics", "string", "tempfile", "textwrap", "time", "traceback", "typing", "warnings",
    "zipfile",
)  # fmt: skip
# The namespace `torch` under its file's own name would be a second copy.
_TWICE = {"autograd.torch", "autograd.functorch", "autograd.__main__"}


def load() -> None:
    """Load every compiled module, numpy and the engine; put the others into memory.

    Afterwards imports read only from memory: `sys.path` is empty.
    """
    for name in (*_FREQUENT, *libraries.standard(), *_NUMPY):
        _try(name)
    _load_engine()
    packages = memory_importer.package("numpy") | memory_importer.package("einops")
    books = memory_importer.standard_library() | packages
    sys.meta_path.insert(0, memory_importer.Shelf(books))
    sys.path.clear()
    sys.path_importer_cache.clear()
    gc.freeze()  # heap_settling need not scan it


def _load_engine() -> None:
    # Imported here, because `torch` is the engine only after child.py has installed the import
    # hook, and because modules loaded now register no fork hooks (zygote.py).
    import functorch
    import torch

    import autograd
    from autograd.arguments import signatures
    from autograd.frontend.missing_names import names_of_torch

    names_of_torch()  # reads a file
    signatures.read_signatures()  # reads a file

    for root in (autograd, torch, functorch):
        _load_all_of(root)


def _load_all_of(package: ModuleType) -> None:
    # pkgutil.walk_packages would also load the packages to leave out.
    for found in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if found.name in _TWICE:
            continue
        module = importlib.import_module(found.name)
        if found.ispkg:
            _load_all_of(module)


def _try(name: str) -> None:
    try:
        importlib.import_module(name)
    except ImportError:
        pass  # a module that this Python was built without
