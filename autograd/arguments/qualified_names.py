"""Full names of functions, with the `repr` that Python shows for torch's."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from autograd.runtime.builtin_method import get_class_attribute
from autograd.runtime.function_record import BUILTIN, FUNCTIONAL, NN_BUILTIN, TORCH, record
from autograd.tensor.tensor import Tensor

# Prefix of the full names of C++ functions, by the module that exports them.
NATIVE_PREFIXES = {
    f"torch.{name}": f"torch._C._{name}.{name}_" for name in ("linalg", "special", "fft")}
# torch's module of a function, by the module that defines it here, if they differ.
TORCH_MODULES = {
    "autograd.tensor.global_settings": "torch", "autograd.engine.anomaly_mode": "torch",
    "autograd.kernels.generator": "torch.random",
    "autograd.frontend.serialization.api": "torch.serialization",
    "autograd.tensor.printing": "torch._tensor_str",
    "autograd.tensor.dtype": "torch", "autograd.functions.creation.legacy_constructors": "torch",
    "torch.func.modules": "torch.func",
    "torch.func.patterns": "torch.func",
}


def full_name(function: FunctionType) -> str:
    """Return a function's name with its module or class, as `torch.typename` does."""
    name, module = function.__name__, function.__module__
    declared = record(name)
    if get_class_attribute(Tensor, name) is function:
        return f"{'torch._tensor.Tensor' if declared.python_method else 'TensorBase'}.{name}"
    for exporter, prefix in NATIVE_PREFIXES.items():
        bare = name.removeprefix(prefix.rpartition(".")[2])
        if is_attribute(exporter, bare, function):
            return prefix + bare
    if is_attribute("torch.nn.functional", name, function) and not declared.home:
        return f"torch.nn.functional.{name}"
    if declared.home == NN_BUILTIN and not is_attribute("torch", name, function):
        return f"{NN_BUILTIN}.{name}"
    home = vars(function).get("home", module or "")
    if home in TORCH_MODULES or not home.startswith("autograd.functions"):
        owner = "torch.func" if module.startswith("autograd.transforms") else TORCH_MODULES.get(
            module, module)
        return f"{owner}.{function.__qualname__}"
    if declared.home == FUNCTIONAL:
        return f"{FUNCTIONAL}.{name}"
    if is_attribute("torch.autograd", name, function):
        return f"torch.autograd.{name}"
    return f"{TORCH if declared.home == TORCH else BUILTIN}.{name}"


def is_attribute(module: str, name: str, function: Callable[..., Any]) -> bool:
    """Return whether `module`, if it is loaded, has this function under this name."""
    return vars(sys.modules[module]).get(name) is function if module in sys.modules else False


def repr_of_function(function: FunctionType) -> str:
    """Return the `repr` of torch's function of the same full name."""
    owner, _, name = full_name(function).rpartition(".")
    if owner == "TensorBase":
        return f"<method '{name}' of 'torch._C.TensorBase' objects>"
    if owner == "torch._VariableFunctionsClass":
        return f"<built-in method {name} of type object at {id(Tensor):#x}>"
    if owner.startswith("torch._C."):
        return f"<built-in function {name}>"
    prefix = "Tensor." if owner == "torch._tensor.Tensor" else ""
    return f"<function {prefix}{name} at {id(function):#x}>"
