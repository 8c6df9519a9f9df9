"""`torch.ops`: operators by namespace and name, own ones of `torch.library` and torch's `aten`."""

import sys as _sys
from functools import cache as _cache

from autograd.tensor.tensor import Tensor as _Tensor
from torch.library import _DEFINED

# The overloads that calls of `aten` write most; which of them an operator has is not kept here.
_OVERLOADS = frozenset(
    "default Tensor Scalar Tensor_Scalar Scalar_Tensor Tensor_Tensor Tensor_mode Scalar_mode dim "
    "dim_IntList names_dim dim_max dim_min other int self ScalarSelf ScalarOther dtype".split())


class OpOverload:
    """One overload of an operator, which finds its meaning in its arguments here."""

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
        """The name torch registers it by: "aten::sin", "aten::add.Tensor"."""
        short = self._overloadname
        return f"aten::{self.overloadpacket.__name__}" + ("" if short == "default" else f".{short}")


class OpOverloadPacket:
    """An operator of `aten`: the function of `torch`, or else the method, of the same name."""

    def __init__(self, name: str, function):
        self.__name__, self._function = name, function

    def __call__(self, *args, **kwargs):
        made = self._function(*args, **kwargs)
        return tuple(made) if isinstance(made, tuple) else made  # without the names of its parts

    def __getattr__(self, name):
        if name not in _OVERLOADS:
            raise AttributeError(f"The underlying op of '{self}' has no overload name '{name}'")
        found = self.__dict__[name] = OpOverload(self, name)
        return found

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
        found = _DEFINED.get(f"{self.name}::{name}")
        if found is None and self.name == "aten" and not name.startswith("__"):
            found = _of_torch(name)
        if found is None:
            raise AttributeError(
                f"'_OpNamespace' '{self.name}' object has no attribute '{name}'")
        return found


@_cache
def _of_torch(name: str) -> OpOverloadPacket | None:
    """The operator that `torch.name` or `Tensor.name` calls; none where both are not functions."""
    function = getattr(_sys.modules["torch"], name, None) or getattr(_Tensor, name, None)
    if not callable(function) or isinstance(function, type):
        return None
    return OpOverloadPacket(name, function)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _Namespace(name)
