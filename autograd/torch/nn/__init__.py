"""`torch.nn`: modules, their parameters, and the functions they are made of."""

import importlib

from autograd.frontend.missing_names import missing
from torch.nn.modules import *  # noqa: F403
from torch.nn.parameter import (  # noqa: F401
    Buffer,
    Parameter,
    UninitializedBuffer,
    UninitializedParameter,
)

from torch.nn import functional, init, modules, parameter  # noqa: F401 isort: skip

for _name in [key for key, value in globals().items() if isinstance(value, type(modules))]:
    if globals()[_name].__name__.startswith("torch.nn.modules."):
        del globals()[_name]  # a chapter of the layers, which is no name of torch.nn
del _name


def __getattr__(name):
    if name in ("attention", "common_types", "grad", "parallel", "utils"):
        return importlib.import_module(f"torch.nn.{name}")
    if name == "DataParallel":
        return importlib.import_module("torch.nn.parallel").DataParallel
    raise missing("torch.nn", name, globals())
