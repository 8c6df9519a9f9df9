"""Strangers' code runs here: `Sandbox(config).run(code)` answers with an `Outcome`."""

from .outcome import Busy, Outcome
from .sandbox import Sandbox
from .wire import Wanted

__all__ = ["Busy", "Outcome", "Sandbox", "Wanted"]
