"""Import hook: a finder that loads the folder `torch/` of the engine as `torch`.

`functorch`, which comes with torch, lies beside it.
"""

from __future__ import annotations

import gc
import sys
from importlib.machinery import PathFinder, SourceFileLoader
from os.path import dirname
from types import FunctionType, ModuleType
from typing import Any

from autograd.frontend.missing_names import missing_name_error, missing_module_error
from autograd.runtime import numpy_errstate

FOLDER = dirname(dirname(__file__))
# Objects that a program makes before Python looks for cycles among them. A tape keeps some six for
# an op, all in use, and looking at them again each 700 would take a sixth of a long program's time.
GC_THRESHOLD = 100_000


class _Loader(SourceFileLoader):
    """Loads a module whose missing names raise an error with an alternative."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)

        def __getattr__(name):
            raise missing_name_error(module.__name__, name, vars(module))

        vars(module).setdefault("__getattr__", __getattr__)
        for name, value in vars(module).items():
            if type(value) is FunctionType:
                set_home(value, name, module.__name__)


def set_home(function: FunctionType, name: str, where: str) -> None:
    """Give a function the module and name under which it is public, as pickling needs it.

    Its original module is kept as `home`.
    """
    home = sys.modules.get(function.__module__)
    if getattr(home, function.__qualname__, None) is not function and not name.startswith("_"):
        function.home = function.__module__
        function.__module__, function.__qualname__ = where, name


class _Finder:
    """Finds `torch`, `functorch` and their submodules."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> Any:
        if name.partition(".")[0] not in ("torch", "functorch"):
            return None
        spec = PathFinder.find_spec(name, path or [FOLDER])
        if spec is not None and spec.origin:
            spec.loader = _Loader(name, spec.origin)
        return spec


class _MissingModuleFinder:
    """The last finder: raises an error with an alternative for a module that torch has."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> None:
        if name.startswith("torch.") and "torch" in sys.modules:
            raise missing_module_error(name)


def install() -> None:
    """Make `import torch` load this engine in this process.

    Floating-point warnings of the engine's own numpy calls are silenced, and the garbage collector
    runs less often. Raises RuntimeError if the real torch was imported before.
    """
    loaded = sys.modules.get("torch")
    if loaded is not None and not str(loaded.__file__).startswith(FOLDER):
        raise RuntimeError("The real torch is loaded in this process already.")
    if _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)
        sys.meta_path.append(_MissingModuleFinder)
        numpy_errstate.install()
        if 0 < gc.get_threshold()[0] < GC_THRESHOLD:
            gc.set_threshold(GC_THRESHOLD, *gc.get_threshold()[1:])
