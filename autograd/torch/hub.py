"""`torch.hub`, which models import to load weights from: nothing is downloaded here."""

from __future__ import annotations

from typing import Any

import os as _os

_folder = None


def get_dir() -> str:
    """Where downloads would be kept."""
    home = _os.path.expanduser(_os.getenv("XDG_CACHE_HOME", "~/.cache"))
    return _folder or _os.path.join(_os.getenv("TORCH_HOME", f"{home}/torch"), "hub")


def set_dir(d: Any) -> None:
    """Say where downloads would be kept."""
    global _folder
    _folder = _os.path.expanduser(d)


def _refusing(name):
    def function(*args, **options):
        raise NotImplementedError(
            f"torch.{name} is not here in Tapescope: nothing is downloaded. Build the model in "
            "the program, and train it there.")

    function.__name__ = name.rpartition(".")[2]
    return function


load, list, help = _refusing("hub.load"), _refusing("hub.list"), _refusing("hub.help")
load_state_dict_from_url = _refusing("hub.load_state_dict_from_url")
download_url_to_file = _refusing("hub.download_url_to_file")
