"""Stubs of packages that lessons import for pictures or toy data.

`import matplotlib.pyplot as plt` must not end a pasted lesson. A finder provides the packages in
`PACKAGES`; installed ones are never used, so that a lesson does the same on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from . import (
    checkpoints,
    notebook,
    sklearn_classification,
    sklearn_data,
    sklearn_iris,
    sklearn_metrics,
    unavailable_packages,
)
from .no_op import Nothing, figure_and_grid
from .tqdm_stub import tenumerate, tqdm, trange, tzip

# By package: its members, besides attributes that do nothing.
_PLOTS = {"subplots": figure_and_grid}
_PROGRESS = {"tqdm": tqdm, "trange": trange, "tqdm_notebook": tqdm, "tnrange": trange,
             "tenumerate": tenumerate, "tzip": tzip}
_SKLEARN_PARTS = (sklearn_classification, sklearn_iris, sklearn_data, sklearn_metrics)
_SKLEARN = {name: each for part in _SKLEARN_PARTS
            for name, each in vars(part).items()
            if getattr(each, "__module__", "") == part.__name__ and name[0] != "_"}
del _SKLEARN["generator_of"], _SKLEARN["shuffled"]
PACKAGES = {
    "IPython": {},
    "altair": {},
    "bokeh": {},
    "graphviz": {},
    "ipywidgets": {},
    "matplotlib": _PLOTS,
    "matplotlib_inline": {},
    "mpl_toolkits": {},
    "plotly": {},
    "pydot": {},
    "pylab": _PLOTS,
    "seaborn": {},
    "sklearn": _SKLEARN,
    "tensorboardX": {},
    "torch.utils.tensorboard": {},
    "torchviz": {},
    "tqdm": _PROGRESS,
    "visdom": {},
    "wandb": {},
}
_SILENT = {"IPython", "ipywidgets", "sklearn", "tqdm"}
# Packages that work, with their modules: using what they lack raises, rather than doing nothing.
_WORKING = {
    "sklearn": {"sklearn.datasets", "sklearn.metrics", "sklearn.model_selection",
                "sklearn.preprocessing"},
    "tqdm": {"tqdm.auto", "tqdm.autonotebook", "tqdm.contrib", "tqdm.notebook", "tqdm.std"},
}  # fmt: skip
_LACKING = {
    "sklearn": f"Of scikit-learn, only {', '.join(sorted(_SKLEARN))} are here.",
    "tqdm": f"Of tqdm, only {', '.join(sorted(_PROGRESS))} are here.",
}
# Names that `from matplotlib import pyplot` finds as modules, rather than as no-op objects.
_MODULES = {"auto", "notebook", "pyplot"}
SENTENCE = "Plots are not drawn here; the code runs on without them."


class Standins(MetaPathFinder, Loader):
    """Finds and creates the packages and their modules; calls `notice(text)` once for plots."""

    def __init__(self, notice):
        self._notice = notice

    def find_spec(
            self, name: str, path: Sequence[str] | None = None, target: Any = None
    ) -> ModuleSpec | None:
        root = _root(name)
        known = root in PACKAGES and (name in {root, *_WORKING.get(root, (name,))}
                                      or unavailable_packages.is_unguarded(sys._getframe(1)))
        return ModuleSpec(name, self, is_package=True) if known else None

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Fill a module with its package's members, and a fallback for all other names."""
        root = _root(module.__name__)
        module.__dict__.update(PACKAGES[root], __version__="0")
        missing = _lacking(module.__name__) if root in _WORKING else _missing
        vars(module)["__getattr__"] = missing
        if root not in _SILENT and self._notice:
            notice, self._notice = self._notice, None
            notice(SENTENCE)


def install(notice: Callable[[str], None], show: Callable[..., None]) -> None:
    """Install the finders ahead of all others, and keep checkpoints in memory.

    `notice(text)` is called once for plots, `show(value)` for values that a notebook displays.
    """
    PACKAGES["IPython"] = notebook.install(show)
    sys.meta_path[:0] = [Standins(notice), unavailable_packages.Unneeded()]
    checkpoints.install()


def _root(name: str) -> str:
    return name if name in PACKAGES else name.partition(".")[0]


def _lacking(module: str):
    """Return the `__getattr__` of a working module: names that it lacks raise when used."""

    def lacking(name):
        if name.startswith("__") or name in _MODULES:
            raise AttributeError(name)
        return unavailable_packages.Absent(f"{module}.{name}", lambda: ImportError(
            f"cannot import name {name!r} from {module!r}. {_LACKING[_root(module)]}"))

    return lacking


def _missing(name: str):
    if name.startswith("__") or name in _MODULES:
        raise AttributeError(name)
    return Nothing(name)
