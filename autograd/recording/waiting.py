"""What stands in an event for a value until the event is handed out."""


class Waiting:
    """A value that is worked out when it is asked for."""

    __slots__ = ()

    def value(self) -> dict:
        """The value of the run document."""
        raise NotImplementedError
