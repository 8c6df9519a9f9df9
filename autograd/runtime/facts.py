"""The base of the records of facts about ops or functions."""

from __future__ import annotations

from typing import Any, dataclass_transform


@dataclass_transform()
class FactRecord:
    """A record whose fields are annotated; class attributes are their defaults.

    `dataclass` would generate and compile methods for each class whenever the engine starts, which
    takes a tenth of that time.
    """

    def __init__(self, *values: Any, **facts: Any):
        fields = self.__annotations__
        if values:
            facts.update(zip(fields, values))
        if not facts.keys() <= fields.keys():
            unknown = sorted(facts.keys() - fields.keys())
            raise TypeError(f"{type(self).__name__} has no fact {', '.join(unknown)}")
        self.__dict__ = facts

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]
