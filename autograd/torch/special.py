"""`torch.special`: functions of mathematics, most of which torch has under another name too."""

from autograd import derivatives as _table
from autograd.functions.elementary import (  # noqa: F401
    digamma,
    erf,
    erfc,
    erfinv,
    exp2,
    expm1,
    i0,
    lgamma as gammaln,
    log1p,
    logit,
    polygamma,
    round,
    sigmoid as expit,
    sinc,
)
from autograd.functions.pairs import xlogy  # noqa: F401
from autograd.functions.reductions import log_softmax, softmax  # noqa: F401
from autograd.functions.statistics import logsumexp  # noqa: F401
from autograd.promotion import binary as _binary, unary as _unary
from autograd.unknown import missing as _missing

psi = digamma


def i1(input):
    """The modified Bessel function of the first kind and order 1."""
    return _unary(_table.special_i1, input)


def xlog1py(input, other):
    """`input * log1p(other)`, 0 where input is."""
    return _binary(_table.xlog1py, input, other)


def entr(input):
    """`-x ln x`, 0 at 0 and minus infinity below."""
    return -xlogy(input, input)


def ndtr(input):
    """The area under the standard normal density up to `input`."""
    return (erf(input * 0.5 ** 0.5) + 1) * 0.5


def ndtri(input):
    """The inverse of `ndtr`."""
    return erfinv(input * 2 - 1) * 2 ** 0.5


def __getattr__(name):
    raise _missing("torch.special", name, globals())
