"""What stands in an event for a value until the event is handed out."""

from typing import Any


class Waiting:
    """A value that is worked out when it is asked for."""

    __slots__ = ()

    def value(self) -> dict[str, Any]:
        """The value of the run document."""
        raise NotImplementedError
