"""Legacy constructors such as `torch.Tensor(2, 3)` or `torch.FloatTensor([1, 2])`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.arguments.argument_parser import type_with_entries
from autograd.engine.apply import apply
from autograd.engine.conversions import notify_conversions
from autograd.functions.creation.from_data import (
    array_from_sequence, as_tensor, check_representable,
)
from autograd.runtime.c_types import type_name
from autograd.runtime.execution_state import execution
from autograd.runtime.warnings import warn_once
from autograd.tensor import dtype as dtypes
from autograd.tensor.device import device as device_type
from autograd.tensor.mutation import notify_shared
from autograd.tensor.size import Size, check_sizes
from autograd.tensor.storage import TypedStorage
from autograd.tensor.tensor import Tensor, new_tensor
from autograd.tensor.allocation import empty_array
from autograd.tensor.version_counter import mark_results

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype


def construct_tensor(
        cls, args: tuple[Any, ...], options: dict[Any, Any], dtype: dtype | None = None) -> Tensor:
    """Return the tensor of a legacy constructor, marked in inference mode unless it is shared."""
    result = build_tensor(cls, args, options, dtype)
    if execution.inference_mode:
        mark_results(result, args)
    return result


DEVICE_UNSUPPORTED = "Legacy tensor {} is not supported.  Use {}torch.as_tensor(...) instead."


def build_tensor(
        cls, args: tuple[Any, ...], options: dict[Any, Any], dtype: dtype | None) -> Tensor:
    """Return an uninitialized tensor of the given sizes, or a tensor with the given data.

    Data are cast to `dtype`, by default the default dtype; a tensor or an array of that dtype is
    shared. Raise torch's error for another device than the CPU and for unknown keywords.
    torch/csrc/utils/tensor_new.cpp, `legacy_tensor_generic_ctor_new`.
    """
    device = options.pop("device", None)
    if device is not None and len(args) == 1 and isinstance(args[0], Tensor):
        raise RuntimeError(DEVICE_UNSUPPORTED.format(
            "constructor of the form torch.Tensor(tensor, device=device)", "torch.tensor(...) or "))
    if device is not None and device_type(device).type != "cpu":
        raise RuntimeError(
            "legacy constructor expects device type: cpu but device type: "
            f"{device_type(device).type} was passed"
        )
    if "size" in options and not args:
        args = tuple(options.pop("size"))
    data = options.pop("data", None)
    args = (data,) if data is not None and not args else args
    if options:
        raise TypeError(no_match_text(args, options))
    if len(args) == 1 and isinstance(args[0], Tensor):
        check_dtype(args[0], dtype)
        if execution.grad_enabled and args[0].requires_grad:
            return apply(ops.alias, args)
        return notify_shared(new_tensor(cls, args[0]._array, args[0]._counter), args[0])
    if len(args) == 1 and isinstance(args[0], TypedStorage):  # the result shares its memory
        return new_tensor(cls, args[0]._entries(), [0])
    args = tuple(n.item() if is_integer_array(n) else n for n in args)
    if len(args) > 1:
        args = tuple(n._array.item() if isinstance(n, Tensor) and is_integer_array(n._array) else n
                     for n in args)
    if len(args) == 1 and isinstance(args[0], np.ndarray):
        result = as_tensor(args[0], dtype or dtypes.get_default_dtype())
        return notify_shared(new_tensor(cls, result._array, result._counter), result)
    result = new_tensor(cls, legacy_array(args, dtype or dtypes.get_default_dtype()), [0])
    notify_conversions(args, "Tensor" if dtype is None else f"{dtype.legacy_name}Tensor", result)
    return result


def is_integer_array(value: Any) -> bool:
    """Return True if `value` is a 0-dim integer array, which Python takes for an index."""
    return isinstance(value, np.ndarray) and not value.ndim and value.dtype.kind in "iu"


def legacy_array(args: tuple[int, ...], dtype: dtype) -> np.ndarray:
    """Return the array for the arguments of a legacy constructor: sizes, or one sequence."""
    target = dtype.numpy
    if not args:
        return np.empty(0, target)
    if all(isinstance(n, int | np.integer) for n in args) and not isinstance(args[0], bool):
        check_sizes(args)
        return empty_array(tuple(map(int, args)), target)
    if len(args) > 1:
        if isinstance(args[0], bool) or not isinstance(args[0], int | np.integer):
            raise TypeError(no_match_text(args, {}))
        number, value = next(
            (i, x) for i, x in enumerate(args, 1) if not isinstance(x, int | np.integer))
        raise TypeError(
            f"new(): argument 'size' failed to unpack the object at pos {number} with error "
            f"\"type must be tuple of ints,but got {type(value).__name__}\""
        )
    (data,) = args
    if isinstance(data, Size):
        return empty_array(data, target)
    if isinstance(data, bool | np.generic | set | dict) or not hasattr(data, "__len__"):
        raise TypeError(f"new(): data must be a sequence (got {type_name(data)})")
    array = array_from_sequence(data, target)
    check_representable(array, target)
    return array.astype(target)


def check_dtype(tensor: Tensor, dtype: Any) -> None:
    """Raise TypeError if a typed constructor such as `torch.FloatTensor` gets another dtype."""
    have = dtypes.dtype_of_array(tensor._array)
    if dtype is not None and have is not dtype:
        want, got = (
            f"TensorOptions(dtype={d.cpp_name}, device=cpu, layout=Strided, "
            "requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt))"
            for d in (dtype, have)
        )
        raise TypeError(f"expected {want} (got {got})")


def no_match_text(args: tuple[Any, ...], options: dict[Any, Any]) -> str:
    """Return torch's error text about arguments that match no signature of `new`."""
    got = [type(x).__name__ for x in args]
    got += [f"{name}={type_name(x)}" for name, x in options.items()]
    wrong = "\n      didn't match because some of the keywords were incorrect: "
    wrong += ", ".join(options)
    sizes = args and all(isinstance(x, int) for x in args)
    first, last = ("", wrong) if sizes else (wrong, "")
    if not options:  # torch explains a mismatch only for as many arguments
        types = ", ".join(f"!{type_with_entries(x)}!" for x in args)
        wrong = f"\n      didn't match because some of the arguments have invalid types: ({types})"
        first, last = (wrong if len(args) == count else "" for count in (2, 3))
    return (
        f"new() received an invalid combination of arguments - got ({', '.join(got)}), but "
        "expected "
        f"one of:\n * (*, torch.device device = None){first}\n * (torch.Storage storage)\n"
        f" * (Tensor other)\n * (tuple of ints size, *, torch.device device = None){last}\n"
        f" * (object data, *, torch.device device = None){last}\n"
    )


