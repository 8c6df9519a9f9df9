"""Layers of networks without a state of their own, as `torch.nn.functional` names them."""

from __future__ import annotations

import math

import numpy as np

from autograd import derivatives as table
from autograd.apply import apply, apply_into
from autograd.casting import lowered
from autograd.dtype import cpp_type, of, of_array
from autograd.functions.activations import category, needs_tensor
from autograd.functions.arithmetic import div
from autograd.functions.linear import check_same_dtype, matmul
from autograd.functions.norms import at_least
from autograd.functions.shapes import expand, unsqueeze, view
from autograd.numerics import distributions
from autograd.once import caution
from autograd.promotion import floating, result_type, wrap_dim
from autograd.random import default_generator
from autograd.tensor import wrap
from autograd.transforms.faces import bottom, innermost
from autograd.transforms.sliced import for_all_slices
from autograd.writable import common_shape
from autograd.writing import overwrite

# --- Products ----------------------------------------------------------------------------------


@lowered
def linear(input, weight, bias=None):
    """`input @ weight.T + bias` over the last dimension of `input`."""
    needs_tensor("linear", input)
    needs_tensor("linear", weight, "weight", 2)
    ndim, shape = input._array.ndim, input._array.shape
    if not ndim or not weight._array.ndim:
        raise RuntimeError(
            "both arguments to linear need to be at least 1D, but they are "
            f"{ndim}D and {weight._array.ndim}D"
        )
    check_product(input, weight, bias)
    turned = apply(table.t, (weight,))
    if bias is not None and (ndim == 2 or input._array.flags.c_contiguous and (
            innermost((input, weight, bias)) is None)):  # under vmap torch adds the bias
        rows = input if ndim == 2 else view(input, math.prod(shape[:-1]), shape[-1])
        if bias._array.ndim != 1 or len(bias._array) != len(weight._array):
            expand(bias.detach(), len(rows._array), len(weight._array))
        made = apply(table.addmm, (bias, rows, turned))
        return made if ndim == 2 else view(made, shape[:-1] + made._array.shape[-1:])
    return input @ turned if bias is None else input @ turned + bias


def check_product(input, weight, bias) -> None:
    """Raise torch's errors when the two cannot be multiplied."""
    x, w = input._array, weight._array
    if bias is not None and x.dtype != w.dtype:
        raise RuntimeError(
            f"mat1 and mat2 must have the same dtype, but got {category(input)} and "
            f"{category(weight)}"
        )
    if w.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {w.ndim}D")
    if bias is not None and w.ndim == 1:
        raise RuntimeError("mat2 must be a matrix, got 1-D tensor")
    if bias is not None and bias._array.dtype != w.dtype:
        raise RuntimeError(
            f"self and mat2 must have the same dtype, but got {category(bias)} and "
            f"{category(weight)}"
        )
    if w.ndim == 1:
        matmul(input, weight)  # which says what is wrong, by the number of dimensions
    rows = math.prod(x.shape[:-1])
    if x.shape[-1] != w.shape[-1]:
        if innermost((input, weight)) is not None:
            matmul(input, apply(table.t, (weight,)))  # which tells of all slices
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({rows}x{x.shape[-1]} and "
            f"{'x'.join(map(str, w.shape[::-1]))})"
        )
    check_same_dtype(input, weight)


# --- Tables ------------------------------------------------------------------------------------


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0,
              scale_grad_by_freq=False, sparse=False):
    """The rows of `weight` that `input` names."""
    needs_tensor("embedding", weight)
    if weight._array.ndim != 2:
        if weight.requires_grad:
            weight.size(0)
        raise RuntimeError("'weight' must be 2-D")
    if padding_idx is not None:
        if not -len(weight._array) <= padding_idx < len(weight._array):
            raise AssertionError("padding_idx must be within num_embeddings")
        padding_idx %= len(weight._array)
    check_indices(input, "indices", "embedding")
    if max_norm is not None:
        renormalised(weight, input._array, max_norm, norm_type)
    array, rows = bottom(input)._array, weight._array.shape[0]
    if array.size and (array.min() < 0 or array.max() >= rows):
        raise IndexError("index out of range in self")
    params = {"padding_idx": padding_idx, "scale_grad_by_freq": scale_grad_by_freq,
              "sparse": sparse}
    return apply(table.embedding, (weight, input), params)


def check_indices(input, name, function) -> None:
    """Raise torch's errors when indices are no integers."""
    needs_tensor(function, input, name, 2)
    if input._array.dtype not in (np.int64, np.int32):
        raise RuntimeError(
            f"Expected tensor for argument #1 '{name}' to have one of the following scalar types: "
            f"Long, Int; but got {cpp_type(input._array)} instead (while checking arguments for "
            f"{function})"
        )


def renormalised(weight, indices, max_norm, norm_type) -> None:
    """Scale the rows in use down to `max_norm`, in place and unrecorded."""
    rows = np.unique(indices)
    norms = np.linalg.norm(weight._array[rows], norm_type, axis=-1)
    scale = np.where(norms > max_norm, max_norm / (norms + 1e-7), 1)
    made = weight._array.copy()
    made[rows] *= scale[:, None].astype(made.dtype)
    overwrite(weight, made, "embedding_renorm_")


# --- Dropout -----------------------------------------------------------------------------------


