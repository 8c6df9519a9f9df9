"""The stand-in array of a batched tensor: the shape of one example over a tensor of all of them.

torch wraps a tensor in a BatchedTensor; here a `BatchedArray` stands where the array would be. It
has the shape and dtype of one example, but no numbers: reading them raises `NeedsFallback`, and the
function that read them runs on one example after the other instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from autograd.runtime.wrapping import wraps
from autograd.tensor.tensor import Tensor, wrap


class NeedsFallback(Exception):
    """Raised where code reads the values of one example."""


def no_values_error(level: Any, rule: str = "gen_vmap_plumbing") -> Exception:
    """Return NeedsFallback; after the mapped function has ended, torch's error."""
    if level.alive:
        return NeedsFallback()
    return RuntimeError(
        "Either your tensor may have escaped from inside a function being vmapped and this is a "
        "user error (see https://pytorch.org/functorch/stable/ux_limitations.html), or there is an "
        f"internal functorch error in `{rule}` Please file an issue if it looks like the latter"
    )


class ArrayFlags:
    """The `flags` of a batched array, computed from shape and strides of one example."""

    owndata = False

    def __init__(self, shape, strides, itemsize, writeable):
        self.writeable = writeable
        self.c_contiguous = is_contiguous(shape, strides, itemsize)
        self.f_contiguous = is_contiguous(shape[::-1], strides[::-1], itemsize)
        self.forc = self.c_contiguous or self.f_contiguous


def is_contiguous(shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int) -> bool:
    """Return True if the strides are those of a contiguous array."""
    expected = itemsize
    for n, step in zip(reversed(shape), reversed(strides)):
        if n != 1 and step != expected:
            return 0 in shape
        expected *= n
    return True


class BatchedArray:
    """The shape of one example over `value`, which holds the batch dimension `dim`.

    With `dim` None all examples are equal, and `value` is one of them: a tensor that a gradient is
    taken by is on the tape of the transforms inside of `level`, whatever tape its `value` is on.
    """

    __slots__ = ("level", "value", "dim", "shape", "strides", "dtype")
    base = None

    def __init__(self, level, value: Tensor, dim: int | None):
        array = value._array
        self.level, self.value, self.dim = level, value, dim
        self.shape, self.strides, self.dtype = array.shape, array.strides, array.dtype
        if dim is not None:
            self.shape = array.shape[:dim] + array.shape[dim + 1:]
            self.strides = array.strides[:dim] + array.strides[dim + 1:]

    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: int(np.prod(self.shape, dtype=int)))
    itemsize = property(lambda self: self.dtype.itemsize)
    nbytes = property(lambda self: self.size * self.dtype.itemsize)

    @property
    def flags(self) -> ArrayFlags:
        """The memory layout of one example."""
        return ArrayFlags(self.shape, self.strides, self.itemsize,
            self.value._array.flags.writeable)

    @property
    def turn(self) -> np.ufunc | None:
        """The pending operation of a lazy array (`tensor/lazy_bits.py`), or None."""
        return getattr(self.value._array, "turn", None)

    def stand_in(self) -> np.ndarray:
        """Return an array without memory that has the same shape and strides."""
        empty = np.empty(1, self.dtype)
        return np.lib.stride_tricks.as_strided(empty, self.shape, self.strides, writeable=False)

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of a 0-d tensor")
        return self.shape[0]

    def copy(self, order: str | None = None) -> BatchedArray:
        """Copy all examples to memory of their own; the copy is recorded."""
        return BatchedArray(self.level, self.value.clone(), self.dim)

    def astype(self, dtype: np.dtype, copy: bool = True) -> BatchedArray:
        """Convert all examples to another dtype, without history."""
        if self.dtype == dtype and not copy:
            return self
        return BatchedArray(self.level, wrap(self.value._array.astype(dtype)), self.dim)

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        if method != "__call__":
            raise no_values_error(self.level, "boxed_reduction_batch_rule")
        if options:
            raise no_values_error(self.level)
        return apply_ufunc(ufunc, inputs)

    def __array_function__(self, func, types, args, options):
        if func is np.where and len(args) == 3 and not options:
            return apply_ufunc(np.where, args)
        if func in (np.shape, np.ndim, np.size) and len(args) == 1 and args[0] is self:
            return getattr(self, func.__name__)
        if func in (np.zeros_like, np.ones_like, np.empty_like) and args[0] is self:
            return func(np.empty(self.shape, self.dtype), *args[1:], **options)
        raise no_values_error(self.level)

    def __array__(self, dtype=None, copy=None):
        raise no_values_error(self.level)

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        raise no_values_error(self.level)


