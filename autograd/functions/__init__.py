"""What users call: torch's functions and, through `method`, the Tensor methods of the same name."""

from types import FunctionType, ModuleType

from autograd.functions import gradients, hooks, sparse_rules  # noqa: F401  registers the rules
from autograd.functions.arithmetic import *  # noqa: F403
from autograd.functions.comparisons import *  # noqa: F403
from autograd.functions.choices import *  # noqa: F403
from autograd.functions.elementary import *  # noqa: F403
from autograd.functions.pairs import *  # noqa: F403
from autograd.functions.shapes import *  # noqa: F403
from autograd.functions.turning import *  # noqa: F403
from autograd.functions.pieces import *  # noqa: F403
from autograd.functions.reductions import *  # noqa: F403
from autograd.functions.statistics import *  # noqa: F403
from autograd.functions.norms import *  # noqa: F403
from autograd.functions.quantiles import *  # noqa: F403
from autograd.functions.scans import *  # noqa: F403
from autograd.functions.searching import *  # noqa: F403
from autograd.functions.places import *  # noqa: F403
from autograd.functions.repeats import *  # noqa: F403
from autograd.functions.scatters import *  # noqa: F403
from autograd.functions.arrangements import *  # noqa: F403
from autograd.functions.joins import *  # noqa: F403
from autograd.functions.powers import *  # noqa: F403
from autograd.functions.seen import *  # noqa: F403
from autograd.functions.linear import *  # noqa: F403
from autograd.functions.additions import *  # noqa: F403
from autograd.functions.contractions import *  # noqa: F403
from autograd.functions.einsums import *  # noqa: F403
from autograd.functions.spectrograms import *  # noqa: F403
from autograd.functions.specials import *  # noqa: F403
from autograd.functions.buffers import *  # noqa: F403
from autograd.functions.chains import *  # noqa: F403
from autograd.functions.complexes import *  # noqa: F403
from autograd.functions.matrices import *  # noqa: F403
from autograd.functions.systems import *  # noqa: F403
from autograd.functions.decompositions import *  # noqa: F403
from autograd.functions.factors import *  # noqa: F403
from autograd.functions.failures import *  # noqa: F403
from autograd.functions.removed import *  # noqa: F403
from autograd.functions.creation import *  # noqa: F403
from autograd.functions.ranges import *  # noqa: F403
from autograd.functions.subscripts import *  # noqa: F403
from autograd.functions.assignment import *  # noqa: F403
from autograd.functions.gradients import *  # noqa: F403
from autograd.functions.grad_dtypes import *  # noqa: F403
from autograd.functions.hooks import *  # noqa: F403
from autograd.functions.weights import *  # noqa: F403
from autograd.functions.numbers_out import *  # noqa: F403
from autograd.functions.data import *  # noqa: F403
from autograd.functions.type_names import *  # noqa: F403
from autograd.functions.facts import *  # noqa: F403
from autograd.functions.memory import *  # noqa: F403
from autograd.functions.copies import *  # noqa: F403
from autograd.functions.layouts import *  # noqa: F403
from autograd.functions.chance import *  # noqa: F403
from autograd.functions.grids import *  # noqa: F403
from autograd.functions.twins import *  # noqa: F403
from autograd.functions.view_copies import *  # noqa: F403
from autograd.functions.together import *  # noqa: F403
from autograd.functions.signals import *  # noqa: F403
from autograd.functions.histograms import *  # noqa: F403
from autograd.functions.sparse import *  # noqa: F403
from autograd.functions.rejection import *  # noqa: F403
from autograd.functions.numbers_of_sizes import *  # noqa: F403
from autograd.functions.exchange import *  # noqa: F403
from autograd.functions.rounding import *  # noqa: F403
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
    name for room in tuple(vars().values())
    if isinstance(room, ModuleType) and room.__name__.startswith(f"{__name__}.")
    if room not in (gradients, hooks)
    for name in getattr(room, "__all__", ())
]

# What torch writes in C++ is a built-in: so Python names it where parentheses are missing.
for _name, _method in list(vars(Tensor).items()):
    if isinstance(_method, FunctionType) and _name[0] != "_":
        if not _method.__qualname__.startswith("Tensor."):
            setattr(Tensor, _name, BuiltIn(_method))