def check_dropped(name, input, p, inplace) -> None:
    """Raise torch's errors for a probability outside [0, 1], or for what is no tensor."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    needs_tensor(name + "_" * bool(inplace), input)


def dropout(input, p=0.5, training=True, inplace=False):
    """Each entry becomes 0 with probability `p`; the others grow so that the mean stays."""
    check_dropped("dropout", input, p, inplace)
    return dropped(input, p, training, inplace, input._array)


def dropped(input, p, training, inplace, like):
    """`input` times a mask as large as `like`, drawn from torch's generator."""
    if not training or not p or not input._array.size:
        return input
    mask = for_all_slices(lambda: wrap(scaled_mask(like, p)))
    mask._meta = input._meta
    if inplace:
        return apply_into(input, table.mul, (input, mask), by="dropout_")
    return apply(table.mul, (input, mask))


def scaled_mask(like, p):
    """0 with probability `p`, else `1 / (1 - p)`."""
    if p == 1:
        return np.zeros_like(like)
    check_maskable(like)
    return drawn(like, p) / np.asarray(1 - p, like.dtype)


def check_maskable(like) -> None:
    """Raise torch's errors about dtypes in which no scaled mask is drawn."""
    kind, name = like.dtype.kind, of_array(like).type_string[6:-6]
    if kind == "c":
        raise NotImplementedError(f"\"bernoulli_scalar_cpu_\" not implemented for '{name}'")
    if kind in "biu":
        raise RuntimeError(f"result type Float can't be cast to the desired output type {name}")


def drawn(like, p):
    """0 with probability `p`, else 1, in the order in which the entries of `like` lie in memory."""
    order = sorted(range(like.ndim), key=lambda axis: -like.strides[axis])
    if like.flags.c_contiguous or not like.transpose(order).flags.c_contiguous:
        order = range(like.ndim)
    shape = tuple(like.shape[axis] for axis in order)
    mask = distributions.bernoulli(default_generator, shape, like.dtype, 1 - p)
    return mask.transpose(np.argsort(order))


def channel_dropout(ndim_expected, name):
    """`dropout1d` and its kin: whole channels of inputs with or without a batch."""

    def function(input, p=0.5, training=True, inplace=False):
        ndim = input.dim()  # which torch asks even what is no tensor
        check_dropped(name, input, p, inplace)
        if ndim not in (ndim_expected, ndim_expected + 1):
            complain_of_dims(name, ndim, ndim_expected)
        if name == "dropout1d" and ndim == 2 or name == "dropout3d" and ndim == 4:
            batched = unsqueeze(input, 0)
            made = feature_dropout(batched, p, training, inplace)
            return made.squeeze(0)
        return feature_dropout(input, p, training, inplace)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = "Whole channels become 0 with probability `p`."
    return function


def complain_of_dims(name, ndim, expected) -> None:
    """torch's error, or for the older forms its warning, about an input's dimensions."""
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


def feature_dropout(input, p, training, inplace):
    """A mask with one entry for each sample and channel."""
    if input._array.ndim < 2 and training and p:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    return dropped(input, p, training, inplace, per_channel(input._array))


def per_channel(array):
    """An array with one entry for each sample and channel."""
    return np.empty(array.shape[:2] + (1,) * (array.ndim - 2), array.dtype)


dropout1d = channel_dropout(2, "dropout1d")
dropout2d = channel_dropout(3, "dropout2d")
dropout3d = channel_dropout(4, "dropout3d")

SATURATION = 1.7580993408473766  # how far below 0 SELU levels off


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Dropout to SELU's lower bound that keeps mean and variance."""
    check_dropped("alpha_dropout", input, p, inplace)
    return saturated(input, p, training, inplace, input._array)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """`alpha_dropout` of whole channels."""
    check_dropped("feature_alpha_dropout", input, p, inplace)
    return saturated(input, p, training, inplace, per_channel(input._array))


def saturated(input, p, training, inplace, like):
    """`input` where the mask is 1, SELU's lower bound elsewhere, scaled and moved."""
    if not training or not p:
        return input
    dtype = input._array.dtype
    if p == 1:
        return input * wrap(np.zeros_like(like))
    mask = for_all_slices(lambda: wrap(drawn(like, p)))._array
    scale = 1 / np.sqrt((SATURATION ** 2 * p + 1) * (1 - p))
    down = SATURATION * scale
    offset = wrap((mask - 1) * dtype.type(down) + dtype.type(down * p))
    factor = wrap(mask * dtype.type(scale))
    if inplace:
        return input.mul_(factor).add_(offset)
    return input * factor + offset


# --- Distances ---------------------------------------------------------------------------------


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """`input` over its p-norm along `dim`."""
    return div(input, input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input), out=out)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """The cosine of the angle between vectors along `dim`."""
    dtype = result_type(x1, x2)
    if dtype.kind not in "fV":
        raise RuntimeError("expected common dtype to be floating point, yet common dtype is "
                           f"{of(dtype).legacy_name}")
    units = []
    for x in np_broadcast(x1, x2):
        units.append(x / at_least(x.to(of(dtype)).norm(2, dim, keepdim=True).clone(), eps))
    return (units[0] * units[1]).sum(dim)


def np_broadcast(a, b):
    """Both tensors in their common shape."""
    if a._array.shape == b._array.shape:
        return [a, b]
    return [x.expand(common_shape([a._array.shape, b._array.shape])) for x in (a, b)]


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The p-norm of the differences along the last dimension."""
    between = x1 - x2
    difference = apply(table.add_number, (between,), {"other": eps}, floating(between))
    dim = wrap_dim(-1, difference._array.ndim)
    return apply(table.norm_dim, (difference,), {"p": p, "dim": dim, "keepdim": keepdim})
