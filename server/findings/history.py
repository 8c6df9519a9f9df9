"""What a tensor was before an event."""

from __future__ import annotations

from bisect import bisect_left

from server.findings.reading import Event, Reading


def value_before(reading: Reading, tensor: str | None, at: int) -> Event | None:
    """Return the value of a tensor just before event `at`; None if it is not known."""
    of = tensor or ""
    if of not in reading.tensors:
        of = reading.once(detached_of).get(of, "")
    writes = reading.writes.get(of, [])
    n = bisect_left(writes, at)
    if n:
        return reading.whole(reading.events[writes[n - 1]]["value"])
    made = reading.tensors.get(of)
    return None if made is None else reading.whole(made.value)


def detached_of(reading: Reading) -> dict[str, str]:
    """Return of which tensor each detached one has the memory."""
    found: dict[str, str] = {}
    for event in reading.events:
        if event["kind"] == "mode" and event["what"] == "detach":
            found[event["tensor"]] = found.get(event["of"], event["of"])
    return found
