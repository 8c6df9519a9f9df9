"""The named tuples that torch returns from functions with several results, printed as it does."""

from __future__ import annotations

from typing import Any

from autograd.runtime.c_types import Dotted
from autograd.runtime.function_record import FUNCTIONS, record


class NamedResult(tuple, metaclass=Dotted):
    """A tuple whose entries have names; each function has a subclass, `torch.return_types.max`."""

    fields: tuple[str, ...] = ()

    def __setattr__(self, name, value):
        """Refuse, in the words that Python has for such tuples written in C."""
        if name in self.fields:
            raise AttributeError("readonly attribute")
        raise AttributeError(
            f"'{type(self).long_name}' object has no attribute '{name}'", name=name, obj=self)

    def __repr__(self):
        rows = [f"{name}={value!r}" for name, value in zip(self.fields, self)]
        return f"torch.return_types.{type(self).__name__}(\n" + ",\n".join(rows) + ")"


def _type(name: str, fields: tuple[str, ...]) -> type:
    members = {"fields": fields, "__module__": "torch.return_types", "__qualname__": name,
               "n_fields": len(fields), "n_sequence_fields": len(fields), "n_unnamed_fields": 0}
    for i, field in enumerate(fields):
        members[field] = property(lambda self, i=i: self[i])
    return Dotted(f"torch.return_types.{name}", (NamedResult,), members)


TYPES: dict[str, type] = {}  # those made so far, by name


def type_of(name: str) -> type:
    """The type of the results of the function `name`."""
    if name not in TYPES:
        TYPES[name] = _type(name, record(name).fields)
    return TYPES[name]


def types() -> dict[str, type]:
    """The type of every function that declares names for its results."""
    return {name: type_of(name) for name, declared in FUNCTIONS.items() if declared.fields}


def kept(result: Any, out: Any) -> tuple:
    """The tensors `out`, which hold what `result` held, under torch's name of such a tuple."""
    if not isinstance(result, NamedResult):
        return type(result)(out)
    name = f"{type(result).__name__}_out"
    if name not in TYPES:
        TYPES[name] = _type(name, result.fields)
    return TYPES[name](out)


def named(name: str, values: Any) -> NamedResult:
    """`values` as the named tuple of the function `name`."""
    return (TYPES.get(name) or type_of(name))(values)
