"""`torch._utils`: how tensors and parameters are made again of what a file holds of them."""

import numpy as np
import torch

from autograd.functions.copies import rebuilt
from autograd.unknown import missing


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks,
                       metadata=None):
    """A tensor in the memory of a storage; `metadata` says what its numbers wait for."""
    turn = {"conj": np.conjugate, "neg": np.negative}[next(iter(metadata))] if metadata else None
    entries = storage._entries()
    return rebuilt(entries, requires_grad, tuple(size), tuple(stride), storage_offset, turn)


def _rebuild_tensor_v3(storage, storage_offset, size, stride, requires_grad, backward_hooks, dtype,
                       metadata=None):
    """A tensor of a dtype that has no storages of its own."""
    entries = storage._bytes().view(dtype.numpy)
    return rebuilt(entries, requires_grad, tuple(size), tuple(stride), storage_offset)


def _rebuild_meta_tensor_no_storage(dtype, size, stride, requires_grad):
    """A tensor without numbers."""
    return torch.empty_strided(
        size, stride, dtype=dtype, device="meta", requires_grad=requires_grad)


def _rebuild_parameter(data, requires_grad, backward_hooks):
    """A parameter."""
    return torch.nn.Parameter(data, requires_grad)


def _rebuild_parameter_with_state(data, requires_grad, backward_hooks, state):
    """A parameter, with the attributes that a program gave it."""
    made = torch.nn.Parameter(data, requires_grad)
    made.__dict__.update(state)
    return made


def __getattr__(name):
    raise missing("torch._utils", name, globals())