class tensortype(type):
    """Type of `torch.FloatTensor` and its siblings: a constructor, also for `isinstance`.

    Those of `torch.cuda` have a name only: they raise TypeError when called, and no tensor is an
    instance of them.
    """

    def __new__(mcs, dtype, module="torch"):
        members = {"dtype": dtype, "__module__": module, "is_cuda": module == "torch.cuda"}
        return type.__new__(mcs, dtype.type_string.removeprefix("torch."), (), members)

    def __init__(cls, dtype, module="torch"):
        type.__init__(cls, cls.__name__, (), {})

    def __call__(cls, *args, **options):
        check_available(cls)
        return construct_tensor(Tensor, args, options, cls.dtype)

    def __instancecheck__(cls, other):
        return (isinstance(other, Tensor) and not cls.is_cuda
                and dtypes.dtype_of_array(other._array) is cls.dtype)


def check_available(kind: type) -> None:
    """Raise TypeError if `kind` is a tensor type of `torch.cuda`."""
    if kind.is_cuda:
        raise TypeError(f"type torch.cuda.{kind.__name__} not available. "
                        "Torch not compiled with CUDA enabled.")


tensortype.__module__ = "torch"
Tensor._constructed = classmethod(construct_tensor)
TENSOR_TYPES = {
    d.type_string.removeprefix("torch."): tensortype(d)
    for d in dict.fromkeys(dtypes.NAMES.values())
    if d.numpy is not None and not d.is_complex and not (not d.is_signed and d.itemsize > 1)
}
CUDA_TYPES = {name: tensortype(kind.dtype, "torch.cuda") for name, kind in TENSOR_TYPES.items()}


def set_default_tensor_type(t: Any, /) -> None:
    """Set the default dtype by a tensor type or its name; deprecated in torch."""
    warn_once(
        "torch.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use "
        "torch.set_default_dtype() and torch.set_default_device() as alternatives.",
        at="torch/csrc/tensor/python_tensor.cpp:434")
    if isinstance(t, str):
        known = CUDA_TYPES if t.startswith("torch.cuda.") else TENSOR_TYPES
        name = t.rpartition(".")[2]
        if name not in known:
            raise AttributeError(f"module 'torch' has no attribute '{name}'")
        t = known[name]
    if not isinstance(t, tensortype):
        raise TypeError(
            "invalid type object: only floating-point types are supported as the default type")
    check_available(t)
    dtypes.set_default_dtype(t.dtype)
