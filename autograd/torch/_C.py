"""The names of `torch._C` that programs use: not to ask `__torch_function__`, and types to name."""

from __future__ import annotations


from autograd.graph.node import Node as _Node
from autograd.graph.traversal import will_execute as _will_run
from autograd.kernels.generator import Generator  # noqa: F401
from autograd.runtime.backward_state import current as _current
from autograd.tensor import torch_function
from autograd.tensor.tensor import Tensor as TensorBase  # noqa: F401
from autograd.tensor.torch_function import (  # noqa: F401
    disabled_handler as _disabled_torch_function_impl)


def _current_autograd_node():
    """The node that a backward pass is at, or None."""
    return _current.node


def _will_engine_execute_node(node) -> bool:
    """Whether the backward pass that runs now runs a node, which hooks on several tensors ask."""
    if not isinstance(node, _Node):
        raise RuntimeError(
            f"_will_engine_execute_node expects an grad_fn, but got {type(node).__name__}")
    return _will_run([node])[0]


def _get_tracing_state():
    """None: programs are run, never traced."""


class DisableTorchFunctionSubclass:
    """While classes derived from Tensor are not asked."""

    def __enter__(self):
        self._within = torch_function.without_dispatch()
        self._within.__enter__()

    def __exit__(self, *error):
        self._within.__exit__(*error)


class DisableTorchFunction(DisableTorchFunctionSubclass):
    """While neither classes nor modes are asked."""

    def __enter__(self):
        super().__enter__()
        self._modes, torch_function.modes[:] = torch_function.modes[:], []

    def __exit__(self, *error):
        torch_function.modes[:] = self._modes
        super().__exit__(*error)


def _log_api_usage_once(name) -> None:
    """Nothing: nobody counts what is used here."""


class Type:
    """A type of TorchScript, with which lessons annotate; nothing is made of it."""

    def __init__(self, *given):
        raise TypeError(f"torch._C.{type(self).__name__}: No constructor defined!")

    @classmethod
    def get(cls) -> Type:
        """The one type of this class."""
        return cls._only

    def __repr__(self):
        return _SHOWN[type(self).__name__]

    def kind(self) -> str:
        """The name of the class."""
        return type(self).__name__


Type.__module__ = "torch"
_SHOWN = {
    "AnyType": "Any", "BoolType": "bool", "ComplexType": "complex", "FloatType": "float",
    "IntType": "int", "NoneType": "NoneType", "NumberType": "number", "StringType": "str",
    "TensorType": "Tensor",
}
for _name in _SHOWN:
    globals()[_name] = _type = type(_name, (Type,), {"__module__": "torch"})
    _type._only = object.__new__(_type)
for _name in ("Graph", "Node", "Value"):  # of compiled programs, which nobody makes
    globals()[_name] = type(_name, (), {"__init__": Type.__init__, "__module__": "torch"})
