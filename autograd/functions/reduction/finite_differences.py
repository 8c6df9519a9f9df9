"""Differences along a dimension: `diff`, `gradient`, `trapezoid` etc."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.engine import transform_levels
from autograd.functions.pointwise.scalar_overloads import div_number, mul_number
from autograd.functions.reduction.cumulative import cumsum
from autograd.functions.reduction.reductions import wrap_dims
from autograd.functions.shape.concatenation import cat
from autograd.functions.shape.split import narrow
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime.function_record import declare
from autograd.runtime.registry import export
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.tensor import Tensor, wrap


def check_diff_operand(input: Tensor, dim: int, x: Tensor) -> None:
    """Raise `diff`'s error if `x` cannot be concatenated with `input` along `dim`."""
    ours, theirs = input._array.shape, x._array.shape
    if len(ours) != len(theirs):
        raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    for i, (have, got) in enumerate(zip(ours, theirs)):
        if have != got and i != wrap_dim(dim, len(ours)):
            raise RuntimeError(
                "diff expects the shape of tensor to prepend or append to match that of input "
                f"except along the differencing dimension; input.size({i}) = {have}, but got "
                f"tensor.size({i}) = {got}")


@export()
@method()
@with_out
@declare(composite=True)
def diff(
        input: Tensor, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None
) -> Tensor:
    """Return the `n`-th differences of neighbouring elements along `dim`.

    `prepend` and `append` are concatenated before. Differences of bools are exclusive ors.
    """
    if not input._array.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    if not n:  # `prepend` and `append` are checked, not used
        made = wrap(np.zeros_like(input._array))
        transform_levels.wrap_at_all((made,))
        return made.copy_(input)
    for x in (prepend, append):
        if x is not None:
            check_diff_operand(input, dim, x)
    parts = [x for x in (prepend, input, append) if x is not None]
    result = cat(parts, dim) if len(parts) > 1 else input
    for _ in range(n):
        length = result._array.shape[wrap_dim(dim, result._array.ndim)]
        if not length:
            return result
        earlier, later = narrow(result, dim, 0, length - 1), narrow(result, dim, 1, length - 1)
        result = later ^ earlier if result._array.dtype == bool else later - earlier
    return result


@export()
def gradient(
        input: Tensor, *, spacing: int = 1, dim: Any = None, edge_order: int = 1
) -> tuple[Any, ...]:
    """Return estimates of the derivative along each dimension, by second-order differences.

    `spacing` is one number for all dimensions, or a number or tensor of coordinates for each.
    `edge_order` 1 or 2 is the order at the boundaries.
    """
    spacing = 1 if spacing is None else spacing
    dims_given = range(input._array.ndim) if dim is None else [dim] if isinstance(dim, int) else dim
    spaces = list(spacing) if isinstance(spacing, tuple | list) else [spacing] * len(dims_given)
    check_gradient(input, spaces, dim is not None, dims_given, edge_order)
    along = [int(wrap_dim(i, input._array.ndim)) for i in dims_given]
    return tuple(gradient_along(input, i, space, edge_order) for i, space in zip(along, spaces))


def check_gradient(
        input: Tensor, spaces: list[Any], given: bool, dims_given: Any, edge_order: int) -> None:
    """Raise torch's errors about the arguments of `gradient`, in its order."""
    if input._array.dtype == np.uint8:
        raise RuntimeError("torch.gradient does not support uint8 input.")
    if len(spaces) != len(dims_given) and given:
        raise RuntimeError(
            "torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim "
            f"arguments to have the same length, but got a spacing argument of length {len(spaces)}"
            f" and a dim argument of length {len(dims_given)}."
        )
    if len(spaces) != len(dims_given):
        raise RuntimeError(
            "torch.gradient expected spacing to be unspecified, a scalar, or a list of length "
            f"equal to 'self.dim() = {input.dim()}', since dim argument was not given, but got a "
            f"list of length {len(spaces)}"
        )
    for each in spaces:
        if isinstance(each, Tensor) and each._array.ndim > 1:
            raise RuntimeError("torch.gradient expected each element of spacing to have one "
                               f"dimension, but got an element with {each.dim()} dimensions!")
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    if dims_given:
        wrap_dims(tuple(dims_given), input._array.ndim)
    for i in dims_given:
        if input.size(i) < edge_order + 1:
            raise RuntimeError(
                "torch.gradient expected each dimension size to be at least edge_order+1")


def gradient_along(x: Tensor, dim: int, space: Any, edge_order: int) -> Tensor:
    """Return the derivative along one dimension."""
    n = x._array.shape[dim]
    if isinstance(space, Tensor) and space._array.ndim:
        return cat(uneven_gradient(x, dim, space, edge_order), dim)
    space = space if isinstance(space, Tensor | complex) else float(space)
    inner = div_number(narrow(x, dim, 2, n - 2) - narrow(x, dim, 0, n - 2), space)
    inner = div_number(inner, 2)
    first, last = (boundary_difference(x, dim, side, space, edge_order) for side in (0, n - 1))
    return cat([first, inner, last], dim)


