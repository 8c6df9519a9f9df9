"""What torch's nodes save beyond what our formulas ask for, and what they call otherwise.

By op, torch's names after `_saved_`, each with what it is made of (`saved_sources.py`); layers have
a file of their own. None takes away a name of ours that torch's node has not.
"""

from __future__ import annotations

import sys

import numpy as np

from autograd.numerics.lapack import packed_lu
from autograd.saved_by_layers import LAYERS, UNSIZED, WHOLE
from autograd.saved_sources import WRAP, Source, at, by, given, is_, same
from autograd.tensor import wrap


def indices_of(key):
    """The arrays of a subscript as torch keeps them: tensors, and None for whole dimensions."""
    return tuple(wrap(i) if isinstance(i, np.ndarray) else None for i in key)


def bare(key) -> tuple:
    """A subscript of one dimension, after whole ones, without the ellipsis behind it."""
    return key[:-1] if key[-1] is ... else key


def end_of(entries) -> int:
    """Where a slice ends, as torch shows it."""
    return sys.maxsize if entries.stop is None else entries.stop % WRAP


def factor(place: int) -> Source:
    """The LU factors of a matrix that was kept itself, or their pivots."""
    return by(lambda A: wrap(packed_lu(A._array)[place]))


# Ops whose inputs are kept only where they need a gradient themselves.
SHY = {"index_add", "index_copy", "put"}
IN_KEY = {"key": None, "dim": by(lambda key: len(bare(key)) - 1)}
CHOSEN = {**IN_KEY, "index": by(lambda key: bare(key)[-1])}
SLICED = {
    **IN_KEY, "start": by(lambda key: (bare(key)[-1].start or 0) % WRAP),
    "step": by(lambda key: bare(key)[-1].step or 1),
    "end": by(lambda key: end_of(bare(key)[-1])),
}
PLACES = {"key": None, "indices": by(lambda key: indices_of(key)), "accumulate": given(True)}
SOURCE = {
    **same("dim", "source"), "source_dim": by(lambda source_shape: len(source_shape)),
}
LU = {"LU": factor(0), "pivots": factor(1)}
def matrices(*names: str) -> dict[str, Source]:
    """Sizes and strides of the factors of a product."""
    made = {}
    for name in names:
        made[f"{name}_sym_sizes"] = is_(f"{name}_shape")
        made[f"{name}_sym_strides"] = is_(f"{name}_strides")
        made |= {f"{name}_shape": None, f"{name}_strides": None}
    return made


SAVED_AS: dict[str, dict[str, Source | None]] = {
    # numbers
    "rsub": {"alpha": given(1)},
    **dict.fromkeys(("xlogy_base", "xlog1py_base", "special_zeta_base"), {
        "base": None, "self": by(lambda base: getattr(base, "item", lambda: base)())}),
    "pow_base": {"base": None, "self": by(lambda base: getattr(base, "item", lambda: base)()),
                 "exponent": is_("exponent")},
    "square": {"exponent": given(2)}, "delayed_error": {"message": None},
    "threshold_backward": {**WHOLE, "threshold": given(0)},
    "quotient": {**same("self", "other"), "rounding_mode": given("floor")},
    "trunc_quotient": {**same("self", "other"), "rounding_mode": given("trunc")},
    "special_log_ndtr": same("result"), "prod": same("result"), "prod_dim": same("result"),
    "var_mean": {"spread": None}, "std_mean": {"spread": None, "result0": is_("spread")},
    "complex": same("real", "imag"), "fft_r2c": WHOLE, "fft_c2r": {"last_dim_size": None},
    "inside": {"low": None, "high": None, "min_val": is_("low"), "max_val": is_("high")},
    "elu_backward_of_result": {"is_result": given(True)},
    "elu_backward": {"self": None, "self_or_result": is_("self"), "is_result": given(False)},
    **dict.fromkeys(("log_sigmoid", "log_sigmoid_backward"),
                    {"buffer": by(lambda self: wrap(np.exp(-np.abs(self._array))))}),
    "rrelu_backward": same("self", "noise", "lower", "upper", "training"),
    # places
    "expand": {"self_sym_sizes": is_("self_shape")},
    "slice": {"start": by(lambda start: (start or 0) % WRAP), "step": by(lambda step: step or 1),
              "end": by(lambda end: sys.maxsize if end is None else end % WRAP)},
    "place": PLACES, "select_backward": CHOSEN,
    "slice_backward": SLICED, "slice_scatter": {**SLICED, "src_sym_sizes": None},
    "select_scatter": {**CHOSEN, "src_sym_sizes": None},
    "sparse_coo_tensor": {"key": None, **same("result")},
    **dict.fromkeys(("to_sparse", "to_sparse_dim", "to_sparse_rows"),
                    {"self_self_sym_blocksize_opt": given(None)}),
    "stored_values": {"key": None, **UNSIZED}, "sparse_sum": UNSIZED,
    "sparse_addmm": {"mat2_sym_sizes": is_("mat2_shape"), "mat2_sym_strides": is_("mat2_strides")},
    "diagonal_copy": {"dim1": given(0), "dim2": given(1)},
    "diagonal_scatter": {"src_sym_sizes": None},
    "as_strided_scatter": {
        "key": None, **UNSIZED, **same("size", "stride", "storage_offset")},
    "as_strided": {
        **UNSIZED, "self_strides": None, "offset": None, "storage_offset": is_("offset")},
    "unfold_backward": {"dimension": None, "dim": is_("dimension")},
    "unbind": UNSIZED, "channel_shuffle": UNSIZED,
    "gather": WHOLE, "to_dense": {"masked_grad": None},
    "index_put": {"accumulate": given(False)}, "index_put_add": {"accumulate": given(True)},
    "segment_reduce": {
        **same("axis", "initial"),
        "lengths": by(lambda lengths: lengths if lengths is None else wrap(lengths)),
        "offsets": by(lambda offsets: offsets if offsets is None else wrap(offsets))},
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
    "linalg_solve_ex": {**LU, "B": None, **same("left")},
    "linalg_solve_triangular": {"A": None, "self": is_("A")},
    "linalg_pinv": {"A": None, "self": is_("A")},
    "linalg_lstsq": {
        "A": None, "B": None, "with_residuals": None, "vectors": None, "self": is_("A"),
        "b": is_("B")},
    "linalg_det": LU, "linalg_slogdet": {**LU, "sign": is_("sign")},
    "linalg_cholesky_ex": {"result": None, "L": is_("result")},
    "linalg_qr": same("mode"),
    "linalg_svd": {**same("full_matrices"), "S_sym_argsize_minus_1": by(lambda S: S.shape[-1])},
    "triangular_solve": same("self"),
    "linalg_lu": {"pivot": given(True)}, "linalg_lu_factor_ex": {"pivot": given(True)},
    "lu_unpack": {
        "LU_data_sym_argsize_minus_1": at(-1, "LU_data_shape"),
        "LU_data_sym_argsize_minus_2": at(-2, "LU_data_shape"), "LU_data_sym_sizes": None},
    "cholesky_solve": WHOLE,
    **LAYERS,
}
NOTHING: dict[str, Source | None] = {}


def kept_for(name: str) -> tuple[str, ...]:
    """What nodes of the op `name` keep for the values above."""
    sources = SAVED_AS.get(name, NOTHING).values()
    return tuple(sorted({each for source in sources if source for each in source.names}))
