"""`torch.utils`: data loading, checkpointing, and the handles of hooks."""

import importlib

from autograd.unknown import missing

_SUBMODULES = {"checkpoint", "data", "hooks"}


def __getattr__(name):
    if name in _SUBMODULES:
        return importlib.import_module(f"torch.utils.{name}")
    raise missing("torch.utils", name, globals())
