"""Negative log likelihoods of a distribution, as `torch.nn.functional` names them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.arguments.argument_parser import check
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.engine.type_promotion import float_dtype_for
from autograd.engine.vmap_refusals import TRUTH, whole
from autograd.functions.creation.creation import ones_like
from autograd.functions.nn.activations import require_tensor
from autograd.functions.nn.loss_reduction import REDUCTIONS, check_reduction, legacy_reduction
from autograd.functions.nn.losses import reduce_loss
from autograd.functions.reduction import reductions
from autograd.runtime import grad_mode
from autograd.runtime.function_record import Bool, Native, declare

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@autocast_float32
@declare(
    native=Native("torch", "poisson_nll_loss", ("input", "target", "log_input", "full", "eps", 1)),
    bools=(Bool("log_input", "poisson_nll_loss", 3), Bool("full", "poisson_nll_loss", 4)),
)
def poisson_nll_loss(
        input: Tensor, target: Tensor, log_input: bool = True, full: bool = False,
        size_average: Any = None, eps: float | str = 1e-8, reduce: Any = None,
        reduction: str = "mean") -> Tensor:
    """Return the negative log likelihood of counts under a Poisson distribution.

    `input` is the logarithm of the rate if `log_input`; `full` adds Stirling's approximation.
    """
    reduction = legacy_reduction(size_average, reduce, reduction)
    check_reduction(reduction)
    require_tensor("poisson_nll_loss", input)
    require_tensor("poisson_nll_loss", target, "target", 2)
    if log_input:
        expected = target * input  # first: the order in torch's compiled code
        loss = input.exp() - expected
    else:
        moved = apply(ops.add_number, (input,), {"other": eps}, float_dtype_for(input))
        loss = input - target * moved.log()
    if full:
        turns = apply(ops.mul_number, (target,), {"other": 2 * math.pi}, float_dtype_for(target))
        last = apply(ops.mul_number, (turns.log(),), {"other": 0.5})
        stirling = target * target.log() - target + last
        loss = loss + stirling.masked_fill(target <= 1, 0)
    return reduce_loss(loss, reduction)


def gaussian_nll_loss(
        input: Tensor, target: Tensor, var: Any, full: bool = False, eps: float = 1e-6,
        reduction: str = "mean") -> Any:
    """Return the negative log likelihood under a normal distribution of variance `var`."""
    negative = var < 0
    if not isinstance(var, float):
        check("torch", "any", (negative,), {})
        negative = reductions.any(whole(TRUTH, negative))
    if negative:
        raise ValueError("var has negative entry/entries")
    if isinstance(var, float):
        var = var * ones_like(input)
    if var.size() != input.size():
        var = align_variance(input, var)
    if reduction not in REDUCTIONS:
        raise ValueError(f"{reduction} is not valid")
    var = var.clone()
    with grad_mode.no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return reduce_loss(loss, reduction)


def align_variance(input: Tensor, var: Any) -> Any:
    """Return `var` in a shape that broadcasts to `input`; ValueError for other shapes."""
    if input.size()[:-1] == var.size():
        return var.unsqueeze(-1)
    sizes = zip(input.size(), var.size())
    if input.dim() == var.dim() and sum(n for wanted, n in sizes if n != wanted) == 1:
        return var
    raise ValueError("var is of incorrect size")
