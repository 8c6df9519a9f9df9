"""What `torch.save` writes to a path, kept in this process, so that `torch.load` finds it again.

The process can open no file: a lesson that saves a model and loads it runs on without one.
"""

import io
import os

from autograd import serialization

_kept: dict[str, bytes] = {}


class _Checkpoint(io.BytesIO):
    """A file that is kept under its path when it is closed."""

    def __init__(self, path: str):
        super().__init__()
        self._path = path

    def close(self):
        if not self.closed:
            _kept[self._path] = self.getvalue()
        super().close()


def opened(path, mode: str):
    """`open` for checkpoints; of a path to which nothing was saved it is Python's own."""
    place = os.path.normpath(os.fspath(path))
    if "w" in mode:
        return _Checkpoint(place)
    return io.BytesIO(_kept[place]) if place in _kept else open(path, mode)


def install() -> None:
    """Let torch's files be kept in memory."""
    serialization.opened = opened
