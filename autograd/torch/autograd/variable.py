"""`torch.autograd.Variable`, the former wrapper of tensors that require gradients."""

from operator import index

import numpy as np

from autograd.engine.backward import EngineBase
from autograd.runtime.warnings import caution
from autograd.tensor.mutation import notify_shared
from autograd.tensor.tensor import Tensor, wrap


class VariableMeta(type):
    """Metaclass by which every Tensor is an instance of Variable."""

    def __instancecheck__(cls, other):
        return isinstance(other, Tensor)


class Variable(metaclass=VariableMeta):
    """`Variable(data, requires_grad)` returns a Tensor that shares the memory of `data`."""

    _execution_engine = EngineBase()

    def __new__(cls, data=None, requires_grad=False, volatile=False, **unknown):
        for name in unknown:
            raise TypeError(f"'{name}' is an invalid keyword argument for this function")
        requires_grad, volatile = index(requires_grad), index(volatile)
        if volatile:
            caution(
                "volatile was removed and now has no effect. Use `with torch.no_grad():` instead.")
            if requires_grad:
                raise ValueError("Variable can't be volatile and require_grad at the same time!")
        if data is None:
            return wrap(np.empty(0, np.float32))
        if not isinstance(data, Tensor):
            got = type(data).__name__
            raise TypeError(f"Variable data has to be a tensor, but got {got}")
        # Unobserved: wrapping a tensor is no op of the user's program.
        result = notify_shared(data.alias(), data)
        if requires_grad and data._array.dtype.kind not in "fcV":
            raise RuntimeError(
                "Only Tensors of floating point and complex dtype can require gradients")
        result.requires_grad = bool(requires_grad)
        return result
