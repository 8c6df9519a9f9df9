"""`torch._vmap_internals`: the older `vmap`, which packages of optimization still import."""

from autograd.frontend.missing_names import missing
from torch.func import vmap


def _vmap(func, in_dims=0, out_dims=0, allow_none_pass_through=False):
    """`vmap`, by its older name."""
    return vmap(func, in_dims, out_dims)


def __getattr__(name):
    raise missing("torch._vmap_internals", name, globals())
