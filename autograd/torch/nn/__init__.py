"""`torch.nn`: modules, parameters, functional forms."""

import importlib

from autograd.frontend.missing_names import missing_name_error
from torch.nn.parameter import (  # noqa: F401
    Buffer, Parameter, UninitializedBuffer, UninitializedParameter,
)

from torch.nn import functional, init, modules, parameter  # noqa: F401 isort: skip

# `modules/__init__.py` lists the classes.
globals().update({
    name: kind for name, kind in vars(modules).items()
    if isinstance(kind, type) and issubclass(kind, modules.Module)})


def __getattr__(name):
    if name in ("attention", "common_types", "grad", "parallel", "utils"):
        return importlib.import_module(f"torch.nn.{name}")
    if name == "DataParallel":
        return importlib.import_module("torch.nn.parallel").DataParallel
    raise missing_name_error("torch.nn", name, globals())
