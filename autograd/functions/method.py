"""How a function becomes a Tensor method too: `torch.mul` and `Tensor.mul` are one function."""

from __future__ import annotations

from functools import wraps

from autograd import mode
from autograd.apply import check_fits, resize
from autograd.tensor import Tensor
from autograd.writing import overwrite


def method(*names):
    """Decorator: the function is also the Tensor method of these names (default: its own)."""

    def attach(function):
        for name in names or (function.__name__,):
            setattr(Tensor, name, function)
        return function

    return attach


def in_place(function, name: str):
    """The `op_` form of a function that takes `out`: the tensor is its own output."""

    def write(self, *args, **options):
        return function(self, *args, out=self, **options)

    write.__name__ = write.__qualname__ = name
    write.__doc__ = f"In-place form of `{function.__name__}`."
    return write


def with_out(function):
    """Decorator: the function also takes `out=`, a tensor (or a tuple) that receives the result."""

    @wraps(function)
    def wrapper(*args, out=None, **options):
        if out is None:
            return function(*args, **options)
        return received(out, function.__name__, function(*args, **options))

    return wrapper


def received(out, name: str, result):
    """`out` with what `result` holds, resized to fit; torch's error where a gradient would flow."""
    if isinstance(result, tuple):
        for target, part in zip(out, result):
            received(target, name, part)
        return type(result)(out)
    if mode.grad_enabled and (result.requires_grad or out.requires_grad):
        raise RuntimeError(
            f"{name}(): functions with out=... arguments don't support automatic differentiation, "
            "but one of the arguments requires grad."
        )
    resize(out, result._array.shape)
    check_fits(out, result._array)
    return overwrite(out, result._array, name)
