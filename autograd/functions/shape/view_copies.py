"""Copying forms of torch's views: `view_copy`, `permute_copy` etc."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.indexing.view_scatter import slice_key
from autograd.functions.pointwise.complex_numbers import view_as_complex, view_as_real
from autograd.functions.shape.diagonals import diagonal
from autograd.functions.shape.reshape import clone, expand, squeeze, unsqueeze, view
from autograd.functions.shape.split import narrow, select, split, split_with_sizes, unbind, unfold
from autograd.functions.shape.transpose import permute, t, transpose
from autograd.functions.tensor_api.binding import attach_method
from autograd.functions.tensor_api.memory import as_strided
from autograd.functions.tensor_api.out_argument import with_out, write_out
from autograd.ops.record import Op
from autograd.runtime import observer
from autograd.runtime.function_record import Out, declare
from autograd.runtime.registry import export

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


# Facts of a view's record that its copying form does not inherit; `of_copy` has its own.
VIEW_FACTS: dict[str, Any] = {
    "saves": {}, "moves_entries": False, "vmap": None, "vmap_warning": "",
    "vmap_warning_in_place": "", "vmap_composed": None,
}


@cache
def make_copy_op(entry: Op, node_name: str) -> Op:
    """Return the op of a view as one whose results are copies, with the same derivative."""
    return entry.changed(
        name=f"{entry.name}_copy", node_name=node_name, view=False,
        forward=copy_results(entry.forward), **{**VIEW_FACTS, **entry.of_copy})


def copy_results(forward: Callable[..., Any]) -> Callable[..., Any]:
    """Return a forward whose results are contiguous and share no memory with the input."""

    @wraps(forward)
    def run(*inputs, **params):
        result = forward(*inputs, **params)
        if isinstance(result, tuple):
            return tuple([np.array(each, order="C") for each in result])
        return np.array(result, order="C")

    return run


def make_copy_function(
        function: Callable[..., Any], name: str, node_name: str | None = None
) -> Callable[..., Any]:
    """Return torch's function `name`, the copying form of the view `function`."""

    def run(input, *args, **options):
        with observer.observing(None):  # the view is only needed for its op and parameters
            viewed = function(input.detach(), *args, **options)
            how = (viewed[0] if isinstance(viewed, tuple) else viewed)._view_of
        if how is None:  # view as another dtype, or in inference mode
            return viewed.clone() if not isinstance(viewed, tuple) else tuple(map(clone, viewed))
        return apply(
            make_copy_op(how.op, node_name or f"{how.op.node_name}_copy"), (input,), how.params)

    run.__name__ = run.__qualname__ = name
    run.__doc__ = f"Return `{function.__name__}` in memory of its own."
    run.__wrapped__ = function  # for `inspect.signature`
    return with_out(run)


def with_out_list(
        function: Callable[..., Any], title: str, resizes: bool = True) -> Callable[..., Any]:
    """Return `function` with an `out=` list for its results; with it the function returns None.

    Tensors in `out` are resized to fit if `resizes`, else results are broadcast and cast to them.
    """

    @wraps(function)
    def run(*args, out=None, **options):
        result = function(*args, **options)
        if out is None:
            return result
        if len(out) != len(result):
            raise RuntimeError(
                f"{title} expected an out= argument of size {len(result)}, got size {len(out)}")
        if resizes:
            write_out(tuple(out), function.__name__, result)
        else:
            for target, part in zip(out, result):
                target.copy_(part)
        return None

    return run


def slice_dim(
        input: Tensor, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Tensor:
    """Return every `step`-th element from `start` to `end` along `dim`."""
    return input[slice_key(input, dim, start, end, step)]


def view_as_size_or_dtype(
        input: Tensor, size: tuple[int, ...] | None = None, dtype: Any = None) -> np.ndarray:
    """Return `input.view` in another size or dtype."""
    return view(input, dtype or size)


def alias(input: Tensor) -> Tensor:
    """Return a view of all of `input`."""
    return apply(ops.alias, (input,))


def narrow_for_copy(input: Tensor, dim: int, start: int, length: int) -> Tensor:
    """Return `narrow` with the errors of `narrow_copy`."""
    ndim = input._array.ndim
    if 0 < ndim <= dim:
        raise RuntimeError(
            "Expected dim < static_cast<int64_t>(self_sizes.size()) to be true, but got false.  "
            "(Could this error message be improved?  If so, please report an enhancement request "
            "to PyTorch.)")
    viewed = narrow(input, dim, start, max(length, 0))
    if length < 0:
        size = input._array.shape[dim]
        raise RuntimeError(f"start ({start + size * (start < 0)}) + length ({length}) exceeds "
                           f"dimension size ({size}).")
    return viewed


export()(make_copy_function(as_strided, "as_strided_copy"))
export()(make_copy_function(alias, "alias_copy"))
export()(make_copy_function(diagonal, "diagonal_copy"))
export()(make_copy_function(expand, "expand_copy"))
export()(make_copy_function(permute, "permute_copy"))
export()(make_copy_function(select, "select_copy"))
export()(make_copy_function(slice_dim, "slice_copy"))
export()(with_out_list(
    make_copy_function(split, "split_copy"), "split_copy_Tensor_out()", resizes=False))
export()(with_out_list(
    make_copy_function(split_with_sizes, "split_with_sizes_copy"), "split_with_sizes_copy_out"))
export()(make_copy_function(squeeze, "squeeze_copy"))
export()(make_copy_function(t, "t_copy"))
export()(make_copy_function(transpose, "transpose_copy"))
export()(with_out_list(make_copy_function(unbind, "unbind_copy"), "unbind_copy_int_out"))
export()(make_copy_function(unfold, "unfold_copy"))
export()(make_copy_function(unsqueeze, "unsqueeze_copy"))
export()(make_copy_function(view_as_complex, "view_as_complex_copy"))
export()(make_copy_function(view_as_real, "view_as_real_copy"))
export()(make_copy_function(view_as_size_or_dtype, "view_copy"))
narrow_copy = export()(declare(out=Out(may_overlap=True))(
    make_copy_function(narrow_for_copy, "narrow_copy", "NarrowCopyBackward0")))
attach_method("narrow_copy", narrow_copy)
