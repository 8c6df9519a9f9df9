"""`torch.autograd.profiler`: accepted so that programs run; nothing is measured here."""

from __future__ import annotations

from typing import Any

from autograd.runtime.warnings import caution


class EventList(list):
    """The rows of a table, of which there are none: a program may go through them and add up."""

    self_cpu_time_total = 0

    def table(self, *args: Any, **kwargs: str) -> str:
        """A sentence in place of the table."""
        return "Tapescope does not profile: run this under torch itself to measure time."

    def __str__(self):
        return self.table()


class profile:
    """A context that would measure each op. It measures nothing and says so when it is asked."""

    def __init__(self, enabled=True, **options):
        self.enabled = enabled

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def key_averages(self, *args: Any, **kwargs: bool) -> EventList:
        """A table without rows."""
        caution("Tapescope does not profile: the table of ops is empty.")
        return EventList()

    def total_average(self) -> Any:
        """A table without rows."""
        return self.key_averages()

    def table(self, *args: Any, **kwargs: Any) -> str:
        """A sentence in place of the table."""
        return EventList().table()

    def export_chrome_trace(self, path: Any) -> None:
        """Refused, since there is no trace."""
        raise RuntimeError("Tapescope does not profile: there is no trace to export.")


class record_function:
    """A named range of a profile; here only a context and decorator that does nothing."""

    def __init__(self, name, args=None):
        self.name = name

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def __call__(self, function):
        return function
