"""Checkpoints in memory: `torch.load` finds what `torch.save` wrote to a path.

The process can open no file: a lesson that saves a model and loads it runs on without one. Folders
that it makes for its models are remembered by name.
"""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from autograd.frontend.serialization import api as serialization

_kept: dict[str, bytes] = {}
_folders: set[str] = set()


class _Checkpoint(io.BytesIO):
    """A file whose content is stored under its path when it is closed."""

    def __init__(self, path: str):
        super().__init__()
        self._path = path

    def close(self) -> None:
        if not self.closed:
            _kept[self._path] = self.getvalue()
        super().close()


def opened(path: str | os.PathLike[str], mode: str) -> Any:
    """Open a checkpoint, or with Python's `open` a path to which nothing was saved."""
    place = _place(path)
    if "w" in mode:
        return _Checkpoint(place)
    return io.BytesIO(_kept[place]) if place in _kept else open(path, mode)


def make_folder(
        path: str | os.PathLike[str], mode: int = 0o777, *, dir_fd: int | None = None) -> None:
    """Store the name of a new folder, in place of `os.mkdir`."""
    place = _place(path)
    if place in _folders or place in _kept:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fspath(path))
    _folders.add(place)


def names_in(folder: str) -> list[str]:
    """Return the names in a folder that was made here, in place of `os.listdir`."""
    return [os.path.basename(each) for each in (*_folders, *_kept)
            if os.path.dirname(each) == folder]


def install() -> None:
    """Store torch's files in memory; make `os` and `Path` find and remove them."""
    serialization.opened = opened
    vars(os)["mkdir"] = make_folder
    os.remove = os.unlink = _of(_kept, os.remove, lambda place: _kept.pop(place) and None)
    os.rmdir = _of(_folders, os.rmdir, _folders.remove)
    os.listdir = _of(_folders, os.listdir, names_in)
    is_there = _of(_folders, os.path.exists, lambda place: True)
    os.path.exists = Path.exists = _of(_kept, is_there, lambda place: True)
    os.path.isfile = Path.is_file = _of(_kept, os.path.isfile, lambda place: True)
    os.path.isdir = Path.is_dir = _of(_folders, os.path.isdir, lambda place: True)
    os.path.getsize = _of(_kept, os.path.getsize, lambda place: len(_kept[place]))


def _place(path) -> str:
    return os.path.normpath(os.fspath(path))


def _of(known, function: Callable, answer: Callable) -> Callable:
    """Return `function` of a path, with `answer` in its place for paths that are `known`."""

    def asked(path=".", *args, **options):
        found = isinstance(path, str | os.PathLike) and _place(path) in known
        return answer(_place(path)) if found else function(path, *args, **options)

    return asked
