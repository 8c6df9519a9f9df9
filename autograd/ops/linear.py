"""Records of products of matrices or vectors, alone or added to a tensor."""

from __future__ import annotations

from typing import Any, TYPE_CHECKING

import numpy as np

from autograd.engine.backward_plan import conjugate
from autograd.graph.saved_attributes import Source, saved, saved_all, saved_length
from autograd.kernels import gemm
from autograd.kernels.flops import product_flop, sum_flop
from autograd.kernels.memory_formats import row_major
from autograd.kernels.refused_dtypes import BOOL, UNSIGNED, unsupported
from autograd.ops.indexing import index_fill_tensor, multiply_unless_one
from autograd.ops.record import d, op
from autograd.ops.shapes import expand, t, transpose, unsqueeze, view, zeros_of_shape
from autograd.ops.vmap_rules import ADDMM, DOT, MATMUL, MATRIX_VECTOR, OUTER, TRACE
from autograd.runtime.registry import COMPOSITES
from autograd.runtime.sparse_rules import MATRIX_PRODUCT
from autograd.tensor.dimensions import resolve_index
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

# --- Products ----------------------------------------------------------------------------------


def sizes_and_strides(*names: str) -> dict[str, Source | None]:
    """Return the sources of saved values of a product: sizes and strides of its factors."""
    made: dict[str, Source | None] = {}
    for name in names:
        made[f"{name}_sym_sizes"] = saved(f"{name}_shape")
        made[f"{name}_sym_strides"] = saved(f"{name}_strides")
        made |= {f"{name}_shape": None, f"{name}_strides": None}
    return made


mm = op("mm", "MmBackward0",
    lambda self, mat2: gemm.matmul(self, mat2), r"$self\,$mat2",
    refuses=unsupported("addmm_impl_cpu_", UNSIGNED),
    self=d(lambda grad, mat2, self_shape, self_strides:
               left_factor_vjp(grad, mat2, self_shape, self_strides), r"$grad\,$mat2^\top"),
    mat2=d(lambda grad, self, mat2_shape, mat2_strides:
               right_factor_vjp(grad, self, mat2_shape, mat2_strides), r"$self^\top\,$grad"),
    flops=("mm", product_flop),
    saves=sizes_and_strides("self", "mat2"),
    mixes_with_meta=True,
    vmap=MATMUL, sparse=MATRIX_PRODUCT)

mv = op("mv", "MvBackward0",
    lambda self, vec: gemm.matrix_vector(self, vec), r"$self\,$vec",
    self=d(lambda grad, vec: view(grad, size=(*grad.shape, 1)) * vec, r"$grad\,$vec^\top"),
    vec =d(lambda grad, self: mv(t(self), grad), r"$self^\top\,$grad"),
    vmap=MATRIX_VECTOR, sparse=MATRIX_PRODUCT)

dot = op("dot", "DotBackward0",
    lambda self, tensor: gemm.dot(self, tensor), r"$self \cdot $tensor",
    refuses=unsupported("dot", BOOL, UNSIGNED),
    self  =d(lambda grad, tensor: grad * tensor, r"$grad\,$tensor"),
    tensor=d(lambda grad, self: grad * self, r"$grad\,$self"),
    vmap=DOT)

vdot = op("vdot", "VdotBackward0",
    lambda self, other: np.vdot(self, other) if self.dtype.kind == "c"
        else gemm.dot(self, other), r"\mathrm{conj}($self) \cdot $other",
    holomorphic=False,
    self =d(lambda grad, other: conjugate(grad) * other, r"\mathrm{conj}($grad)\,$other"),
    other=d(lambda grad, self: grad * self, r"$grad\,$self"))

outer = op("outer", "MulBackward0",
    lambda self, vec2: np.multiply.outer(self, vec2), r"$self\,$vec2^\top",
    self=d(lambda grad, vec2: mv(grad, vec2), r"$grad\,$vec2"),
    vec2=d(lambda grad, self: mv(t(grad), self), r"$grad^\top\,$self"),
    saves={"vec2": None, "other": saved("vec2")},
    vmap=OUTER)

bmm = op("bmm", "BmmBackward0",
    lambda self, mat2: gemm.matmul(self, mat2), r"$self\,$mat2",
    refuses=unsupported("bmm", UNSIGNED),
    self=d(lambda grad, mat2: bmm(grad, transpose_first_two(mat2)), r"$grad\,$mat2^\top"),
    mat2=d(lambda grad, self: bmm(transpose_first_two(self), grad), r"$self^\top\,$grad"),
    flops=("bmm", product_flop),
    mixes_with_meta=True,
    vmap=MATMUL)

