"""`torch.hub`: pretrained models, whose download is not possible here."""

from __future__ import annotations

from typing import Any

import os as _os

_folder = None


def get_dir() -> str:
    """Return the folder for downloads."""
    home = _os.path.expanduser(_os.getenv("XDG_CACHE_HOME", "~/.cache"))
    return _folder or _os.path.join(_os.getenv("TORCH_HOME", f"{home}/torch"), "hub")


def set_dir(d: Any) -> None:
    """Set the folder for downloads."""
    global _folder
    _folder = _os.path.expanduser(d)


def _make_unavailable(name):
    """Return a function that raises NotImplementedError, with a hint."""
    def function(*args, **options):
        raise NotImplementedError(
            f"torch.{name} is not here in Tapescope: nothing is downloaded. Build the model in "
            "the program, and train it there.")

    function.__name__ = name.rpartition(".")[2]
    return function


load, list, help = (
    _make_unavailable("hub.load"),
    _make_unavailable("hub.list"),
    _make_unavailable("hub.help"),
)
load_state_dict_from_url = _make_unavailable("hub.load_state_dict_from_url")
download_url_to_file = _make_unavailable("hub.download_url_to_file")
