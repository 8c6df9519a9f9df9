"""Arrays whose conjugation or negation is deferred: torch's conj bit, torch's neg bit.

`x.conj()` and `x.conj().imag` share the memory of `x` in torch, and a bit says how to read it. Here
the array of such a tensor has a `turn`. Its views are lazy too, numpy's functions see the resolved
numbers, and a write applies `turn` on its way into memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

# Not empty once a program has such arrays or meta tensors: ops look for them.
in_use: list[bool] = []


class LazyArray(np.ndarray):
    """Memory to be read through `turn`, which is `np.conjugate` or `np.negative`."""

    turn: np.ufunc | None = None

    def __array_finalize__(self, source):
        self.turn = getattr(source, "turn", None)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        if method == "at":
            return write_through(ufunc.at, inputs, options)
        if out is not None:
            made = getattr(ufunc, method)(*map(resolve, inputs), **options)
            for target, part in zip(out, made if isinstance(made, tuple) else (made,)):
                np.copyto(target, part, casting="same_kind")
            return out[0] if len(out) == 1 else out
        return getattr(ufunc, method)(*map(resolve, inputs), **options)

    def __array_function__(self, func, types, args, options):
        if func in VIEWING:
            return super().__array_function__(func, types, args, options)
        if func in WRITING and isinstance(args[0], LazyArray):
            return write_through(func, args, options)
        return func(*resolve(args), **resolve(options))

    def __getitem__(self, key):
        made = super().__getitem__(key)
        return made if isinstance(made, np.ndarray) else self.turn(made)

    def __setitem__(self, key, value):
        raw_array(self)[key] = self.turn(resolve(value))

    @property
    def imag(self) -> np.ndarray:
        """The imaginary parts, negated lazily: those of a conjugate have the other sign."""
        made = raw_array(self).imag
        return apply_lazily(made, np.negative) if self.dtype.kind == "c" else np.zeros_like(made)

    @property
    def real(self) -> np.ndarray:
        """The real parts, in the same memory."""
        made = raw_array(self).real
        return made if self.turn is np.conjugate else apply_lazily(made, np.negative)


# What shows an array another way and computes nothing.
VIEWING = frozenset((
    np.reshape, np.transpose, np.swapaxes, np.moveaxis, np.expand_dims, np.squeeze, np.broadcast_to,
    np.diagonal, np.shares_memory, np.may_share_memory, np.lib.stride_tricks.sliding_window_view))
WRITING = frozenset((np.copyto, np.put, np.place, np.putmask, np.put_along_axis, np.fill_diagonal))
VIEW_METHODS = {"reshape", "transpose", "swapaxes", "squeeze", "diagonal", "view",
                "setflags", "setfield"}


def make_resolving(name: str) -> Callable[..., Any]:
    """Return the array method `name`, which runs on the resolved numbers."""

    def method(self, *args, **options):
        return getattr(resolve(self), name)(*args, **options)

    method.__name__ = name
    return method


def make_writing(name: str) -> Callable[..., Any]:
    """Return the array method `name`, which writes into the memory."""

    def method(self, *args, **options):
        write_through(getattr(np.ndarray, name), (self, *args), options)

    method.__name__ = name
    return method


for _name, _thing in vars(np.ndarray).items():
    if callable(_thing) and _name[:2] != "__" and _name not in VIEW_METHODS:
        setattr(LazyArray, _name, make_resolving(_name))
for _name in ("fill", "put", "sort", "partition"):
    setattr(LazyArray, _name, make_writing(_name))
for _name in ("__complex__", "__float__", "__int__", "__bool__", "__index__", "__copy__",
              "__deepcopy__", "__reduce__", "__reduce_ex__", "__format__", "__contains__"):
    setattr(LazyArray, _name, make_resolving(_name))


def apply_lazily(array: np.ndarray, turn: np.ufunc) -> np.ndarray:
    """Return the same memory, read through `turn` after what it is read through already."""
    if type(array) is LazyArray:
        if array.turn is turn:
            return raw_array(array)  # done twice, either undoes itself
        array = resolve(array)
    if not in_use:
        in_use.append(True)
    made = array.view(LazyArray)
    made.turn = turn
    return made


def raw_array(array: np.ndarray) -> np.ndarray:
    """Return the memory itself as a plain array, without `turn`."""
    return array.view(np.ndarray) if type(array) is LazyArray else array


def resolve(
        value: Any
) -> np.ndarray | Sequence[np.ndarray | np.ndarray | int] | complex | dict[Any, Any]:
    """Return `value` with the resolved numbers in place of lazy arrays, also within it."""
    if isinstance(value, LazyArray):
        return np.asarray(value.turn(raw_array(value)))
    if type(value) in (tuple, list):
        return type(value)(map(resolve, value))
    return {key: resolve(each) for key, each in value.items()} if type(value) is dict else value


def write_through(function: Callable[..., Any], args: Any, options: dict[Any, Any]) -> None:
    """Let `function` write into its first argument, a lazy array."""
    target, *rest = args
    numbers = resolve(target)
    function(numbers, *resolve(rest), **resolve(options))
    raw_array(target)[...] = target.turn(numbers)


def as_result_array(made: Any) -> np.ndarray:
    """Return the result of an op as an array; a lazy one stays lazy."""
    return made if type(made) is LazyArray else np.asarray(made)


def pending_ufunc(array: np.ndarray) -> np.ufunc | None:
    """Return `np.conjugate` or `np.negative` if the array is lazy, else None."""
    return getattr(array, "turn", None)


def with_pending(array: np.ndarray, turn: np.ufunc | None) -> np.ndarray:
    """Return the same memory, read through `turn` if that is not None."""
    return array if turn is None else apply_lazily(array, turn)


def is_pending(array: np.ndarray, turn: np.ufunc) -> bool:
    """Return whether an array is read through `turn`."""
    return pending_ufunc(array) is turn


def check_resolved(array: np.ndarray) -> None:
    """Raise torch's error where lazy memory would be read as another dtype."""
    turn = pending_ufunc(array)
    if turn is not None:
        what = ("conjugate view tensors" if turn is np.conjugate else
                "tensors with negative bit set")
        raise RuntimeError(f"torch.Tensor.view is not supported for {what} when converting to a "
                           "different dtype.")
