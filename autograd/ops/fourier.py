"""Records of Fourier transforms, whose gradients are the adjoint transforms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.saved_attributes import WHOLE
from autograd.ops.record import d, op
from autograd.ops.shapes import cat

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor, Tensor

fft_c2c = op("fft_c2c", "FftC2CBackward0",
    lambda self, *, dim, normalization, forward: cast_result(
        np.fft.fftn(self, axes=dim, norm=NORMS[normalization]) if forward
        else np.fft.ifftn(self, axes=dim, norm=INVERSE[normalization]), self,
        order_by_strides(self, dim)),
    r"\mathcal{F}($self)",
    holomorphic=False,
    self =d(lambda grad, dim, normalization, forward:
            fft_c2c(grad, dim=dim, normalization=normalization, forward=not forward),
            r"\mathcal{F}^{*}($grad)"))

fft_r2c = op("fft_r2c", "FftR2CBackward0",
    lambda self, *, dim, normalization, onesided: cast_result(
        (np.fft.rfftn if onesided else np.fft.fftn)(self, axes=dim, norm=NORMS[normalization]),
        self, (*order_by_strides(self, dim[:-1]), dim[-1])),
    r"\mathcal{F}($self)",
    holomorphic=False,
    self =d(lambda grad, self_shape, dim, normalization, onesided:
            fft_r2c_vjp(grad, self_shape, dim, normalization),
            r"\operatorname{Re} \mathcal{F}^{*}($grad)"),
    saves=WHOLE)

fft_c2r = op("fft_c2r", "FftC2RBackward0",
    lambda self, *, dim, normalization, last_dim_size: cast_result(
        np.fft.irfftn(self, [*(self.shape[i] for i in dim[:-1]), last_dim_size], dim,
                      INVERSE[normalization]), self, *order_of_spectrum(self, dim)),
    r"\mathcal{F}^{-1}($self)",
    self =d(lambda grad, dim, normalization, last_dim_size:
            fft_c2r_vjp(grad, dim, normalization, last_dim_size),
            r"\mathcal{F}^{-1\,*}($grad)"),
    saves={"last_dim_size": None})

# How a transform is scaled: 0 not at all, 1 by the root of the length, 2 by the length.
NORMS = {0: "backward", 1: "ortho", 2: "forward"}
INVERSE = {0: "forward", 1: "ortho", 2: "backward"}


def order_by_strides(array: np.ndarray, dims: range | tuple[int, ...]) -> tuple:
    """Return dimensions in descending order of their strides."""
    return tuple(sorted(dims, key=lambda i: -array.strides[i]))


def order_of_spectrum(array: np.ndarray, dims: tuple[int, ...]) -> tuple:
    """Return the order of dimensions in memory after transforming all but the last, then that one.
    """
    if not dims[1:]:
        return (dims,)
    first = order_by_strides(array, dims[:-1])
    batch = [i for i in order_by_strides(array, range(array.ndim)) if i not in first]
    return dims[-1:], (*batch, *first)


def arrange_as_mkl(
        result: np.ndarray, like: np.ndarray, dims: Any,
        order: Any = None) -> np.ndarray:
    """Return `result` with the memory layout of MKL's results.

    The dimensions that are not transformed come first, in the order of `like`'s strides (or of
    `order`), then `dims`.
    """
    order = order_by_strides(like, range(like.ndim)) if order is None else order
    order = [i for i in order if i not in dims] + list(dims)
    arranged = np.empty([result.shape[i] for i in order], result.dtype).transpose(np.argsort(order))
    arranged[...] = result
    return arranged


def cast_result(
        result: np.ndarray, like: np.ndarray, dims: tuple[int, ...],
        order: tuple[int, ...] | None = None) -> np.ndarray:
    """Cast numpy's double result to the precision of the input, in MKL's memory layout.

    Numbers below the rounding error of double become 0: a float32 transform has none.
    """
    if dims:
        result = arrange_as_mkl(result, like, dims, order)
    if like.dtype.char in "fF":
        parts = (result.real, result.imag) if result.dtype.kind == "c" else (result,)
        least = 1e-15 * max(np.max(np.abs(part), initial=0) for part in parts)
        for part in parts:
            part[np.abs(part) < least] = 0
        return result.astype(np.complex64 if result.dtype.kind == "c" else np.float32)
    return result


def fft_r2c_vjp(
        grad: ArrayOrTensor, shape: tuple[int, ...], dim: tuple[int, ...], normalization: int
) -> ArrayOrTensor:
    """Return the adjoint of a real-to-complex transform: missing frequencies are zero, parts add.
    """
    last = dim[-1]
    missing = shape[last] - grad.shape[last]
    if missing:
        size = [*grad.shape[:last], missing, *grad.shape[last + 1:]]
        dtype = grad.dtype if isinstance(grad, np.ndarray) else grad._array.dtype
        grad = cat(grad, np.zeros(size, dtype), dim=last)
    return fft_c2c(grad, dim=dim, normalization=normalization, forward=False)


def fft_c2r_vjp(
        grad: Tensor, dim: tuple[int, ...], normalization: int, last_dim_size: int) -> Tensor:
    """Return the adjoint of a complex-to-real transform: frequencies that stand for two count
    twice.
    """
    made = fft_r2c(grad, dim=dim, normalization=normalization, onesided=True)
    last, n = dim[-1], made.shape[dim[-1]]
    count = n - 2 if last_dim_size % 2 == 0 else n - 1
    if isinstance(made, np.ndarray):
        made[(np.s_[:],) * last + (np.s_[1:1 + count],)] *= 2
    elif count > 0:
        made.narrow(last, 1, count).mul_(2)  # torch writes it in place, too
    return made


