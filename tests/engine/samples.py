"""Inputs on which each entry of the derivative table can be differentiated, for test_derivatives.

`Num(shape, low, high)` is a tensor of numbers drawn between two bounds that keep clear of kinks
and edges; anything else stands for itself. An elementwise entry needs no sample: its inputs are
drawn in shapes that broadcast. Whoever adds an entry of another kind adds its sample here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Num:
    """A float64 tensor of `shape`, its entries distinct and drawn from (low, high)."""

    shape: tuple = ()
    low: float = 0.2
    high: float = 0.9


@dataclass(frozen=True)
class Square:
    """A float64 matrix that is well conditioned; `kind` may ask for more of it."""

    n: int = 3
    kind: str = "general"  # or "symmetric", "positive", "lower"


@dataclass(frozen=True)
class Sample:
    """One way to call an entry: its inputs in order, and its parameters."""

    inputs: tuple
    params: dict


def sample(*inputs, **params) -> Sample:
    """A sample, written like the call."""
    return Sample(inputs, params)


V, M, T = Num((4,)), Num((3, 4)), Num((2, 3, 4))
BOOLS = np.array([[True, False, True, True], [False, False, True, False], [True] * 4])
PICKS = np.array([[0, 2, 1, 1], [2, 2, 0, 1]])
IMAGE, VOLUME, SIGNAL = Num((1, 2, 5, 6)), Num((1, 2, 3, 4, 4)), Num((1, 2, 6))

CORNERS = np.array([[[[0, 3], [9, 14]]]])  # flat places in a 4 x 4 image

SLOPES = {"noise": np.full(4, 0.2), "lower": 0.1, "upper": 0.3, "training": True}

# Elementwise entries whose usual domain is not (0.2, 0.9), or that take parameters.
DOMAINS = {"acosh": (1.2, 3.0), "special_i1": (0.3, 2.0), "lgamma": (1.2, 3.0),
           "digamma": (1.2, 3.0), "polygamma": (1.2, 3.0),
           "polygamma_": (1.2, 3.0), "i0": (0.3, 2.0), "mvlgamma": (1.2, 3.0)}
ELEMENTWISE_PARAMS = {
    "pow_scalar": {"exponent": 3}, "pow_base": {"base": 2.0}, "rsub": {"other": 2.0},
    "rsub_tensor": {"alpha": 2}, "xlogy_number": {"other": 2.0}, "xlogy_base": {"base": 2.0},
    "xlog1py_number": {"other": 2.0}, "xlog1py_base": {"base": 2.0},
    "special_zeta_base": {"base": 3.0},
    "remainder_number": {"other": 2.0}, "fmod_number": {"other": 2.0},
    "copysign_number": {"other": -2.0}, "logit": {"eps": None},
    "polygamma": {"n": 1}, "polygamma_": {"n": 1}, "mvlgamma": {"p": 2},
    "round_decimals": {"decimals": 0},
    "nan_to_num": {"nan": 0.0, "posinf": None, "neginf": None}, "clamp": {"min": 0.1, "max": 0.95},
    "clamp_min": {"min": 0.1}, "clamp_max": {"max": 0.95}, "lerp_scalar": {"weight": 0.3},
    "addcmul": {"value": 2}, "addcdiv": {"value": 2}, "add_number": {"other": 2.0},
    "sub_number": {"other": 2.0}, "mul_number": {"other": 2.0}, "div_number": {"other": 2.0},
    "leaky_relu": {"negative_slope": 0.1}, "leaky_relu_": {"negative_slope": 0.1},
    "leaky_relu_backward": {"negative_slope": 0.1}, "hardtanh": {"min_val": -1, "max_val": 1},
    "threshold": {"threshold": 0.1, "value": 0.0}, "threshold_": {"threshold": 0.1, "value": 0.0},
    "hardshrink": {"lambd": 0.1}, "softshrink": {"lambd": 0.1}, "outside": {"lambd": 0.1},
    "inside": {"low": 0.1, "high": 0.95},
    "elu": {"alpha": 1.0, "scale": 1.0, "input_scale": 1.0},
    "elu_": {"alpha": 1.0, "scale": 1.0, "input_scale": 1.0},
    "elu_backward": {"alpha": 1.0, "scale": 1.0, "input_scale": 1.0},
    "elu_backward_of_result": {"alpha": 1.0, "scale": 1.0, "input_scale": 1.0},
    "celu": {"alpha": 1.5}, "celu_": {"alpha": 1.5}, "gelu": {"approximate": "none"},
    "gelu_backward": {"approximate": "none"}, "softplus": {"beta": 1.0, "threshold": 20.0},
    "softplus_backward": {"beta": 1.0, "threshold": 20.0},
}

SAMPLES: dict[str, list[Sample]] = {
    "where": [sample(BOOLS, M, M)],
    # shapes
    "view": [sample(M, size=(2, 6))], "reshape_alias": [sample(M, size=(2, 6))],
    "unsafe_view": [sample(M, size=(12,))],
    "t": [sample(M), sample(V)], "transpose": [sample(T, dim0=0, dim1=2)],
    "transposed": [sample(T, dim0=0, dim1=1)], "permute": [sample(T, dims=(2, 0, 1))],
    "squeeze": [sample(Num((1, 3, 1)))], "squeeze_dim": [sample(Num((1, 3)), dim=0)],
    "squeeze_dims": [sample(Num((1, 3, 1)), dim=(0, 2))],
    "squeeze_front": [sample(Num((1, 3)), dim=0)], "unsqueeze": [sample(V, dim=1)],
    "expand": [sample(Num((3, 1)), size=(2, 3, 4))], "select": [sample(T, dim=1, index=2)],
    "slice": [sample(T, dim=2, start=1, end=4, step=2)],
    "sparse_coo_tensor": [sample(V, size=(4, 4), key=(np.arange(4), np.array([0, 2, 2, 1])))],
    "to_sparse": [sample(M)], "to_sparse_dim": [sample(M)], "to_sparse_rows": [sample(M)],
    "to_dense": [sample(M)], "coalesce": [sample(M)], "sparse_mask": [sample(M, BOOLS)],
    "stored_values": [sample(M, key=(np.array([0, 2]), np.array([1, 0])))],
    "sparse_addmm": [sample(Num((3, 2)), M, Num((4, 2)), beta=2, alpha=3)],
    "sparse_sparse_matmul": [sample(M, Num((4, 2)))], "sparse_sum": [sample(T, dim=(0, 2))],
    "sparse_softmax": [sample(M, dim=1)], "sparse_log_softmax": [sample(M, dim=1)],
    "index": [sample(M, key=(np.array([0, 2, 2]),)), sample(M, key=(BOOLS,))],
    "place": [sample(None, Num((3, 4)), size=(4, 4), key=(np.array([0, 2, 2]),))],
    "select_backward": [sample(V, size=(3, 4), key=(1, ...))],
    "slice_backward": [sample(Num((2, 4)), size=(3, 4), key=(np.s_[0:2], ...))],
    "diagonal": [sample(M, offset=0, dim1=0, dim2=1)],
    "diagonal_backward": [sample(Num((3,)), size=(3, 4), offset=0, dim1=0, dim2=1)],
    "diagonal_copy": [sample(M, offset=1)],
    "diag_embed": [sample(V, offset=0, dim1=0, dim2=1)],
    "as_strided": [sample(Num((12,)), size=(3, 2), stride=(4, 1), offset=1)],
    "unfold": [sample(V, dimension=0, size=2, step=1)],
    "unfold_backward": [sample(Num((3, 2)), input_size=(4,), dimension=0, size=2, step=1)],
    "split": [sample(M, sections=(2, 1), dim=0)],
    "split_with_sizes": [sample(M, sections=(1, 3), dim=1)],
    "unsafe_split": [sample(M, sections=(2, 2), dim=1)],
    "unsafe_split_with_sizes": [sample(M, sections=(1, 3), dim=1)],
    "cat": [sample(M, Num((2, 4)), dim=0)], "stack": [sample(V, V, dim=1)],
    "unbind": [sample(M, dim=1)], "to_dtype": [sample(V, dtype=np.dtype(np.float64))],
    "flip": [sample(M, dims=(0, 1))], "roll": [sample(M, shifts=(1,), dims=(1,))],
    "rot90": [sample(M, k=1, dims=(0, 1))], "repeat": [sample(V, repeats=(2, 3))],
    "tril": [sample(M, diagonal=0)], "triu": [sample(M, diagonal=1)],
    "block_diag": [sample(M, Num((2, 2)))], "copy": [sample(M, V)], "zero": [sample(V)],
    "fill": [sample(V, value=2.0)], "fill_tensor": [sample(V, Num())],
    "fill_anew": [sample(V, value=2.0)], "fill_anew_tensor": [sample(V, Num())],
    # places
    "gather": [sample(M, PICKS, dim=0)], "scatter": [sample(M, PICKS[:1], Num((1, 4)), dim=0)],
    "scatter_value": [sample(M, PICKS, dim=0, value=1.0)],
    "scatter_add": [sample(M, PICKS, Num((2, 4)), dim=0)],
    "scatter_reduce": [sample(M, PICKS, Num((2, 4)), dim=0, reduce="sum", include_self=True)],
    "index_reduce": [sample(M, np.array([0, 2]), Num((2, 4)), dim=0, reduce=how, include_self=own)
                     for how, own in (("prod", True), ("mean", False))],
    "segment_reduce": [sample(M, reduce=how, lengths=np.array([1, 2]), offsets=None,
                              axis=0, initial=None)
                       for how in ("sum", "mean", "prod")],
    "index_put": [sample(M, Num((2, 4)), key=(np.array([0, 2]),))],
    "index_put_add": [sample(M, Num((3, 4)), key=(np.array([0, 2, 2]),))],
    "put_apart": [sample(M, key=(np.array([0, 2]),))],
    "add_apart": [sample(M, key=(np.array([0, 2, 2]),))],
    "select_scatter": [sample(M, V, key=(1,))],
    "slice_scatter": [sample(M, Num((2, 4)), key=(np.s_[0:2],))],
    "diagonal_scatter": [sample(M, Num((3,)), offset=0, dim1=0, dim2=1)],
    "index_select": [sample(M, np.array([0, 2, 2]), dim=0)],
    "index_add": [sample(M, np.array([0, 2]), Num((2, 4)), dim=0, alpha=2)],
    "index_copy": [sample(M, np.array([0, 2]), Num((2, 4)), dim=0)],
    "index_fill": [sample(M, np.array([0, 2]), dim=0, value=1.0)],
    "index_fill_tensor": [sample(M, np.array([0, 2]), Num(), dim=0)],
    "masked_fill": [sample(M, BOOLS, value=1.0)], "masked_fill_tensor": [sample(M, BOOLS, Num())],
    "masked_select": [sample(M, BOOLS)], "masked_scatter": [sample(M, BOOLS, Num((12,)))],
    "take": [sample(M, np.array([0, 5, 5]))],
    "put": [sample(M, np.array([0, 5]), Num((2,)), accumulate=True)],
    # reductions
    "sum": [sample(M)], "mean": [sample(M)], "max_all": [sample(M)], "min_all": [sample(M)],
    "prod": [sample(M), sample(Num(()))], "median": [sample(Num((5,)))],
    "nanmedian": [sample(Num((5,)))], "trace": [sample(M)],
    **{name: [sample(T, dim=(0, 2), keepdim=False), sample(M, dim=(1,), keepdim=True)]
       for name in ("sum_dim", "mean_dim", "amax", "amin", "logsumexp", "nansum")},
    **{name: [sample(M, dim=1, keepdim=False), sample(T, dim=0, keepdim=True)]
       for name in ("max_dim", "min_dim", "prod_dim", "median_dim", "nanmedian_dim", "mode",
                    "aminmax")},
    **{name: [sample(M, dim=(1,), correction=1, keepdim=False)]
       for name in ("var", "std", "var_mean", "std_mean")},
    "linalg_vector_norm": [sample(M, ord=2, dim=(1,), keepdim=False)],
    "norm_dim": [sample(M, p=2, dim=1, keepdim=False)], "dist": [sample(V, Num((4,), 1, 2), p=2)],
    "renorm": [sample(M, p=2, dim=0, maxnorm=0.5)],
    "kthvalue": [sample(M, k=2, dim=1, keepdim=False)],
    "sort": [sample(M, dim=1, descending=True)],
    "sort_stable": [sample(M, dim=0, descending=False)],
    "topk": [sample(M, k=2, dim=1, largest=True)],
    **{name: [sample(M, dim=1)]
       for name in ("cumsum", "cumprod", "logcumsumexp", "cummax", "cummin", "softmax",
                    "log_softmax", "safe_softmax", "glu")},
    "softmax_backward": [sample(M, M, dim=1)], "log_softmax_backward": [sample(M, M, dim=1)],
    # products
    "mm": [sample(M, Num((4, 2)))], "mv": [sample(M, V)], "dot": [sample(V, V)],
    "vdot": [sample(V, V)], "outer": [sample(V, Num((3,)))],
    "bmm": [sample(T, Num((2, 4, 2)))], "product": [sample(T, Num((2, 4, 2)))],
    "addmm": [sample(Num((2,)), Num((3, 4)), Num((4, 2)), beta=0.5, alpha=2)],
    "addmv": [sample(Num((3,)), M, V)], "addr": [sample(Num((4, 3)), V, Num((3,)))],
    "baddbmm": [sample(Num((2, 3, 2)), T, Num((2, 4, 2)))],
    "addbmm": [sample(Num((3, 2)), T, Num((2, 4, 2)))],
    "linalg_cross": [sample(Num((2, 3)), Num((2, 3)), dim=1)],
    "cdist": [sample(M, Num((2, 4), 1, 2), p=2.0)],
    "euclidean_dist": [sample(M, Num((2, 4), 1, 2))],
    "trilinear": [sample(Num((2, 3)), Num((2, 3, 4)), Num((2, 4)), expand1=(1, 3),
                         expand2=(0,), expand3=(1, 2), sumdim=(2, 3))],
    # matrices
    "linalg_inv_ex": [sample(Square())], "linalg_solve_ex": [sample(Square(), Num((3, 2)))],
    "linalg_solve_triangular": [
        sample(Square(kind="lower"), Num((3, 2)), upper=False, left=True, unitriangular=False),
        sample(Square(kind="lower"), Num((2, 3)), upper=False, left=False, unitriangular=False)],
    "linalg_pinv": [sample(Num((4, 3)), rtol=1e-10, hermitian=False)],
    "linalg_lstsq": [sample(Num((4, 3)), Num((4, 2))),
                     sample(Num((4, 3)), Num((4, 2)), with_residuals=True)],
    "linalg_det": [sample(Square())],
    "linalg_slogdet": [sample(Square())], "linalg_matrix_exp": [sample(Square())],
    "linalg_cholesky_ex": [sample(Square(kind="positive"), upper=False)],
    "linalg_qr": [sample(Square(), mode="reduced")],
    "linalg_svd": [sample(Square(), full_matrices=False)],
    "linalg_eigh": [sample(Square(kind="symmetric"), upper=False)],
    "linalg_lu": [sample(Square()), sample(Num((2, 4))), sample(Num((4, 2)))],
    # kept factors
    "linalg_lu_factor_ex": [sample(Square()), sample(Num((2, 4))), sample(Num((4, 2)))],
    "lu_unpack": [sample(Square(), np.array([2, 3, 3], np.int32))],
    "linalg_householder_product": [
        sample(Num((3, 2)), Num((2,))), sample(Num((2, 3, 3)), Num((2, 2)))],
    "linalg_lu_solve": [
        sample(Square(), np.array([2, 3, 3], np.int32), Num((3, 2)), adjoint=False),
        sample(Square(), np.array([2, 3, 3], np.int32), Num((2, 3)), left=False)],
    "ormqr": [sample(Num((3, 2)), Num((2,)), Num((3, 2)), left=True, transpose=False),
              sample(Num((3, 2)), Num((2,)), Num((2, 3)), left=False, transpose=False)],
    "triangular_solve": [
        sample(Num((3, 2)), Square(kind="lower"), upper=False, transpose=transpose,
               unitriangular=False) for transpose in (True, False)],
    # losses
    "mse_loss": [sample(M, Num((3, 4), 1, 2), reduction="mean")],
    "mse_loss_backward": [sample(M, M, Num((3, 4), 1, 2), reduction="none")],
    "huber_loss": [sample(M, Num((3, 4), 1, 2), delta=0.7, reduction="sum")],
    "smooth_l1_loss": [sample(M, Num((3, 4), 1, 2), beta=0.7, reduction="mean")],
    "soft_margin_loss": [sample(V, np.array([1.0, -1, 1, -1]), reduction="mean")],
    "binary_cross_entropy": [sample(V, V, None, reduction="mean")],
    "binary_cross_entropy_with_logits": [sample(V, V, None, None, reduction="sum")],
    "nll_loss": [sample(M, np.array([0, 3, 1]), None, reduction="mean", ignore_index=-100)],
    "nll_loss2d": [sample(Num((2, 3, 2, 2)), np.arange(8).reshape(2, 2, 2) % 3, None,
                          reduction="mean", ignore_index=-100)],
    "multi_margin_loss": [
        sample(M, np.array([0, 3, 1]), None, p=1, margin=1.0, reduction="mean")],
    "multilabel_margin_loss": [
        sample(M, np.array([[0, -1, 0, 0], [1, 2, -1, 0], [3, -1, 0, 0]]), reduction="mean")],
    # layers
    "prelu": [sample(Num((2, 3), -0.9, -0.2), Num((1, 3)))],
    "rrelu": [sample(V, **SLOPES)], "rrelu_": [sample(V, **SLOPES)],
    "embedding": [sample(M, np.array([[0, 2], [2, 1]]), padding_idx=-1,
                         scale_grad_by_freq=False, sparse=False)],
    "convolution": [sample(IMAGE, Num((3, 2, 2, 3)), Num((3,)), stride=(1, 2), padding=(1, 0),
                           dilation=(1, 1), groups=1)],
    "constant_pad": [sample(M, pad=(1, 2), value=0.0)],
    **{f"{kind}_pad{n}d": [sample(x, pad=pad)]
       for kind in ("reflection", "replication")
       for n, x, pad in ((1, SIGNAL, (1, 2)), (2, IMAGE, (1, 1, 2, 0)),
                         (3, VOLUME, (1, 1, 1, 0, 1, 1)))},
    "layer_norm": [sample(M, V, V, normalized_shape=(4,), eps=1e-5)],
    "weight_norm_interface": [
        sample(M, Num((3, 1)), dim=0), sample(T, Num((1, 1, 4)), dim=2)],
    "group_norm": [sample(IMAGE, Num((2,)), Num((2,)), groups=2, eps=1e-5)],
    "batch_norm": [sample(Num((4, 2, 3)), Num((2,)), Num((2,)), None, None, eps=1e-5)],
    "pixel_shuffle": [sample(Num((1, 4, 2, 2)), upscale_factor=2)],
    "pixel_unshuffle": [sample(Num((1, 1, 4, 4)), downscale_factor=2)],
    "channel_shuffle": [sample(Num((1, 4, 2, 2)), groups=2)],
    "convolution_transposed": [
        sample(Num((1, 3, 2, 2)), Num((3, 2, 2, 3)), Num((2,)), size=(1, 2, 3, 5), stride=(1, 2),
               padding=(0, 0), dilation=(1, 1), groups=1)],
    "convolution_input": [
        sample(Num((1, 3, 2, 2)), None, Num((3, 2, 2, 3)), size=(1, 2, 3, 5), stride=(1, 2),
               padding=(0, 0), dilation=(1, 1), groups=1)],
    "convolution_weight": [
        sample(Num((1, 3, 2, 2)), Num((1, 2, 3, 5)), None, size=(3, 2, 2, 3), stride=(1, 2),
               padding=(0, 0), dilation=(1, 1), groups=1)],
    **{f"grid_sampler_{n}d": [
        sample(x, Num((1, *(2,) * n, n), -1.1, 0.8), mode=mode, padding_mode=padding,
               align_corners=False)
        for mode, padding in (("bilinear", "zeros"), ("bilinear", "border"), *more)]
       for n, x, more in ((2, IMAGE, (("bicubic", "zeros"), ("bicubic", "reflection"))),
                          (3, VOLUME, ()))},
    # windows
    **{f"{kind}{n}d": [sample(x, size=size, scales=(None,) * n, align_corners=False)]
       for kind in ("upsample_nearest", "upsample_nearest_exact")
       for n, x, size in ((1, SIGNAL, (9,)), (2, IMAGE, (7, 4)), (3, VOLUME, (4, 6, 5)))},
    **{name: [sample(x, size=size, scales=(None,) * len(size), align_corners=align)
              for align in (False, True)]
       for name, x, size in (("upsample_linear1d", SIGNAL, (9,)),
                             ("upsample_bilinear2d", IMAGE, (7, 4)),
                             ("upsample_bicubic2d", IMAGE, (7, 4)),
                             ("upsample_bilinear2d_aa", IMAGE, (3, 4)),
                             ("upsample_bicubic2d_aa", IMAGE, (3, 7)),
                             ("upsample_lanczos2d_aa", IMAGE, (2, 3)),
                             ("upsample_trilinear3d", VOLUME, (4, 6, 5)))},
    **{f"avg_pool{n}d": [sample(x, kernel_size=(2,) * n, stride=(1,) * n, padding=(1,) * n,
                                ceil_mode=False, count_include_pad=False, divisor_override=None)]
       for n, x in ((2, IMAGE), (3, VOLUME))},
    **{f"max_pool{n}d": [sample(x, kernel_size=(2,) * n, stride=(1,) * n, padding=(0,) * n,
                                dilation=(1,) * n, ceil_mode=False)]
       for n, x in ((2, IMAGE), (3, VOLUME))},
    **{f"adaptive_{kind}_pool{n}d": [sample(x, output_size=(2,) * n)]
       for kind in ("avg", "max") for n, x in ((2, IMAGE), (3, VOLUME))},
    "fractional_max_pool2d": [sample(
        IMAGE, kernel_size=(2, 2), output_size=(3, 2),
        samples=np.array([[[0.3, 0.6], [0.8, 0.1]]]))],
    "fractional_max_pool3d": [sample(
        VOLUME, kernel_size=(1, 2, 2), output_size=(2, 2, 2), samples=np.full((1, 2, 3), 0.4))],
    "affine_grid_generator": [
        sample(Num((2, 2, 3)), size=(2, 1, 3, 2), align_corners=align) for align in (False, True)],
    "pdist": [sample(M, p=2.0), sample(M, p=3.0)],
    "max_unpool2d": [sample(Num((1, 1, 2, 2)), CORNERS, output_size=(4, 4))],
    "max_unpool3d": [sample(Num((1, 1, 1, 2, 2)), CORNERS[:, :, None], output_size=(1, 4, 4))],
    "im2col": [sample(IMAGE, kernel_size=(2, 2), dilation=(1, 1), padding=(1, 0), stride=(2, 1))],
    "col2im": [sample(Num((1, 8, 6)), output_size=(3, 4), kernel_size=(2, 2), dilation=(1, 1),
                      padding=(0, 0), stride=(1, 1))],
}
