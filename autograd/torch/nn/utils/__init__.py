"""`torch.nn.utils`: what is done to the parameters and gradients of modules."""

import importlib

from autograd.unknown import missing
from torch.nn.utils.clip_grad import (  # noqa: F401
    clip_grad_norm,
    clip_grad_norm_,
    clip_grad_value_,
    clip_grads_with_norm_,
    get_total_norm,
)
from torch.nn.utils.convert_parameters import (  # noqa: F401
    parameters_to_vector,
    vector_to_parameters,
)

_SUBMODULES = {"parametrizations", "parametrize", "rnn", "stateless"}


def __getattr__(name):
    if name in _SUBMODULES:
        return importlib.import_module(f"torch.nn.utils.{name}")
    raise missing("torch.nn.utils", name, globals())
