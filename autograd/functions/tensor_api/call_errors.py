"""torch's errors for calls that failed with an error of Python or numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import signature
from itertools import combinations
from typing import Any

from autograd.engine.broadcasting import check_broadcast
from autograd.kernels.allocation_errors import allocation_error
from autograd.runtime.c_types import type_name
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import record
from autograd.tensor.tensor import Tensor, regenerate_grad_fn


def check_is_tensor(name: str, args: tuple[Any, ...]) -> None:
    """Raise Python's TypeError for a built-in method that is called on no tensor."""
    if record(name).python_method or args and isinstance(args[0], Tensor):
        return
    if not args:
        raise TypeError(f"unbound method TensorBase.{name}() needs an argument")
    raise TypeError(f"descriptor '{name}' for 'torch._C.TensorBase' objects doesn't apply to a "
                    f"'{type_name(args[0])}' object")


def unsupported_arguments(
        function: Callable[..., Any], name: str, args: tuple[Any, ...], options: dict[Any, Any],
        is_method: bool) -> TypeError:
    """Return the TypeError for arguments that a function does not support."""
    return argument_type_error(function, name, args, options, is_method) or TypeError(
        f"{name}(): these arguments do not go together")


def check_tensors(
        function: Callable[..., Any], name: str, args: tuple[Any, ...], options: dict[str, Any],
        error: Exception, is_method: bool) -> None:
    """Raise torch's error in place of `error` if an argument should be a tensor."""
    if getattr(error, "name", "") in ("_array", "_levels") or "operand type" in str(error):
        raise argument_type_error(function, name, args, options, is_method) or error from None

NUMPY_SIZE_ERRORS = ("too big", "Maximum allowed dimension")  # parts of numpy's messages


def raise_torch_error(
        name: str, error: Exception, args: tuple[Any, ...], options: dict[str, Any]) -> None:
    """Raise torch's error in place of `error`, if torch has another."""
    if isinstance(error, MemoryError) or any(each in str(error) for each in NUMPY_SIZE_ERRORS):
        raise allocation_error(error, args, options) from None
    if isinstance(error, ValueError):
        check_broadcasting(error, args, options)
    else:
        check_views(name, (*args, *options.values()))


def check_views(name: str, values: Sequence[Any]) -> None:
    """Raise torch's error about a view that lost its history, which precedes an op's others."""
    if not execution.grad_enabled or record(name).composite or name[-1] == "_":
        return
    for x in values:
        if isinstance(x, Tensor) and x._base is not None and x.requires_grad:
            regenerate_grad_fn(x)


def check_broadcasting(error: Exception, args: tuple[Any, ...], options: dict[str, Any]) -> None:
    """Raise torch's error in place of numpy's for two tensors that do not broadcast."""
    if "could not be broadcast together" not in str(error):
        return
    tensors = [x for x in (*args, *options.values()) if isinstance(x, Tensor)]
    for first, second in combinations(tensors, 2):
        check_broadcast(first, second)

# Parameters that take tensors only.
TENSOR_NAMES = (
    "input", "self", "other", "mat1", "mat2", "vec", "vec2", "batch1", "batch2", "tensor",
    "tensor1", "tensor2", "end", "x1", "x2", "index", "mask", "condition", "A", "B", "first",
    "second")


def argument_type_error(
        function: Callable[..., Any], name: str, args: tuple[Any, ...], options: dict[str, Any],
        is_method: bool = False) -> Exception | None:
    """Return torch's error about the first argument that should be a tensor; None if all are."""
    needed = "" if is_method else record(name).needs
    if needed and args and not hasattr(args[0], needed):
        return AttributeError(f"'{type_name(args[0])}' object has no attribute '{needed}'")
    name = "_unique2" if name == "unique" else name
    names = list(signature(function).parameters)
    given = [*zip(names, args), *options.items()]
    for position, (key, value) in enumerate(given, 1 - is_method):
        if key in TENSOR_NAMES and not isinstance(value, Tensor):
            return TypeError(
                f"{name}(): argument '{key}' (position {position}) must be Tensor, not "
                f"{type_name(value)}"
            )
    return None
