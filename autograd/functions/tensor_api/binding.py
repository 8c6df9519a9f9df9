"""Registration of functions as methods of Tensor.

`torch.mul` and `Tensor.mul` are one function, each with its own binding of arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograd.arguments.binder import Binder
from autograd.engine import transform_levels
from autograd.engine.out_checks import check_no_autograd
from autograd.engine.vmap_factories import expand_for_vmap, rerun_if_drawn
from autograd.functions.tensor_api.call_errors import (
    check_is_tensor, check_tensors, raise_torch_error, unsupported_arguments,
)
from autograd.runtime import interpreters
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import add_facts
from autograd.runtime.interpreters import stack
from autograd.runtime.wrapping import wraps
from autograd.tensor import meta, torch_function
from autograd.tensor.batched_tensor import NeedsFallback
from autograd.tensor.tensor import Tensor, make_readonly_setter
from autograd.tensor.torch_function import dispatch, dispatched_arguments, find_overriding
from autograd.tensor.version_counter import mark_results

if TYPE_CHECKING:
    from autograd.tensor.size import Size


def attach_method(name: str, function: Callable[..., Any]) -> None:
    """Make `function` the Tensor method `name`, with its arguments checked."""
    setattr(Tensor, name, make_public(function, name, True))


def attach_property(name: str, read: Callable[[Any], Any], metadata: bool = False) -> None:
    """Make `read` the read-only property `name` of Tensor."""
    setattr(Tensor, name, property(read, make_readonly_setter(name)))
    if metadata:
        add_facts(name, metadata=True)


def method(*names: str, qualified: bool = False) -> Callable[..., Any]:
    """Return a decorator that makes a function the Tensor method of these names, by default its
    own.

    `qualified` methods, which torch writes in Python, have the class in their `__qualname__`.
    """

    def publish(function):
        for name in names or (function.__name__,):
            if name.startswith("__"):
                setattr(Tensor, name, function)
            else:
                attach_method(name, function)
            if qualified:
                function.__qualname__ = vars(Tensor)[name].__qualname__ = f"Tensor.{name}"
        return function

    return publish


def make_public(
        function: Callable[..., Any], name: str, is_method: bool = False) -> Callable[..., Any]:
    """Wrap `function` with `__torch_function__` dispatch, torch's argument binding and errors."""
    binder = Binder(function, name, is_method)
    fitting = binder.fitting

    @wraps(function)
    def wrapper(*args, **options):
        kinds = tuple(map(type, args))
        if options:
            kinds = (*kinds, *options, *map(type, options.values()))
        if kinds not in fitting or torch_function.in_use:
            found = find_overriding_arguments(name, args, options, is_method)
            if torch_function.is_overridden(name, found):
                return dispatch(wrapper, f"torch.{name}", found, args, options)
            args, options = binder.bind(kinds, args, options, not found)
        if "out" in options and (execution.grad_enabled or execution.forward_mode):
            check_no_autograd(getattr(function, "error_name", name), args, options)
        try:
            result = function(*args, **options)
        except NeedsFallback:
            result = transform_levels.run_per_example(function, args, options)
        except (AttributeError, TypeError) as error:
            check_tensors(function, name, args, options, error, is_method)
            raise
        except (IndexError, MemoryError, RuntimeError, ValueError) as error:
            raise_torch_error(name, error, args, options)
            raise
        if result is NotImplemented:
            raise unsupported_arguments(function, name, args, options, is_method)
        if execution.inference_mode:
            mark_results(result, (*args, *options.values()))
        follow = stack or interpreters.any_meta_tensors
        return wrap_result(result, function, args, options) if follow else result

    vars(wrapper).update(handles_torch_function=True)
    wrapper.__name__ = wrapper.__qualname__ = name
    return wrapper


def find_overriding_arguments(
        name: str, args: tuple[Any, ...], options: dict[str, Any], is_method: bool) -> list:
    """Return the arguments that have a `__torch_function__`, one of each type."""
    if is_method:
        check_is_tensor(name, args)
    return find_overriding(dispatched_arguments(name, args), options)


def wrap_result(
        result: Tensor | Size | float | list[float], function: Callable[..., Any],
        args: tuple[Any, ...], options: dict[str, Any]) -> Tensor | Size | float | list[float]:
    """Wrap an unrecorded result for the running transforms or meta tensors."""
    result = rerun_if_drawn(result, function, args, options)
    result = expand_for_vmap(result, function.__name__, args)
    tensors = [x for x in (result if isinstance(result, tuple) else (result,))
               if isinstance(x, Tensor) and not x._levels]
    if tensors and stack:
        transform_levels.wrap_at_all(tensors)
    if not function.__name__.endswith("_like"):  # these may have another `device`
        meta.propagate_meta(tensors, [x for x in args if isinstance(x, Tensor)])
    return result
