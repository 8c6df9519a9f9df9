"""What torch's nodes save beyond what our formulas ask for, and what they call otherwise.

By op, torch's names after `_saved_`, each with the function that gives its value. As in a formula,
the function's parameters are the op's inputs, outputs and parameters, which are saved for it;
`self_shape` and `self_strides` save numbers only. None takes away a name of ours that torch's node
has not.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from autograd.lapack import packed_lu
from autograd.tensor import wrap


@dataclass(frozen=True, slots=True)
class Source:
    """A value made of some of an op's own names."""

    names: tuple[str, ...]
    compute: Callable


def by(compute: Callable) -> Source:
    """A value computed from what the function's parameters name."""
    code = compute.__code__  # `inspect.signature` costs more than all the rest of the import
    return Source(code.co_varnames[:code.co_argcount], compute)


def given(value) -> Source:
    """A saved value that is always the same."""
    return Source((), lambda: value)


def is_(name: str) -> Source:
    """One of our values, under torch's name; shapes and strides as plain tuples."""
    plain = name.endswith(("_shape", "_strides"))
    return Source((name,), as_tuple if plain else as_it_is)


def as_it_is(value):
    """The value itself."""
    return value


def as_tuple(value):
    """A shape as a tuple; None stays."""
    return None if value is None else tuple(value)


def same(*names: str) -> dict[str, Source]:
    """Values that have torch's names already."""
    return {name: is_(name) for name in names}


def at(place: int, name: str) -> Source:
    """One entry of a shape."""
    return Source((name,), lambda shape: shape[place])


def indices_of(key):
    """The arrays of a subscript as torch keeps them: tensors, and None for whole dimensions."""
    return tuple(wrap(i) if isinstance(i, np.ndarray) else None for i in key)


def factor(place: int) -> Source:
    """The LU factors of a matrix that was kept itself, or their pivots."""
    return by(lambda A: wrap(packed_lu(A._array)[place]))


WRAP = 2**64  # torch shows some negative numbers as though they had no sign
# Ops whose inputs are kept only where they need a gradient themselves.
SHY = {"index_add", "index_copy", "put"}
IN_KEY = {"key": None, "dim": by(lambda key: len(key) - 1)}
SLICED = {
    **IN_KEY, "start": by(lambda key: key[-1].start or 0),
    "step": by(lambda key: key[-1].step or 1),
    "end": by(lambda key: sys.maxsize if key[-1].stop is None else key[-1].stop),
}
PLACES = {"key": None, "indices": by(lambda key: indices_of(key)), "accumulate": given(False)}
SOURCE = {
    **same("dim", "source"), "source_dim": by(lambda source_shape: len(source_shape)),
}
WHOLE = {"self": is_("self")}
LU = {"LU": factor(0), "pivots": factor(1)}
INDICES = {"indices": None, "result1": is_("indices"), "self": is_("self")}
POOL = {**INDICES, **same("kernel_size", "stride", "padding", "dilation", "ceil_mode")}
FRACTIONS = {**INDICES, **same("kernel_size", "output_size")}
UNSIZED = {"self_sym_sizes": None}
GRID = {
    **same("input", "grid"), "mode": None,
    "interpolation_mode": by(lambda mode: ("bilinear", "nearest", "bicubic").index(mode)),
    "padding_mode": by(lambda padding_mode: ("zeros", "border", "reflection").index(padding_mode)),
}
NORM = {"result1": is_("save_mean"), "result2": is_("save_invstd"), "training": given(True),
        "save_mean": None, "save_invstd": None}
SIDES = {
    "self_sym_argsize_minus_1": at(-1, "self_shape"),
    "self_sym_argsize_minus_2": at(-2, "self_shape"), "self_sym_sizes": None,
}


def by_group(input, groups) -> np.ndarray:
    """The entries of each sample's groups of channels, one row for each."""
    array = input._array
    return array.reshape(array.shape[0], groups, -1)


def padded_behind(input_shape, weight_shape, size, stride, padding, dilation) -> tuple:
    """By how much a transposed convolution made each side longer than it had to be."""
    sides = zip(input_shape[2:], weight_shape[2:], size[2:], stride, padding, dilation)
    return tuple(m - ((n - 1) * s - 2 * p + d * (k - 1) + 1) for n, k, m, s, p, d in sides)


def matrices(*names: str) -> dict[str, Source]:
    """Sizes and strides of the factors of a product."""
    made = {}
    for name in names:
        made[f"{name}_sym_sizes"] = is_(f"{name}_shape")
        made[f"{name}_sym_strides"] = is_(f"{name}_strides")
        made |= {f"{name}_shape": None, f"{name}_strides": None}
    return made


def side_of(place: int) -> Source:
    """One of the scales, if there are any."""
    return by(lambda scales: scales and scales[place])


def scales(*sides: str) -> dict[str, Source | None]:
    """The scale of each side of an image that is resized."""
    made = {f"scales_{side}": side_of(i) for i, side in enumerate(sides)}
    return {**made, "scales": None}


