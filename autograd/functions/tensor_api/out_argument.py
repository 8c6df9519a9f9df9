"""`out=` arguments of functions, with the in-place forms made by them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy import ndarray

from autograd.engine.inplace_checks import check_inplace_history
from autograd.engine.out_checks import (
    check_out, check_no_gradient, check_outs, check_out_overlap, copy_into_out,
    resize_out,
)
from autograd.functions.tensor_api.call_errors import argument_type_error
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import out_of, writes_of
from autograd.runtime.wrapping import wraps
from autograd.tensor.mutation import overwrite
from autograd.tensor.overlap import check_internal_overlap
from autograd.tensor.return_types import wrap_out


def make_in_place(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return the in-place form of a function that takes `out`: the tensor is its own output."""
    dtypes_first = writes_of(name).dtypes_first

    def write(input, *args, **options):
        if any(isinstance(x, ndarray) for x in args):
            raise argument_type_error(function, name, (input, *args), options, True)
        unrecorded = name.startswith("logical_")  # torch records no history for these
        into = input.detach() if unrecorded else input
        check_inplace_history(into, execution.grad_enabled
                      and any(getattr(x, "requires_grad", 0) for x in args))
        if not dtypes_first and not input._meta:
            check_internal_overlap(input._array, name)
        result = function(into, *args, out=into, **options)
        if result is NotImplemented:
            raise argument_type_error(function, name, (input, *args), options, True)
        return input if result is into else result

    write.__name__ = write.__qualname__ = name
    write.__doc__ = f"In-place form of `{function.__name__}`."
    write.__wrapped__ = function  # for `inspect.signature`
    return write


def with_out(function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
    """Wrap a function to take `out=`, a tensor or a tuple, that receives the result.

    Its checks are declared for `name`, by default the function's own.
    """

    @wraps(function)
    def wrapper(*args, out=None, **options):
        if out is None:
            return function(*args, **options)
        own = name or wrapper.__name__
        facts = out_of(own)
        if facts.gives_dtype and options.get("dtype") is None:
            options["dtype"] = out.dtype
        result = function(*args, **options)
        check_out_overlap(facts, out, args)
        return write_out(out, own, result, facts.called)

    own = name or function.__name__
    wrapper.error_name = out_of(own).called or own
    return wrapper


def write_out(out: Any, name: str, result: Any, called: str = "") -> Any:
    """Write `result` into `out`, resized to fit, and return `out`.

    The facts are those of the function `name`; errors call it `called`, if given. Raises torch's
    error if a gradient would have to flow through `out`.
    """
    called = called or name
    if isinstance(result, tuple):
        check_outs(name, out, result)
        for target, part in zip(out, result):
            write_out(target, called, part)
        return wrap_out(result, out)
    if out_of(name).copied:
        return copy_into_out(out, name, result)
    check_no_gradient(called, out, result)
    check_out(name, out, result._array)
    resize_out(out, result._array.shape, result._array)
    return overwrite(out, result._array, called)
