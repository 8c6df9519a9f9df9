"""Arrays whose conjugates or signs are not worked out yet, as torch's conj and neg bits say.

`x.conj()` and `x.conj().imag` share the memory of `x` in torch: a bit says what is to be done with
what lies there. Here the array of such a tensor knows. Views of it stay pending, numpy's functions
see the numbers that are meant, and what is written goes to memory the way back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

met: list[bool] = []  # not empty once a program has such arrays or meta tensors: ops look for them


class PendingArray(np.ndarray):
    """Memory that stands for what `turn`, `np.conjugate` or `np.negative`, makes of it."""

    turn: np.ufunc | None = None

    def __array_finalize__(self, source):
        self.turn = getattr(source, "turn", None)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        if method == "at":
            return written(ufunc.at, inputs, options)
        if out is not None:
            made = getattr(ufunc, method)(*map(resolved, inputs), **options)
            for target, part in zip(out, made if isinstance(made, tuple) else (made,)):
                np.copyto(target, part, casting="same_kind")
            return out[0] if len(out) == 1 else out
        return getattr(ufunc, method)(*map(resolved, inputs), **options)

    def __array_function__(self, func, types, args, options):
        if func in VIEWING:
            return super().__array_function__(func, types, args, options)
        if func in WRITING and isinstance(args[0], PendingArray):
            return written(func, args, options)
        return func(*resolved(args), **resolved(options))

    def __getitem__(self, key):
        made = super().__getitem__(key)
        return made if isinstance(made, np.ndarray) else self.turn(made)

    def __setitem__(self, key, value):
        in_memory(self)[key] = self.turn(resolved(value))

    @property
    def imag(self) -> np.ndarray:
        """The imaginary parts, pending too: a conjugate's have the other sign."""
        made = in_memory(self).imag
        return turned(made, np.negative) if self.dtype.kind == "c" else np.zeros_like(made)

    @property
    def real(self) -> np.ndarray:
        """The real parts, in the same memory."""
        made = in_memory(self).real
        return made if self.turn is np.conjugate else turned(made, np.negative)


# What shows an array another way and computes nothing.
VIEWING = frozenset((
    np.reshape, np.transpose, np.swapaxes, np.moveaxis, np.expand_dims, np.squeeze, np.broadcast_to,
    np.diagonal, np.shares_memory, np.may_share_memory, np.lib.stride_tricks.sliding_window_view))
WRITING = frozenset((np.copyto, np.put, np.place, np.putmask, np.put_along_axis, np.fill_diagonal))
KEPT = {"reshape", "transpose", "swapaxes", "squeeze", "diagonal", "view", "setflags", "setfield"}


def resolving(name: str) -> Callable[..., Any]:
    """The method of arrays of this name, on the numbers that are meant."""

    def method(self, *args, **options):
        return getattr(resolved(self), name)(*args, **options)

    method.__name__ = name
    return method


def writing(name: str) -> Callable[..., Any]:
    """The method of arrays of this name, which writes into the memory."""

    def method(self, *args, **options):
        written(getattr(np.ndarray, name), (self, *args), options)

    method.__name__ = name
    return method


for _name, _thing in vars(np.ndarray).items():
    if callable(_thing) and _name[:2] != "__" and _name not in KEPT:
        setattr(PendingArray, _name, resolving(_name))
for _name in ("fill", "put", "sort", "partition"):
    setattr(PendingArray, _name, writing(_name))
for _name in ("__complex__", "__float__", "__int__", "__bool__", "__index__", "__copy__",
              "__deepcopy__", "__reduce__", "__reduce_ex__", "__format__", "__contains__"):
    setattr(PendingArray, _name, resolving(_name))


def turned(array: np.ndarray, turn: np.ufunc) -> np.ndarray:
    """The same memory, standing for what `turn` makes of what `array` stands for."""
    if type(array) is PendingArray:
        if array.turn is turn:
            return in_memory(array)  # done twice, either undoes itself
        array = resolved(array)
    if not met:
        met.append(True)
    made = array.view(PendingArray)
    made.turn = turn
    return made


def in_memory(array: np.ndarray) -> np.ndarray:
    """What lies in the memory of an array, pending or not."""
    return array.view(np.ndarray) if type(array) is PendingArray else array


def resolved(
        value: Any
) -> np.ndarray | Sequence[np.ndarray | np.ndarray | int] | complex | dict[Any, Any]:
    """`value` with the numbers that are meant in place of pending arrays, also within it."""
    if isinstance(value, PendingArray):
        return np.asarray(value.turn(in_memory(value)))
    if type(value) in (tuple, list):
        return type(value)(map(resolved, value))
    return {key: resolved(each) for key, each in value.items()} if type(value) is dict else value


def written(function: Callable[..., Any], args: Any, options: dict[Any, Any]) -> None:
    """Let `function` write into its first argument, which is pending."""
    target, *rest = args
    numbers = resolved(target)
    function(numbers, *resolved(rest), **resolved(options))
    in_memory(target)[...] = target.turn(numbers)


def held(made: Any) -> np.ndarray:
    """What an op made as an array, which is pending if the op shows pending memory."""
    return made if type(made) is PendingArray else np.asarray(made)


def turn_of(array: np.ndarray) -> np.ufunc | None:
    """What an array waits for, if anything."""
    return getattr(array, "turn", None)


def waiting_for(array: np.ndarray, turn: np.ufunc | None) -> np.ndarray:
    """The same memory, waiting for `turn`, if that is not None."""
    return array if turn is None else turned(array, turn)


def is_turned(array: np.ndarray, turn: np.ufunc) -> bool:
    """Whether `turn` is what an array still waits for."""
    return turn_of(array) is turn


def check_settled(array: np.ndarray) -> None:
    """Refuse to read memory as another dtype where it stands for something else than it holds."""
    turn = turn_of(array)
    if turn is not None:
        what = ("conjugate view tensors" if turn is np.conjugate else
                "tensors with negative bit set")
        raise RuntimeError(f"torch.Tensor.view is not supported for {what} when converting to a "
                           "different dtype.")
