"""Checks of the arguments of optimizers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd.engine.inplace_checks import check_writable
from autograd.runtime.grad_mode import enable_grad
from autograd.tensor.tensor import Tensor
from torch.optim.kernels import as_number

if TYPE_CHECKING:
    from torch.optim.optimizer import Optimizer

FUSED_DEVICES = (
    "`fused=True` requires all the params to be floating point Tensors of supported devices: "
    "['mps', 'cuda', 'xpu', 'hpu', 'cpu', 'mtia', 'privateuseone'] but {} and {}")
# The state that the error about `capturable` names besides params and state_steps, by optimizer:
# its text, with a comma before "and" if `foreach` is given.
CAPTURABLE_STATE = {"NAdam": (", mu_products", ","), "ASGD": (", mus, etas,", "")}


def check_nonnegative(lr: Tensor | float, **arguments: float) -> None:
    """Raise torch's ValueError for an argument below 0; keys are the words of the error."""
    check_lr(lr)
    if not 0.0 <= as_number(lr):
        raise ValueError(f"Invalid learning rate: {lr}")
    for name, value in arguments.items():
        if not 0.0 <= as_number(value):
            raise ValueError(f"Invalid {name} value: {value}")


def check_lr(lr: Tensor | float) -> None:
    """Raise torch's ValueError if `lr` is a tensor of several elements."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")


def check_fused(fused: bool | None, foreach: bool | None, differentiable: bool) -> None:
    """Raise torch's RuntimeError if `fused` is combined with another implementation."""
    if fused and differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


def refuse_capturable(name: str, foreach: bool | None) -> None:
    """Raise torch's error about `capturable=True`, which no CPU tensor supports."""
    state, comma = CAPTURABLE_STATE.get(name, ("", ""))
    devices = "['cuda', 'xpu', 'hpu', 'privateuseone', 'xla']"
    if name == "Adadelta" or foreach and name not in ("RMSprop", "Rprop"):
        devices = devices.replace(", 'xla'", "")
    raise AssertionError(
        f"If capturable=True, params{state}{comma if foreach else ''} and state_steps must be on "
        f"supported devices: {devices}.")


def check_implementation(name: str, params: list[Tensor], group: dict[str, Any]) -> None:
    """Raise errors if the options of a group require a step that is not implemented here.

    `name` is that of the optimizer, `params` the parameters of the group that have gradients.
    Raises torch's errors for `fused` and `capturable`, NotImplementedError for `differentiable`.
    """
    if params and group.get("fused"):
        first = params[0]
        if first._meta or not first.is_floating_point():
            raise RuntimeError(FUSED_DEVICES.format(first.dtype, first.device.type))
    if params and group.get("capturable"):
        refuse_capturable(name, group.get("foreach"))
    if params and group.get("differentiable"):
        with enable_grad():
            check_writable(params[0], 1)
        raise NotImplementedError(
            "Tapescope's optimizers do not record their steps: use "
            "torch.autograd.grad(create_graph=True) and write the update yourself instead of "
            "differentiable=True.")


def check_betas(betas: tuple[Tensor | float, ...]) -> None:
    """Raise torch's ValueError for a beta outside [0, 1)."""
    for i in (0, 1):
        beta = betas[i]
        if not 0.0 <= beta < 1.0:
            raise ValueError(f"Invalid beta parameter at index {i}: {beta}")


def check_sparse_gradient(optimizer: Optimizer, group: dict[str, Any]) -> None:
    """Raise torch's RuntimeError if an optimizer does not support a sparse gradient."""
    names = [each.__name__ for each in type(optimizer).__mro__]
    name = "Adam" if "Adam" in names else names[0]
    if not optimizer.takes_sparse:
        hint = ", please consider SparseAdam instead" if name == "Adam" else ""
        raise RuntimeError(f"{name} does not support sparse gradients{hint}")
    if group.get("weight_decay"):
        raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
