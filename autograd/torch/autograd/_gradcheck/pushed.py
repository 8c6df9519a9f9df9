"""Derivatives in forward mode: columns of the Jacobian, and what tangents must keep to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import torch
from autograd.tensor.tensor import Tensor
from torch.autograd._gradcheck.messages import NOT_BATCHED_FORWARD
from torch.autograd._gradcheck.pulled import check_together
from torch.autograd._gradcheck.question import GradcheckError, Question, has_derivatives, tuple_of
from torch.autograd.forward_ad import dual_level, make_dual, unpack_dual


def jacobians(question: Question, directions: Any = None) -> list[list]:
    """For each input, for each output its Jacobian, `(x.numel(), y.numel())`, or its slopes along
    the input's direction."""
    found = []
    with dual_level():
        for i, x in enumerate(question.moving):
            outputs = [y for y in question.made if has_derivatives(y)]
            if directions is None:
                blocks = [y.new_zeros((x.numel(), y.numel())) for y in outputs]
                for row, tangent in enumerate(units(x)):
                    fill([block[row] for block in blocks], pushed(question, x, tangent))
            else:
                blocks = [y.new_zeros(y.numel()) for y in outputs]
                fill(blocks, pushed(question, x, directions[i].view_as(x)))
            found.append(blocks)
    return found


def units(x: Tensor) -> Iterator[Any]:
    """A tangent for each entry: 1 there, 0 elsewhere."""
    for place in product(*map(range, x.shape)):
        tangent = torch.zeros_like(x.detach())
        tangent[place] = 1.0
        yield tangent


def pushed(question: Question, x: Tensor, tangent: Tensor) -> list[tuple]:
    """All outputs and their tangents when `x` alone moves."""
    return tangents_of(question.func, [
        make_dual(y.detach(), tangent if y is x else torch.zeros_like(y.detach()))
        if isinstance(y, Tensor) and y.requires_grad else y for y in question.inputs])


def fill(rows: Any, outputs: Any) -> None:
    """Write the tangents of outputs into rows of their Jacobians."""
    for row, (_, tangent) in zip(rows, outputs):
        if tangent is not None:
            row.copy_(tangent.reshape(-1))


def tangents_of(func: Callable[..., Any], given: Any) -> list[tuple]:
    """What a function gives, and the tangents of it (None where nothing moves)."""
    return [unpack_dual(y) for y in tuple_of(func(*given)) if has_derivatives(y)]


def check_undefined(
        func: Callable[..., Any], inputs: tuple[Tensor | Tensor | int, ...], directions: Any
) -> None:
    """An input without a tangent must do as one whose tangent is zero."""
    with dual_level():
        left = iter(directions)
        duals = [make_dual(x.detach(), next(left).view_as(x))
                 if isinstance(x, Tensor) and x.requires_grad else x for x in inputs]
        for place, x in enumerate(inputs):
            if not (isinstance(x, Tensor) and x.requires_grad):
                continue
            zero = make_dual(x.detach(), torch.zeros_like(x.detach()))
            sides = [tangents_of(func, [*duals[:place], still, *duals[place + 1 :]])
                     for still in (zero, x.detach())]
            for i, ((_, first), (_, second)) in enumerate(zip(*sides)):
                if None not in (first, second) and not torch.allclose(first, second):
                    raise GradcheckError(
                        "Mismatch in tangent values for output with index: ", i, " when input: ",
                        zero, " has an undefined tangent value. ", " Got: ", first,
                        " but expected: ", second)


def check_batched(func: Callable[..., Any], inputs: tuple[Tensor, ...]) -> None:
    """Two tangents pushed forward must give what both together give."""
    for place, x in enumerate(inputs):
        if not (isinstance(x, Tensor) and x.requires_grad and has_derivatives(x)):
            continue

        def moved(tangent, place=place):
            with dual_level():
                given = [y.detach() if isinstance(y, Tensor) else y for y in inputs]
                given[place] = make_dual(given[place], tangent)
                return tuple(torch.zeros([], dtype=y.dtype).expand(y.shape) if t is None else t
                             for y, t in tangents_of(func, given))

        check_together(
            moved, [torch.randn_like(x) for _ in range(2)], NOT_BATCHED_FORWARD, None)
