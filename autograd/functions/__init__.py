"""torch's public functions, by chapters; importing the package attaches the Tensor methods.

Each module registers its functions: `export` for `torch.<name>`, `method` for `Tensor.<name>`.
"""

from types import FunctionType

from autograd.functions.autograd import backward, grad_dtypes, hooks  # noqa: F401
from autograd.functions.creation import (  # noqa: F401
    array_interchange, filled, from_data, ranges, windows,
)
from autograd.functions.fft import stft  # noqa: F401
from autograd.functions.indexing import (  # noqa: F401
    gather, getitem, scatter, searching, setitem, view_scatter,
)
from autograd.functions.linalg import (  # noqa: F401
    addmm, contractions, decompositions, distances, einsum, factorizations, matmul, matrices, norms
    as matrix_norms, solve, vander,
)
from autograd.functions.nn import (  # noqa: F401
    activations, convolution, distance, fake_quantize, fold, grid_sample, linear, normalization,
    padding, pooling,
)
from autograd.functions.pointwise import (  # noqa: F401
    arithmetic, binary, clamping, comparisons, complex_numbers, specials, unary,
)
from autograd.functions.random import random as sampling  # noqa: F401
from autograd.functions.reduction import (  # noqa: F401
    cumulative, finite_differences, histograms, norms, quantiles, reductions, sorting, statistics,
)
from autograd.functions.shape import (  # noqa: F401
    concatenation, diagonals, grids, inplace_views, rearrange, reshape, split, transpose,
    view_copies,
)
from autograd.functions.sparse import construction, rules  # noqa: F401
from autograd.functions.tensor_api import (  # noqa: F401
    aten_overloads, container_protocol, conversion, copy_pickle, foreach, formatting, memory,
    properties, python_numbers, removed, subclasses, symint,
)
from autograd.runtime.builtin_method import BuiltinMethod
from autograd.runtime.function_record import record
from autograd.tensor.tensor import Tensor

# Give each operator method its own function object, with the `__name__` that torch's has.
for _name, _method in list(vars(Tensor).items()):
    _operator = record(_name).operator
    _wanted = _operator.name if _operator and _operator.name else _name
    if _name[:2] == "__" and isinstance(_method, FunctionType) and _method.__name__ != _wanted:
        _own = FunctionType(_method.__code__, _method.__globals__, _wanted, _method.__defaults__,
                            _method.__closure__)
        _own.__kwdefaults__ = _method.__kwdefaults__
        _own.__doc__, _own.__qualname__ = _method.__doc__, _method.__qualname__
        _own.__dict__.update(vars(_method))
        setattr(Tensor, _name, _own)

# Properties that refuse to be set refuse to be deleted, too.
for _name, _fact in list(vars(Tensor).items()):
    if isinstance(_fact, property) and _fact.fset is not None and _fact.fdel is None:
        setattr(Tensor, _name, _fact.deleter(lambda self, refuse=_fact.fset: refuse(self, None)))

# Bound methods that torch writes in C++ have the `repr` of built-in methods.
for _name, _method in list(vars(Tensor).items()):
    if isinstance(_method, FunctionType) and _name[0] != "_":
        if not _method.__qualname__.startswith("Tensor."):
            setattr(Tensor, _name, BuiltinMethod(_method))
