"""Jacobians by backward passes, with checks of what a backward pass must satisfy."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch
from autograd.engine.function.function import Function
from torch.autograd._gradcheck.messages import BATCHED_GRAD_NOTE, NOT_REENTRANT_NOTE
from torch.autograd._gradcheck.checked_function import (
    GradcheckError,
    CheckedFunction,
    differentiable_outputs,
)

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

UNDEFINED_GRAD_NOTE = ('Please look at "Notes about undefined output gradients" in '
             '"tools/autograd/derivatives.yaml"')


def compute_jacobians(checked: CheckedFunction, output: Tensor, grad_outputs: Any = None) -> list:
    """Return for each input the Jacobian `(x.numel(), y.numel())` of one output, or its VJPs.

    `seeds` are the output gradients of the VJPs. Everything is computed twice; GradcheckError if
    the results differ by more than `nondet_tol`.
    """
    diff_inputs = checked.differentiable_inputs
    first, second = (compute_vjps(output, diff_inputs, grad_outputs) for _ in range(2))
    for gradient, other in zip(first, second):
        # NaN compares as False.
        if gradient.numel() and (gradient - other).abs().max() > checked.nondet_tol:
            raise GradcheckError(
                "Backward is not reentrant, i.e., running backward with same input and "
                "grad_output multiple times gives different values, although analytical gradient "
                "matches numerical gradient.The tolerance for nondeterminism was "
                f"{checked.nondet_tol}.{NOT_REENTRANT_NOTE}")
    return first


def compute_vjps(output: Tensor, diff_inputs: list[Tensor], grad_outputs: Any) -> list:
    """Return for each input a matrix whose columns are the gradients for each of `seeds`.

    By default the seeds are the unit gradients of `output`.
    """
    grad_outputs = make_unit_gradients(output) if grad_outputs is None else grad_outputs
    columns = [torch.zeros((x.numel(), len(grad_outputs)), dtype=x.dtype) for x in diff_inputs]
    for k, grad_output in enumerate(grad_outputs):
        gradients = torch.autograd.grad(
            output,
            diff_inputs,
            grad_output.reshape(output.shape),
            retain_graph=True,
            allow_unused=True,
        )
        for column, gradient in zip(columns, gradients):
            if gradient is not None:
                dense = gradient if gradient.layout == torch.strided else gradient.to_dense()
                column[:, k] = dense.reshape(-1)
    return columns


def make_unit_gradients(output: Tensor) -> list:
    """Return one output gradient for each entry of `output`: 1 there, 0 elsewhere."""
    return list(torch.eye(output.numel(), dtype=output.dtype))


def check_zero_gradients(
        outputs: tuple[Tensor, ...], diff_inputs: list[Tensor], masked: bool | None) -> None:
    """Raise GradcheckError unless zero output gradients give zero input gradients."""
    zeros = [torch.zeros_like(y, memory_format=torch.legacy_contiguous_format) for y in outputs]
    for gradient, x in zip(
        torch.autograd.grad(outputs, diff_inputs, zeros, allow_unused=True), diff_inputs
    ):
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
    """An identity whose backward returns None, so that no gradient reaches its input."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        """Return a view of `x`."""
        return x.view_as(x)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> None:
        """Return no gradient."""
        return None


def check_undefined_gradients(
    func: Callable[..., Any],
    inputs: tuple[Tensor | Tensor | int, ...],
    diff_inputs: list[Tensor],
    count: int,
) -> None:
    """Raise GradcheckError unless backward handles undefined output gradients.

    First all of `count` outputs have none, then each one alone.
    """
    output_lists = [[UndefinedGrad.apply(y) for y in differentiable_outputs(func(*inputs))]]
    if len(output_lists[0]) > 1:
        for index in range(count):
            output_lists.append([
                UndefinedGrad.apply(y) if i == index else y
                for i, y in enumerate(differentiable_outputs(func(*inputs)))])
    for outputs in output_lists:
        try:
            gradients = torch.autograd.grad(
                outputs, diff_inputs, [torch.zeros_like(y) for y in outputs], allow_unused=True)
        except RuntimeError as error:
            warn_about_undefined_check()
            raise GradcheckError(
                "Expected backward function to handle undefined output grads. "
                f"{UNDEFINED_GRAD_NOTE}"
            ) from error
        if any(gradient is not None and not gradient.eq(0).all() for gradient in gradients):
            warn_about_undefined_check()
            raise GradcheckError(
                "Expected all input grads to be undefined or zero when all output grads are "
                f"undefined or zero. {UNDEFINED_GRAD_NOTE}")


def warn_about_undefined_check() -> None:
    """Warn with torch's hint how to switch this check off."""
    warnings.warn(
        "Backwards compatibility: New undefined gradient support checking feature is enabled by "
        "default, but it may break existing callers of this function. If this is true for you, you "
        'can call this function with "check_undefined_grad=False" to disable the feature',
        stacklevel=2)


def check_batched_gradients(diff_inputs: list[Tensor], output: Tensor, index: int) -> None:
    """Raise GradcheckError unless vmap over two output gradients equals two backward passes."""
    def compute_vjp(grad_output):
        gradients = torch.autograd.grad(
            output, diff_inputs, grad_output, retain_graph=True, allow_unused=True
        )
        return tuple(torch.zeros([], dtype=x.dtype).expand(x.shape) if g is None else g
                     for g, x in zip(gradients, diff_inputs))

    check_against_vmap(
        compute_vjp, [torch.randn_like(output) for _ in range(2)], BATCHED_GRAD_NOTE, index
    )


def check_against_vmap(
    func: Callable[..., Any], grad_outputs: Any, message: str, index: int | None
) -> None:
    """Raise GradcheckError unless `torch.vmap(func)` over `seeds` equals a call for each.

    `index` is that of the output, or None where each result is an output of its own.
    """
    expected = [
        torch.stack(shards) for shards in zip(*[func(grad_output) for grad_output in grad_outputs])
    ]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="There is a performance drop")
        try:
            results = torch.vmap(func)(torch.stack(grad_outputs))
        except RuntimeError as error:
            raise GradcheckError(
                f"While computing batched gradients, got: {error}\n\n{message}") from error
    for i, (got, expected_result) in enumerate(zip(results, expected)):
        if not torch.allclose(got, expected_result):
            raise GradcheckError(
                f"For output {i if index is None else index} and input {i}:\n\n{message}\n\n"
                f"Got:\n{got}\n\nExpected:\n{expected_result}")
