"""Dropout: random masks on entries or whole channels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.arguments.argument_parser import as_number
from autograd.engine.apply import apply, apply_into
from autograd.engine.transform_levels import draw_for_all_examples
from autograd.engine.vmap_factories import make_for_vmap
from autograd.functions.nn.activations import require_tensor
from autograd.functions.shape.reshape import unsqueeze
from autograd.kernels import distributions, sampling
from autograd.kernels.generator import default_generator
from autograd.runtime import interpreters, observer
from autograd.runtime.execution_state import override
from autograd.runtime.function_record import Bool, Native, declare
from autograd.runtime.warnings import caution
from autograd.tensor.dtype import dtype_of_array
from autograd.tensor.allocation import zeros
from autograd.tensor.memory_format import empty_in_order_of
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


def check_arguments(name: str, input: Tensor, p: float, inplace: bool) -> None:
    """Raise ValueError for a probability outside [0, 1], TypeError if `input` is no Tensor."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    require_tensor(name + "_" * bool(inplace), input)


@declare(
    native=Native("torch", "dropout", ("input", "p", "training"), looks_first=True),
    bools=(Bool("training", "dropout", 3, called="train"),),
)
def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Set entries to 0 with probability `p` in training, and divide the others by `1 - p`."""
    check_arguments("dropout", input, p, inplace)
    return apply_dropout(input, p, training, inplace)


def apply_dropout(input: Tensor, p: Any, training: bool, inplace: bool, like: Any = None) -> Tensor:
    """Multiply `input` by a random mask, of the shape of `like(input._array)` if given."""
    p = as_number(p)
    if not training or not p or not input._array.size:
        return input
    if input._meta:
        mask = wrap(zeros(input._array.shape, input._array.dtype))
        mask._meta = input._meta
    else:
        mask = draw_mask(input, draw_scaled_mask, p, like)
    if inplace:
        return apply_into(input, ops.mul, (input, mask), by="dropout_")
    return apply(ops.mul, (input, mask))


def draw_mask(input: Tensor, draw: Callable[..., Any], p: float, like: Any = None) -> Tensor:
    """Draw a mask of the shape of `input` or `like(input._array)`, under `vmap` for all examples.
    """
    array = input._array if like is None else like(input._array)

    def of_slices(x):
        lead = x._array.shape[:x._array.ndim - input._array.ndim]
        return make_for_vmap(lambda: wrap(draw(np.empty(lead + array.shape, array.dtype), p)))

    if interpreters.stack:
        mask = draw_for_all_examples(of_slices, input, expand=False)
        if mask is not None:
            return mask
    return make_for_vmap(lambda: wrap(draw(array, p)))


def draw_scaled_mask(like: np.ndarray, p: float) -> np.ndarray:
    """Draw a mask: 0 with probability `p`, else `1 / (1 - p)`."""
    if p == 1:
        return np.zeros_like(like)
    mask = draw_bernoulli(like, p)
    if like.dtype.kind in "biu":
        raise RuntimeError("result type Float can't be cast to the desired output type "
                           f"{dtype_of_array(like).legacy_name}")
    wide = np.float32 if like.dtype.itemsize == 2 else like.dtype  # as torch divides half types
    return mask * (1 / np.asarray(1 - p, wide)).astype(like.dtype)


def draw_bernoulli(like: np.ndarray, p: float) -> np.ndarray:
    """Draw a mask: 0 with probability `p`, else 1, in the memory order of `like`."""
    if like.dtype.kind == "c":
        raise sampling.not_implemented("bernoulli_scalar_cpu_", like.dtype)
    order = range(like.ndim)
    if not like.flags.c_contiguous:
        steps = empty_in_order_of([like], like.shape, like.dtype).strides
        order = sorted(order, key=lambda axis: -steps[axis])
    shape = tuple(like.shape[axis] for axis in order)
    mask = distributions.bernoulli(default_generator, shape, like.dtype, 1 - p)
    return mask.transpose(np.argsort(order))


def make_channel_dropout(ndim_expected: int, name: str) -> Callable[..., Any]:
    """Return `dropout1d`, `dropout2d` or `dropout3d`; inputs may have no batch dimension."""

    def function(input, p=0.5, training=True, inplace=False):
        ndim = input.dim()  # torch calls it before the check for a Tensor
        check_arguments(name, input, p, inplace)
        if ndim not in (ndim_expected, ndim_expected + 1):
            report_dimensions(name, ndim, ndim_expected)
        if name == "dropout2d" and ndim == 3:
            caution(NO_BATCH_WARNING)
        if name != "dropout2d" and ndim != ndim_expected + 1:
            batched = unsqueeze(input, 0)
            result = feature_dropout(batched, p, training, inplace)
            return result.squeeze(0)
        return feature_dropout(input, p, training, inplace)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = "Set whole channels to 0 with probability `p`."
    return declare(
        native=Native("torch", "feature_dropout", ("input", "p", "training"), looks_first=True),
        bools=(Bool("training", "feature_dropout", 3, called="train"),),
    )(function)


NO_BATCH_WARNING = (
    "dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout "
    "behavior is desired - input is interpreted as shape (N, C, L), where C is the channel dim. "
    "This behavior will change in a future release to interpret the input as one without a batch "
    "dimension, i.e. shape (C, H, W). To maintain the 1D channel-wise dropout behavior, please "
    "switch to using dropout1d instead.")


def report_dimensions(name: str, ndim: int, expected: Any) -> None:
    """Raise RuntimeError about the dimensions of an input; `dropout2d` and `dropout3d` warn."""
    if name == "dropout1d":
        raise RuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {ndim}D input. Note that dropout1d"
            " exists to provide channel-wise dropout on inputs with 1 spatial dimension, a channel "
            "dimension, and an optional batch dimension (i.e. 2D or 3D inputs)."
        )
    caution(
        f"{name}: Received a {ndim}-D input to {name}, which is deprecated and will result in an "
        "error in a future release. To retain the behavior and silence this warning, please use "
        f"dropout instead. Note that {name} exists to provide channel-wise dropout on inputs with "
        f"{expected - 1} spatial dimensions, a channel dimension, and an optional batch dimension "
        f"(i.e. {expected}D or {expected + 1}D inputs).")


def feature_dropout(input: Tensor, p: float, training: bool, inplace: bool) -> Tensor:
    """Set whole channels to 0 with probability `p`."""
    if input._array.ndim < 2 and training and p:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    return apply_dropout(input, p, training, inplace, channel_mask_like)


def channel_mask_like(array: np.ndarray) -> np.ndarray:
    """Return an empty array with an entry for each sample and channel."""
    return np.empty(array.shape[:2] + (1,) * (array.ndim - 2), array.dtype)


dropout1d = make_channel_dropout(2, "dropout1d")
dropout2d = make_channel_dropout(3, "dropout2d")
dropout3d = make_channel_dropout(4, "dropout3d")

SELU_SATURATION = 1.7580993408473766  # the negative of SELU's lower bound


@declare(
    native=Native("torch", "alpha_dropout", ("input", "p", "training"), looks_first=True),
    bools=(Bool("training", "alpha_dropout", 3, called="train"),),
)
def alpha_dropout(
        input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """Set entries to SELU's lower bound with probability `p`, and keep mean and variance."""
    check_arguments("alpha_dropout", input, p, inplace)
    return apply_alpha_dropout(input, p, training, inplace)


