"""Packages that may be imported but not used: the first use raises.

A lesson that begins with `import pandas as pd` and draws its own data must not end there. Code that
tests whether a package is installed, by `try` or by a search, finds at once that it is not.
"""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import FrameType, ModuleType
from typing import Any

from server.sandbox.instrument import FILENAME, parsed

PACKAGES = frozenset(
    "PIL captum cv2 d2l datasets gensim google gym gymnasium h5py ignite imageio joblib lightning "
    "networkx nltk pandas pydantic pytest pytorch_lightning requests rich scipy skimage spacy "
    "statsmodels sympy tiktoken timm tokenizers torch_geometric torchaudio torchinfo torchmetrics "
    "torchsummary torchtext torchvision transformers yaml".split()
)


class Absent:
    """A member of an absent package, not used yet: any use of it raises `error()`."""

    def __init__(self, name: str, error):
        self.__dict__.update(_name=name, _error=error)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self._name}.{name}", self._error)

    def __instancecheck__(self, _):
        return False

    __subclasscheck__ = __instancecheck__

    def __repr__(self):
        return f"<{self._name}, which is not here>"

    def _used(self, *_, **__):
        raise self._error()


for _use in ("bool call contains delitem enter exit format getitem int index float iter len "
             "mro_entries next setattr setitem str add radd sub rsub mul rmul truediv "
             "lt gt le ge").split():  # fmt: skip
    setattr(Absent, f"__{_use}__", Absent._used)


class _Module(ModuleType):
    def __getattr__(self, name):
        if name == "__version__":
            raise _missing(self.__name__)()
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self.__name__}.{name}", _missing(self.__name__))


class Unneeded(MetaPathFinder, Loader):
    """Finds the packages for import statements of the program that catch no failure."""

    def find_spec(
            self, name: str, path: Sequence[str] | None = None, target: Any = None
    ) -> ModuleSpec | None:
        known = name.partition(".")[0] in PACKAGES and is_unguarded(sys._getframe(1))
        return ModuleSpec(name, self, is_package=True) if known else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


def _missing(name: str):
    root = name.partition(".")[0]
    return lambda: ModuleNotFoundError(f"No module named {root!r}", name=root)


def is_unguarded(frame: FrameType | None) -> bool:
    """Return whether an import statement of the program, in no `try`, led to `frame`."""
    while frame and frame.f_code.co_filename.startswith("<frozen importlib._bootstrap"):
        frame = frame.f_back
    if frame is None or frame.f_code.co_filename != FILENAME:
        return False
    return not any(first <= frame.f_lineno <= last for first, last in _guards())


def _guards() -> list[tuple[int, int]]:
    """Return the ranges of lines in which the program may catch exceptions."""
    tree = parsed("".join(linecache.getlines(FILENAME)))
    return [(node.body[0].lineno, node.body[-1].end_lineno) for node in ast.walk(tree)
            if isinstance(node, ast.With) or isinstance(node, ast.Try) and node.handlers]
