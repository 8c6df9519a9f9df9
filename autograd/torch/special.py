"""`torch.special`: special functions."""

from types import FunctionType as _FunctionType

from autograd.functions.nn.c_argument_checks import wrap_native as _handed
from autograd.functions.pointwise.binary import xlogy  # noqa: F401
from autograd.functions.pointwise.specials import (  # noqa: F401
    UNRECORDED as _UNRECORDED, entr, erfcx, i0e, i1, i1e, igamma as gammainc, igammac as gammaincc,
    log_ndtr, mvlgamma as multigammaln, ndtr, ndtri, round, xlog1py, zeta,
)
from autograd.functions.pointwise.unary import (  # noqa: F401
    digamma, erf, erfc, erfinv, exp2, expm1, i0, lgamma as gammaln, log1p, logit, polygamma,
    sigmoid as expit, sinc,
)
from autograd.functions.reduction.reductions import log_softmax, softmax  # noqa: F401
from autograd.functions.reduction.statistics import logsumexp  # noqa: F401

psi = digamma
globals().update(_UNRECORDED)


for _name, _function in tuple(globals().items()):
    if isinstance(_function, _FunctionType) and not _name.startswith("_"):
        globals()[_name] = _handed(_function, "torch.special", f"special_{_name}")