@declare(
    native=Native("torch", "feature_alpha_dropout", ("input", "p", "training"), looks_first=True),
    bools=(Bool("training", "feature_alpha_dropout", 3, called="train"),),
)
def feature_alpha_dropout(
        input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """Run `alpha_dropout` on whole channels."""
    check_arguments("feature_alpha_dropout", input, p, inplace)
    return apply_alpha_dropout(input, p, training, inplace, channel_mask_like)


def apply_alpha_dropout(
        input: Tensor, p: float, training: bool, inplace: bool, like: Any = None) -> Tensor:
    """Set entries to SELU's lower bound where a random mask is 0, then scale and shift all."""
    if not training or not p:
        return input
    if p == 1:
        return input * wrap(np.zeros((), input._array.dtype))
    if input._array.dtype.kind in "biu":
        dtype_name = "Long" if input._array.dtype.kind == "b" else input.dtype.legacy_name
        raise RuntimeError(
            f"result type Float can't be cast to the desired output type {dtype_name}")
    mask = draw_mask(input, draw_bernoulli, p, like)
    scale = 1 / np.sqrt((SELU_SATURATION ** 2 * p + 1) * (1 - p))
    down = SELU_SATURATION * scale
    with observer.observing(None), override(grad_enabled=False):
        offset, factor = (mask - 1) * down + down * p, mask * scale
    if inplace:
        return input.mul_(factor).add_(offset)
    return input * factor + offset
