"""`torch._utils`: functions that rebuild tensors from what a file holds."""

import torch
from autograd.frontend.missing_names import missing_name_error
from autograd.frontend.serialization.pickler import (  # noqa: F401
    _rebuild_meta_tensor_no_storage, _rebuild_tensor_v2, _rebuild_tensor_v3,
)


def _rebuild_parameter(data, requires_grad, backward_hooks):
    """Return a Parameter of `data`."""
    return torch.nn.Parameter(data, requires_grad)


def _rebuild_parameter_with_state(data, requires_grad, backward_hooks, state):
    """Return a Parameter of `data` with the attributes `state`."""
    parameter = torch.nn.Parameter(data, requires_grad)
    parameter.__dict__.update(state)
    return parameter


def _flatten_dense_tensors(tensors):
    """Return all elements of the tensors in one dimension."""
    return torch.cat([x.reshape(-1) for x in tensors])


def _unflatten_dense_tensors(flat, tensors):
    """Return views of parts of `flat`, in the shapes of `tensors`."""
    parts = flat.split([x.numel() for x in tensors])
    return tuple(part.view(x.shape) for part, x in zip(parts, tensors, strict=True))


def __getattr__(name):
    raise missing_name_error("torch._utils", name, globals())
