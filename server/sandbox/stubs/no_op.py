"""An object that accepts every call, attribute, index, loop or `with`, without effect."""

from __future__ import annotations

from typing import Any

import numpy as np

# By call: the number of parts into which lessons unpack its result.
_PARTS = {"errorbar": 3, "hist": 3, "hist2d": 4, "loglog": 1, "pie": 2, "plot": 1, "semilogx": 1,
          "semilogy": 1, "step": 1}  # fmt: skip


class Nothing:
    """A no-op in place of figures, axes, lines, colour maps: all objects of plotting libraries.

    `name` is the name by which it was requested. It unpacks into `parts`.
    """

    def __init__(self, name: str = "", parts: tuple = ()):
        self.__dict__.update(name=name, parts=parts)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing(name)

    def __setattr__(self, name, value):
        pass

    def __call__(self, *arguments, **options):
        # A decorator must return what it decorates.
        if len(arguments) == 1 and not options and callable(arguments[0]):
            return arguments[0]
        if self.name == "subplots":
            return grid(*arguments, **options)
        return Nothing(parts=tuple(Nothing() for _ in range(_PARTS.get(self.name, 0))))

    def __getitem__(self, index):
        return Nothing()

    def __setitem__(self, index, value):
        pass

    def __iter__(self):
        return iter(self.parts)

    def __len__(self):
        return len(self.parts)

    def __enter__(self):
        return Nothing()

    def __exit__(self, *_):
        return None

    def __repr__(self):
        return "<not drawn>"


def grid(nrows: int = 1, ncols: int = 1, squeeze: bool = True, **options: Any) -> Any:
    """Return the result of a figure's `subplots`: one axis, or an array of them."""
    axes = np.empty((nrows, ncols), dtype=object)
    for place in np.ndindex(nrows, ncols):
        axes[place] = Nothing()
    if not squeeze:
        return axes
    axes = axes.squeeze()
    return axes.item() if axes.ndim == 0 else axes


def figure_and_grid(*arguments: Any, **options: Any) -> Nothing:
    """Return the result of `plt.subplots`: the figure, then its axes."""
    return Nothing(parts=(Nothing(), grid(*arguments, **options)))
