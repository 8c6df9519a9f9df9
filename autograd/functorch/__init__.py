"""`functorch`, the deprecated package of `torch.func`; each function warns about its new name."""

from __future__ import annotations

from functools import wraps
from typing import Any

import torch
from autograd.runtime.warnings import caution
from functorch.modules import (
    FunctionalModule,
    FunctionalModuleWithBuffers,
    ensemble,
    functional,
    functional_with_buffers,
)

__all__ = [
    "FunctionalModule", "FunctionalModuleWithBuffers", "combine_state_for_ensemble", "grad",
    "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "make_functional",
    "make_functional_with_buffers", "vjp", "vmap",
]
__version__ = torch.__version__


def moved(name: Any, function: Any, home: Any) -> Any:
    """Return `function` under its deprecated name, with torch's warning at every call."""

    @wraps(function)
    def former(*args, **options):
        caution(
            "We've integrated functorch into PyTorch. As the final step of the integration, "
            f"`functorch.{name}` is deprecated as of PyTorch 2.0 and will be deleted in a future "
            f"version of PyTorch >= 2.3. Please use `{home}` instead; see the PyTorch 2.0 release "
            "notes and/or the `torch.func` migration guide for more details "
            "https://pytorch.org/docs/main/func.migrating.html", FutureWarning)
        return function(*args, **options)

    former.__name__ = former.__qualname__ = name
    return former


for _name in ("grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "vjp"):
    globals()[_name] = moved(_name, getattr(torch.func, _name), f"torch.func.{_name}")
vmap = moved("vmap", torch.vmap, "torch.vmap")
make_functional = moved("make_functional", functional, "torch.func.functional_call")
make_functional_with_buffers = moved(
    "make_functional_with_buffers", functional_with_buffers, "torch.func.functional_call")
combine_state_for_ensemble = moved(
    "combine_state_for_ensemble", ensemble, "torch.func.stack_module_state")
