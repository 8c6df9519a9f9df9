"""Run untrusted code: `Sandbox(config).run(code)` returns an `Outcome`.

Modules that only the server needs are imported on first access: the zygote imports this package
too, and every fork copies what it holds.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .outcome import Busy, HungUp, Outcome
    from .protocol import NodeCheck, Wanted
    from .raw_run import RawRun
    from .sandbox import Sandbox

__all__ = ["Busy", "HungUp", "NodeCheck", "Outcome", "RawRun", "Sandbox", "Wanted"]

_PLACES = {
    "Busy": ".outcome",
    "HungUp": ".outcome",
    "NodeCheck": ".protocol",
    "Outcome": ".outcome",
    "RawRun": ".raw_run",
    "Sandbox": ".sandbox",
    "Wanted": ".protocol",
}


def __getattr__(name: str):
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_PLACES[name], __name__), name)
