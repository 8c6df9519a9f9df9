"""Negative log likelihoods of a distribution, as `torch.nn.functional` names them."""

from __future__ import annotations

import math

import numpy as np

from autograd import derivatives as table
from autograd.apply import apply
from autograd.casting import raised
from autograd.functions.activations import needs_tensor
from autograd.functions.losses import REDUCTIONS, check_reduction, legacy_reduction, reduced
from autograd.tensor import Tensor
from autograd.writing import announce


@raised
def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8,
                     reduce=None, reduction="mean"):
    """The negative log likelihood of counts under a Poisson distribution."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    check_reduction(reduction)
    needs_tensor("poisson_nll_loss", input)
    needs_tensor("poisson_nll_loss", target, "target", 2)
    if log_input:
        expected = target * input  # torch's compiler takes the right side first
        loss = input.exp() - expected
    else:
        loss = input - target * apply(table.add_number, (input,), {"other": eps}).log()
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        loss = loss + stirling.masked_fill(target <= 1, 0)
    return reduced(loss, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """The negative log likelihood under a normal distribution of variance `var`."""
    if not isinstance(var, Tensor):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        var = var * input.new_ones(input.shape)
    if var.size() != input.size():
        var = matching_variance(input, var)
    if reduction not in REDUCTIONS:
        raise ValueError(f"{reduction} is not valid")
    if (var._array < 0).any():
        raise ValueError("var has negative entry/entries")
    var = var.clone()
    announce(var)
    np.maximum(var._array, eps, out=var._array)
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return reduced(loss, reduction)


def matching_variance(input, var):
    """`var` in a shape that broadcasts to `input`, or torch's error."""
    if input.size()[:-1] == var.size():
        return var.unsqueeze(-1)
    if input.size()[:-1] == var.size()[:-1] and var.size(-1) == 1:
        return var
    raise ValueError("var is of incorrect size")
