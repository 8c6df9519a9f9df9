"""Checks of `out=`, with torch's errors about gradients, dtypes, overlaps; resizing of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import ndarray

from autograd.engine.inplace_checks import check_can_cast
from autograd.engine.type_promotion import dtype_category
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import ANYWHERE, NEVER, Out, out_of, record
from autograd.runtime.warnings import caution
from autograd.tensor.dtype import dtype_of, dtype_of_array
from autograd.tensor.overlap import OVERLAPPING, check_internal_overlap, memory_overlap
from autograd.tensor.memory_format import is_non_overlapping_and_dense, empty_with_strides
from autograd.tensor.tensor import set_data, tangent_of, Tensor

NO_HISTORY = (
    "{}(): functions with out=... arguments don't support automatic differentiation, but one of "
    "the arguments requires grad."
)
CASTABLE = (
    "{place}: Expected {part} to be safely castable from {want} dtype, but got {part} with dtype "
    "{got}")


def check_no_history(name: str, args: tuple[Tensor, ...], options: dict[str, Tensor]) -> None:
    """Raise torch's error for `out=` of arguments that require grad."""
    if record(name).derived and options["out"] is not None and any(
            isinstance(x, Tensor) and x.requires_grad for x in (*args, *options.values())):
        made_of_nothing = not any(isinstance(x, Tensor) for x in args)
        raise RuntimeError(NO_HISTORY.format(f"aten::{name}" if made_of_nothing else name))


def check_no_gradient(name: str, out: Tensor, result: Tensor) -> None:
    """Raise torch's error for `out=` if the result or `out` requires grad."""
    recorded = result.requires_grad or out.requires_grad
    if execution.grad_enabled and record(name).derived and recorded:
        raise RuntimeError(NO_HISTORY.format(name))


def check_no_tangent(name: str, args: tuple[Tensor, ...], options: dict[str, Tensor]) -> None:
    """Raise torch's error for `out=` of arguments with tangents, in forward mode."""
    if any(tangent_of(x) is not None for x in (*args, *options.values())):
        raise NotImplementedError(
            f"Trying to use forward AD with {name}_out that does not support it because it is an "
            "out= function")


def check_no_autograd(name: str, args: tuple[Tensor, ...], options: dict[str, Tensor]) -> None:
    """Raise torch's errors for `out=` of arguments with gradients or tangents."""
    if execution.grad_enabled:
        check_no_history(name, args, options)
    if execution.forward_mode:
        check_no_tangent(name, args, options)


def check_out(name: str, out: Tensor, result: ndarray) -> None:
    """Raise if `out` cannot take the result's dtype, or has internal overlap."""
    facts = out_of(name)
    if out._array.dtype != result.dtype:
        if facts.dtype_error:
            raise out_dtype_error(facts.dtype_error, name, out, result)
        check_safe_cast(name, out, result, (facts.results or ("result",))[0])
        check_can_cast(out, result.dtype)
    if out._array.shape == result.shape and not facts.may_overlap:
        check_internal_overlap(out._array, None)


def check_out_overlap(facts: Out, out: Tensor, args: tuple[Tensor, ...]) -> None:
    """Raise if `out` overlaps an argument, for functions that read while they write."""
    if facts.reads == ANYWHERE:
        return
    several = isinstance(out, tuple | list)
    of_two = facts.of_two and not several
    if of_two and len(args) == 1:
        return  # a reduction of all entries
    whole = facts.reads == NEVER and not of_two
    target = out[0] if several else out
    for x in (x for each in args for x in (each if isinstance(each, tuple | list) else (each,))):
        kind = memory_overlap(target._array, x._array) if isinstance(x, Tensor) else "no"
        if kind == "part" or kind == "whole" and whole:
            raise RuntimeError(OVERLAPPING)


def copy_into_out(out: Tensor, name: str, result: Tensor) -> Tensor:
    """Resize `out`, copy `result` into it, and return it."""
    check_out(name, out, result._array)
    resize_out(out, result._array.shape)
    return out.copy_(result)


def check_safe_cast(name: str, out: Tensor, result: ndarray, part: str) -> None:
    """Raise the error of some linalg functions about a dtype that is not safely castable."""
    place = out_of(name).castable
    if place and not np.can_cast(result.dtype, out._array.dtype, "same_kind"):
        raise out_dtype_error(CASTABLE, name, out, result, place=place, part=part)


def check_outs(name: str, outs: Any, results: Any) -> None:
    """Raise if one of several results has another dtype than its `out` tensor."""
    facts = out_of(name)
    of_parts = [*zip(facts.dtype_errors, outs, results)]
    for words, out, part in reversed(of_parts) if facts.last_first else of_parts:
        if out._array.dtype != part._array.dtype:
            raise out_dtype_error(words, name, out, part._array)
    for part, out, result in zip(facts.results, outs, results):
        check_safe_cast(name, out, result._array, part)


def out_dtype_error(
        words: str, name: str, out: Tensor, result: ndarray, **more: Any) -> RuntimeError:
    """Return the error about an `out` of another dtype than the result."""
    kinds = dtype_of_array(result), dtype_of_array(out._array)
    want, got = (kind.type_string[6:-6] for kind in kinds)
    c_want, c_got = (kind.cpp_name for kind in kinds)
    return RuntimeError(words.format(
        name=name, want=want, got=got, c_want=c_want, c_got=c_got, narrow=want == "Int", **more))


def check_clamp_out(out: Tensor | None, dtype: np.dtype) -> None:
    """Raise if clamped numbers of `dtype` are of a higher category than `out`."""
    if out is not None and dtype_category(dtype) > dtype_category(out._array.dtype):
        want = dtype_of(out._array.dtype).cpp_name
        raise RuntimeError(
            f"result type {dtype_of(dtype).legacy_name} can't be cast to the desired output type "
            f"{want}")


def resize_out(out: Tensor, shape: tuple[int, ...], result: np.ndarray | None = None) -> None:
    """Resize `out`, with torch's warning if it was not empty.

    It gets the strides of the `result` if that is dense, else it is contiguous.
    """
    if out._array.shape == shape:
        return
    if out._array.size:
        caution(
            "An output with one or more elements was resized since it had shape "
            f"{list(out._array.shape)}, which does not match the required output shape "
            f"{list(shape)}. This behavior is deprecated, and in a future PyTorch release outputs "
            "will not be resized unless they have zero elements. You can explicitly reuse an out "
            "tensor t by resizing it, inplace, to zero elements with t.resize_(0).",
            at="aten/src/ATen/native/Resize.cpp:30")
    if type(result) is ndarray and is_non_overlapping_and_dense(result):
        set_data(out, empty_with_strides(result, out._array.dtype))
    else:
        set_data(out, np.empty(shape, out._array.dtype))
