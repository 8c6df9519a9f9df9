"""Jacobians in forward mode, with checks of how tangents are handled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import torch
from autograd.tensor.tensor import Tensor
from torch.autograd._gradcheck.messages import BATCHED_FORWARD_GRAD_NOTE
from torch.autograd._gradcheck.backward_mode import check_against_vmap
from torch.autograd._gradcheck.checked_function import (
    GradcheckError,
    CheckedFunction,
    is_differentiable,
    as_tuple,
)
from torch.autograd.forward_ad import dual_level, make_dual, unpack_dual


def compute_jacobians(checked: CheckedFunction, directions: Any = None) -> list[list]:
    """Return, for each input, each output's Jacobian or its derivative along a direction.

    Jacobians have the shape `(x.numel(), y.numel())`; `directions` has one direction for each
    differentiable input.
    """
    jacobians = []
    with dual_level():
        for i, x in enumerate(checked.differentiable_inputs):
            outputs = [y for y in checked.results if is_differentiable(y)]
            if directions is None:
                blocks = [y.new_zeros((x.numel(), y.numel())) for y in outputs]
                for row, tangent in enumerate(iterate_unit_tangents(x)):
                    write_tangents(
                        [block[row] for block in blocks], compute_jvp(checked, x, tangent)
                    )
            else:
                blocks = [y.new_zeros(y.numel()) for y in outputs]
                write_tangents(blocks, compute_jvp(checked, x, directions[i].view_as(x)))
            jacobians.append(blocks)
    return jacobians


def iterate_unit_tangents(x: Tensor) -> Iterator[Any]:
    """Yield one tangent for each entry of `x`: 1 there, 0 elsewhere."""
    for index in product(*map(range, x.shape)):
        tangent = torch.zeros_like(x.detach())
        tangent[index] = 1.0
        yield tangent


def compute_jvp(checked: CheckedFunction, x: Tensor, tangent: Tensor) -> list[tuple]:
    """Return all outputs with their tangents, where `tangent` is that of `x` and others are
    zero."""
    return call_and_unpack(checked.func, [
        make_dual(y.detach(), tangent if y is x else torch.zeros_like(y.detach()))
        if isinstance(y, Tensor) and y.requires_grad else y for y in checked.inputs])


def write_tangents(rows: Any, outputs: Any) -> None:
    """Write the tangents of outputs into rows of their Jacobians."""
    for row, (_, tangent) in zip(rows, outputs):
        if tangent is not None:
            row.copy_(tangent.reshape(-1))


def call_and_unpack(func: Callable[..., Any], inputs: Any) -> list[tuple]:
    """Return pairs of each differentiable output of `func` and its tangent, or None."""
    return [unpack_dual(y) for y in as_tuple(func(*inputs)) if is_differentiable(y)]


def check_undefined_tangents(
        func: Callable[..., Any], inputs: tuple[Tensor | Tensor | int, ...], directions: Any
) -> None:
    """Raise GradcheckError unless an input without tangent acts like one with a zero tangent."""
    with dual_level():
        remaining = iter(directions)
        duals = [make_dual(x.detach(), next(remaining).view_as(x))
                 if isinstance(x, Tensor) and x.requires_grad else x for x in inputs]
        for index, x in enumerate(inputs):
            if not (isinstance(x, Tensor) and x.requires_grad):
                continue
            zero = make_dual(x.detach(), torch.zeros_like(x.detach()))
            results = [call_and_unpack(func, [*duals[:index], primal, *duals[index + 1 :]])
                     for primal in (zero, x.detach())]
            for i, ((_, first), (_, second)) in enumerate(zip(*results)):
                if None not in (first, second) and not torch.allclose(first, second):
                    raise GradcheckError(
                        "Mismatch in tangent values for output with index: ", i, " when input: ",
                        zero, " has an undefined tangent value. ", " Got: ", first,
                        " but expected: ", second)


def check_batched_tangents(func: Callable[..., Any], inputs: tuple[Tensor, ...]) -> None:
    """Raise GradcheckError unless vmap over two tangents equals two calls in forward mode."""
    for index, x in enumerate(inputs):
        if not (isinstance(x, Tensor) and x.requires_grad and is_differentiable(x)):
            continue

        def compute_jvp(tangent, index=index):
            with dual_level():
                duals = [y.detach() if isinstance(y, Tensor) else y for y in inputs]
                duals[index] = make_dual(duals[index], tangent)
                return tuple(torch.zeros([], dtype=y.dtype).expand(y.shape) if t is None else t
                             for y, t in call_and_unpack(func, duals))

        check_against_vmap(
            compute_jvp, [torch.randn_like(x) for _ in range(2)], BATCHED_FORWARD_GRAD_NOTE, None)