def raise_no_values(self, *given: Any) -> None:
    """Raise the error of an operation that needs the values."""
    raise no_values_error(self.level)


for _name in ("getitem", "setitem", "iter", "bool", "int", "float", "complex", "index", "contains",
              "iadd", "isub", "imul", "itruediv"):
    setattr(BatchedArray, f"__{_name}__", raise_no_values)
for _name, _ufunc in {
    "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal, "eq": np.equal,
    "ne": np.not_equal, "add": np.add, "sub": np.subtract, "mul": np.multiply,
    "and": np.bitwise_and, "truediv": np.true_divide, "or": np.bitwise_or,
    "mod": np.remainder, "pow": np.power,
}.items():
    setattr(BatchedArray, f"__{_name}__",
            lambda self, other, run=_ufunc: apply_ufunc(run, (self, other)))
    setattr(BatchedArray, f"__r{_name}__",
            lambda self, other, run=_ufunc: apply_ufunc(run, (other, self)))
for _name, _ufunc in {"neg": np.negative, "invert": np.invert, "abs": np.absolute}.items():
    setattr(BatchedArray, f"__{_name}__", lambda self, run=_ufunc: apply_ufunc(run, (self,)))
BatchedArray.__hash__ = object.__hash__


def apply_ufunc(function: Callable[..., Any], inputs: tuple[Any, ...]) -> BatchedArray:
    """Apply an elementwise numpy function to all examples."""
    level = max((x.level for x in inputs if type(x) is BatchedArray),
        key=lambda level: level.number)
    if not level.alive:
        raise no_values_error(level)
    ndim = max([np.ndim(x) if type(x) is not BatchedArray else x.ndim for x in inputs])
    made = function(*[batch_to_front(x, level, ndim) for x in inputs])
    batched = any(type(x) is BatchedArray and x.level is level and x.dim is not None
        for x in inputs)
    return BatchedArray(level, wrap(made), 0 if batched else None)


def batch_to_front(x: BatchedArray | float, level: Any, ndim: int) -> Any:
    """Return the array of all examples, with the batch dimension before `ndim` others."""
    if type(x) is not BatchedArray or x.level is not level:
        return x
    array = x.value._array
    if x.dim is None:
        return array
    if type(array) is not BatchedArray:
        array = np.moveaxis(array, x.dim, 0)
        return array.reshape(array.shape[:1] + (1,) * (ndim - x.ndim) + array.shape[1:])
    return level.stack_examples(x, ndim)


def vmap_constant(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a function of arrays without derivative: under vmap it runs on each example."""

    @wraps(function)
    def wrapper(*args):
        level = innermost_interpreter(args)
        return function(*args) if level is None else level.vmap_constant(function, args)

    return wrapper


def make_batched(level: Any, value: Tensor, dim: int | None) -> Tensor:
    """Return the batched tensor of `value` with the batch dimension `dim`."""
    return wrap(BatchedArray(level, value, dim))


def wrap_on_tape_of(tensor: Tensor, array: np.ndarray) -> Tensor:
    """Wrap `array`, the same for all examples, at the interpreter of `tensor`."""
    made, beside = wrap(array), tensor._array
    return make_batched(beside.level, made, None) if type(beside) is BatchedArray else made


def batched_arrays(tensor: Tensor) -> list[BatchedArray]:
    """Return the batched arrays of a tensor, one for each `vmap`, the outermost last."""
    found, array = [], tensor._array
    while type(array) is BatchedArray:
        found.append(array)
        array = array.value._array
    return found


def unwrap_all(tensor: Tensor) -> Tensor:
    """Return the tensor that holds all examples of all levels."""
    while type(tensor._array) is BatchedArray:
        tensor = tensor._array.value
    return tensor


def innermost_interpreter(inputs: Sequence[Any], key: tuple[np.ndarray, ...] | None = None) -> Any:
    """Return the innermost interpreter of the inputs, or None if no input is batched.

    `key` is an index tuple, whose arrays count as inputs.
    """
    found = None
    if isinstance(key, tuple):
        inputs = [*inputs, *[wrap(k) for k in key if type(k) is BatchedArray]]
    for x in inputs:
        if isinstance(x, Tensor) and type(x._array) is BatchedArray:
            level = x._array.level
            if found is None or level.number > found.number:
                found = level
    return found
