"""The base of plain records: facts about ops, plans, descriptions."""

from __future__ import annotations

from typing import Any, dataclass_transform


@dataclass_transform()
class Record:
    """A record whose fields are annotated; class attributes are their defaults.

    `dataclass` and `NamedTuple` would generate and compile code for each class whenever the engine
    starts, which takes a tenth of that time.
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
