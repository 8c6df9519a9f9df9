"""What torch's CPU kernels do not take: for which op which dtypes, and in which words they say so.

Checked where an op runs, on arrays that promotion has cast already. Recorded from torch 2.13; the
ops that everybody uses take every dtype or are refused where they are called.
"""

from __future__ import annotations

from functools import cache, wraps
from typing import NamedTuple

import numpy as np

from autograd.dtype import NAMES, of_array
from autograd.promotion import BARE
from autograd.registry import OPS

# Letters for dtypes: b bool, i integers (of which s are signed, n narrower than int64, u those that
# torch only holds), h 16-bit floats, f the other floats, c complex. The kernel is not asked for a
# tensor without dimensions where a 0 stands behind them, nor for an empty one where there is an e.
KERNELS = """
abs bu abs_cpu                   digamma c digamma                erf c erf_vml_cpu
erfc c erfc_vml_cpu              erfinv c erfinv_vml_cpu          ceil b ceil_vml_cpu
floor b floor_vml_cpu            trunc b trunc_vml_cpu            frac bic frac_cpu
lgamma c lgamma_vml_cpu          logit c logit_cpu                round bc round_vml_cpu
round_decimals bic round_cpu     i0 c i0_vml_cpu                  max_all cue max_all
min_all cue min_all              amax cue max_values_cpu          amin cue min_values_cpu
aminmax cue aminmax_cpu          median bcue median_cpu           nanmedian bcue median_cpu
median_dim bcu median_out        nanmedian_dim bcu median_out     mode cu0e mode_cpu
kthvalue bcu0 kthvalue_cpu       cummax cu0e cummax_cpu           cummin cu0e cummin_cpu
logcumsumexp bi logcumsumexp_out_cpu                              floor_divide bcu div_floor_cpu
floor_divide_number bcu div_floor_cpu                             quotient bcu div_floor_cpu
trunc_quotient bcu div_trunc_cpu remainder bcu remainder_cpu
remainder_number bcu remainder_cpu                                fmod bcu fmod_cpu
fmod_number bcu fmod_cpu         lt cu lt_cpu                     gt cu gt_cpu
le cu le_cpu                     ge cu ge_cpu                     softplus c softplus_cpu
leaky_relu c leaky_relu_cpu      gelu c GeluKernelImpl            elu bic elu_cpu
dot bu dot                       atan2 c atan2_cpu                hypot bic hypot_cpu
logaddexp bi logaddexp_cpu       logaddexp2 bic logaddexp2_cpu    copysign c copysign_cpu
copysign_number c copysign_cpu     segment_reduce biuc _segment_reduce_cpu
xlogy c xlogy_cpu                xlog1py c xlog1py_cpu            gcd bhfcu gcd_cpu
lcm bhfcu lcm_cpu                nextafter bic nextafter_cpu      pow_tensor bu pow
pow_scalar u pow                 pow_base u pow                   square u pow
add u add_stub                   sub u add_stub                   rsub u add_stub
neg u neg_cpu                    sgn u sign_cpu                   sign u sign_cpu
relu u clamp_min_scalar_cpu      clamp u clamp_scalar_cpu         clamp_min u clamp_min_scalar_cpu
clamp_max u clamp_max_scalar_cpu bitwise_not u bitwise_not_cpu    logical_not u logical_not_cpu
logical_and u logical_and_cpu    logical_or u logical_or_cpu      logical_xor u logical_xor_cpu
bitwise_left_shift u lshift_cpu  bitwise_right_shift u rshift_cpu heaviside u heaviside_cpu
maximum u maximum_cpu            minimum u minimum_cpu            fmax u maximum_cpu
fmin u minimum_cpu               clamp_tensor u clamp_cpu         clamp_min_tensor cu maximum_cpu
clamp_max_tensor cu minimum_cpu  tril ue tril                     triu ue triu
max_dim u0e max_cpu              min_dim u0e min_cpu              topk u0 topk_cpu
index_fill ue index_fill_cpu     gather ue scatter_gather_tensor_cpu
scatter ue scatter_gather_tensor_cpu
scatter_add ue scatter_gather_tensor_cpu                          index_add u index_add_
take ue take_cpu                 put u take_put_cpu               linalg_cross u cross
masked_select u masked_select    bmm u bmm
lerp_scalar bi lerp_kernel_scalar
lerp_tensor bi lerp_kernel_tensor                                 addcmul bu addcmul_cpu_out
huber_loss ic huber_cpu          smooth_l1_loss ic smooth_l1_cpu  mse_loss c mse_cpu
polygamma c trigamma             special_entr c entr_cpu
binary_cross_entropy ic binary_cross_entropy                      log_sigmoid ic log_sigmoid_cpu
addmm bu addmm_impl_cpu_         mm u addmm_impl_cpu_             addr u addr_cpu
trace bu trace                   cumsum bu0e cumsum_out_cpu       cumprod bu0e cumprod_out_cpu
rot90 u flip_cpu                 index_copy u index_copy_cpu
masked_fill u masked_fill        masked_scatter u masked_scatter
scatter_value ue scatter_gather_scalar_cpu
channel_shuffle u channel_shuffle
pixel_unshuffle u pixel_unshuffle                                 special_erfcx ch erfcx_cpu
special_log_ndtr ch log_ndtr_cpu special_ndtri ch ndtri_cpu       special_i0e c i0e_cpu
special_i1 c i1_cpu              special_zeta ch zeta_cpu         polar h polar_cpu
igamma bic igamma_cpu            igammac bic igammac_cpu          binomial h binomial_cpu
poisson bci poisson_cpu          geometric u geometric_cpu        pdist h pdist
linalg_cholesky_ex h cholesky_cpu                                   cholesky bih cholesky_cpu
cholesky_inverse bih cholesky_inverse_out_cpu                    geqrf bih geqrf_cpu
linalg_lu_solve h linalg.lu_solve_cpu                           ormqr bih ormqr_cpu
cholesky_solve bhi cholesky_solve_cpu                             linalg_qr h geqrf_cpu
linalg_eig h linalg_eig_out_cpu  linalg_eigh h linalg_eigh_cpu    linalg_svd h linalg_svd_cpu
linalg_lu_factor_ex bhi lu_cpu     linalg_lu bhi lu_cpu             linalg_det h lu_cpu
linalg_solve_ex h lu_cpu         linalg_ldl_factor_ex h ldl_factor_kernel_cpu
linalg_householder_product bih orgqr_cpu
hardshrink c hardshrink_cpu      hardsigmoid c hardsigmoid_cpu    hardswish c hardswish_cpu
softshrink c softshrink_check    mish c mish_cpu                  celu c elu_cpu
celu_ c elu_cpu                  elu_ c elu_cpu                   leaky_relu_ c leaky_relu_cpu
rrelu c leaky_relu_cpu           rrelu_ c leaky_relu_cpu          glu c glu_cpu
prelu bic prelu_cpu              threshold bcu threshold_cpu      threshold_ bcu threshold_cpu
nll_loss c nll_loss_out_frame
multilabel_margin_loss bcih multilabel_margin_loss_forward_out_frame
batch_norm c batch_norm          batch_norm_eval c batch_norm     layer_norm c LayerNormKernelImpl
group_norm bic GroupNormKernelImpl
grid_sampler_2d bic grid_sampler_2d_cpu_kernel_impl               im2col i im2col_out_cpu
col2im i col2im_out_cpu          avg_pool2d bcn avg_pool2d
avg_pool3d bcnh avg_pool3d_out_frame                              max_pool2d bcu max_pool2d
max_pool3d bcu max_pool3d        adaptive_avg_pool2d bci adaptive_avg_pool2d
adaptive_avg_pool3d bci adaptive_avg_pool3d_cpu
adaptive_max_pool2d bci adaptive_max_pool2d
adaptive_max_pool3d bci adaptive_max_pool3d_cpu
reflection_pad1d bu reflection_pad1d
reflection_pad2d bu reflection_pad2d
reflection_pad3d bu reflection_pad3d
replication_pad1d bu replication_pad1d
replication_pad2d bu replication_pad2d
replication_pad3d bu replication_pad3d
upsample_nearest1d bcsu compute_indices_weights_nearest
upsample_nearest_exact1d bcsu compute_indices_weights_nearest
upsample_nearest2d bcsu upsample_nearest2d_channels_last
upsample_nearest_exact2d bcsu upsample_nearest2d_channels_last
upsample_nearest3d bcsu compute_indices_weights_nearest
upsample_nearest_exact3d bcsu compute_indices_weights_nearest
upsample_linear1d bci compute_indices_weights_linear
upsample_bilinear2d bcsu upsample_bilinear2d_channels_last
upsample_bicubic2d bcsu compute_indices_weights_cubic
upsample_bilinear2d_aa bcsuh compute_index_ranges_weights
upsample_bicubic2d_aa bcsuh compute_index_ranges_weights
upsample_lanczos2d_aa bcsuh compute_index_ranges_weights
upsample_trilinear3d bci compute_indices_weights_linear
floor_divide_base bcu div_floor_cpu                               remainder_base bcu remainder_cpu
rsub_tensor u add_stub           xlogy_number c xlogy_cpu         xlogy_base c xlogy_cpu
"""

