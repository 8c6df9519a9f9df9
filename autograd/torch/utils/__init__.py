"""`torch.utils`: tools for data loading, checkpointing, hooks."""

from __future__ import annotations

import importlib
from typing import Any

from autograd.frontend.missing_names import missing_name_error
from autograd.tensor.tensor import Tensor

_TENSOR_SLOTS = tuple(name for name in Tensor.__slots__ if not name.startswith("__"))
_SUBMODULES = {
    "_pytree", "backcompat", "benchmark", "checkpoint", "data", "deterministic", "dlpack",
    "flop_counter", "hooks", "model_zoo", "module_tracker"}


def swap_tensors(t1: Any, t2: Any) -> None:
    """Swap the contents of two Tensor objects."""
    if type(t1) is not type(t2):
        t1.__class__, t2.__class__ = t2.__class__, t1.__class__
    t1.__dict__, t2.__dict__ = t2.__dict__, t1.__dict__
    for name in _TENSOR_SLOTS:
        mine, other = getattr(t1, name), getattr(t2, name)
        setattr(t1, name, other)
        setattr(t2, name, mine)


def __getattr__(name):
    if name in _SUBMODULES:
        return importlib.import_module(f"torch.utils.{name}")
    raise missing_name_error("torch.utils", name, globals())
