"""`import torch` means our engine: a finder that loads the folder `torch/` under that name.

`functorch`, which comes with torch, lies beside it.
"""

from __future__ import annotations

import gc
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder
from pathlib import Path

FOLDER = Path(__file__).parent
# Objects that a program makes before Python looks for cycles among them. A tape keeps some six for
# an op, all in use, and looking at them again each 700 would take a sixth of a long program's time.
UNSEEN = 50_000


class _Finder(MetaPathFinder):
    """Answers for `torch` and `functorch`; their submodules are found by the packages' own path."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        return PathFinder.find_spec(name, [str(FOLDER)]) if name in ("torch", "functorch") else None


def install() -> None:
    """From now on `import torch` gives this engine in this process.

    Raises RuntimeError when the real torch was imported before.
    """
    loaded = sys.modules.get("torch")
    if loaded is not None and not str(loaded.__file__).startswith(str(FOLDER)):
        raise RuntimeError("The real torch is loaded in this process already.")
    if _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)
    first, *others = gc.get_threshold()
    if 0 < first < UNSEEN:
        gc.set_threshold(UNSEEN, *others)