SENTENCES = (
    (NotImplementedError, "c", "ceil floor trunc", "{op} is not supported for complex inputs"),
    (NotImplementedError, "c", "clamp clamp_min clamp_max hardtanh",
     "clamp is not supported for complex types"),
    (RuntimeError, "b", "hardtanh", "Bool inputs not supported for hardtanh"),
    (NotImplementedError, "u", "hardtanh",
     "\"clamp_scalar_cpu\" not implemented for '{dtype}'"),
    (RuntimeError, "bic", "pdist", "pdist only supports floating-point dtypes"),
    (NotImplementedError, "c", "signbit", "signbit is not implemented for complex tensors."),
    (NotImplementedError, "c", "sign",
     "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn "
     "instead."),
    (RuntimeError, "c", "deg2rad rad2deg", "{op} is not supported for complex tensors."),
    (RuntimeError, "c", "isneginf isposinf", "{op} does not support complex inputs."),
    (RuntimeError, "c", "maximum minimum fmax fmin",
     "{op} not implemented for complex tensors."),
    (RuntimeError, "c", "heaviside", "heaviside is not yet implemented for complex tensors."),
    (RuntimeError, "c", "nansum", "nansum on CPU does not support complex inputs"),
    (RuntimeError, "c", "sort sort_stable", " Sort does not support complex dtypes on CPU"),
    (RuntimeError, "c", "topk", " topk does not support complex dtypes on CPU"),
    (RuntimeError, "b", "topk", "topk does not support bool dtypes on CPU"),
    (RuntimeError, "c", "max_dim", "max(): does not support complex input"),
    (RuntimeError, "c", "min_dim", "min(): does not support complex input"),
)