# Batches of any shape; functions outside of formulas call `bmm` as torch does.
product_of_batches = op("product", "BmmBackward0",
    lambda self, mat2: gemm.numpy_matmul(self, mat2), r"$self\,$mat2",
    memory_format=row_major,
    self=d(lambda grad, mat2: multiply_matrices(grad, transpose_last_two(mat2)),
        r"$grad\,$mat2^\top"),
    mat2=d(lambda grad, self: multiply_matrices(transpose_last_two(self), grad),
        r"$self^\top\,$grad"),
    flops=("bmm", product_flop),
    vmap=MATMUL)


def repeat_for_batches(grad: ArrayOrTensor, batches: ArrayOrTensor) -> ArrayOrTensor:
    """Return `grad` repeated for each of `batches`."""
    return expand(unsqueeze(grad, dim=0), size=(batches.shape[0], *grad.shape))


def multiply_matrices(a: ArrayOrTensor, b: ArrayOrTensor) -> ArrayOrTensor:
    """Multiply matrices, or batches of matrices, by ops; with a history by torch's own steps."""
    if len(a.shape) == 2 == len(b.shape):
        return mm(a, b)
    if not isinstance(a, Tensor) or not isinstance(b, Tensor):
        return product_of_batches(a, b)
    return COMPOSITES["matmul"](a, b)

# --- Products added to something ---------------------------------------------------------------


addmm = op("addmm", "AddmmBackward0",
    lambda self, mat1, mat2, *, beta=1, alpha=1: add_mm(self, mat1, mat2, beta, alpha),
    r"$mat1\,$mat2 + $self",
    refuses=unsupported("addmm_impl_cpu_", BOOL, UNSIGNED),
    self=d(lambda grad, beta: multiply_unless_one(grad, beta), r"$grad"),
    mat1=d(lambda grad, mat2, alpha, mat1_shape, mat1_strides:
               multiply_unless_one(left_factor_vjp(grad, mat2, mat1_shape, mat1_strides), alpha),
           r"$grad\,$mat2^\top"),
    mat2=d(lambda grad, mat1, alpha, mat2_shape, mat2_strides:
               multiply_unless_one(right_factor_vjp(grad, mat1, mat2_shape, mat2_strides), alpha),
           r"$mat1^\top\,$grad"),
    flops=("addmm", sum_flop),
    saves={**sizes_and_strides("mat1", "mat2"), **saved_all("alpha", "beta")},
    product="mm", vmap=ADDMM,
    vmap_warning_in_place="addmm_", sparse=MATRIX_PRODUCT,
    expects_cpu=True)

addmv = op("addmv", "AddmvBackward0",
    lambda self, mat, vec, *, beta=1, alpha=1: add_mv(self, mat, vec, beta, alpha),
    r"$mat\,$vec + $self",
    self=d(lambda grad, beta: multiply_unless_one(grad, beta), r"$grad"),
    mat =d(lambda grad, vec, alpha:
        multiply_unless_one(view(grad, size=(*grad.shape, 1)) * vec, alpha),
           r"$grad\,$vec^\top"),
    vec =d(lambda grad, mat, alpha: multiply_unless_one(mv(t(mat), grad), alpha),
        r"$mat^\top\,$grad"),
    product="mv", vmap=ADDMM,
    vmap_warning_in_place="addmv_")

addr = op("addr", "AddrBackward0",
    lambda self, vec1, vec2, *, beta=1, alpha=1:
        add_outer(self, vec1, vec2, beta, alpha),
    r"$vec1\,$vec2^\top + $self",
    refuses=unsupported("addr_cpu", UNSIGNED),
    self=d(lambda grad, beta: multiply_unless_one(grad, beta), r"$grad"),
    vec1=d(lambda grad, vec2, alpha: multiply_unless_one(mv(grad, vec2), alpha), r"$grad\,$vec2"),
    vec2=d(lambda grad, vec1, alpha: multiply_unless_one(mv(t(grad), vec1), alpha),
        r"$grad^\top\,$vec1"),
    vmap_warning_in_place="addr_")

