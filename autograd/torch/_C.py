"""The names of `torch._C` that programs use."""

from __future__ import annotations


from autograd.graph.node import Node as _Node
from autograd.graph.traversal import will_execute as _will_run
from autograd.kernels.generator import Generator  # noqa: F401
from autograd.runtime.execution_state import execution
from autograd.tensor import torch_function
from autograd.tensor.tensor import Tensor as TensorBase  # noqa: F401
from autograd.tensor.torch_function import (  # noqa: F401
    disabled_handler as _disabled_torch_function_impl)


def _current_autograd_node():
    """Return the node that backward is running, or None."""
    return execution.backward_node


def _will_engine_execute_node(node) -> bool:
    """Return True if the running backward pass executes `node`. RuntimeError if it is no node."""
    if not isinstance(node, _Node):
        raise RuntimeError(
            f"_will_engine_execute_node expects an grad_fn, but got {type(node).__name__}")
    return _will_run([node])[0]


def _get_tracing_state():
    """Return None: nothing is traced."""


class DisableTorchFunctionSubclass:
    """A context in which subclasses' `__torch_function__` is not called."""

    def __enter__(self):
        self._within = torch_function.without_dispatch()
        self._within.__enter__()

    def __exit__(self, *error):
        self._within.__exit__(*error)


class DisableTorchFunction(DisableTorchFunctionSubclass):
    """A context in which neither subclasses' nor modes' `__torch_function__` is called."""

    def __enter__(self):
        super().__enter__()
        self._modes, torch_function.modes[:] = torch_function.modes[:], []

    def __exit__(self, *error):
        torch_function.modes[:] = self._modes
        super().__exit__(*error)


def _log_api_usage_once(name) -> None:
    """Do nothing: usage is not logged."""


class Type:
    """A TorchScript type, for use in annotations."""

    def __init__(self, *given):
        raise TypeError(f"torch._C.{type(self).__name__}: No constructor defined!")

    @classmethod
    def get(cls) -> Type:
        """Return the only instance of this class."""
        return cls._only

    def __repr__(self):
        return self._text

    def kind(self) -> str:
        """Return the name of the class."""
        return type(self).__name__


Type.__module__ = "torch"


def _make_type(name: str, text: str) -> type[Type]:
    """Return a class derived from Type, whose only instance has the repr `text`."""
    result = type(name, (Type,), {"__module__": "torch", "_text": text})
    result._only = object.__new__(result)
    return result


def _make_graph_type(name: str) -> type:
    """Return a class of TorchScript's graphs, which has no constructor."""
    return type(name, (), {"__init__": Type.__init__, "__module__": "torch"})


AnyType = _make_type("AnyType", "Any")
BoolType = _make_type("BoolType", "bool")
ComplexType = _make_type("ComplexType", "complex")
FloatType = _make_type("FloatType", "float")
IntType = _make_type("IntType", "int")
NoneType = _make_type("NoneType", "NoneType")
NumberType = _make_type("NumberType", "number")
StringType = _make_type("StringType", "str")
TensorType = _make_type("TensorType", "Tensor")
Graph, Node, Value = _make_graph_type("Graph"), _make_graph_type("Node"), _make_graph_type("Value")
