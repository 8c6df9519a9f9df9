"""`torch.ops`: operators by namespace, of torch or of `torch.library`."""

import sys as _sys
from functools import cache as _cache

from autograd.tensor.tensor import Tensor as _Tensor
from torch.library import _DEFINED

# Names of overloads; every operator accepts all of them.
_OVERLOADS = frozenset(
    "default Tensor Scalar Tensor_Scalar Scalar_Tensor Tensor_Tensor Tensor_mode Scalar_mode dim "
    "dim_IntList names_dim dim_max dim_min other int self ScalarSelf ScalarOther dtype".split())


class OpOverload:
    """One overload of an operator; the arguments choose its behavior."""

    def __init__(self, packet: "OpOverloadPacket", overload: str):
        self.overloadpacket, self._overloadname = packet, overload
        self.__name__ = f"{packet.__name__}.{overload}"

    def __call__(self, *args, **kwargs):
        return self.overloadpacket(*args, **kwargs)

    def __str__(self):
        return f"{self.overloadpacket}.{self._overloadname}"

    def __repr__(self):
        return f"<OpOverload(op='{self.overloadpacket}', overload='{self._overloadname}')>"

    def name(self) -> str:
        """Return the registered name: "aten::sin", "aten::add.Tensor"."""
        short = self._overloadname
        return f"aten::{self.overloadpacket.__name__}" + ("" if short == "default" else f".{short}")


class OpOverloadPacket:
    """An operator of `aten`: the function of `torch`, or else the method, of the same name."""

    def __init__(self, name: str, function):
        self.__name__, self._function = name, function

    def __call__(self, *args, **kwargs):
        result = self._function(*args, **kwargs)
        return (
            tuple(result) if isinstance(result, tuple) else result
        )  # a plain tuple in place of a named one

    def __getattr__(self, name):
        if name not in _OVERLOADS:
            raise AttributeError(f"The underlying op of '{self}' has no overload name '{name}'")
        overload = self.__dict__[name] = OpOverload(self, name)
        return overload

    def __str__(self):
        return f"aten.{self.__name__}"

    def __repr__(self):
        return f"<OpOverloadPacket(op='{self}')>"


class _Namespace:
    """The operators of one namespace, as attributes."""

    def __init__(self, name: str):
        self.name = name

    def __repr__(self):
        return f"<module 'torch.ops.{self.name}' from 'torch.ops'>"

    def __getattr__(self, name):
        operator = _DEFINED.get(f"{self.name}::{name}")
        if operator is None and self.name == "aten" and not name.startswith("__"):
            operator = _find_function(name)
        if operator is None:
            raise AttributeError(
                f"'_OpNamespace' '{self.name}' object has no attribute '{name}'")
        return operator


@_cache
def _find_function(name: str) -> OpOverloadPacket | None:
    """Return the function of `torch`, or the method of Tensor, named `name`; None if absent."""
    function = getattr(_sys.modules["torch"], name, None) or getattr(_Tensor, name, None)
    if not callable(function) or isinstance(function, type):
        return None
    return OpOverloadPacket(name, function)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _Namespace(name)
