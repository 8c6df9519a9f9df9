"""`torch.special`: special functions."""

from __future__ import annotations

from collections.abc import Callable as _Callable
from typing import Any as _Any

from autograd.functions.nn.c_argument_checks import wrap_native as _wrap_native
from autograd.functions.pointwise import binary as _binary, specials as _specials, unary as _unary
from autograd.functions.pointwise.specials import UNRECORDED as _UNRECORDED
from autograd.functions.reduction import reductions as _reductions, statistics as _statistics


def _publish(name: str, function: _Callable[..., _Any]) -> _Callable[..., _Any]:
    """Return the function with the argument checks of torch's C++ function `name`."""
    return _wrap_native(function, "torch.special", name)


airy_ai = _publish("special_airy_ai", _UNRECORDED["airy_ai"])
bessel_j0 = _publish("special_bessel_j0", _UNRECORDED["bessel_j0"])
bessel_j1 = _publish("special_bessel_j1", _UNRECORDED["bessel_j1"])
bessel_y0 = _publish("special_bessel_y0", _UNRECORDED["bessel_y0"])
bessel_y1 = _publish("special_bessel_y1", _UNRECORDED["bessel_y1"])
chebyshev_polynomial_t = _publish(
    "special_chebyshev_polynomial_t", _UNRECORDED["chebyshev_polynomial_t"]
)
chebyshev_polynomial_u = _publish(
    "special_chebyshev_polynomial_u", _UNRECORDED["chebyshev_polynomial_u"]
)
chebyshev_polynomial_v = _publish(
    "special_chebyshev_polynomial_v", _UNRECORDED["chebyshev_polynomial_v"]
)
chebyshev_polynomial_w = _publish(
    "special_chebyshev_polynomial_w", _UNRECORDED["chebyshev_polynomial_w"]
)
digamma = _publish("special_digamma", _unary.digamma)
entr = _publish("special_entr", _specials.entr)
erf = _publish("special_erf", _unary.erf)
erfc = _publish("special_erfc", _unary.erfc)
erfcx = _publish("special_erfcx", _specials.erfcx)
erfinv = _publish("special_erfinv", _unary.erfinv)
exp2 = _publish("special_exp2", _unary.exp2)
expit = _publish("special_expit", _unary.sigmoid)
expm1 = _publish("special_expm1", _unary.expm1)
gammainc = _publish("special_gammainc", _specials.igamma)
gammaincc = _publish("special_gammaincc", _specials.igammac)
gammaln = _publish("special_gammaln", _unary.lgamma)
hermite_polynomial_h = _publish("special_hermite_polynomial_h", _UNRECORDED["hermite_polynomial_h"])
hermite_polynomial_he = _publish(
    "special_hermite_polynomial_he", _UNRECORDED["hermite_polynomial_he"]
)
i0 = _publish("special_i0", _unary.i0)
i0e = _publish("special_i0e", _specials.i0e)
i1 = _publish("special_i1", _specials.i1)
i1e = _publish("special_i1e", _specials.i1e)
laguerre_polynomial_l = _publish(
    "special_laguerre_polynomial_l", _UNRECORDED["laguerre_polynomial_l"]
)
legendre_polynomial_p = _publish(
    "special_legendre_polynomial_p", _UNRECORDED["legendre_polynomial_p"]
)
log1p = _publish("special_log1p", _unary.log1p)
log_ndtr = _publish("special_log_ndtr", _specials.log_ndtr)
log_softmax = _publish("special_log_softmax", _reductions.log_softmax)
logit = _publish("special_logit", _unary.logit)
logsumexp = _publish("special_logsumexp", _statistics.logsumexp)
modified_bessel_i0 = _publish("special_modified_bessel_i0", _UNRECORDED["modified_bessel_i0"])
modified_bessel_i1 = _publish("special_modified_bessel_i1", _UNRECORDED["modified_bessel_i1"])
modified_bessel_k0 = _publish("special_modified_bessel_k0", _UNRECORDED["modified_bessel_k0"])
modified_bessel_k1 = _publish("special_modified_bessel_k1", _UNRECORDED["modified_bessel_k1"])
multigammaln = _publish("special_multigammaln", _specials.mvlgamma)
ndtr = _publish("special_ndtr", _specials.ndtr)
ndtri = _publish("special_ndtri", _specials.ndtri)
polygamma = _publish("special_polygamma", _unary.polygamma)
psi = _publish("special_psi", _unary.digamma)
round = _publish("special_round", _specials.round)
scaled_modified_bessel_k0 = _publish(
    "special_scaled_modified_bessel_k0", _UNRECORDED["scaled_modified_bessel_k0"]
)
scaled_modified_bessel_k1 = _publish(
    "special_scaled_modified_bessel_k1", _UNRECORDED["scaled_modified_bessel_k1"]
)
shifted_chebyshev_polynomial_t = _publish(
    "special_shifted_chebyshev_polynomial_t", _UNRECORDED["shifted_chebyshev_polynomial_t"]
)
shifted_chebyshev_polynomial_u = _publish(
    "special_shifted_chebyshev_polynomial_u", _UNRECORDED["shifted_chebyshev_polynomial_u"]
)
shifted_chebyshev_polynomial_v = _publish(
    "special_shifted_chebyshev_polynomial_v", _UNRECORDED["shifted_chebyshev_polynomial_v"]
)
shifted_chebyshev_polynomial_w = _publish(
    "special_shifted_chebyshev_polynomial_w", _UNRECORDED["shifted_chebyshev_polynomial_w"]
)
sinc = _publish("special_sinc", _unary.sinc)
softmax = _publish("special_softmax", _reductions.softmax)
spherical_bessel_j0 = _publish("special_spherical_bessel_j0", _UNRECORDED["spherical_bessel_j0"])
xlog1py = _publish("special_xlog1py", _specials.xlog1py)
xlogy = _publish("special_xlogy", _binary.xlogy)
zeta = _publish("special_zeta", _specials.zeta)