class Refusal(NamedTuple):
    """What is raised for arrays of some dtypes, unless they are `spared` (the marks 0 and e)."""

    error: type
    text: str
    spared: str = ""

    def spares(self, array: np.ndarray) -> bool:
        """Whether torch answers for such an array without asking its kernel."""
        return "0" in self.spared and not array.ndim or "e" in self.spared and not array.size


def letters_of(dtype: np.dtype) -> str:
    """The letters of a dtype in the tables above."""
    if dtype.kind in "fV":
        return "h" if dtype.itemsize == 2 else "f"
    if dtype.kind not in "iu":
        return dtype.kind
    kinds = "is" if dtype.kind == "i" else "iu" if dtype in BARE else "i"
    return kinds if dtype == np.int64 else kinds + "n"


KINDS = tuple((each.numpy, frozenset(letters_of(each.numpy)))
              for each in dict.fromkeys(NAMES.values()))
ARRAYS = np.ndarray, np.generic


@cache
def dtypes_of(letters: str) -> tuple[np.dtype, ...]:
    """The dtypes that have one of the letters."""
    return tuple(dtype for dtype, own in KINDS if not own.isdisjoint(letters))


def refused_for(letters: str, error: type, text: str) -> dict[np.dtype, Refusal]:
    """By dtype what is said of it, for the dtypes of `letters`."""
    return dict.fromkeys(dtypes_of(letters), Refusal(error, text, letters.strip("bisnuhfc")))


def refusing(forward, refused: dict[np.dtype, Refusal]):
    """`forward`, which first raises what `refused` has for the dtype of its first array."""

    @wraps(forward)
    def checked(*arrays, **params):
        first = arrays[0]
        if type(first) is not np.ndarray or first.dtype in refused:
            check(arrays, refused)
        return forward(*arrays, **params)

    return checked


def check(arrays, refused: dict[np.dtype, Refusal]) -> None:
    """Raise what `refused` has for the dtype of the first of these that is an array."""
    array = next((x for x in arrays if isinstance(x, ARRAYS)), None)
    refusal = None if array is None else refused.get(array.dtype)
    if refusal is not None and not refusal.spares(array):
        raise refusal.error(refusal.text.replace("{dtype}", of_array(array).legacy_name))


def install() -> None:
    """Put the refusals in front of the forwards they belong to."""
    found: dict[str, dict[np.dtype, Refusal]] = {}
    words = KERNELS.split()
    for name, letters, kernel in zip(words[::3], words[1::3], words[2::3]):
        text = f"\"{kernel}\" not implemented for '{{dtype}}'"
        found[name] = refused_for(letters, NotImplementedError, text)
    for error, letters, names, text in SENTENCES:
        for name in names.split():
            more = refused_for(letters, error, text.replace("{op}", name))
            found[name] = found.get(name, {}) | more
    for name, refused in found.items():
        OPS[name].forward = refusing(OPS[name].forward, refused)


install()
