"""The derivative table, chapter seven: layers, and the small steps of torch's composed losses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.saved_attributes import WRAP, saved_all, saved_by, saved_length
from autograd.kernels.half_accumulation import IN_FLOAT32
from autograd.ops.double_backward import backward_op
from autograd.ops.pointwise import mul
from autograd.ops.record import d, op
from autograd.ops.shapes import place
from autograd.ops.vmap_rules import ELEMENTWISE, LEADING_DIMS
from autograd.tensor.batched_tensor import vmap_constant
from autograd.tensor.sparse import stored
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.tensor.batched_tensor import BatchedArray
    from autograd.tensor.tensor import ArrayOrTensor

# Two of these stand around a module that has backward hooks; the gradients that pass are its own.
backward_hook = op("backward_hook", "BackwardHookFunctionBackward",
    lambda *tensors: tuple(tensor[...] for tensor in tensors), r"$tensors",
    tensors=d(lambda grads: grads, r"$grads"),
    node_module="torch.autograd.function")

# --- A number instead of a tensor: torch's C++ gives such steps a node of their own ------------

add_number = op("add_number", "AddBackward1",
    lambda self, *, other: self + other, r"$self + $other",
    accumulate=IN_FLOAT32,
    self=d(lambda grad: grad, r"$grad"),
    vmap=ELEMENTWISE)

sub_number = op("sub_number", "SubBackward1",
    lambda self, *, other: self - other, r"$self - $other",
    accumulate=IN_FLOAT32,
    self=d(lambda grad: grad, r"$grad"),
    vmap=ELEMENTWISE)

mul_number = op("mul_number", "MulBackward1",
    lambda self, *, other: self * other, r"$self \cdot $other",
    accumulate=IN_FLOAT32,
    self=d(lambda grad, other: grad * other, r"$grad \cdot $other"),
    vmap=ELEMENTWISE)

div_number = op("div_number", "DivBackward1",
    lambda self, *, other: self / other, r"\tfrac{$self}{$other}",
    accumulate=IN_FLOAT32,
    self=d(lambda grad, other: grad / other, r"\tfrac{$grad}{$other}"),
    vmap=ELEMENTWISE)

# --- Layers ------------------------------------------------------------------------------------

PADDING_INDEX = saved_by(lambda padding_idx: (-1 if padding_idx is None else padding_idx) % WRAP)

embedding = op("embedding", "EmbeddingBackward0",
    lambda weight, indices, *, padding_idx, scale_grad_by_freq, sparse: weight[indices],
    r"${weight}_{$indices}",
    weight=d(lambda grad, indices, weight_shape, padding_idx, scale_grad_by_freq, sparse:
             embedding_vjp(embedding_double_vjp(grad, indices, padding_idx, scale_grad_by_freq,
                 sparse), indices,
                      weight_shape, sparse, padding_idx) if sparse else embedding_dense_backward(
                 grad, indices, size=weight_shape, padding_idx=padding_idx,
                 scale_grad_by_freq=scale_grad_by_freq),
             r"$grad \text{ added at } $indices,\ 0 \text{ elsewhere}"),
    saves={
        "weight_sym_sizes": None, "weight_sym_argsize_0": saved_length(0, "weight_shape"),
        **saved_all("sparse"), "padding_idx": PADDING_INDEX},
    unpack_error=(RuntimeError,
        "Expected tensor for argument #2 'indices' to have one of the following scalar types: "
        "Long, Int; but got {whole} instead (while checking arguments for embedding_backward)"),
    real_only="embedding",
    vmap=LEADING_DIMS)

embedding_dense_backward = backward_op("embedding_dense_backward",
    "EmbeddingDenseBackwardBackward0",
    lambda grad_output, indices, *, size, padding_idx, scale_grad_by_freq: embedding_vjp(
        embedding_double_vjp(grad_output, indices, padding_idx, scale_grad_by_freq, False), indices,
            size,
        False),
    r"$grad_output \text{ added at } $indices,\ 0 \text{ elsewhere}", by=(),
    saves={
        "size": None, "scale_grad_by_freq": None, "padding_idx": PADDING_INDEX})

trilinear = op("trilinear", "TrilinearBackward0",
    lambda i1, i2, i3, *, expand1, expand2, expand3, sumdim:
        trilinear_sum(i1, i2, i3, expand1, expand2, expand3, sumdim),
    r"\textstyle\sum $i1 \odot $i2 \odot $i3",
    i1=d(lambda grad, i2, i3, expand1, expand2, expand3, sumdim: trilinear(
             grad, i2, i3, expand1=sumdim, expand2=expand2, expand3=expand3, sumdim=expand1),
         r"\textstyle\sum $grad \odot $i2 \odot $i3"),
    i2=d(lambda grad, i1, i3, expand1, expand2, expand3, sumdim: trilinear(
             i1, grad, i3, expand1=expand1, expand2=sumdim, expand3=expand3, sumdim=expand2),
         r"\textstyle\sum $i1 \odot $grad \odot $i3"),
    i3=d(lambda grad, i1, i2, expand1, expand2, expand3, sumdim: trilinear(
             i1, i2, grad, expand1=expand1, expand2=expand2, expand3=sumdim, sumdim=expand3),
         r"\textstyle\sum $i1 \odot $i2 \odot $grad"))


def trilinear_sum(
        i1: np.ndarray, i2: np.ndarray, i3: np.ndarray, expand1: tuple[int, ...],
        expand2: tuple[int, ...], expand3: tuple[int, ...], sumdim: tuple[int, ...]) -> np.ndarray:
    """The products of three arrays, each without the dimensions it is expanded along, summed."""
    if i1.dtype.itemsize == 2:
        return trilinear_sum_half(i1, i2, i3, expand1, expand2, expand3, sumdim)
    ndim = i1.ndim + len(expand1)
    return np.einsum(*(part for array, absent in (
        (i1, expand1), (i2, expand2), (i3, expand3)) for part in (
            array, [i for i in range(ndim) if i not in absent])),
        [i for i in range(ndim) if i not in sumdim])


def trilinear_sum_half(
        i1: ArrayOrTensor, i2: ArrayOrTensor, i3: ArrayOrTensor, expand1: tuple[int, ...],
        expand2: tuple[int, ...], expand3: tuple[int, ...], sumdim: Any) -> Any:
    """The same of 16-bit floats: two products of matrices for each index of dimension 1."""
    kind = i1.dtype
    wide = [np.expand_dims(array, absent).astype(np.float32)
            for array, absent in ((i1, expand1), (i2, expand2), (i3, expand3))]
    early = tuple(i for i in sumdim if i in expand3)
    late = tuple(i for i in sumdim if i not in expand3)
    made = []
    for k in range(max(array.shape[1] for array in wide)):
        first, second, third = (array[:, k:k + 1] if array.shape[1] > 1 else array
                                for array in wide)
        pair = (first * second).sum(early, keepdims=True).astype(kind).astype(np.float32)
        made.append((pair * third).sum(late, keepdims=True).astype(kind))
    total = sum(made) if 1 in sumdim else np.concatenate(made, 1)
    return total.squeeze(tuple(sumdim))


def as_index_array(indices: Any) -> np.ndarray | BatchedArray:
    """Subscripts as an array, on either path."""
    return indices if isinstance(indices, np.ndarray) else indices._array


def embedding_vjp(
        grad: ArrayOrTensor, indices: ArrayOrTensor, shape: tuple[int, ...], sparse: bool,
        padding_idx: Any = None) -> ArrayOrTensor:
    """The gradient of a table whose rows were looked up; of those rows alone if it is `sparse`."""
    if not sparse or isinstance(grad, Tensor):
        return place(None, grad, size=shape, key=(as_index_array(indices),))
    places, values = indices.reshape(1, -1), grad.reshape(indices.size, shape[1])
    if padding_idx is not None and padding_idx >= 0:
        kept = places[0] != padding_idx
        places, values = places[:, kept], values[kept]
    return stored(places.astype(np.int64), values, shape)


def embedding_double_vjp(
        grad: ArrayOrTensor, indices: ArrayOrTensor, padding_idx: int | None,
        scale_grad_by_freq: bool, sparse: bool) -> ArrayOrTensor:
    """The gradient of each looked-up row: none for padding, shared out when asked by frequency."""
    if sparse and scale_grad_by_freq:
        raise RuntimeError(
            "embedding_backward: scale_grad_by_freq not supported with sparse gradients")
    scale = frequency_factors(indices, padding_idx, scale_grad_by_freq, as_index_array(grad).dtype)
    if scale is None:
        return grad
    made = mul(grad, scale)
    if isinstance(made, np.ndarray):  # padding takes nothing, not even of what is no number
        made = np.where(scale == 0, made.dtype.type(0), made)
    return made


@vmap_constant
def frequency_factors(
        indices: ArrayOrTensor, padding_idx: int | None, scale_grad_by_freq: bool, dtype: np.dtype
) -> Any:
    """How much of its gradient each looked-up row takes; None where each takes all."""
    indices = as_index_array(indices)
    scale = np.ones(indices.shape)
    if scale_grad_by_freq and indices.size:
        scale = 1 / np.bincount(indices.ravel())[indices]
    if padding_idx is not None and padding_idx >= 0:
        scale = np.where(indices == padding_idx, 0.0, scale)
    if (scale == 1).all():
        return None
    return scale[..., None].astype(dtype)
