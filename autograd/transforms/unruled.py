"""What torch has no rule for under `vmap`, and runs on one slice after the other with a warning."""

from __future__ import annotations

from autograd import interpreters
from autograd.once import caution
from autograd.tensor import Tensor
from autograd.transforms.faces import innermost

UNRULED = {
    "bincount", "histc", "take", "put", "masked_scatter", "index_reduce", "segment_reduce",
    "renorm", "special_log_ndtr", "linalg_lu", "linalg_ldl_solve", "ormqr", "multi_margin_loss",
    "max_unpool2d", "max_unpool3d", "squeeze_copy", "multi_margin_loss_backward",
    "multilabel_margin_loss_backward", "unfold_backward", "t_copy", "permute_copy",
    "unsqueeze_copy", "special_airy_ai", "isin.Tensor_Tensor", "isin.Tensor_Scalar",
    "isin.Scalar_Tensor", "quantile", "quantile.scalar", "nanquantile", "nanquantile.scalar",
    "masked_scatter_backward", "clamp_", "tril_", "triu_", "addcmul_",
    "addcdiv_", "hypot_", "cumsum_", "cumprod_", "masked_scatter_", "renorm_", "heaviside_",
    "nextafter_", "index_copy_", "index_reduce_", "put_", "addmm_", "addmv_", "addr_",
    "baddbmm_", "addbmm_", "ldexp_", "polygamma_", "igamma_", "igammac_", "square_",
    "conj_physical_",
    *(f"special_{name}_polynomial_{kind}{form}" for name, kinds in {
        "chebyshev": "tuvw", "shifted_chebyshev": "tuvw", "hermite": ("h", "he"), "laguerre": "l",
        "legendre": "p"}.items() for kind in kinds for form in ("", ".n_scalar", ".x_scalar")),
}
# By which name torch tells of it.
AS = {
    "flash_attention": "_scaled_dot_product_flash_attention_for_cpu",
    "fill_anew": "fill.Scalar",
    "fill_anew_tensor": "fill.Tensor",
    "flash_attention_backward": "_scaled_dot_product_flash_attention_for_cpu_backward",
    "masked_fill_tensor": "masked_fill.Tensor",
    "max_unpool1d": "max_unpool2d",
    "histogram": "histogram.bin_ct",
    "repeat_interleave": "repeat_interleave.Tensor",
    **{f"{name}_backward": f"_{name}_backward"
       for name in ("pdist", "ctc_loss", "segment_reduce", "embedding_bag")},
    "transpose_copy": "transpose_copy.int",
    "masked_fill_tensor_": "masked_fill_.Tensor",
    "lerp_scalar_": "lerp_.Scalar",
    "lerp_tensor_": "lerp_.Tensor",
    "scatter_": "scatter_.src",
    "scatter_value_": "scatter_.value",
    "scatter_with_": "scatter_.reduce",
    "clamp_tensor_": "clamp_.Tensor",
    "pow_tensor_": "pow_.Tensor",
    "floor_divide_": "floor_divide_.Tensor",
    "floor_divide_number_": "floor_divide_.Tensor",
    "xlogy_number_": "xlogy_.Scalar_Other",
    "xlogy_": "xlogy_.Tensor",
    **{f"{name}_{kind}_": f"{name}_.{overload}" for name in ("fmod", "remainder")
       for kind, overload in (("number", "Scalar"), ("tensor", "Tensor"))},
    **{f"{name}_": f"{name}_.Tensor" for name in ("fmod", "remainder")},
    **{f"{name}_": f"{name}_.Scalar" for name in ("eq", "ne", "lt", "le", "gt", "ge")},
    **{f"{name}__": f"{name}_.Tensor" for name in ("eq", "ne", "lt", "le", "gt", "ge")},
}
# What torch puts together of others wherever gradients are taken, and has no rule for elsewhere:
# by which name it tells of it, and of a part of it that has no rule either.
COMPOSED = {
    "isclose": ("isclose", None),
    "soft_margin_loss": ("soft_margin_loss", None),
    "multilabel_margin_loss": ("multilabel_margin_loss", "multilabel_margin_loss_forward"),
    "pdist": ("pdist", "_pdist_forward"),
    "ctc_loss": ("ctc_loss.IntList", "_ctc_loss"),
    "embedding_bag": ("embedding_bag.padding_idx", "_embedding_bag"),
    "lu_solve": ("lu_solve", None),
    "upsample_nearest_exact1d": ("_upsample_nearest_exact1d.vec", "_upsample_nearest_exact1d"),
    "fractional_max_pool2d": ("fractional_max_pool2d", "fractional_max_pool2d"),
}


def tell_unruled(name: str, slots) -> None:
    """torch's warning about an op on slices that it has no rule for."""
    if not any(slot.dim is not None for slot in slots):
        return
    if name in UNRULED or name in AS:
        say_unruled(AS.get(name, name))
    elif name in COMPOSED:
        said = COMPOSED[name][interpreters.running[-1].maps is None]
        if said is not None:
            say_unruled(said)


def tell_composed(name: str, *inputs) -> None:
    """The same of a function that is put together of others, unless gradients are taken of it."""
    if falls_back(*inputs):
        say_unruled(name)


def falls_back(*inputs) -> bool:
    """Whether torch runs what is put together of others on one slice after the other."""
    running = interpreters.running
    return bool(running) and running[-1].maps is not None and innermost(inputs) is not None


def overload(name: str, inputs) -> str:
    """A function's name with its form for the kinds of the first two inputs, where it has some."""
    first, second = (isinstance(x, Tensor) for x in inputs[:2]) if inputs[1:] else (True, True)
    if name == "isin":
        return f"isin.{'Tensor' if first else 'Scalar'}_{'Tensor' if second else 'Scalar'}"
    if "_polynomial_" in name:
        return name + ("" if first and second else ".n_scalar" if first else ".x_scalar")
    return f"{name}.scalar" if name.endswith("quantile") and not second else name


def say_unruled(name: str) -> None:
    """Warn that torch runs an op on one slice after the other."""
    caution(
        "There is a performance drop because we have not yet implemented the batching rule for "
        f"aten::{name}. Please file us an issue on GitHub so that we can prioritize its "
        "implementation.", at="aten/src/ATen/functorch/BatchedFallback.cpp:82")
