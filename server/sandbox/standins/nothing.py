"""An object that takes every call, attribute, index, loop and `with`, and does nothing."""

import numpy as np


class Nothing:
    """Stands in for figures, axes, lines, colour maps: whatever a plotting library hands out.

    It unpacks into `parts`, for calls whose result lessons take apart.
    """

    def __init__(self, *parts):
        self.__dict__["parts"] = parts

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()

    def __setattr__(self, name, value):
        pass

    def __call__(self, *arguments, **options):
        # A decorator must give back what it decorates.
        if len(arguments) == 1 and not options and callable(arguments[0]):
            return arguments[0]
        return Nothing()

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


def grid(rows: int, columns: int):
    """What `plt.subplots(rows, columns)` gives beside the figure: one axis, or an array of them."""
    axes = np.empty((rows, columns), dtype=object)
    for place in np.ndindex(rows, columns):
        axes[place] = Nothing()
    axes = axes.squeeze()
    return axes.item() if axes.ndim == 0 else axes
