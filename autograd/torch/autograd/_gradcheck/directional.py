"""Fast mode of gradcheck, which compares directional derivatives in place of Jacobians."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch.autograd._gradcheck import backward_mode, forward_mode, numerical
from torch.autograd._gradcheck.messages import FAST_MODE_NOTE, FAST_MODE_CLOSE_NOTE
from torch.autograd._gradcheck.checked_function import (
    GradcheckError,
    CheckedFunction,
    is_differentiable,
    as_tuple,
)

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.tensor import Tensor


def check_directional_derivatives(checked: CheckedFunction) -> None:
    """Raise GradcheckError unless directional derivatives agree with central differences.

    Each pair of an input and an output is compared by one number, along random directions of both.
    """
    input_directions, output_directions = draw_directions(checked)
    numerical_slopes = [
        project_onto_outputs(derivatives, checked, output_directions)
        for derivatives in numerical.compute_directional_derivatives(checked, input_directions)
    ]
    if checked.forward:
        analytical = forward_mode.compute_jacobians(checked, input_directions)
    else:
        if not checked.outputs:
            check_constant_outputs(numerical_slopes, checked)
        analytical = list(zip(*[
            [multiply_by_direction(column[:, 0], direction) for column, direction in zip(
                backward_mode.compute_jacobians(checked, y, [grad_output]), input_directions)]
            for y, grad_output in zip(checked.outputs, output_directions)]))
    for i, (analytical_row, numerical_row, direction) in enumerate(
            zip(analytical, numerical_slopes, input_directions)):
        for j, (a, n) in enumerate(zip(analytical_row, numerical_row)):
            width = 1.0 if checked.forward else float(output_directions[j].sum())
            atol = checked.atol * sum(float(part.sum()) for part in as_tuple(direction)) * width
            if not is_close(a, n, checked.rtol, atol):
                raise GradcheckError(
                    checked.format_mismatch(n, a, j, i) + compare_in_slow_mode(checked, j, i))


def draw_directions(checked: CheckedFunction) -> tuple[list, list]:
    """Return a random direction of length 1 for each input and for each output.

    A complex input has one for its real and one for its imaginary part. The generator is a new one,
    so the program's own random numbers stay the same.
    """
    generator = torch.Generator()
    input_directions = [
        tuple(draw_direction(x, generator, real_dtype(x)) for _ in range(2))
        if x.is_complex()
        else draw_direction(x, generator, x.dtype)
        for x in checked.differentiable_inputs
    ]
    if checked.forward:
        return input_directions, []
    return input_directions, [draw_direction(y, generator, y.dtype) for y in checked.outputs]


def draw_direction(x: Tensor, generator: Any, dtype: Any) -> Tensor:
    """Return a random direction with as many entries as `x` specifies."""
    values = x._values() if x.is_sparse else x
    direction = torch.rand(values.numel(), generator=generator).to(dtype)
    direction /= direction.norm()
    if not x.is_sparse:
        return direction
    return torch.sparse_coo_tensor(x._indices(), direction.view(values.shape), x.shape)


def real_dtype(x: Tensor) -> dtype:
    """Return the dtype of the real part of a complex tensor."""
    return x.dtype.to_real()


def project_onto_outputs(derivatives: Any, checked: CheckedFunction, directions: Any) -> list:
    """Return the products of derivatives with the outputs' `directions`.

    In forward mode, and if no output requires a gradient, the derivatives themselves.
    """
    floating = [
        derivative for derivative, y in zip(derivatives, checked.results) if is_differentiable(y)
    ]
    if checked.forward or not directions:
        return floating
    return [(direction * derivative).sum() for direction, derivative in zip(directions, floating)]


def multiply_by_direction(column: Any, direction: Any) -> Any:
    """Return the product of a gradient with a direction; of a pair, for both complex parts."""
    if not isinstance(direction, tuple):
        return column.dot(direction.to_dense().reshape(-1) if direction.is_sparse else direction)
    parts = torch.view_as_real(column.resolve_conj())
    return parts[:, 0].dot(direction[0]) + 1j * parts[:, 1].dot(direction[1])


def check_constant_outputs(derivatives: Any, checked: CheckedFunction) -> None:
    """Raise GradcheckError if an output that requires no gradient changes."""
    for derivative in (derivative for row in derivatives for derivative in row):
        if derivative.numel() and derivative.abs().max() > checked.nondet_tol:
            raise GradcheckError("Numerical gradient for function expected to be zero")


def compare_in_slow_mode(checked: CheckedFunction, output: int, input: int) -> str:
    """Return torch's note with both full Jacobians of one input and one output."""
    numerical_jacobian = numerical.compute_jacobians(checked)[input][output]
    if checked.forward:
        analytical = forward_mode.compute_jacobians(checked)[input][output]
    else:
        tolerant = checked._replace(nondet_tol=float("inf"))
        analytical = backward_mode.compute_jacobians(tolerant, checked.outputs[output])[input]
    message = FAST_MODE_NOTE.format(
        numerical_jacobian, analytical, (numerical_jacobian - analytical).abs().max()
    )
    return message + (FAST_MODE_CLOSE_NOTE if torch.allclose(
        analytical, numerical_jacobian, checked.rtol, checked.atol) else "")


def is_close(a: Tensor, n: Tensor, rtol: float, atol: float) -> bool:
    """Return `allclose` of two tensors in their common dtype."""
    dtype = torch.promote_types(a.dtype, n.dtype)
    return torch.allclose(a.to(dtype), n.to(dtype), rtol, atol)
