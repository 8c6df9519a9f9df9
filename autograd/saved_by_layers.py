"""What torch's nodes of layers and losses save, as `saved_as.py` has it for all other ops."""

from __future__ import annotations

import math

import numpy as np

from autograd.numerics.alignments import all_scores
from autograd.saved_sources import WRAP, Source, at, by, given, is_, same
from autograd.tensor import wrap

WHOLE = {"self": is_("self")}
UNSIZED = {"self_sym_sizes": None}
INDICES = {"indices": None, "result1": is_("indices"), "self": is_("self")}
POOL = {**INDICES, **same("kernel_size", "stride", "padding", "dilation", "ceil_mode")}
FRACTIONS = {**INDICES, **same("kernel_size", "output_size")}
GRID = {
    **same("input", "grid"), "mode": None,
    "interpolation_mode": by(lambda mode: ("bilinear", "nearest", "bicubic").index(mode)),
    "padding_mode": by(lambda padding_mode: ("zeros", "border", "reflection").index(padding_mode)),
}
RUNNING = same("running_mean", "running_var", "input", "weight")
NORM = {
    **RUNNING, "result1": is_("save_mean"), "result2": is_("save_invstd"), "training": given(True),
    "save_mean": None, "save_invstd": None}
NO_MOMENTS = by(lambda input: wrap(input._array[:0].reshape(-1)))
BOTH_WAYS = ("", "_backward")
SLOPES = ("_backward", "_weight_backward", "_bias_backward", "_slopes")  # the last of all three
SIDES = {
    "self_sym_argsize_minus_1": at(-1, "self_shape"),
    "self_sym_argsize_minus_2": at(-2, "self_shape"), "self_sym_sizes": None,
}


def padded_behind(input_shape, weight_shape, size, stride, padding, dilation) -> tuple:
    """By how much a transposed convolution made each side longer than it had to be."""
    sides = zip(input_shape[2:], weight_shape[2:], size[2:], stride, padding, dilation)
    return tuple(m - ((n - 1) * s - 2 * p + d * (k - 1) + 1) for n, k, m, s, p, d in sides)


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


def alignment_scores(log_probs, targets, input_lengths, blank):
    """The logarithms of all ways to come to each label, step by step."""
    return wrap(all_scores(log_probs._array, targets, input_lengths, blank))


