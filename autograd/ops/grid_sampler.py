"""Records of images sampled at grid points, with derivatives of any order."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import partial, reduce
from types import ModuleType
from typing import Any, TYPE_CHECKING

import numpy as np

from autograd.graph.saved_attributes import saved_all, saved_by
from autograd.kernels import bilinear, grid_sample
from autograd.kernels.refused_dtypes import BOOL, COMPLEX, INTEGERS, unsupported
from autograd.ops.double_backward import BACKWARD_OPS
from autograd.ops.linear import bmm, transpose_last_two
from autograd.ops.record import d, op
from autograd.ops.reductions import sum_dim
from autograd.ops.shapes import select, stack, unsqueeze, view
from autograd.runtime.records import Record
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import ArrayOrTensor

GRID = {
    **saved_all("input", "grid"), "mode": None,
    "interpolation_mode": saved_by(lambda mode: ("bilinear", "nearest", "bicubic").index(mode)),
    "padding_mode":
        saved_by(lambda padding_mode: ("zeros", "border", "reflection").index(padding_mode)),
}


def grid_sampler(name: str, node: str, **facts: Any) -> Op:
    """Declare an op that samples images at grid points; one node has both gradients, as in torch.
    """
    backward = grid_sampler_backward(name, node)

    def gradient_functions(*given):
        """Return the functions of both gradients; with a history one node computes both."""
        if not isinstance(given[0], Tensor):
            return partial(input_vjp, *given), partial(grid_vjp, *given)
        options = dict(zip(("mode", "padding_mode", "align_corners"), given[3:]))
        gradients = backward(*given[:3], **options)
        return (lambda: gradients[0]), (lambda: gradients[1])

    return op(name, f"{node}Backward0",
        lambda input, grid, *, mode, padding_mode, align_corners:
            select_kernel(grid, mode).sample(input, grid, mode, padding_mode, align_corners),
        r"$input \text{ at } $grid", **facts,
        parts={"ways": lambda grad, input, grid, mode, padding_mode, align_corners:
                   gradient_functions(grad, input, grid, mode, padding_mode, align_corners)},
        input=d(lambda grad, ways: ways[0](), r"\textstyle\sum_{\text{uses}} w\,$grad"),
        grid=d(lambda grad, input, ways: ways[1](), r"$grad \odot \nabla $input"),
        saves=GRID)


def grid_sampler_backward(name: str, node: str) -> Op:
    """Declare the op that computes both gradients of grid sampling."""
    read, spread = declare_sampling(name, node)
    entry = op(f"{name}_backward", f"{node}BackwardBackward0",
        lambda grad_output, input, grid, *, mode, padding_mode, align_corners: tuple(
            way(grad_output, input, grid, mode, padding_mode, align_corners)
            for way in (input_vjp, grid_vjp)),
        r"\textstyle\sum_{\text{uses}} w\,$grad_output,\ $grad_output \odot \nabla $input",
        outputs=("grad_input", "grad_grid"),
        grad_output=d(lambda grads, input, grid, mode, padding_mode, align_corners: sample_tangent(
                          *grads, input, grid, Sampling(read, mode, padding_mode, align_corners)),
                      r"$grads \text{ at } $grid"),
        input=d(lambda grads, grad_output, input, grid, mode, padding_mode, align_corners:
                    scatter_derivatives(grads[1], grad_output, input, grid,
                              Sampling(spread, mode, padding_mode, align_corners)),
                r"\textstyle\sum_{\text{uses}} \nabla w\,$grad_output \odot $grads"),
        grid=d(lambda grads, grad_output, input, grid, mode, padding_mode, align_corners:
                   grid_double_vjp(*grads, grad_output, input, grid,
                            Sampling(read, mode, padding_mode, align_corners)),
               r"$grad_output \odot \nabla^2 $input \odot $grads"),
        saves={**GRID, **saved_all("grad_output")})
    BACKWARD_OPS.append(entry.name)
    return entry


def input_vjp(
        grad: np.ndarray, input: np.ndarray, grid: np.ndarray, mode: str, padding_mode: str,
        align_corners: bool) -> np.ndarray:
    """Return the gradient of the images."""
    return select_kernel(grid, mode).input_gradient(
        grad, input.shape, grid, mode, padding_mode, align_corners)


def grid_vjp(
        grad: np.ndarray, input: np.ndarray, grid: np.ndarray, mode: str, padding_mode: str,
        align_corners: bool) -> np.ndarray:
    """Return the gradient of the grid points."""
    return select_kernel(grid, mode).grid_gradient(grad, input, grid, mode, padding_mode,
        align_corners)


def select_kernel(grid: np.ndarray, mode: str) -> ModuleType:
    """Return the module that samples at `grid`; torch has a kernel of its own for 2-d images."""
    images = mode == "bilinear" and grid.shape[
        -1] == 2 and grid.itemsize in bilinear.POINTS_PER_REGISTER
    return bilinear if images else grid_sample


def declare_sampling(name: str, node: str) -> tuple[Op, ...]:
    """Declare sampling with differentiated weights, and its transpose.

    `orders` counts the derivatives by each coordinate. Each op is the other's derivative, to any
    order.
    """
    read = op(f"{name}_derived", f"{node}Backward0",
        lambda input, grid, *, mode, padding_mode, align_corners, orders:
            grid_sample.sample(input, grid, mode, padding_mode, align_corners, orders),
        r"$input \text{ at } $grid",
        input=d(lambda grad, input, grid, mode, padding_mode, align_corners, orders: spread(
                    grad, input, grid, mode=mode, padding_mode=padding_mode,
                    align_corners=align_corners, orders=orders),
                r"\textstyle\sum_{\text{uses}} w\,$grad"),
        grid=d(lambda grad, input, grid, mode, padding_mode, align_corners, orders:
            sample_derivatives(
                   grad, input, grid, Sampling(read, mode, padding_mode, align_corners), orders),
               r"$grad \odot \nabla $input"))
    spread = op(f"{name}_derived_backward", f"{node}BackwardBackward0",
        lambda grad_output, input, grid, *, mode, padding_mode, align_corners, orders:
            grid_sample.input_gradient(grad_output, input.shape, grid, mode, padding_mode,
                                       align_corners, orders),
        r"\textstyle\sum_{\text{uses}} w\,$grad_output",
        grad_output=d(lambda grad, grid, mode, padding_mode, align_corners, orders: read(
                          grad, grid, mode=mode, padding_mode=padding_mode,
                          align_corners=align_corners, orders=orders),
                      r"$grad \text{ at } $grid"),
        grid=d(lambda grad, grad_output, grid, mode, padding_mode, align_corners, orders:
            sample_derivatives(
                   grad_output, grad, grid, Sampling(read, mode, padding_mode, align_corners),
                   orders), r"$grad_output \odot \nabla $grad"))
    BACKWARD_OPS.extend((read.name, spread.name))
    return read, spread


class Sampling(Record):
    """The two ops of `declare_sampling`, with the mode by which they sample."""

    entry: Callable
    mode: str
    padding_mode: str
    align_corners: bool

    def differentiate(
            self, values: ArrayOrTensor, *others: ArrayOrTensor,
            orders: tuple[int, ...]) -> ArrayOrTensor:
        """Return the result of the op, differentiated as often as `orders` states."""
        return self.entry(values, *others, mode=self.mode, padding_mode=self.padding_mode,
                          align_corners=self.align_corners, orders=tuple(orders))


def raise_order(orders: tuple[int, ...], axis: int) -> tuple[int, ...]:
    """Return the orders with one more derivative along an axis."""
    return tuple(order + (i == axis) for i, order in enumerate(orders))


def select_axis(moves: ArrayOrTensor, axis: int) -> ArrayOrTensor:
    """Return the shift of the points along one axis, broadcast over channels."""
    return unsqueeze(select(moves, dim=len(moves.shape) - 1, index=axis), dim=1)


def sum_channels(values: ArrayOrTensor) -> ArrayOrTensor:
    """Sum over the channels, by ops."""
    return sum_dim(values, dim=(1,), keepdim=False)


def sample_derivatives(
        grad: ArrayOrTensor, input: ArrayOrTensor, grid: ArrayOrTensor, sampling: Any,
        orders: Any) -> Any:
    """Return the gradient of the points by ops: the image's derivatives there times `grad`."""
    count = grid.shape[-1]
    slopes = [sampling.differentiate(input, grid, orders=raise_order(orders[:count], i))
        for i in range(count)]
    return stack(*(sum_channels(grad * slope) for slope in slopes), dim=len(grid.shape) - 1)


