"""`torch.autograd.profiler`: profilers that measure nothing, so that programs run."""

from __future__ import annotations

from typing import Any

from autograd.runtime.warnings import caution


class EventList(list):
    """A list of events, always empty."""

    self_cpu_time_total = 0

    def table(self, *args: Any, **kwargs: str) -> str:
        """Return a sentence in place of the table."""
        return "Tapescope does not profile: run this under torch itself to measure time."

    def __str__(self):
        return self.table()


class profile:
    """A context that would profile ops; it measures nothing."""

    def __init__(self, enabled=True, **options):
        self.enabled = enabled

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def key_averages(self, *args: Any, **kwargs: bool) -> EventList:
        """Return an empty list of events."""
        caution("Tapescope does not profile: the table of ops is empty.")
        return EventList()

    def total_average(self) -> Any:
        """Return an empty list of events."""
        return self.key_averages()

    def table(self, *args: Any, **kwargs: Any) -> str:
        """Return a sentence in place of the table."""
        return EventList().table()

    def export_chrome_trace(self, path: Any) -> None:
        """Raise NotImplementedError: there is no trace."""
        raise RuntimeError("Tapescope does not profile: there is no trace to export.")


class record_function:
    """A named range of a profile: a context and decorator without effect."""

    def __init__(self, name, args=None):
        self.name = name

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def __call__(self, function):
        return function
