"""torch's checks of a program's own conditions: `torch._check` and those that raise other errors.

Follows torch/__init__.py.
"""

from __future__ import annotations

from autograd.tensor.tensor import Tensor


def _checking(error: type[Exception], name: str):
    """The function that raises `error` where a condition is False, in the words of the program."""

    def check(cond, message=None):
        if isinstance(cond, Tensor):
            raise TypeError(
                "cond must be a bool, but got a Tensor. For tensor conditions, use "
                "torch._check_tensor_all() to assert that all elements are true.")
        if not isinstance(cond, bool):
            raise TypeError(f"cond must be a bool, but got {type(cond)}")
        if cond:
            return
        if message is not None and not callable(message):
            raise TypeError("message must be a callable")
        raise error(
            "Expected cond to be True, but got False. (Could this error message be improved? If "
            "so, please report an enhancement request to PyTorch.)"
            if message is None else str(message()))

    check.__name__ = check.__qualname__ = name
    check.__module__ = "torch"
    return check


_check = _checking(RuntimeError, "_check")
_check_index = _checking(IndexError, "_check_index")
_check_value = _checking(ValueError, "_check_value")
_check_type = _checking(TypeError, "_check_type")
_check_not_implemented = _checking(NotImplementedError, "_check_not_implemented")