def sample_tangent(
        image: ArrayOrTensor | None, moves: ArrayOrTensor | None, input: ArrayOrTensor,
        grid: ArrayOrTensor, sampling: Any, orders: Any = (0, 0, 0)) -> Any:
    """Return the change of the samples for changes of the image, of the points, or of both."""
    orders = orders[:grid.shape[-1]]
    parts = [] if image is None else [sampling.differentiate(image, grid, orders=orders)]
    if moves is not None and sampling.mode != "nearest":
        parts += [select_axis(moves, i) * sampling.differentiate(input, grid,
            orders=raise_order(orders, i))
                  for i in range(len(orders))]
    return reduce(operator.add, parts) if parts else None


def scatter_derivatives(
        moves: ArrayOrTensor | None, grad: ArrayOrTensor, input: ArrayOrTensor,
        grid: ArrayOrTensor, sampling: Any) -> Any:
    """Return the gradient of the image by ops, for a shift `moves` of the points."""
    if moves is None or sampling.mode == "nearest":
        return None
    parts = [sampling.differentiate(grad * select_axis(moves, i), input, grid, orders=orders)
             for i, orders in enumerate(first_orders(grid))]
    return reduce(operator.add, parts)


def grid_double_vjp(
        image: ArrayOrTensor | None, moves: ArrayOrTensor | None, grad: ArrayOrTensor,
        input: ArrayOrTensor, grid: ArrayOrTensor, sampling: Any) -> Any:
    """Return the gradient of the points by ops, for changes of the image and of the points."""
    if sampling.mode == "nearest":
        return None
    rows = [sample_tangent(image, moves, input, grid, sampling, orders)
        for orders in first_orders(grid)]
    return stack(*(sum_channels(grad * row) for row in rows), dim=len(grid.shape) - 1)