baddbmm = op("baddbmm", "BaddbmmBackward0",
    lambda self, batch1, batch2, *, beta=1, alpha=1:
        add_matmul(self, batch1, batch2, beta, alpha),
    r"$batch1\,$batch2 + $self",
    memory_format=row_major,
    self  =d(lambda grad, beta: multiply_unless_one(grad, beta), r"$grad"),
    batch1=d(lambda grad, batch2, alpha:
        multiply_unless_one(bmm(grad, transpose_first_two(batch2)), alpha),
             r"$grad\,$batch2^\top"),
    batch2=d(lambda grad, batch1, alpha:
        multiply_unless_one(bmm(transpose_first_two(batch1), grad), alpha),
             r"$batch1^\top\,$grad"),
    flops=("baddbmm", sum_flop),
    product="bmm", vmap=ADDMM,
    vmap_warning_in_place="baddbmm_")

addbmm = op("addbmm", "AddbmmBackward0",
    lambda self, batch1, batch2, *, beta=1, alpha=1:
        add_bmm(self, batch1, batch2, beta, alpha),
    r"$self + \textstyle\sum_b ${batch1}_b\,${batch2}_b",
    self  =d(lambda grad, beta: multiply_unless_one(grad, beta), r"$grad"),
    batch1=d(lambda grad, batch2, alpha:
             multiply_unless_one(bmm(repeat_for_batches(grad, batch2), transpose_first_two(batch2)),
                 alpha),
             r"$grad\,$batch2^\top"),
    batch2=d(lambda grad, batch1, alpha:
             multiply_unless_one(bmm(transpose_first_two(batch1), repeat_for_batches(grad, batch1)),
                 alpha),
             r"$batch1^\top\,$grad"),
    saves={
        "batch1_sym_argsize_0": saved_length(0, "batch1_shape"),
        "batch1_sym_argsize_1": saved_length(1, "batch1_shape"),
        "batch2_sym_argsize_2": saved_length(2, "batch2_shape")},
    vmap_warning_in_place="addbmm_")

# --- Other sums of products --------------------------------------------------------------------

linalg_cross = op("linalg_cross", "LinalgCrossBackward0",
    lambda self, other, *, dim: cross_product(self, other, dim), r"\mathrm{cross}($self, $other)",
    refuses=unsupported("cross", UNSIGNED),
    memory_format=row_major,
    self =d(lambda grad, other, dim: linalg_cross(other, grad, dim=dim),
            r"\mathrm{cross}($other, $grad)"),
    other=d(lambda grad, self, dim: linalg_cross(grad, self, dim=dim),
            r"\mathrm{cross}($grad, $self)"))

trace = op("trace", "TraceBackward0",
    lambda self: np.asarray(np.trace(self)).astype(self.dtype), r"\operatorname{tr} $self",
    refuses=unsupported("trace", BOOL, UNSIGNED),
    self=d(lambda grad, self_shape: trace_vjp(grad, self_shape), r"$grad\,I"),
    vmap=TRACE)


def scale_as_blas(value: np.ndarray, factor: float) -> Any:
    """Return `factor * value`; zeros for a factor of 0 whatever the value is, as in BLAS."""
    return np.zeros_like(value) if factor == 0 else multiply_unless_one(value, factor)


def add_mm(
        bias: np.ndarray, first: np.ndarray, second: np.ndarray, beta: float, alpha: int
) -> np.ndarray:
    """Return `beta * bias + alpha * first @ second` in torch's order of additions."""
    if is_half_array(first):
        return add_mm_half(bias, first, second, beta, alpha)
    if alpha == 1 == beta and bias.dtype == first.dtype:
        return gemm.matmul_add(bias, first, second)
    return scale_as_blas(gemm.matmul(first, second), alpha) + scale_as_blas(bias, beta)


def add_matmul(
        bias: np.ndarray, first: np.ndarray, second: np.ndarray, beta: int, alpha: int
) -> np.ndarray:
    """Return `add_mm` of batches of matrices, or of a matrix and a vector."""
    if is_half_array(first):
        return add_mm_half(bias, first, second, beta, alpha)
    return scale_as_blas(bias, beta) + multiply_unless_one(gemm.numpy_matmul(first, second), alpha)


def add_mv(
        bias: np.ndarray, matrix: np.ndarray, vector: np.ndarray, beta: Any, alpha: Any
) -> np.ndarray:
    """Return `add_mm` of a matrix and a vector; the kernel takes factors in the dtype of 16-bit
    floats.
    """
    if is_half_array(matrix):
        beta, alpha = (float(np.asarray(factor, matrix.dtype)) for factor in (beta, alpha))
    elif alpha == 0 and matrix.dtype.kind == "f":
        return np.array(np.broadcast_to(scale_as_blas(bias, beta), matrix.shape[:1]))
    return add_matmul(bias, matrix, vector, beta, alpha)


