"""Files that only their owner may read."""

from __future__ import annotations

import logging
import os
import stat
import tempfile
from pathlib import Path

log = logging.getLogger(__name__)


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner may list, or take the rights of others from it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    restrict(folder, 0o700)


def make_file(path: Path) -> None:
    """Make an empty file that only its owner may read, or take the rights of others from it."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    restrict(path, 0o600)


def restrict(path: Path, mode: int) -> None:
    """Take the rights that are not in `mode` from a file or folder, if it is there and ours."""
    try:
        if stat.S_IMODE(path.stat().st_mode) & ~mode:
            path.chmod(mode)
    except FileNotFoundError:
        pass
    except PermissionError:
        log.warning("Others may read %s, which belongs to another user.", path)


def write_once(path: Path, text: str) -> None:
    """Write a file that only its owner may read, whole or not at all, if there is none yet."""
    if path.exists():
        return
    # mkstemp makes files of mode 0600, whatever the umask.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with open(handle, "w", encoding="ascii") as file:
            file.write(text)
        os.link(name, path)  # of several processes the first one wins
    except FileExistsError:
        pass
    finally:
        Path(name).unlink()
