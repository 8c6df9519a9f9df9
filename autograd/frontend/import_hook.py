"""`import torch` means our engine: a finder that loads the folder `torch/` under that name.

`functorch`, which comes with torch, lies beside it.
"""

from __future__ import annotations

import gc
import sys
from importlib.machinery import PathFinder, SourceFileLoader
from os.path import dirname
from types import FunctionType, ModuleType
from typing import Any

from autograd.frontend.missing_names import missing, missing_module
from autograd.runtime import numpy_errstate

FOLDER = dirname(dirname(__file__))
# Objects that a program makes before Python looks for cycles among them. A tape keeps some six for
# an op, all in use, and looking at them again each 700 would take a sixth of a long program's time.
UNSEEN = 100_000


class _Speaking(SourceFileLoader):
    """Loads a module that says, of a name that it lacks, what to use instead."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)

        def __getattr__(name):
            raise missing(module.__name__, name, vars(module))

        vars(module).setdefault("__getattr__", __getattr__)
        for name, value in vars(module).items():
            if type(value) is FunctionType:
                at_home(value, name, module.__name__)


def at_home(function: FunctionType, name: str, where: str) -> None:
    """Tell a function where it can be found by name, as pickles of it must, if it is not there.

    Where it comes from stays known as its `home`.
    """
    home = sys.modules.get(function.__module__)
    if getattr(home, function.__qualname__, None) is not function and not name.startswith("_"):
        function.home = function.__module__
        function.__module__, function.__qualname__ = where, name


class _Finder:
    """Answers for `torch` and `functorch`, and for their submodules by the packages' own path."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> Any:
        if name.partition(".")[0] not in ("torch", "functorch"):
            return None
        spec = PathFinder.find_spec(name, path or [FOLDER])
        if spec is not None and spec.origin:
            spec.loader = _Speaking(name, spec.origin)
        return spec


class _LastWord:
    """Asked where nobody has found a module of torch's: says what to use in its place."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> None:
        if name.startswith("torch.") and "torch" in sys.modules:
            raise missing_module(name)


def install() -> None:
    """From now on `import torch` gives this engine in this process.

    numpy's floating-point warnings of the engine's own are silenced, and the garbage collector runs
    more rarely. Raises RuntimeError when the real torch was imported before.
    """
    loaded = sys.modules.get("torch")
    if loaded is not None and not str(loaded.__file__).startswith(FOLDER):
        raise RuntimeError("The real torch is loaded in this process already.")
    if _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)
        sys.meta_path.append(_LastWord)
        numpy_errstate.install()
        if 0 < gc.get_threshold()[0] < UNSEEN:
            gc.set_threshold(UNSEEN, *gc.get_threshold()[1:])
