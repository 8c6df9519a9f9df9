"""Classes that Python's own errors name with their module, as they name types written in C."""

from __future__ import annotations


class Dotted(type):
    """The class of such classes: made under the long name, it answers `__name__` with the short."""

    @property
    def __name__(cls):
        return cls.__qualname__

    @property
    def long_name(cls) -> str:
        """The name with its module, e.g. `torch.return_types.max`."""
        return f"{cls.__module__}.{cls.__qualname__}"
