"""Records of special functions beyond the error or gamma functions of one number."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.saved_attributes import BASE, saved_all
from autograd.kernels import specials
from autograd.kernels.libm import vectorize
from autograd.kernels.refused_dtypes import BOOL, COMPLEX, INTEGERS, REDUCED_FLOATS, unsupported
from autograd.ops.binary import xlogy
from autograd.ops.binary import div_number
from autograd.ops.pointwise import (
    add, exp, log, mul, pow_scalar, raise_not_differentiable, reciprocal, sgn, where,
)
from autograd.ops.record import d, op
from autograd.ops.reductions import sum_dim
from autograd.ops.shapes import unsqueeze
from autograd.ops.unary import magnitude_above_rounding, digamma, erfinv, lgamma
from autograd.ops.vmap_rules import BROADCAST, ELEMENTWISE

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

ROOT_PI, ROOT_2 = math.sqrt(math.pi), math.sqrt(2)

# --- Of one number -----------------------------------------------------------------------------

special_entr = op("special_entr", "SpecialEntrBackward0",
    lambda self: entropy_of_array(self), r"-$self \ln $self",
    refuses=unsupported("entr_cpu", COMPLEX),
    self=d(lambda grad, self: grad * -(log(self) + 1), r"-$grad \odot (\ln $self + 1)"),
    vmap=ELEMENTWISE)

special_ndtri = op("special_ndtri", "SpecialNdtriBackward0",
    lambda self: inverse_normal_cdf(self), r"\Phi^{-1}($self)",
    refuses=unsupported("ndtri_cpu", REDUCED_FLOATS, COMPLEX),
    self=d(lambda grad, result: grad * math.sqrt(2 * math.pi)
           * exp(div_number(pow_scalar(result, exponent=2), other=2)),
           r"\sqrt{2\pi}\,$grad \odot e^{{$result}^2 / 2}"),
    vmap=ELEMENTWISE)

special_log_ndtr = op("special_log_ndtr", "SpecialLogNdtrBackward0",
    lambda self: vectorize(specials.log_normal_area)(self), r"\ln \Phi($self)",
    refuses=unsupported("log_ndtr_cpu", REDUCED_FLOATS, COMPLEX),
    self=d(lambda grad, self, result: div_number(grad, other=math.sqrt(2 * math.pi))
               * exp(-(result + div_number(pow_scalar(self, exponent=2), other=2))),
           r"$grad \odot \frac{\varphi($self)}{\Phi($self)}"),
    saves=saved_all("result"),
    vmap=ELEMENTWISE,
    vmap_warning="special_log_ndtr")

special_erfcx = op("special_erfcx", "SpecialErfcxBackward0",
    lambda self: vectorize(specials.scaled_erfc)(self), r"e^{{$self}^2} \operatorname{erfc} $self",
    refuses=unsupported("erfcx_cpu", REDUCED_FLOATS, COMPLEX),
    self=d(lambda grad, self, result: (self * 2.0 * result - 2 / ROOT_PI) * grad,
           r"$grad \odot \left(2\,$self \odot $result - \tfrac{2}{\sqrt{\pi}}\right)"),
    vmap=ELEMENTWISE)

special_i0e = op("special_i0e", "SpecialI0EBackward0",
    lambda self: vectorize(lambda x: specials.scaled_bessel_i(0, x))(self),
    r"e^{-\lvert $self \rvert} I_0($self)",
    refuses=unsupported("i0e_cpu", COMPLEX),
    self=d(lambda grad, self, result: grad * (special_i1e(self) - sgn(self) * result),
           r"$grad \odot \left(e^{-\lvert $self \rvert} I_1($self) - \operatorname{sgn}($self) "
           r"$result\right)"),
    vmap=ELEMENTWISE)

special_i1e = op("special_i1e", "SpecialI1EBackward0",
    lambda self: vectorize(lambda x: specials.scaled_bessel_i(1, x))(self),
    r"e^{-\lvert $self \rvert} I_1($self)",
    self=d(lambda grad, self, result: grad * i1e_derivative(self, result),
           r"$grad \odot \left(e^{-\lvert $self \rvert} I_0($self) - $result "
           r"(\operatorname{sgn}($self) + \tfrac{1}{$self})\right)"),
    vmap=ELEMENTWISE)

mvlgamma = op("mvlgamma", "MvlgammaBackward0",
    lambda self, *, p: specials.multivariate_log_gamma(self, p), r"\ln \Gamma_{$p}($self)",
    self=d(lambda grad, self, p: grad * mvlgamma_derivative(self, p),
           r"$grad \odot \textstyle\sum_{i < $p} \psi($self - \tfrac{i}{2})"),
    vmap=ELEMENTWISE)

# --- Of two numbers, with a derivative by the second -------------------------------------------

igamma = op("igamma", "IgammaBackward0",
    lambda self, other: specials.vectorize_pairs(specials.lower_gamma)(self, other),
        r"P($self, $other)",
    refuses=unsupported("igamma_cpu", BOOL, INTEGERS, COMPLEX),
    self =d(lambda grad: raise_not_differentiable("igamma: input"), r"\text{not implemented}"),
    other=d(lambda grad, self, other: mul(grad, gamma_pdf(self, other)),
            r"$grad \odot \frac{{$other}^{$self - 1} e^{-$other}}{\Gamma($self)}"),
    vmap=BROADCAST,
    vmap_warning_in_place="igamma_",
    no_forward_ad="igamma")

igammac = op("igammac", "IgammacBackward0",
    lambda self, other: specials.vectorize_pairs(specials.upper_gamma)(self, other),
        r"Q($self, $other)",
    refuses=unsupported("igammac_cpu", BOOL, INTEGERS, COMPLEX),
    self =d(lambda grad: raise_not_differentiable("igammac: input"), r"\text{not implemented}"),
    other=d(lambda grad, self, other: mul(grad, -gamma_pdf(self, other)),
            r"-$grad \odot \frac{{$other}^{$self - 1} e^{-$other}}{\Gamma($self)}"),
    vmap=BROADCAST,
    vmap_warning_in_place="igammac_",
    no_forward_ad="igammac")

special_zeta = op("special_zeta", "SpecialZetaBackward0",
    lambda self, other: specials.vectorize_pairs(specials.hurwitz)(self, other),
        r"\zeta($self, $other)",
    refuses=unsupported("zeta_cpu", REDUCED_FLOATS, COMPLEX),
    self =d(lambda grad: raise_not_differentiable("zeta"), r"\text{not implemented}"),
    other=d(lambda grad, self, other: grad * -self * special_zeta(self + 1.0, other),
            r"-$grad \odot $self \odot \zeta($self + 1, $other)"),
    vmap=BROADCAST,
    no_forward_ad="special_zeta")

special_zeta_number = op("special_zeta_number", "SpecialZetaBackward2",
    lambda self, *, other: special_zeta.forward(self, other), r"\zeta($self, $other)",
    self =d(lambda grad: raise_not_differentiable("zeta"), r"\text{not implemented}"),
    vmap=ELEMENTWISE)

special_zeta_base = op("special_zeta_base", "SpecialZetaBackward1",
    lambda other, *, base: special_zeta.forward(base, other), r"\zeta($base, $other)",
    other=d(lambda grad, base, other: grad * -base * special_zeta_base(other, base=base + 1.0),
            r"-$grad \odot $base \odot \zeta($base + 1, $other)"),
    saves=BASE,
    vmap=ELEMENTWISE)


def entropy_of_array(array: np.ndarray) -> np.ndarray:
    """Return `-x ln x`: 0 at 0, minus infinity below."""
    with np.errstate(invalid="ignore", divide="ignore"):
        made = -xlogy.forward(array, array)
    rest = np.where(array == 0, 0, np.where(array < 0, -np.inf, array)).astype(array.dtype)
    return np.where(array > 0, made, rest)


def inverse_normal_cdf(array: np.ndarray) -> np.ndarray:
    """Return the quantile of the standard normal distribution."""
    return (erfinv.forward(array.astype(np.float64) * 2 - 1) * ROOT_2).astype(array.dtype)


def mvlgamma_derivative(value: ArrayOrTensor, p: int) -> ArrayOrTensor:
    """Return the derivative of `mvlgamma`, by ops."""
    dtype = getattr(value, "_array", value).dtype
    steps = np.arange(1 - p, 1).astype(dtype) / 2
    last = len(value.shape)
    return sum_dim(digamma(add(steps, unsqueeze(value, dim=last))), dim=(last,), keepdim=False)


def i1e_derivative(value: ArrayOrTensor, result: ArrayOrTensor) -> ArrayOrTensor:
    """Return the derivative of `i1e`: 1/2 at 0."""
    far, safe = magnitude_above_rounding(value)
    return where(far, special_i0e(safe) - result * (sgn(safe) + reciprocal(safe)), 0.5)


def gamma_pdf(a: np.ndarray, x: ArrayOrTensor) -> Any:
    """Return the density of the gamma distribution of shape `a` and rate 1, by ops."""
    if getattr(a, "_array", a).dtype.kind in "iu":
        a = a * 1.0
    return exp((a - 1.0) * log(x) - x - lgamma(a))
