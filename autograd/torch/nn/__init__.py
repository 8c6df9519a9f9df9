"""`torch.nn`: modules, their parameters, and the functions they are made of."""

import importlib

from autograd.unknown import missing
from torch.nn.modules import *  # noqa: F403
from torch.nn.parameter import (  # noqa: F401
    Buffer,
    Parameter,
    UninitializedBuffer,
    UninitializedParameter,
)

from torch.nn import functional, init, modules, parameter  # noqa: F401 isort: skip


def __getattr__(name):
    if name == "utils":
        return importlib.import_module("torch.nn.utils")
    raise missing("torch.nn", name, globals())
