"""`torch._vmap_internals`: the former module of `vmap`."""

from autograd.frontend.missing_names import missing_name_error
from torch.func import vmap


def _vmap(func, in_dims=0, out_dims=0, allow_none_pass_through=False):
    """Return `vmap(func)`."""
    return vmap(func, in_dims, out_dims)


def __getattr__(name):
    raise missing_name_error("torch._vmap_internals", name, globals())