def add_outer(
        bias: np.ndarray, first: np.ndarray, second: np.ndarray, beta: Any, alpha: Any
) -> np.ndarray:
    """Return `beta * bias + alpha * first second^T`; the kernel takes factors in the entries'
    dtype.
    """
    if is_half_array(first):
        beta, alpha = first.dtype.type(beta), first.dtype.type(alpha)
    return scale_as_blas(bias, beta) + np.multiply.outer(multiply_unless_one(first, alpha), second)


def add_bmm(
        bias: np.ndarray, first: np.ndarray, second: np.ndarray, beta: int, alpha: int
) -> np.ndarray:
    """Return `beta * bias` plus `alpha` times the products of two batches, 16-bit ones one by one.
    """
    if alpha == 0 and not is_half_array(first):
        shape = first.shape[1], second.shape[2]
        return np.array(np.broadcast_to(scale_as_blas(bias, beta), shape))
    if not is_half_array(first):
        return scale_as_blas(bias, beta) + multiply_unless_one(np.sum(
            gemm.numpy_matmul(first, second), 0, first.dtype), alpha)
    made = bias if len(first) else scale_as_blas(bias, beta)
    for i in range(len(first)):
        made = add_mm_half(made, first[i], second[i], 1 if i else beta, alpha)
    return made


def is_half_array(array: np.ndarray) -> bool:
    """Return whether an array has 16-bit floats, whose products torch sums in float32."""
    return array.dtype.itemsize == 2 and array.dtype.kind in "fV"


def add_mm_half(
        bias: np.ndarray, first: np.ndarray, second: np.ndarray, beta: Any, alpha: int
) -> np.ndarray:
    """Return `beta * bias + alpha * first @ second` of 16-bit floats, rounded once at the end."""
    first, second = first.astype(np.float32), second.astype(np.float32)
    made = multiply_unless_one(first @ second, alpha) + scale_as_blas(bias.astype(np.float32), beta)
    return made.astype(bias.dtype)


def left_factor_vjp(
        grad: ArrayOrTensor, right: ArrayOrTensor, shape: tuple[int, ...], strides: list[int]
) -> ArrayOrTensor:
    """Return the gradient of the left factor, in its memory layout (torch's mm_mat1_grad)."""
    return t(mm(right, t(grad))) if is_column_major(shape, strides) else mm(grad, t(right))


def right_factor_vjp(
        grad: ArrayOrTensor, left: ArrayOrTensor, shape: tuple[int, ...], strides: list[int]
) -> ArrayOrTensor:
    """Return the gradient of the right factor, in its memory layout (torch's mm_mat2_grad)."""
    return t(mm(t(grad), left)) if is_column_major(shape, strides) else mm(t(left), grad)


def is_column_major(shape: tuple[int, ...], strides: list[int]) -> bool:
    """Return whether a matrix is column-major in memory."""
    return strides[0] == 1 and strides[1] == shape[0]


def transpose_last_two(value: Any) -> ArrayOrTensor:
    """Transpose matrices, counting dimensions from the end as torch does."""
    ndim = len(value.shape)
    return transpose(value, dim0=resolve_index(-2, ndim), dim1=resolve_index(-1, ndim))


def transpose_first_two(value: ArrayOrTensor) -> ArrayOrTensor:
    """Transpose matrices of a batch, counting dimensions from the start as torch does."""
    return transpose(value, dim0=1, dim1=2)


def cross_product(a: np.ndarray, b: np.ndarray, dim: int) -> np.ndarray:
    """Return the cross product along `dim`, which has length 3."""
    a, b = np.broadcast_arrays(a, b)
    first, second = (np.moveaxis(x, dim, 0) for x in (a, b))
    made = np.stack([
        first[1] * second[2] - first[2] * second[1],
        first[2] * second[0] - first[0] * second[2],
        first[0] * second[1] - first[1] * second[0],
    ])
    return np.moveaxis(made, 0, dim)


def trace_vjp(grad: Tensor | np.generic, shape: tuple[int, ...]) -> ArrayOrTensor:
    """Return `grad` on the diagonal of a matrix of `shape`."""
    n, m = shape
    places = np.arange(0, min(n, m) * (m + 1), m + 1)
    flat = zeros_of_shape((n * m,), grad)
    return view(index_fill_tensor(flat, places, grad, dim=0), size=(n, m))

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
    """Multiply three arrays, each unsqueezed at its dimensions, then sum over `sumdim`."""
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
    """Return `trilinear_sum` of 16-bit floats: two matrix products for each index of dimension 1.
    """
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
