"""What lessons import for their looks, in a form that lets every call pass and draws nothing.

`import matplotlib.pyplot as plt` must not end a pasted lesson. A finder answers for the packages in
`PACKAGES`; the real ones, should they be installed, are never asked, so that a lesson does the same
on every machine.
"""

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec

from .nothing import Nothing, figure_and_grid
from .progress import tqdm, trange

# Package -> what it has beyond attributes that do nothing.
_PLOTS = {"subplots": figure_and_grid}
_PROGRESS = {"tqdm": tqdm, "trange": trange, "tqdm_notebook": tqdm}
PACKAGES = {
    "IPython": {},
    "matplotlib": _PLOTS,
    "matplotlib_inline": {},
    "mpl_toolkits": {},
    "pylab": _PLOTS,
    "seaborn": {},
    "tensorboardX": {},
    "torch.utils.tensorboard": {},
    "torchviz": {},
    "tqdm": _PROGRESS,
    "visdom": {},
    "wandb": {},
}
_SILENT = {"IPython", "tqdm"}
# What `from matplotlib import pyplot` finds as a module, rather than as anything at all.
_MODULES = {"auto", "notebook", "pyplot"}
SENTENCE = "Plots are not drawn here; the code runs on without them."


class Standins(MetaPathFinder, Loader):
    """Finds and makes the packages and all their modules; `notice(text)` hears once of plots."""

    def __init__(self, notice):
        self._notice = notice

    def find_spec(self, name, path=None, target=None):
        return ModuleSpec(name, self, is_package=True) if _root(name) in PACKAGES else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        """Fill a module: what its package has, and for any other name what does nothing."""
        root = _root(module.__name__)
        module.__dict__.update(PACKAGES[root], __version__="0")
        module.__getattr__ = _missing
        if root not in _SILENT and self._notice:
            notice, self._notice = self._notice, None
            notice(SENTENCE)


def install(notice) -> None:
    """Let the packages be found, ahead of anything on disk."""
    sys.meta_path.insert(0, Standins(notice))


def _root(name: str) -> str:
    return name if name in PACKAGES else name.partition(".")[0]


def _missing(name: str):
    if name.startswith("__") or name in _MODULES:
        raise AttributeError(name)
    return Nothing(name)