def boundary_difference(x: Tensor, dim: Any, index: Any, h: Any, edge_order: int) -> Tensor:
    """Return the derivative at the first or last index of an even grid with spacing `h`."""
    step = 1 if index == 0 else -1
    a, b = (narrow(x, dim, index + step * i, 1) for i in range(2))
    if edge_order == 1:
        return div_number(b - a if step > 0 else a - b, h)
    c = narrow(x, dim, index + 2 * step, 1)
    if step > 0:
        return div_number(mul_number(a, -1.5) + mul_number(b, 2) - mul_number(c, 0.5), h)
    return div_number(mul_number(c, 0.5) - mul_number(b, 2) + mul_number(a, 1.5), h)


def uneven_gradient(x: Tensor, dim: int, coordinates: Any, edge_order: int) -> list[Tensor]:
    """Return the derivative at the first, the inner and the last coordinates of an uneven grid."""
    n = x._array.shape[dim]
    shape = [-1 if i == dim else 1 for i in range(x._array.ndim)]
    steps = coordinates.diff()
    before, after = (narrow(steps, 0, i, n - 2).view(shape) for i in range(2))
    low, here, high = (narrow(x, dim, i, n - 2) for i in range(3))
    inner = (low * (-after / (before * (before + after)))
             + here * ((after - before) / (before * after))
             + high * (before / (after * (before + after))))
    ends = []
    for index, sign, order in ((0, 1, (0, 1)), (n - 1, -1, (-1, -2))):
        h, k = steps[order[0]], steps[order[1]] if n > 2 else None
        a, b = (narrow(x, dim, index + sign * i, 1) for i in range(2))
        if edge_order == 1:
            ends.append((b - a if sign > 0 else a - b) / h)
            continue
        c = narrow(x, dim, index + 2 * sign, 1)
        terms = [a * (-sign * (2 * h + k) / (h * (h + k))), b * (sign * (h + k) / (h * k)),
                 c * (-sign * h / (k * (h + k)))]
        ends.append(terms[1 - sign] + terms[1] + terms[1 + sign])  # in the coordinates' order
    return [ends[0], inner, ends[1]]


def check_not_bool(name: str, y: Tensor) -> None:
    """Raise RuntimeError for bool samples."""
    if y._array.dtype.kind == "b":
        raise RuntimeError(f"{name}: received a bool input for `y`, but bool is not supported")


@export("trapezoid", "trapz")
def trapezoid(y: Tensor, x: Tensor | None = None, *, dx: int = 1, dim: int = -1) -> Tensor:
    """Return the integral of `y` along `dim` by the trapezoidal rule."""
    dim = wrap_dim(dim, y._array.ndim, scalars=x is not None)
    if not y.size(dim):
        return y.new_zeros([n for i, n in enumerate(y._array.shape) if i != dim])
    check_not_bool("trapezoid", y)
    if x is None:
        ends = mul_number(y.select(dim, 0) + y.select(dim, -1), 0.5)
        return mul_number(y.sum(dim) - ends, float(dx))
    sums, scale = trapezoid_sums(y, expand_samples("trapezoid", y, x, dim), dx, dim)
    return scale(sums.sum(dim))


@export()
def cumulative_trapezoid(
        y: Tensor, x: Tensor | None = None, *, dx: int = 1, dim: int = -1) -> Tensor:
    """Return the cumulative integral of `y` along `dim` by the trapezoidal rule."""
    check_not_bool("cumulative_trapezoid", y)
    if not y._array.ndim:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    dim = wrap_dim(dim, y._array.ndim)
    if x is not None:
        x = expand_samples("cumulative_trapezoid", y, x, dim)
    sums, scale = trapezoid_sums(y, x, dx, dim)
    return cumsum(scale(sums), dim) if x is None else scale(cumsum(sums, dim))


def trapezoid_sums(y: Tensor, x: Any, dx: Any, dim: int) -> Any:
    """Return sums proportional to the areas of trapezoids, with the function that scales them.

    Numbers are applied last, as in torch.
    """
    n = max(y._array.shape[dim], 1)
    first = min(1, y._array.shape[dim])
    sums = narrow(y, dim, 0, n - 1) + narrow(y, dim, first, n - 1)
    if x is None:
        return sums, lambda total: mul_number(total, dx / 2)
    areas = sums * diff(x, dim=dim)
    return areas, lambda total: div_number(total, 2.0)


def expand_samples(name: str, y: Tensor, x: Tensor, dim: int) -> Tensor:
    """Return the coordinates `x` with the dimensions of `y`; raise RuntimeError for too few."""
    ndim = y._array.ndim
    if x._array.ndim == 1:
        if x._array.size != y._array.shape[dim]:
            raise RuntimeError(f"{name}: There must be one `x` value for each sample point")
        return x.view([-1 if i == dim else 1 for i in range(ndim)])
    return x.view((1,) * (ndim - x._array.ndim) + x._array.shape)