LAYERS: dict[str, dict[str, Source | None]] = {
    **dict.fromkeys(("nll_loss", "nll_loss2d"), {
        **same("self", "total_weight"),
        "ignore_index": by(lambda ignore_index: ignore_index % WRAP)}),
    "mse_loss_backward": same("self", "target"),
    "prelu_slopes": {"each": None},
    **dict.fromkeys(("nll_loss_backward", "nll_loss2d_backward"), {
        "size": None, "ignore_index": by(lambda ignore_index: ignore_index % WRAP)}),
    "embedding_dense_backward": {
        "size": None, "scale_grad_by_freq": None,
        "padding_idx": by(lambda padding_idx: (-1 if padding_idx is None else padding_idx) % WRAP)},
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
    **dict.fromkeys(("convolution_input", "convolution_weight", "convolution_bias",
                     "convolution_backward"), {
        **same("grad_output", "input", "weight"), "size": None, "each": None,
        "transposed": given(False), "output_padding": by(lambda stride: (0,) * len(stride))}),
    **dict.fromkeys(("transposed_input", "transposed_weight", "transposed_bias",
                     "transposed_backward"), {
        **same("grad_output", "input", "weight"), "each": None, "transposed": given(True),
        "output_padding": by(lambda input_shape, weight_shape, grad_output_shape, stride, padding,
                             dilation: padded_behind(input_shape, weight_shape, grad_output_shape,
                                                     stride, padding, dilation))}),
    "convolution_transposed": {
        **same("input", "weight"),
        "bias_sym_sizes_opt": by(lambda bias_shape: tuple(bias_shape) if bias_shape else (0,)),
        "transposed": given(True), "output_padding": by(padded_behind)},
    **dict.fromkeys(
        [f"{kind}_pad{n}d" for kind in ("reflection", "replication") for n in (1, 2, 3)], WHOLE),
    **{f"upsample_nearest{kind}{n}d{way}": {
        **(scales(*"dhw"[3 - n:]) if n > 1 else {"scales": side_of(0)}),
        "align_corners": None} for kind in ("", "_exact") for n in (1, 2, 3) for way in BOTH_WAYS},
    **{name + way: sides for name, sides in (
        ("upsample_linear1d", {"scales": side_of(0)}), ("upsample_bilinear2d", scales("h", "w")),
        ("upsample_bicubic2d", scales("h", "w")),
        *((f"upsample_{mode}2d_aa", scales("h", "w")) for mode in ("bilinear", "bicubic",
                                                                     "lanczos")),
        ("upsample_trilinear3d", scales("d", "h", "w"))) for way in BOTH_WAYS},
    "avg_pool2d": WHOLE, "avg_pool3d": WHOLE,
    **{f"adaptive_avg_pool{n}d": {**WHOLE, "output_size": None} for n in (2, 3)},
    **{f"adaptive_avg_pool{n}d_backward": {"output_size": None, **{
        f"grad_output_sym_argsize_minus_{i}": at(-i, "grad_output_shape")
        for i in range(1, n + 1)}} for n in (2, 3)},
    "max_pool2d": POOL, "max_pool3d": POOL,
    "adaptive_max_pool2d": INDICES, "adaptive_max_pool3d": INDICES,
    "fractional_max_pool2d": FRACTIONS, "fractional_max_pool3d": FRACTIONS,
    "im2col": SIDES, "grid_sampler_2d": GRID, "grid_sampler_3d": GRID,
    **{f"grid_sampler_{n}d_backward": {**GRID, **same("grad_output")} for n in (2, 3)},
    "mkldnn_rnn_layer": {
        **same("batch_first", "bidirectional", "has_biases", "num_layers", "train"),
        "batch_sizes": given(()), "mode": given(2), "result0": is_("output"),
        "result1": is_("hy"), "result2": is_("cy"), "hidden_size": at(-1, "hx__shape"),
        "result3": given(wrap(np.zeros(0, np.uint8)))},  # oneDNN's own workspace
    "ctc_loss": {
        **same("input_lengths", "target_lengths"), "targets": is_("labels"),
        "result0": is_("result"), "result": None,
        "result1": by(alignment_scores)},
    "layer_norm": {
        "bias": is_("bias"), "normalized_shape": is_("normalized_shape"), "result1": is_("mean"),
        "result2": is_("rstd"), "eps": None, "normalized_sym_sizes": None, "mean": None,
        "rstd": None},
    "batch_norm": NORM, "batch_norm_eval": {
        **RUNNING, "training": given(False), "result1": NO_MOMENTS, "result2": NO_MOMENTS},
    **{f"batch_norm{mode}{part}": {
        **RUNNING, **same("grad_out"), "train": given(not mode), "each": None, **moments}
       for mode, moments in (
           ("", {}), ("_eval", dict.fromkeys(("save_mean", "save_invstd"), NO_MOMENTS)))
       for part in SLOPES},
    **{f"layer_norm{part}": {
        **same("grad_out", "normalized_shape"), "bias": None, "eps": None, "each": None,
        "normalized_sym_sizes": None}
       for part in SLOPES},
    "group_norm": {
        "groups": None, "group": is_("groups"), "N": at(0, "input_shape"),
        "C": at(1, "input_shape"), "HxW": by(lambda input_shape: math.prod(input_shape[2:])),
        "result1": is_("mean"), "result2": is_("rstd"), "mean": None, "rstd": None},
    **dict.fromkeys(("split", "unsafe_split"), {"split_size": by(lambda sections: sections[0])}),
    "pack_padded_sequence": {
        **UNSIZED, "batch_sizes": None, "input_sym_sizes": is_("self_shape"),
        "result1": by(lambda batch_sizes: wrap(np.array(batch_sizes)))},
    "multilabel_margin_loss": {"is_target": by(marked)},
    "flash_attention": {"dropout_p": given(0.0)},
    "weight_norm_interface": {"result1": is_("norms")},
}
