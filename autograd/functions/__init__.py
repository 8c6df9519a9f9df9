"""What users call: torch's functions and, through `method`, the Tensor methods of the same name."""

import sys
from types import FunctionType

from autograd.functions.autograd import (  # noqa: F401  registers the rules
    backward as gradients, hooks)
from autograd.functions.sparse import rules as sparse_rules  # noqa: F401  registers the rules
from autograd.functions.pointwise.arithmetic import *  # noqa: F403
from autograd.functions.pointwise.comparisons import *  # noqa: F403
from autograd.functions.pointwise.where import *  # noqa: F403
from autograd.functions.pointwise.unary import *  # noqa: F403
from autograd.functions.pointwise.binary import *  # noqa: F403
from autograd.functions.shape.shapes import *  # noqa: F403
from autograd.functions.shape.transpose import *  # noqa: F403
from autograd.functions.shape.split import *  # noqa: F403
from autograd.functions.reduction.reductions import *  # noqa: F403
from autograd.functions.reduction.statistics import *  # noqa: F403
from autograd.functions.reduction.norms import *  # noqa: F403
from autograd.functions.reduction.quantiles import *  # noqa: F403
from autograd.functions.reduction.cumulative import *  # noqa: F403
from autograd.functions.indexing.searching import *  # noqa: F403
from autograd.functions.indexing.gather_scatter import *  # noqa: F403
from autograd.functions.shape.repeats import *  # noqa: F403
from autograd.functions.indexing.scatter import *  # noqa: F403
from autograd.functions.shape.arrangements import *  # noqa: F403
from autograd.functions.shape.joins import *  # noqa: F403
from autograd.functions.pointwise.powers import *  # noqa: F403
from autograd.functions.shape.inplace_views import *  # noqa: F403
from autograd.functions.linalg.matmul import *  # noqa: F403
from autograd.functions.linalg.addmm import *  # noqa: F403
from autograd.functions.linalg.contractions import *  # noqa: F403
from autograd.functions.linalg.einsum import *  # noqa: F403
from autograd.functions.fft.stft import *  # noqa: F403
from autograd.functions.pointwise.specials import *  # noqa: F403
from autograd.functions.creation.frombuffer import *  # noqa: F403
from autograd.functions.linalg.multi_dot import *  # noqa: F403
from autograd.functions.pointwise.complexes import *  # noqa: F403
from autograd.functions.linalg.matrices import *  # noqa: F403
from autograd.functions.linalg.solve import *  # noqa: F403
from autograd.functions.linalg.decompositions import *  # noqa: F403
from autograd.functions.linalg.factors import *  # noqa: F403
from autograd.functions.linalg.ex_variants import *  # noqa: F403
from autograd.functions.tensor_api.removed import *  # noqa: F403
from autograd.functions.creation.creation import *  # noqa: F403
from autograd.functions.creation.ranges import *  # noqa: F403
from autograd.functions.indexing.getitem import *  # noqa: F403
from autograd.functions.indexing.setitem import *  # noqa: F403
from autograd.functions.autograd.backward import *  # noqa: F403
from autograd.functions.autograd.grad_dtypes import *  # noqa: F403
from autograd.functions.autograd.hooks import *  # noqa: F403
from autograd.functions.nn.weight_norm import *  # noqa: F403
from autograd.functions.tensor_api.python_numbers import *  # noqa: F403
from autograd.functions.tensor_api.conversion import *  # noqa: F403
from autograd.functions.tensor_api.type_names import *  # noqa: F403
from autograd.functions.tensor_api.properties import *  # noqa: F403
from autograd.functions.tensor_api.memory import *  # noqa: F403
from autograd.functions.tensor_api.copy_pickle import *  # noqa: F403
from autograd.functions.tensor_api.layouts import *  # noqa: F403
from autograd.functions.random.random import *  # noqa: F403
from autograd.functions.nn.grid_sample import *  # noqa: F403
from autograd.functions.tensor_api.aten_overloads import *  # noqa: F403
from autograd.functions.shape.view_copies import *  # noqa: F403
from autograd.functions.tensor_api.foreach import *  # noqa: F403
from autograd.functions.reduction.signals import *  # noqa: F403
from autograd.functions.reduction.histograms import *  # noqa: F403
from autograd.functions.sparse.construction import *  # noqa: F403
from autograd.functions.random.rejection import *  # noqa: F403
from autograd.functions.tensor_api.symint import *  # noqa: F403
from autograd.functions.creation.dlpack import *  # noqa: F403
from autograd.functions.nn.fake_quantize import *  # noqa: F403
from autograd.runtime.builtin_method import BuiltIn
from autograd.tensor.override_names import NAMED
from autograd.tensor.tensor import Tensor

# Those that torch writes in Python tell their class: in errors, and where parentheses are missing.
for _name in ("backward", "register_hook", "register_post_accumulate_grad_hook", "share_memory_",
              "storage", "dim_order", "reinforce", "is_shared", "to_sparse_coo", "norm",
              "unique", "unique_consecutive", "__len__", "__iter__", "__contains__", "__reversed__",
              "__repr__", "__format__", "split", "unflatten", "stft", "istft", "lu"):
    _method = vars(Tensor)[_name]
    for _each in (_method, getattr(_method, "__wrapped__", _method)):
        _each.__qualname__ = f"Tensor.{_name}"

# Operators that serve as functions too, or were made by others, are called as they are read.
for _name, _method in list(vars(Tensor).items()):
    _wanted = NAMED.get(_name, _name)
    if _name[:2] == "__" and isinstance(_method, FunctionType) and _method.__name__ != _wanted:
        _own = FunctionType(_method.__code__, _method.__globals__, _wanted, _method.__defaults__,
                            _method.__closure__)
        _own.__kwdefaults__ = _method.__kwdefaults__
        _own.__doc__, _own.__qualname__ = _method.__doc__, _method.__qualname__
        _own.__dict__.update(vars(_method))
        setattr(Tensor, _name, _own)

# What cannot be set cannot be deleted either.
for _name, _fact in list(vars(Tensor).items()):
    if isinstance(_fact, property) and _fact.fset is not None and _fact.fdel is None:
        setattr(Tensor, _name, _fact.deleter(lambda self, refuse=_fact.fset: refuse(self, None)))

# What becomes `torch.<name>`: nothing but what each room of this package publishes, and not what
# torch keeps under `torch.autograd`.
__all__ = [
    name for where, room in tuple(sys.modules.items())
    if where.startswith(f"{__name__}.") and room not in (gradients, hooks)
    for name in getattr(room, "__all__", ())
]

# What torch writes in C++ is a built-in: so Python names it where parentheses are missing.
for _name, _method in list(vars(Tensor).items()):
    if isinstance(_method, FunctionType) and _name[0] != "_":
        if not _method.__qualname__.startswith("Tensor."):
            setattr(Tensor, _name, BuiltIn(_method))
