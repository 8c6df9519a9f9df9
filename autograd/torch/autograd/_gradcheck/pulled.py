"""Derivatives by backward: rows of the Jacobian, and what a backward pass must keep to."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch
from autograd.engine.function.function import Function
from torch.autograd._gradcheck.messages import NOT_BATCHED, NOT_REENTRANT
from torch.autograd._gradcheck.question import GradcheckError, Question, differentiable

if TYPE_CHECKING:
    from autograd.graph.node import Node
    from autograd.tensor.tensor import Tensor

UNDEFINED = ('Please look at "Notes about undefined output gradients" in '
             '"tools/autograd/derivatives.yaml"')


def jacobians(question: Question, output: Tensor, seeds: Any = None) -> list:
    """For each input the Jacobian of one output, `(x.numel(), y.numel())`, or times each seed.

    Found twice: GradcheckError when the two are further apart than the question allows.
    """
    moving = question.moving
    first, second = (of_rows(output, moving, seeds) for _ in range(2))
    for one, other in zip(first, second):
        if one.numel() and (one - other).abs().max() > question.nondet_tol:  # never for NaN
            raise GradcheckError(
                "Backward is not reentrant, i.e., running backward with same input and "
                "grad_output multiple times gives different values, although analytical gradient "
                "matches numerical gradient.The tolerance for nondeterminism was "
                f"{question.nondet_tol}.{NOT_REENTRANT}")
    return first


def of_rows(output: Tensor, moving: list[Tensor], seeds: Any) -> list:
    """The gradients for each seed (by default for each entry) as columns, for each input."""
    seeds = units(output) if seeds is None else seeds
    columns = [torch.zeros((x.numel(), len(seeds)), dtype=x.dtype) for x in moving]
    for k, seed in enumerate(seeds):
        found = torch.autograd.grad(
            output, moving, seed.reshape(output.shape), retain_graph=True, allow_unused=True)
        for column, gradient in zip(columns, found):
            if gradient is not None:
                dense = gradient if gradient.layout == torch.strided else gradient.to_dense()
                column[:, k] = dense.reshape(-1)
    return columns


def units(output: Tensor) -> list:
    """A gradient for each entry of an output: 1 there, 0 elsewhere."""
    return list(torch.eye(output.numel(), dtype=output.dtype))


def check_multiplied(
        outputs: tuple[Tensor, ...], moving: list[Tensor], masked: bool | None) -> None:
    """Gradients of zero must stay zero."""
    zeros = [torch.zeros_like(y, memory_format=torch.legacy_contiguous_format) for y in outputs]
    for gradient, x in zip(torch.autograd.grad(outputs, moving, zeros, allow_unused=True), moving):
        if gradient is None:
            continue
        if gradient.layout != torch.strided:
            if gradient.layout != x.layout:
                raise GradcheckError(
                    f"grad is incorrect layout ({gradient.layout} is not {x.layout})")
            gradient = gradient.to_dense()
        zero = torch.zeros_like(gradient)
        if not (torch.allclose(gradient, zero) if masked else gradient.eq(0).all()):
            raise GradcheckError("backward not multiplied by grad_output")


class UndefinedGrad(Function):
    """Nothing comes back through this."""

    @staticmethod
    def forward(ctx: Node, x: Tensor) -> Tensor:
        """The same."""
        return x.view_as(x)

    @staticmethod
    def backward(ctx: Node, grad: Tensor) -> None:
        """No gradient."""
        return None


def check_undefined(
        func: Callable[..., Any], inputs: tuple[Tensor | Tensor | int, ...], moving: list[Tensor],
        count: int) -> None:
    """Backward must take it that no gradient comes: for all of `count` outputs, then for each."""
    chosen = [[UndefinedGrad.apply(y) for y in differentiable(func(*inputs))]]
    if len(chosen[0]) > 1:
        for place in range(count):
            chosen.append([
                UndefinedGrad.apply(y) if i == place else y
                for i, y in enumerate(differentiable(func(*inputs)))])
    for outputs in chosen:
        try:
            found = torch.autograd.grad(
                outputs, moving, [torch.zeros_like(y) for y in outputs], allow_unused=True)
        except RuntimeError as error:
            caution_about_undefined()
            raise GradcheckError(
                f"Expected backward function to handle undefined output grads. {UNDEFINED}"
            ) from error
        if any(gradient is not None and not gradient.eq(0).all() for gradient in found):
            caution_about_undefined()
            raise GradcheckError(
                "Expected all input grads to be undefined or zero when all output grads are "
                f"undefined or zero. {UNDEFINED}")


def caution_about_undefined() -> None:
    """torch's hint how to do without this check."""
    warnings.warn(
        "Backwards compatibility: New undefined gradient support checking feature is enabled by "
        "default, but it may break existing callers of this function. If this is true for you, you "
        'can call this function with "check_undefined_grad=False" to disable the feature',
        stacklevel=2)


def check_batched(moving: list[Tensor], output: Tensor, number: int) -> None:
    """Two backward passes must give what one of both together gives."""
    def pulled(seed):
        found = torch.autograd.grad(output, moving, seed, retain_graph=True, allow_unused=True)
        return tuple(torch.zeros([], dtype=x.dtype).expand(x.shape) if g is None else g
                     for g, x in zip(found, moving))

    check_together(pulled, [torch.randn_like(output) for _ in range(2)], NOT_BATCHED, number)


def check_together(func: Callable[..., Any], seeds: Any, note: str, number: int | None) -> None:
    """A function of each of the seeds must give what `vmap` of it gives.

    `number` is that of the output, or None where each result is one.
    """
    expected = [torch.stack(shards) for shards in zip(*[func(seed) for seed in seeds])]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="There is a performance drop")
        try:
            results = torch.vmap(func)(torch.stack(seeds))
        except RuntimeError as error:
            raise GradcheckError(
                f"While computing batched gradients, got: {error}\n\n{note}") from error
    for i, (got, wanted) in enumerate(zip(results, expected)):
        if not torch.allclose(got, wanted):
            raise GradcheckError(
                f"For output {i if number is None else number} and input {i}:\n\n{note}\n\n"
                f"Got:\n{got}\n\nExpected:\n{wanted}")
