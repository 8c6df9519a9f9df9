"""`functorch`, the deprecated package of `torch.func`; each function warns about its new name."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import torch
from autograd.runtime.warnings import caution
from functorch.modules import (
    FunctionalModule,
    FunctionalModuleWithBuffers,
    make_function,
    make_function_with_buffers,
    stack_models,
)

__all__ = [
    "FunctionalModule", "FunctionalModuleWithBuffers", "combine_state_for_ensemble", "grad",
    "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "make_functional",
    "make_functional_with_buffers", "vjp", "vmap",
]
__version__ = torch.__version__


def deprecate(function: Callable[..., Any], name: str, replacement: str) -> Callable[..., Any]:
    """Return `function` under the deprecated `name`, with torch's warning at every call."""

    @wraps(function)
    def deprecated(*args, **options):
        caution(
            "We've integrated functorch into PyTorch. As the final step of the integration, "
            f"`functorch.{name}` is deprecated as of PyTorch 2.0 and will be deleted in a future "
            f"version of PyTorch >= 2.3. Please use `{replacement}` instead; see the PyTorch 2.0 "
            "release notes and/or the `torch.func` migration guide for more details "
            "https://pytorch.org/docs/main/func.migrating.html", FutureWarning)
        return function(*args, **options)

    deprecated.__name__ = deprecated.__qualname__ = name
    return deprecated


grad = deprecate(torch.func.grad, "grad", "torch.func.grad")
grad_and_value = deprecate(
    torch.func.grad_and_value, "grad_and_value", "torch.func.grad_and_value")
hessian = deprecate(torch.func.hessian, "hessian", "torch.func.hessian")
jacfwd = deprecate(torch.func.jacfwd, "jacfwd", "torch.func.jacfwd")
jacrev = deprecate(torch.func.jacrev, "jacrev", "torch.func.jacrev")
jvp = deprecate(torch.func.jvp, "jvp", "torch.func.jvp")
vjp = deprecate(torch.func.vjp, "vjp", "torch.func.vjp")
vmap = deprecate(torch.vmap, "vmap", "torch.vmap")
make_functional = deprecate(make_function, "make_functional", "torch.func.functional_call")
make_functional_with_buffers = deprecate(
    make_function_with_buffers, "make_functional_with_buffers", "torch.func.functional_call")
combine_state_for_ensemble = deprecate(
    stack_models, "combine_state_for_ensemble", "torch.func.stack_module_state")
