"""`torch.func`: composable function transforms."""

from torch.func.modules import (
    functional_call,
    replace_all_batch_norm_modules_,
    stack_module_state,
)
from torch.func.patterns import rearrange

from autograd.transforms.gradients import grad, grad_and_value, jvp, linearize, vjp
from autograd.transforms.jacobians import hessian, jacfwd, jacrev
from autograd.transforms.vmap import vmap

__all__ = [
    "functional_call", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "linearize",
    "rearrange", "replace_all_batch_norm_modules_", "stack_module_state", "vjp", "vmap",
]
