"""What torch's CPU kernels do not take: for which op which dtypes, and in which words they say so.

Checked where an op runs, on arrays that promotion has cast already. Recorded from torch 2.13; the
ops that everybody uses take every dtype or are refused where they are called.
"""

from __future__ import annotations

from functools import wraps

import numpy as np

from autograd.dtype import of
from autograd.op import OPS
from autograd.writable import common_shape

# Letters for dtypes: b bool, i integers, h 16-bit floats, f the other floats, c complex.
KERNELS = """
abs b abs_cpu                  digamma c digamma              erf c erf_vml_cpu
erfc c erfc_vml_cpu            erfinv c erfinv_vml_cpu        ceil b ceil_vml_cpu
floor b floor_vml_cpu          trunc b trunc_vml_cpu          frac bic frac_cpu
lgamma c lgamma_vml_cpu        logit c logit_cpu              round bc round_vml_cpu
round_decimals bic round_cpu   i0 c i0_vml_cpu                max_all c max_all
min_all c min_all              amax c max_values_cpu          amin c min_values_cpu
aminmax c aminmax_cpu          median bc median_cpu           nanmedian bc median_cpu
median_dim bc median_out       nanmedian_dim bc median_out    mode c mode_cpu
kthvalue bc kthvalue_cpu       cummax c cummax_cpu            cummin c cummin_cpu
logcumsumexp bi logcumsumexp_out_cpu                          floor_divide bc div_floor_cpu
floor_divide_number bc div_floor_cpu
quotient bc div_floor_cpu      trunc_quotient bc div_trunc_cpu
remainder bc remainder_cpu     remainder_number bc remainder_cpu
fmod bc fmod_cpu               fmod_number bc fmod_cpu        lt c lt_cpu
gt c gt_cpu                    le c le_cpu                    ge c ge_cpu
softplus c softplus_cpu        leaky_relu c leaky_relu_cpu    gelu c GeluKernelImpl
elu bic elu_cpu                dot b dot                      atan2 c atan2_cpu
hypot bic hypot_cpu            logaddexp bi logaddexp_cpu     logaddexp2 bi logaddexp2_cpu
copysign c copysign_cpu        xlogy c xlogy_cpu              xlog1py c xlog1py_cpu
gcd bhfc gcd_cpu               lcm bhfc lcm_cpu               nextafter bic nextafter_cpu
pow_tensor b pow
lerp_scalar bi lerp_kernel_scalar                             lerp_tensor bi lerp_kernel_tensor
addcmul b addcmul_cpu_out      huber_loss ic huber_cpu        smooth_l1_loss ic smooth_l1_cpu
mse_loss c mse_cpu             polygamma c trigamma           special_entr c entr_cpu
binary_cross_entropy ic binary_cross_entropy                  log_sigmoid ic log_sigmoid_cpu
"""

SENTENCES = (
    (NotImplementedError, "c", "ceil floor trunc", "{op} is not supported for complex inputs"),
    (NotImplementedError, "c", "clamp", "clamp is not supported for complex types"),
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
    (RuntimeError, "c", "sort", " Sort does not support complex dtypes on CPU"),
    (RuntimeError, "c", "topk", " topk does not support complex dtypes on CPU"),
    (RuntimeError, "b", "topk", "topk does not support bool dtypes on CPU"),
    (RuntimeError, "c", "max_dim", "max(): does not support complex input"),
    (RuntimeError, "c", "min_dim", "min(): does not support complex input"),
)


def letter(dtype: np.dtype) -> str:
    """The letter of a dtype in the tables above."""
    if dtype.kind in "fV":
        return "h" if dtype.itemsize == 2 else "f"
    return "i" if dtype.kind in "iu" else dtype.kind


def refusing(forward, letters: str, error: type, text: str):
    """`forward`, which first raises `error` for arrays of the dtypes of `letters`.

    A kernel is reached only when the shapes go together, so what torch says of them comes first.
    """

    @wraps(forward)
    def checked(*arrays, **params):
        for array in arrays:
            if isinstance(array, np.ndarray | np.generic):
                if letter(array.dtype) in letters:
                    common_shape([x.shape for x in arrays if isinstance(x, np.ndarray)])
                    raise error(text.format(dtype=of(array.dtype).legacy_name))
                break
        return forward(*arrays, **params)

    return checked


def install() -> None:
    """Put the refusals in front of the forwards they belong to."""
    words = KERNELS.split()
    for name, letters, kernel in zip(words[::3], words[1::3], words[2::3]):
        entry = OPS[name]
        text = f"\"{kernel}\" not implemented for '{{dtype}}'"
        entry.forward = refusing(entry.forward, letters, NotImplementedError, text)
    for error, letters, names, text in SENTENCES:
        for name in names.split():
            entry = OPS[name]
            entry.forward = refusing(
                entry.forward, letters, error, text.replace("{op}", name))


install()