def first_orders(grid: np.ndarray) -> list[tuple[int, ...]]:
    """Return the orders of the first derivatives by each coordinate of the points."""
    count = grid.shape[-1]
    return [grid_sample.derivative_orders(i, count) for i in range(count)]


GRID_SAMPLER = {
    2: grid_sampler("grid_sampler_2d", "GridSampler2D",
        refuses=unsupported("grid_sampler_2d_cpu_kernel_impl", BOOL, INTEGERS, COMPLEX),
        no_forward_ad="grid_sampler_2d"),
    3: grid_sampler("grid_sampler_3d", "GridSampler3D",
        no_forward_ad="grid_sampler_3d"),
}

affine_grid_generator = op("affine_grid_generator", "AffineGridGeneratorBackward0",
    lambda theta, *, size, align_corners: make_affine_grid(theta, size, align_corners),
    r"\begin{bmatrix} x & y & 1 \end{bmatrix} $theta^\top",
    theta=d(lambda grad, size, align_corners: transpose_last_two(bmm(
                transpose_last_two(make_base_grid(grad, size, align_corners)),
                view(grad, size=(size[0], math.prod(size[2:]), len(size) - 2)))),
            r"$grad^\top \begin{bmatrix} x & y & 1 \end{bmatrix}"))


def make_affine_grid(theta: np.ndarray, size: tuple[int, ...], align_corners: bool) -> np.ndarray:
    """Return the points of an image of `size` under the affine maps `theta`, in torch's order of
    sums.
    """
    base = grid_sample.make_base_grid(size, theta.dtype, align_corners)[:, None, :]
    terms = base * theta[:, None]
    result = terms[..., 0]
    for i in range(1, terms.shape[-1]):
        result = result + terms[..., i]
    return result.reshape(size[0], *size[2:], len(size) - 2)


def make_base_grid(grad: ArrayOrTensor, size: tuple[int, ...], align_corners: bool) -> np.ndarray:
    """Return the points of an image for each of a batch, in the dtype of `grad`."""
    base = grid_sample.make_base_grid(size, getattr(grad, "_array", grad).dtype, align_corners)
    return np.broadcast_to(base, (size[0], *base.shape))
