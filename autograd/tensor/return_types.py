"""The named tuples that torch's functions with several results return (`torch.return_types`)."""

from __future__ import annotations

from typing import Any

from autograd.runtime.c_types import CType
from autograd.runtime.function_record import FUNCTIONS, record


class NamedResult(tuple, metaclass=CType):
    """A tuple with named entries; each function has a subclass, e.g. `torch.return_types.max`."""

    fields: tuple[str, ...] = ()

    def __setattr__(self, name, value):
        """Raise Python's error for named tuples written in C."""
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
    return CType(f"torch.return_types.{name}", (NamedResult,), members)


TYPES: dict[str, type] = {}  # those made so far, by name


def named_tuple_type(name: str) -> type:
    """Return the result type of the function `name`."""
    if name not in TYPES:
        TYPES[name] = _type(name, record(name).fields)
    return TYPES[name]


def all_types() -> dict[str, type]:
    """Return the result type of every function that declares names of its results."""
    return {name: named_tuple_type(name) for name, declared in FUNCTIONS.items() if declared.fields}


def wrap_out(result: Any, out: Any) -> tuple:
    """Return the tensors `out` as a result of the type of `result`, as torch does for `out=`."""
    if not isinstance(result, NamedResult):
        return type(result)(out)
    name = f"{type(result).__name__}_out"
    if name not in TYPES:
        TYPES[name] = _type(name, result.fields)
    return TYPES[name](out)


def make_named_tuple(name: str, values: Any) -> NamedResult:
    """Return `values` as the result of the function `name`."""
    return (TYPES.get(name) or named_tuple_type(name))(values)
