"""What nodes are called and what they save has torch's names, over the whole derivative table."""

import json
from pathlib import Path

import pytest

from autograd.saving import saved_names
from tests.engine.oracle import ask
from tests.engine.test_derivatives import DIFFERENTIABLE

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "saved.json").read_text("utf-8"))

# Nodes that torch makes under these names elsewhere than in its table of functions, or not at all:
# parts of complex numbers, hooks of modules, and second derivatives that torch computes otherwise.
UNKNOWN = {"real", "imag", "backward_hook", "resample", "resample_back", "pick_flat", "put_flat",
           "binomial"}
# Entries that save something else than torch: a shape where torch keeps the whole tensor, a name of
# our own, or less than torch, whose second derivative takes another way.
DIFFERENT = set("""
rsub pow_base square threshold_backward quotient trunc_quotient erfinv special_log_ndtr expand
place select_backward slice_backward diagonal_copy as_strided unfold_backward unbind gather
index_put index_put_add select_scatter slice_scatter diagonal_scatter index_add index_copy
masked_select take put prod prod_dim var_mean std_mean cummax cummin complex fft_r2c fft_c2r mm
outer addmm addbmm linalg_inv_ex linalg_solve_ex linalg_solve_triangular linalg_pinv linalg_lstsq
linalg_det linalg_slogdet linalg_cholesky_ex linalg_qr linalg_svd linalg_lu linalg_lu_factor_ex
lu_unpack linalg_lu_solve cholesky_solve inside rrelu elu_backward log_sigmoid elu_ celu_ rrelu_
nll_loss nll_loss2d multilabel_margin_loss embedding trilinear normal_about normal_spread
normal_each convolution convolution_transposed convolution_input convolution_weight
reflection_pad1d reflection_pad2d reflection_pad3d replication_pad1d replication_pad2d
replication_pad3d circular_pad1d circular_pad2d circular_pad3d upsample_nearest1d
upsample_nearest2d upsample_nearest3d upsample_nearest_exact1d upsample_nearest_exact2d
upsample_nearest_exact3d upsample_bilinear2d upsample_trilinear3d upsample_bicubic2d avg_pool2d
avg_pool3d adaptive_avg_pool2d adaptive_avg_pool3d max_pool2d max_pool3d adaptive_max_pool2d
adaptive_max_pool3d im2col channel_shuffle batch_norm batch_norm_eval layer_norm group_norm
pack_padded_sequence mkldnn_rnn_layer flash_attention embedding_bag
""".split())


@pytest.mark.parametrize("name", [name for name in DIFFERENTIABLE if name not in UNKNOWN])
def test_a_node_has_torchs_name_and_saves_under_torchs_names(name):
    op = DIFFERENTIABLE[name]
    assert op.node_name in GOLDEN
    assert (saved_names(op) == GOLDEN[op.node_name]) == (name not in DIFFERENT)


def test_what_is_said_to_differ_is_in_the_table():
    assert (UNKNOWN | DIFFERENT) <= set(DIFFERENTIABLE)
    assert not {DIFFERENTIABLE[name].node_name for name in UNKNOWN} & set(GOLDEN)


def test_the_recording_is_what_torch_says_now():
    nodes = sorted(GOLDEN)
    assert dict(zip(nodes, ask("saved_names", nodes), strict=True)) == GOLDEN
