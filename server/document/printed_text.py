"""Read what a program printed from the events of its run."""

from collections.abc import Iterable, Mapping
from typing import Any


def printed_text(events: Iterable[Mapping[str, Any]]) -> str:
    """Return what was printed, values of bare expressions each in a line, warnings left out."""
    return "".join(
        event["text"] if event["how"] == "print" else f"{event['text']}\n"
        for event in events if event["kind"] == "print" and event["how"] != "warning"
    )  # fmt: skip
