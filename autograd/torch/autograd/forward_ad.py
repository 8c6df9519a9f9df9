"""`torch.autograd.forward_ad`: dual tensors within levels of forward-mode differentiation."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

from autograd.engine.apply import apply
from autograd.frontend.missing_names import missing_name_error
from autograd.ops import fw_primal
from autograd.runtime.c_types import type_name
from autograd.runtime.execution_state import execution
from autograd.tensor.tensor import Tensor, keep_storage, tangent_of
from autograd.transforms import forward_ad
from autograd.transforms.forward_ad import enter_dual_level, exit_dual_level

__all__ = ["UnpackedDualTensor", "dual_level", "enter_dual_level", "exit_dual_level", "make_dual",
           "unpack_dual"]

UnpackedDualTensor = namedtuple("UnpackedDualTensor", "primal tangent")


def __getattr__(name):
    if name == "_current_level":
        return execution.forward_level
    raise missing_name_error(__name__, name, globals())


class dual_level:
    """A context within which dual tensors have tangents."""

    def __enter__(self):
        return enter_dual_level()

    def __exit__(self, *error):
        exit_dual_level()


def make_dual(tensor: Tensor, tangent: Tensor, *, level: Any = None) -> Tensor:
    """Return a dual tensor: a view of `tensor` with a tangent of the same shape."""
    if (execution.forward_level if level is None else level) < 0:
        raise RuntimeError(
            "Trying to create a dual Tensor for forward AD but no level exists, make sure to "
            "enter_dual_level() first."
        )
    if level not in (None, 0):
        raise RuntimeError("Invalid level given to _make_dual")
    if tangent_of(tensor) is not None:
        raise RuntimeError(
            "Making a dual Tensor based on a Tensor that already has a forward gradient at the "
            "same level 0 is not supported.")
    for name, x in (("primal", tensor), ("tangent", tangent)):
        if not (x.is_floating_point() or x.is_complex()):
            raise ValueError(f"Expected {name} to be floating point or complex, but got: {x.dtype}")
    forward_ad.check_size(tensor, tangent)
    if tangent_of(tangent) is not None:
        raise RuntimeError(
            "Setting a forward grad that itself has a forward gradient at the same level"
            f"{execution.forward_level} is not supported.")
    tangent = forward_ad.match_memory_layout(tensor, tangent)
    with forward_ad.pause_observer():
        dual = tensor.view_as(tensor) if tensor.requires_grad else keep_storage(tensor,
                                                                                tensor.alias())
    dual._tangent = (execution.forward_level_id, tangent)
    return dual


def unpack_dual(tensor: Tensor, *, level: Any = None) -> tuple[Any, ...]:
    """Return the primal and the tangent of a tensor; the tangent is None if there is none."""
    if execution.forward_level < 0:
        return UnpackedDualTensor(tensor, None)
    if not isinstance(tensor, Tensor):
        raise TypeError(
            "_unpack_dual(): argument 'dual' (position 1) must be Tensor, not "
            f"{type_name(tensor)}")
    with forward_ad.pause_observer():
        primal = apply(fw_primal, (tensor,))
    return UnpackedDualTensor(primal, tangent_of(tensor))
