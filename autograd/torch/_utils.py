"""`torch._utils`: how tensors and parameters are made again of what a file holds of them."""

import torch
from autograd.frontend.missing_names import missing
from autograd.frontend.serialization.pickler import (  # noqa: F401
    _rebuild_meta_tensor_no_storage, _rebuild_tensor_v2, _rebuild_tensor_v3,
)


def _rebuild_parameter(data, requires_grad, backward_hooks):
    """A parameter."""
    return torch.nn.Parameter(data, requires_grad)


def _rebuild_parameter_with_state(data, requires_grad, backward_hooks, state):
    """A parameter, with the attributes that a program gave it."""
    made = torch.nn.Parameter(data, requires_grad)
    made.__dict__.update(state)
    return made


def _flatten_dense_tensors(tensors):
    """All entries of some tensors in one row."""
    return torch.cat([x.reshape(-1) for x in tensors])


def _unflatten_dense_tensors(flat, tensors):
    """The parts of a row that stand for some tensors, in their shapes."""
    parts = flat.split([x.numel() for x in tensors])
    return tuple(part.view(x.shape) for part, x in zip(parts, tensors, strict=True))


def __getattr__(name):
    raise missing("torch._utils", name, globals())
