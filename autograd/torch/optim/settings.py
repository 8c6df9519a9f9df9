"""What the algorithms check of their settings, and what they make their state of."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.inplace_checks import check_writable
from autograd.runtime.grad_mode import enable_grad, set_grad_enabled
from autograd.tensor.dtype import float64, get_default_dtype
from autograd.tensor.tensor import Tensor, wrap
from torch.optim.kernels import number

if TYPE_CHECKING:
    from torch.optim.optimizer import Optimizer


def check_settings(lr: float, **settings: float) -> None:
    """Raise torch's errors for settings below 0; keys are the words torch uses for them."""
    check_rate(lr)
    if not 0.0 <= number(lr):
        raise ValueError(f"Invalid learning rate: {lr}")
    for name, value in settings.items():
        if not 0.0 <= number(value):
            raise ValueError(f"Invalid {name} value: {value}")


def check_rate(lr: Tensor | float | str) -> None:
    """Raise torch's error for a learning rate of several numbers."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")


def check_kernels(fused: Any, foreach: Any, differentiable: bool) -> None:
    """Raise torch's errors when two ways to run a step are asked for at once."""
    if fused and differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


FUSED = (
    "`fused=True` requires all the params to be floating point Tensors of supported devices: "
    "['mps', 'cuda', 'xpu', 'hpu', 'cpu', 'mtia', 'privateuseone'] but {} and {}")


# What of an optimizer's state must be on a device beside the steps, as torch puts it.
CAPTURED = {"NAdam": (", mu_products", ","), "ASGD": (", mus, etas,", "")}


def check_captured(kind: str, foreach: Any) -> None:
    """Raise torch's error where the step of an optimizer is to be captured, for want of a device.
    """
    state, comma = CAPTURED.get(kind, ("", ""))
    devices = "['cuda', 'xpu', 'hpu', 'privateuseone', 'xla']"
    if kind == "Adadelta" or foreach and kind not in ("RMSprop", "Rprop"):
        devices = devices.replace(", 'xla'", "")
    raise AssertionError(
        f"If capturable=True, params{state}{comma if foreach else ''} and state_steps must be on "
        f"supported devices: {devices}.")


def check_way(kind: str, params: list[Tensor], group: dict[str, Any]) -> None:
    """Raise torch's errors where a group of an optimizer of that `kind` asks for a step that is
    captured or recorded, or is to take parameters at once that no kernel takes."""
    if params and group.get("fused"):
        first = params[0]
        if first._meta or not first.is_floating_point():
            raise RuntimeError(FUSED.format(first.dtype, first.device.type))
    if params and group.get("capturable"):
        check_captured(kind, group.get("foreach"))
    if params and group.get("differentiable"):
        with enable_grad():
            check_writable(params[0], 1)
        raise NotImplementedError(
            "Tapescope's optimizers do not record their steps: use "
            "torch.autograd.grad(create_graph=True) and write the update yourself instead of "
            "differentiable=True.")


def check_betas(betas: tuple[Tensor | float, ...]) -> None:
    """Raise torch's errors for averaging factors outside [0, 1)."""
    for i in (0, 1):
        beta = betas[i]
        if not 0.0 <= beta < 1.0:
            raise ValueError(f"Invalid beta parameter at index {i}: {beta}")


def check_sparse(optimizer: Optimizer, group: dict[str, float | list[Any]]) -> None:
    """Raise torch's error where a sparse gradient comes to an optimizer that takes none."""
    kinds = [kind.__name__ for kind in type(optimizer).__mro__]
    name = "Adam" if "Adam" in kinds else kinds[0]
    if not optimizer.takes_sparse:
        hint = ", please consider SparseAdam instead" if name == "Adam" else ""
        raise RuntimeError(f"{name} does not support sparse gradients{hint}")
    if group.get("weight_decay"):
        raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")


def scalar(value: float) -> Tensor:
    """A 0-dim tensor for the count of steps and the like."""
    kind = np.float64 if get_default_dtype() is float64 else np.float32
    return wrap(np.array(value, kind))


def zeros_for(param: Tensor) -> Tensor:
    """A fresh tensor of zeros in the shape and dtype of `param`."""
    return wrap(np.zeros_like(param._array))


def _use_grad_for_differentiable(step):
    """A decorator of `step`: gradients are recorded where the defaults ask for it."""
    def graded(self, *args, **options):
        with set_grad_enabled(self.defaults["differentiable"]):
            return step(self, *args, **options)

    return functools.update_wrapper(graded, step)


def _get_value(x):
    """The number in a tensor, or `x` itself."""
    return x.item() if isinstance(x, Tensor) else x
