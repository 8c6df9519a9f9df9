"""Classes that Python's errors name with their module, as they name types written in C."""

from __future__ import annotations

from types import MethodType
from typing import Any


class CType(type):
    """Metaclass of such classes: made under their full name, they have the short one as `__name__`.
    """

    @property
    def __name__(cls):
        return cls.__qualname__

    @property
    def long_name(cls) -> str:
        """The name with its module, e.g. `torch.return_types.max`."""
        return f"{cls.__module__}.{cls.__qualname__}"


CType.__module__, CType.__name__ = "builtins", "type"  # which is the class of those of C


def set_c_name(kind: CType, module: str = "torch") -> None:
    """Let Python's errors name `kind` as a class of `module` that is written in C."""
    kind.__module__ = module
    type.__dict__["__name__"].__set__(kind, kind.long_name)


def short_type_name(value: Any) -> str:
    """Return the name of a value's type as errors write it.

    numpy's types have their module. A method of Tensor, given where the parentheses are missing, is
    a `builtin_function_or_method`, as it is in torch.
    """
    kind = type(value)
    if kind is MethodType and "." not in value.__qualname__ and (
            type(value.__self__).__module__.partition(".")[0] == "torch"):
        return "builtin_function_or_method"
    return f"numpy.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__


def type_name(value: Any) -> str:
    """Return `short_type_name`, with the module for classes that stand for those written in C."""
    kind = type(value)
    return kind.long_name if isinstance(kind, CType) else short_type_name(value)
