"""`torch._check` with its siblings, by which a program checks its own conditions.

Follows torch/__init__.py.
"""

from __future__ import annotations

from autograd.tensor.tensor import Tensor


def _make_check(error: type[Exception], name: str):
    """Return the function `name`, which raises `error` with the program's message if False is
    given.
    """

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


_check = _make_check(RuntimeError, "_check")
_check_index = _make_check(IndexError, "_check_index")
_check_value = _make_check(ValueError, "_check_value")
_check_type = _make_check(TypeError, "_check_type")
_check_not_implemented = _make_check(NotImplementedError, "_check_not_implemented")
