"""Gradient clipping in place (`torch/nn/utils/clip_grad.py`)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from types import GeneratorType

import numpy as np

from autograd.kernels.half_accumulation import compute_in_float32
from autograd.runtime.observer import LibraryCall
from autograd.runtime.warnings import caution
from autograd.tensor.mutation import overwrite
from autograd.tensor.tensor import Tensor, wrap


def collect_grads(parameters: Tensor | Iterable[Tensor]) -> list[Tensor]:
    """Return the gradients of `parameters` that are not None."""
    if isinstance(parameters, Tensor):
        parameters = [parameters]
    return [each.grad for each in parameters if each.grad is not None]


@compute_in_float32
def vector_norm(array: np.ndarray, norm_type: float) -> np.generic:
    """Return the `norm_type`-norm of all elements of an array, in its dtype."""
    flat = np.abs(array.ravel())
    if norm_type == math.inf:
        return flat.max() if flat.size else flat.dtype.type(0)
    if norm_type == 2:
        return np.sqrt(np.sum(flat * flat))
    if norm_type == -math.inf:
        return flat.min()
    if norm_type == 0:
        return np.count_nonzero(flat).astype(flat.dtype)
    with np.errstate(divide="ignore"):  # of elements 0, with a negative power
        return np.sum(flat**norm_type) ** (1.0 / norm_type)


def get_total_norm(
        tensors: list[Tensor], norm_type: float = 2.0, error_if_nonfinite: bool = False,
        foreach: bool | None = None) -> Tensor:
    """Return the `norm_type`-norm of the norms of tensors.

    Raises RuntimeError if it is not finite, with `error_if_nonfinite`.
    """
    tensors = [tensors] if isinstance(tensors, Tensor) else list(tensors)
    if not tensors:
        return wrap(np.array(0.0, np.float32))
    norms = np.array([vector_norm(each._array, float(norm_type)) for each in tensors])
    total = np.asarray(vector_norm(norms, float(norm_type)))
    if error_if_nonfinite and not np.isfinite(total):
        raise RuntimeError(
            f"The total norm of order {float(norm_type)} for gradients from `parameters` is "
            "non-finite, so it cannot be clipped. To disable this error and scale the gradients by "
            "the non-finite norm anyway, set `error_if_nonfinite=False`"
        )
    return wrap(total)


def clip_grads_with_norm_(
        parameters: list[Tensor], max_norm: float, total_norm: Tensor,
        foreach: bool | None = None) -> None:
    """Scale all gradients by `max_norm / total_norm` if that is below 1."""
    scale = np.minimum(float(max_norm) / (total_norm._array + 1e-6), 1.0)
    for grad in collect_grads(parameters):
        overwrite(grad, grad._array * scale.astype(grad._array.dtype), "clip_grad_norm_")


def clip_grad_norm_(
        parameters: Tensor | Iterable[Tensor], max_norm: float, norm_type: float = 2.0,
        error_if_nonfinite: bool = False, foreach: bool | None = None) -> Tensor:
    """Scale all gradients so that their total norm is at most `max_norm`.

    Returns the total norm before. `parameters` is an iterable of tensors, or one.
    """
    is_generator = isinstance(parameters, GeneratorType)
    parameters = [parameters] if isinstance(parameters, Tensor) else list(parameters)
    max_norm, norm_type = float(max_norm), float(norm_type)
    if is_generator and not parameters:
        caution(
            "`parameters` is an empty generator, no gradient clipping will occur.")
    with LibraryCall("clip_grad_norm_") as call:
        grads = collect_grads(parameters)
        total = get_total_norm(grads, norm_type, error_if_nonfinite)
        clip_grads_with_norm_(parameters, max_norm, total)
        if call.listener is not None:
            is_within = total._array <= max_norm
            after = total._array if is_within else get_total_norm(grads, norm_type)._array
            call.result = {"before": float(total._array), "after": float(after),
                           "max_norm": max_norm, "norm_type": norm_type}
    return total


def clip_grad_norm(
        parameters: Tensor | Iterable[Tensor], max_norm: float, norm_type: float = 2.0,
        error_if_nonfinite: bool = False, foreach: bool | None = None) -> Tensor:
    """Call `clip_grad_norm_`, of which this is a deprecated alias."""
    caution(
        "`torch.nn.utils.clip_grad_norm` is now deprecated in favor of "
        "`torch.nn.utils.clip_grad_norm_`.", FutureWarning)
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite, foreach)


def clip_grad_value_(
        parameters: Tensor | Iterable[Tensor], clip_value: float, foreach: bool | None = None
) -> None:
    """Clamp all gradients to [-clip_value, clip_value]."""
    bound, grads = float(clip_value), collect_grads(parameters)
    if not grads:
        raise RuntimeError(
            "Expected !nested_tensorlist[0].empty() to be true, but got false.  (Could this error "
            "message be improved?  If so, please report an enhancement request to PyTorch.)"
        )
    with LibraryCall("clip_grad_value_") as call:
        call.result = {"bound": bound}
        for grad in grads:
            overwrite(grad, np.clip(grad._array, -bound, bound), "clip_grad_value_")
