"""The derivative table: images read at the points of a grid, and pools over uneven windows."""

import math

import numpy as np

from autograd.derivatives.linear import bmm, turned
from autograd.derivatives.pooling import maximum_back
from autograd.derivatives.shapes import view
from autograd.numerics import bilinear, grids
from autograd.op import d, op


def grid_sampler(name, node):
    """An image read at the points of a grid; its gradients have no derivative, as in torch."""
    back = f"derivative for aten::{name}_backward is not implemented"

    input_slope = op(f"{name}_input_slope", f"{node}BackwardBackward0",
        lambda grad, grid, *, shape, mode, padding_mode, align_corners:
            kernel(grid, mode).sent_to_input(grad, shape, grid, mode, padding_mode, align_corners),
        r"\textstyle\sum_{\text{uses}} w\,$grad",
        grad=d(lambda grads: refused(back), r"\text{not implemented}"),
        grid=d(lambda grads: refused(back), r"\text{not implemented}"))
    grid_slope = op(f"{name}_grid_slope", f"{node}BackwardBackward1",
        lambda grad, input, grid, *, mode, padding_mode, align_corners:
            kernel(grid, mode).sent_to_grid(grad, input, grid, mode, padding_mode, align_corners),
        r"$grad \odot \nabla $input",
        grad=d(lambda grads: refused(back), r"\text{not implemented}"),
        input=d(lambda grads: refused(back), r"\text{not implemented}"),
        grid=d(lambda grads: refused(back), r"\text{not implemented}"))
    return op(name, f"{node}Backward0",
        lambda input, grid, *, mode, padding_mode, align_corners:
            kernel(grid, mode).sampled(input, grid, mode, padding_mode, align_corners),
        r"$input \text{ at } $grid",
        input=d(lambda grad, input_shape, grid, mode, padding_mode, align_corners: input_slope(
                    grad, grid, shape=tuple(input_shape), mode=mode, padding_mode=padding_mode,
                    align_corners=align_corners), r"\textstyle\sum_{\text{uses}} w\,$grad"),
        grid=d(lambda grad, input, grid, mode, padding_mode, align_corners: grid_slope(
                   grad, input, grid, mode=mode, padding_mode=padding_mode,
                   align_corners=align_corners), r"$grad \odot \nabla $input"))


def kernel(grid, mode):
    """The module that reads at the points of `grid`; torch has a kernel of its own for images."""
    images = mode == "bilinear" and grid.shape[-1] == 2 and grid.itemsize in bilinear.POINTS
    return bilinear if images else grids


def refused(text):
    """torch defines no such derivative and says so."""
    raise RuntimeError(text)


GRID_SAMPLER = {
    2: grid_sampler("grid_sampler_2d", "GridSampler2D"),
    3: grid_sampler("grid_sampler_3d", "GridSampler3D"),
}

affine_grid_generator = op("affine_grid_generator", "AffineGridGeneratorBackward0",
    lambda theta, *, size, align_corners: spread_grid(theta, size, align_corners),
    r"\begin{bmatrix} x & y & 1 \end{bmatrix} $theta^\top",
    theta=d(lambda grad, size, align_corners: turned(bmm(
                turned(base_of(grad, size, align_corners)),
                view(grad, size=(size[0], math.prod(size[2:]), len(size) - 2)))),
            r"$grad^\top \begin{bmatrix} x & y & 1 \end{bmatrix}"))


def spread_grid(theta, size, align_corners):
    """The points of an image of `size` under the affine maps `theta`, summed in torch's order."""
    base = grids.base_grid(size, theta.dtype, align_corners)[:, None, :]
    terms = base * theta[:, None]
    made = terms[..., 0]
    for i in range(1, terms.shape[-1]):
        made = made + terms[..., i]
    return made.reshape(size[0], *size[2:], len(size) - 2)


def base_of(grad, size, align_corners):
    """The points of an image, for each of a batch, in the dtype of `grad`."""
    base = grids.base_grid(size, getattr(grad, "_array", grad).dtype, align_corners)
    return np.broadcast_to(base, (size[0], *base.shape))


# --- Fractional pools --------------------------------------------------------------------------


def fractional(name, node, count):
    """A pool of maxima over windows whose starts are drawn; `samples` say where."""
    back = maximum_back(name, node, count)
    return op(name, node,
        lambda self, *, kernel_size, output_size, samples:
            uneven_maxima(self, kernel_size, output_size, samples),
        r"\max_{\text{window}} $self", outputs=("values", "indices"),
        self=d(lambda grads, self, indices: back(grads[0], self, indices),
               r"$grads \text{ at } $indices"))


def window_starts(sample, n, m, kernel):
    """Where `m` windows of length `kernel` over `n` entries begin, after a number in (0, 1)."""
    if m == 1:
        return np.array([n - kernel])
    alpha = sample.dtype.type(n - kernel) / sample.dtype.type(m - 1)
    steps = np.arange(m - 1, dtype=sample.dtype)
    starts = ((steps + sample) * alpha).astype(np.int64) - np.int64(sample * alpha)
    return np.append(starts, n - kernel)


def uneven_maxima(array, kernel_size, output_size, samples):
    """The largest entry of each window and its flat place among the spatial dimensions."""
    count = len(kernel_size)
    spatial = array.shape[-count:]
    planes = array.reshape(-1, *spatial)
    rows = samples.reshape(-1, count)
    values = np.empty((len(planes), *output_size), array.dtype)
    indices = np.empty(values.shape, np.int64)
    places = np.arange(math.prod(spatial)).reshape(spatial)
    for i, plane in enumerate(planes):
        # The two-dimensional kernel takes the innermost dimension's sample first.
        row = rows[i][::-1] if count == 2 else rows[i]
        starts = [window_starts(*each) for each in zip(row, spatial, output_size, kernel_size)]
        for part in np.ndindex(*output_size):
            key = tuple(np.s_[s[j]:s[j] + k] for s, j, k in zip(starts, part, kernel_size))
            best = np.argmax(plane[key])
            values[i][part] = plane[key].flat[best]
            indices[i][part] = places[key].flat[best]
    shape = (*array.shape[:-count], *output_size)
    return values.reshape(shape), indices.reshape(shape)


FRACTIONAL = {
    2: fractional("fractional_max_pool2d", "FractionalMaxPool2DBackward0", 2),
    3: fractional("fractional_max_pool3d", "FractionalMaxPool3DBackward0", 3),
}
