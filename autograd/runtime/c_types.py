"""Classes that Python's own errors name with their module, as they name types written in C."""

from __future__ import annotations

from types import MethodType
from typing import Any


class Dotted(type):
    """The class of such classes: made under the long name, it answers `__name__` with the short."""

    @property
    def __name__(cls):
        return cls.__qualname__

    @property
    def long_name(cls) -> str:
        """The name with its module, e.g. `torch.return_types.max`."""
        return f"{cls.__module__}.{cls.__qualname__}"


Dotted.__module__, Dotted.__name__ = "builtins", "type"  # which is the class of those of C


def in_c(kind: Dotted, module: str = "torch") -> None:
    """Let a class stand for one that torch writes in C, and be called as that in Python's errors.
    """
    kind.__module__ = module
    type.__dict__["__name__"].__set__(kind, kind.long_name)


def name_of_type(value: Any) -> str:
    """A value's type as errors write it: numpy's with their module, and of methods of Tensor, when
    their parentheses were forgotten, what those are in torch that it wrote in C.
    """
    kind = type(value)
    if kind is MethodType and "." not in value.__qualname__ and (
            type(value.__self__).__module__.partition(".")[0] == "torch"):
        return "builtin_function_or_method"
    return f"numpy.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__


def type_name(value: Any) -> str:
    """The same, with the module of classes that stand for those written in C."""
    kind = type(value)
    return kind.long_name if isinstance(kind, Dotted) else name_of_type(value)
