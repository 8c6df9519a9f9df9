"""`torch.nn.utils`: utilities for the parameters of modules."""

import importlib

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
from torch.nn.utils.fusion import (  # noqa: F401
    fuse_conv_bn_eval,
    fuse_conv_bn_weights,
    fuse_linear_bn_eval,
    fuse_linear_bn_weights,
)
from torch.nn.utils.init import skip_init  # noqa: F401
from torch.nn.utils.memory_format import (  # noqa: F401
    convert_conv2d_weight_memory_format,
    convert_conv3d_weight_memory_format,
)
from torch.nn.utils.spectral_norm import remove_spectral_norm, spectral_norm  # noqa: F401
from torch.nn.utils.weight_norm import remove_weight_norm, weight_norm  # noqa: F401

from autograd.frontend.missing_names import missing_name_error

_SUBMODULES = {"parametrizations", "parametrize", "prune", "rnn", "stateless"}


def __getattr__(name):
    if name in _SUBMODULES:
        return importlib.import_module(f"torch.nn.utils.{name}")
    raise missing_name_error("torch.nn.utils", name, globals())