def marked(self, target):
    """Ones at the labels of each sample, which end at the first negative one."""
    made, labels = np.zeros(self._array.shape, self._array.dtype), target._array
    rows = zip(made.reshape(-1, made.shape[-1]), labels.reshape(-1, labels.shape[-1]))
    for row, names in rows:
        row[names[:int(np.argmax(names < 0)) if (names < 0).any() else None]] = 1
    return wrap(made)


SAVED_AS: dict[str, dict[str, Source | None]] = {
    # numbers
    "rsub": {"alpha": given(1)},
    **dict.fromkeys(("xlogy_base", "xlog1py_base", "special_zeta_base"), {
        "base": None, "self": by(lambda base: getattr(base, "item", lambda: base)())}),
    "pow_base": {"base": None, "self": by(lambda base: getattr(base, "item", lambda: base)()),
                 "exponent": is_("exponent")},
    "square": {"exponent": given(2)},
    "threshold_backward": {"threshold": given(0)},
    "quotient": {**same("self", "other"), "rounding_mode": given("floor")},
    "trunc_quotient": {**same("self", "other"), "rounding_mode": given("trunc")},
    "special_log_ndtr": same("result"), "prod": same("result"), "prod_dim": same("result"),
    "var_mean": {"spread": None}, "std_mean": {"spread": None, "result0": is_("spread")},
    "complex": same("real", "imag"), "fft_r2c": WHOLE, "fft_c2r": {"last_dim_size": None},
    "inside": {"low": None, "high": None, "min_val": is_("low"), "max_val": is_("high")},
    "elu_backward_of_result": {"is_result": given(True)},
    "elu_backward": {"self": None, "self_or_result": is_("self"), "is_result": given(False)},
    "log_sigmoid": {"buffer": by(lambda self: wrap(np.exp(-np.abs(self._array))))},
    # places
    "expand": {"self_sym_sizes": is_("self_shape")},
    "place": PLACES, "select_backward": {**IN_KEY, "index": by(lambda key: key[-1])},
    "slice_backward": SLICED, "slice_scatter": {**SLICED, "src_sym_sizes": None},
    "select_scatter": {
        **IN_KEY, "index": by(lambda key: key[-1]), "src_sym_sizes": None},
    "sparse_coo_tensor": {"key": None, **same("result")},
    **dict.fromkeys(("to_sparse", "to_sparse_dim", "to_sparse_rows"),
                    {"self_self_sym_blocksize_opt": given(None)}),
    "stored_values": {"key": None, **UNSIZED}, "sparse_sum": UNSIZED,
    "sparse_addmm": {"mat2_sym_sizes": is_("mat2_shape"), "mat2_sym_strides": is_("mat2_strides")},
    "diagonal_copy": {"dim1": given(0), "dim2": given(1)},
    "diagonal_scatter": {"src_sym_sizes": None},
    "as_strided": {
        **UNSIZED, "self_strides": None, "offset": None, "storage_offset": is_("offset")},
    "unfold_backward": {"dimension": None, "dim": is_("dimension")},
    "unbind": UNSIZED, "channel_shuffle": UNSIZED,
    "gather": {**WHOLE, "sparse_grad": given(False)},
    "index_put": {"accumulate": given(False)}, "index_put_add": {"accumulate": given(True)},
    "segment_reduce": {
        "axis": given(0), "initial": is_("initial"), "offsets": given(None),
        "lengths": by(lambda lengths: wrap(np.array(lengths)))},
    "index_add": {**SOURCE, **same("alpha")}, "index_copy": SOURCE, "put": same("source"),
    **dict.fromkeys(("masked_select", "take", "cummax", "cummin"), WHOLE),
    # matrices
    "mm": matrices("self", "mat2"), "addmm": {**matrices("mat1", "mat2"), **same("alpha", "beta")},
    "addbmm": {
        "batch1_sym_argsize_0": at(0, "batch1_shape"),
        "batch1_sym_argsize_1": at(1, "batch1_shape"),
        "batch2_sym_argsize_2": at(2, "batch2_shape")},
    "outer": {"vec2": None, "other": is_("vec2")},
    "linalg_inv_ex": {"result": None, "inverse": is_("result")},
    "linalg_solve_ex": {**LU, "B": None, "left": given(True)},
    "linalg_solve_triangular": {"A": None, "self": is_("A")},
    "linalg_pinv": {"A": None, "self": is_("A")},
    "linalg_lstsq": {
        "A": None, "B": None, "result": None, "self": is_("A"), "b": is_("B"),
        "solution": is_("result")},
    "linalg_det": LU, "linalg_slogdet": {**LU, "sign": is_("sign")},
    "linalg_cholesky_ex": {"result": None, "L": is_("result")},
    "linalg_qr": same("mode"),
    "linalg_svd": {**same("full_matrices"), "S_sym_argsize_minus_1": by(lambda S: S.shape[-1])},
    "linalg_lu": {"pivot": given(True)}, "linalg_lu_factor_ex": {"pivot": given(True)},
    "lu_unpack": {
        "LU_data_sym_argsize_minus_1": at(-1, "LU_data_shape"),
        "LU_data_sym_argsize_minus_2": at(-2, "LU_data_shape"), "LU_data_sym_sizes": None},
    "linalg_lu_solve": {"adjoint": given(False), "left": given(True)},
    "cholesky_solve": WHOLE,
    # layers
    **dict.fromkeys(("nll_loss", "nll_loss2d"), {
        **same("self", "total_weight"),
        "ignore_index": by(lambda ignore_index: ignore_index % WRAP)}),
    "embedding": {
        "weight_sym_sizes": None, "weight_sym_argsize_0": at(0, "weight_shape"),
        **same("sparse"),
        "padding_idx": by(lambda padding_idx: (-1 if padding_idx is None else padding_idx) % WRAP)},
    "normal_about": {"mean_sym_sizes": is_("mean_shape")},
    "normal_spread": {"std_sym_sizes": is_("std_shape")},
    "normal_each": {
        "mean_sym_sizes": is_("mean_shape"), "std_sym_sizes": is_("std_shape")},
    "convolution": {
        **same("input", "weight"),
        "bias_sym_sizes_opt": by(lambda bias_shape: tuple(bias_shape) if bias_shape else (0,)),
        "transposed": given(False),
        "output_padding": by(lambda stride: (0,) * len(stride))},
    "convolution_transposed": {
        **same("input", "weight"),
        "bias_sym_sizes_opt": by(lambda bias_shape: tuple(bias_shape) if bias_shape else (0,)),
        "transposed": given(True), "output_padding": by(padded_behind)},
    **dict.fromkeys(
        [f"{kind}_pad{n}d" for kind in ("reflection", "replication") for n in (1, 2, 3)], WHOLE),
    **{f"upsample_nearest{kind}{n}d": {
        **(scales(*"dhw"[3 - n:]) if n > 1 else {"scales": side_of(0)}),
        "align_corners": None} for kind in ("", "_exact") for n in (1, 2, 3)},
    "upsample_bilinear2d": scales("h", "w"), "upsample_bicubic2d": scales("h", "w"),
    "upsample_trilinear3d": scales("d", "h", "w"),
    "avg_pool2d": WHOLE, "avg_pool3d": WHOLE,
    **dict.fromkeys(("adaptive_avg_pool2d", "adaptive_avg_pool3d"),
                    {**WHOLE, "output_size": None}),
    "max_pool2d": POOL, "max_pool3d": POOL,
    "adaptive_max_pool2d": INDICES, "adaptive_max_pool3d": INDICES,
    "fractional_max_pool2d": FRACTIONS, "fractional_max_pool3d": FRACTIONS,
    **{f"{kind}pool{n}d_backward": {"size": None} for kind in ("max_", "adaptive_max_")
       for n in (2, 3)},
    "im2col": SIDES, "grid_sampler_2d": GRID, "grid_sampler_3d": GRID,
    "layer_norm": {
        "bias": is_("bias"), "normalized_shape": is_("normalized_shape"), "result1": is_("mean"),
        "result2": is_("rstd"), "eps": None, "normalized_sym_sizes": None, "mean": None,
        "rstd": None},
    "batch_norm": NORM, "batch_norm_eval": {
        "training": given(False),
        **dict.fromkeys(("result1", "result2"),
                        by(lambda input: wrap(input._array[:0].reshape(-1))))},
    "group_norm": {
        "groups": None, "group": is_("groups"), "N": at(0, "input_shape"),
        "C": at(1, "input_shape"), "HxW": by(lambda input_shape: math.prod(input_shape[2:])),
        "result1": by(lambda input, groups: wrap(by_group(input, groups).mean(-1))),
        "result2": by(lambda input, groups, eps: wrap(
            1 / np.sqrt(by_group(input, groups).var(-1) + input._array.dtype.type(eps))))},
    **dict.fromkeys(("split", "unsafe_split"), {"split_size": by(lambda sections: sections[0])}),
    "pack_padded_sequence": {
        **UNSIZED, "batch_sizes": None, "input_sym_sizes": is_("self_shape"),
        "result1": by(lambda batch_sizes: wrap(np.array(batch_sizes)))},
    "multilabel_margin_loss": {"is_target": by(marked)},
    "flash_attention": {"dropout_p": given(0.0)},
    "weight_norm_interface": {"result1": is_("norms")},
}
NOTHING: dict[str, Source | None] = {}


def kept_for(name: str) -> tuple[str, ...]:
    """What nodes of the op `name` keep for the values above."""
    sources = SAVED_AS.get(name, NOTHING).values()
    return tuple(sorted({each for source in sources if source for each in source.names}))
