"""What forward mode does not know in torch either, and what it says of it."""

from __future__ import annotations

from autograd.accumulate import edge_to
from autograd.reach import on_the_way
from autograd.tensor import Tensor

# By entry of the table: what torch calls it.
UNCARRIED = {
    "flash_attention": "_scaled_dot_product_flash_attention_for_cpu",
    "cdist": "_cdist_forward", "pdist": "_pdist_forward", "ctc_loss": "_ctc_loss",
    "embedding_bag": "_embedding_bag", "multilabel_margin_loss": "multilabel_margin_loss_forward",
    "unique2": "_unique2",
    "heaviside": "aten::heaviside", "linalg_ldl_factor_ex": "aten::linalg_ldl_factor_ex",
    "hardsigmoid_backward": "aten::hardsigmoid_backward",
    **{f"floor_divide{form}": "aten::floor_divide" for form in ("", "_number", "_base")},
    **{name: name for name in (
        "mkldnn_rnn_layer", "multi_margin_loss", "soft_margin_loss_backward", "grid_sampler_2d",
        "grid_sampler_3d", "igamma", "igammac", "special_zeta", "unique_dim",
        "unique_consecutive", "cholesky", "geqrf", "ormqr", "segment_reduce",
        "index_reduce")},
}  # fmt: skip


def check_carried(op) -> None:
    """Raise torch's error for an op that does not carry tangents."""
    if op is not None and UNCARRIED.get(op.name, "").startswith("aten::"):
        raise NotImplementedError(
            f"Trying to use forward AD with {UNCARRIED[op.name]} that does not support it.")
    if op is not None and op.name in UNCARRIED:
        raise NotImplementedError(
            f"Trying to use forward AD with {UNCARRIED[op.name]} that does not support it because "
            "it has not been implemented yet.\nPlease file an issue to PyTorch at "
            "https://github.com/pytorch/pytorch/issues/new?template=feature-request.yml so that we "
            "can prioritize its implementation or submit a PR adding the implementation to "
            "derivatives.yaml")


def check_all_carried(outputs, inputs) -> None:
    """`check_carried` of every op on the tape between tensors."""
    ends = {edge_to(x)[0] for x in inputs if isinstance(x, Tensor) and x.requires_grad}
    starts = dict.fromkeys(
        edge_to(y)[0] for y in outputs if isinstance(y, Tensor) and y.requires_grad)
    for node in on_the_way(starts, ends):
        check_carried(getattr(node, "op", None))
