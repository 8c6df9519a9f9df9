"""The named tuples that torch returns from functions with several results, printed as it does."""

from __future__ import annotations

FIELDS = {"max": ("values", "indices"), "min": ("values", "indices")}


class NamedResult(tuple):
    """A tuple whose entries have names; each function has a subclass, `torch.return_types.max`."""

    fields: tuple[str, ...] = ()

    def __repr__(self):
        rows = [f"{name}={value!r}" for name, value in zip(self.fields, self)]
        return f"torch.return_types.{type(self).__name__}(\n" + ",\n".join(rows) + ")"


def _type(name: str, fields: tuple[str, ...]) -> type:
    members = {"fields": fields, "__module__": "torch.return_types"}
    for i, field in enumerate(fields):
        members[field] = property(lambda self, i=i: self[i])
    return type(name, (NamedResult,), members)


TYPES = {name: _type(name, fields) for name, fields in FIELDS.items()}


def named(name: str, values) -> NamedResult:
    """`values` as the named tuple of the function `name`."""
    return TYPES[name](values)
